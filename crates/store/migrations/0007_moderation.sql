-- The same text for SQLite and PostgreSQL.

-- What somebody may not do: kind is mute, ban or close.
CREATE TABLE sanctions (
    person TEXT NOT NULL,
    kind TEXT NOT NULL,
    -- Null: for good.
    until BIGINT,
    -- Who has decided it; `shell` for whoever runs the server.
    author TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (person, kind)
);

-- What people have told moderators.
CREATE TABLE reports (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    author TEXT NOT NULL,
    about TEXT NOT NULL,
    game TEXT,
    text TEXT NOT NULL,
    -- Null: nobody has looked at it yet.
    done_by TEXT,
    done_at BIGINT
);
CREATE INDEX reports_by_author ON reports (author);
CREATE INDEX reports_by_time ON reports (at, id);

-- Everything that moderators have done.
CREATE TABLE audit (
    number BIGINT PRIMARY KEY,
    at BIGINT NOT NULL,
    author TEXT NOT NULL,
    action TEXT NOT NULL,
    person TEXT NOT NULL,
    detail TEXT NOT NULL
);
INSERT INTO counters (name, value) VALUES ('audit', 0);

-- Who wants nothing to do with whom.
CREATE TABLE blocks (
    person TEXT NOT NULL,
    other TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (person, other)
);
CREATE INDEX blocks_by_other ON blocks (other);
