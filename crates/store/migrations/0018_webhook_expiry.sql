-- The same text for SQLite and PostgreSQL.

-- When a webhook ends; null: with the personal token it was made with.
ALTER TABLE webhooks ADD COLUMN expires BIGINT;
-- Those from before have a year from their last delivery.
UPDATE webhooks SET expires = 31622400000 + COALESCE(
    (SELECT MAX(deliveries.at) FROM deliveries WHERE deliveries.webhook = webhooks.id), created)
WHERE token IS NULL;
