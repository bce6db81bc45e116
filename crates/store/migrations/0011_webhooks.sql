-- The same text for SQLite and PostgreSQL.

-- Addresses to which people want their notices to be sent.
CREATE TABLE webhooks (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    url TEXT NOT NULL,
    -- Which notices, with spaces between them.
    notices TEXT NOT NULL,
    -- What is sent is signed by it, so a hash would not do.
    secret TEXT NOT NULL,
    created BIGINT NOT NULL,
    -- Since when nothing was taken there; null: the last try went well.
    failing BIGINT,
    -- Since when nothing is sent there any more, and why.
    off_at BIGINT,
    off_why TEXT
);
CREATE INDEX webhooks_by_person ON webhooks (person);

-- What is sent there: added in the commit of what it tells of.
CREATE TABLE deliveries (
    id TEXT PRIMARY KEY,
    webhook TEXT NOT NULL,
    notice TEXT NOT NULL,
    game TEXT NOT NULL,
    kind TEXT NOT NULL,
    at BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    -- When it is tried next, or until when somebody is trying; null: it is settled.
    due BIGINT,
    -- When it was last tried, and what came of it.
    tried BIGINT,
    answer TEXT,
    taken BIGINT NOT NULL
);
CREATE INDEX deliveries_by_due ON deliveries (due) WHERE due IS NOT NULL;
CREATE INDEX deliveries_by_webhook ON deliveries (webhook, at);
