-- The same text for SQLite and PostgreSQL.

-- Whether the owner registered or logged in from this network; 0: a session was used there, nothing more.
ALTER TABLE known_networks ADD COLUMN logged_in BIGINT NOT NULL DEFAULT 1;
