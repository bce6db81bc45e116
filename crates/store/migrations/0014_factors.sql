-- The same text for SQLite and PostgreSQL.

-- When a passkey last proved in this session that it is its owner's; null: never.
ALTER TABLE tokens ADD COLUMN passkey BIGINT;
-- Personal tokens have an end. Those from before have a year from their last use.
UPDATE tokens SET expires = used + 31622400000 WHERE kind = 'personal' AND expires IS NULL;

-- The personal token a webhook was made with, and goes with; null: it was made in a session.
ALTER TABLE webhooks ADD COLUMN token TEXT;

-- Names of deleted accounts, which nobody can take for some time. They are stored in a form from which the
-- name cannot be read.
CREATE TABLE reserved_names (
    name TEXT PRIMARY KEY,
    -- Who may take it all the same: the owner of a deleted bot.
    owner TEXT,
    until BIGINT NOT NULL
);

-- Mailed codes are good for ten minutes from now on.
DELETE FROM mail_codes;
