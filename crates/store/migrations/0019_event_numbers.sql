-- For SQLite alone. A commit with the moves of many games changed a page of the index for each of them. Now
-- events are kept in the order in which they were stored, and found by game through a table that is written
-- for thousands of them at once.
CREATE TABLE numbered_events (
    number INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    actor TEXT,
    action TEXT,
    data TEXT NOT NULL,
    about TEXT,
    epoch BIGINT
);
INSERT INTO numbered_events (number, game, seq, at, actor, action, data, about, epoch)
    SELECT rowid, game, seq, at, actor, action, data, about, epoch FROM events ORDER BY rowid;

-- Two events of a game never have the same number.
CREATE TABLE event_numbers (
    game TEXT NOT NULL,
    seq BIGINT NOT NULL,
    number BIGINT NOT NULL,
    PRIMARY KEY (game, seq)
) WITHOUT ROWID;
INSERT INTO event_numbers (game, seq, number) SELECT game, seq, rowid FROM events ORDER BY game, seq;

-- The number of the last event that is in this table.
INSERT INTO counters (name, value) SELECT 'indexed', COALESCE(MAX(rowid), 0) FROM events;

DROP TABLE events;
ALTER TABLE numbered_events RENAME TO events;
