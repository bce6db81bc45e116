-- Several servers on one database. Each has a lease; a game in memory has one owner, whose epoch grows with
-- every change of owner. Events carry the epoch they were written under, and one that is old is not taken.
ALTER TABLE events ADD COLUMN epoch BIGINT;

CREATE TABLE nodes (
    id TEXT PRIMARY KEY,
    -- Until when its lease lasts, by the clock of the database.
    expires BIGINT NOT NULL,
    -- When it last began, renewed or ended its lease.
    seen BIGINT NOT NULL,
    -- Whether it hears the other nodes.
    hears BIGINT NOT NULL
);

CREATE TABLE owners (
    game TEXT PRIMARY KEY,
    -- Null: nobody has the game in memory.
    node TEXT,
    epoch BIGINT NOT NULL
);
CREATE INDEX owners_by_node ON owners (node) WHERE node IS NOT NULL;

-- Every change of owner, and the number of the last event before it: what a later one with an older epoch
-- would betray.
CREATE TABLE handovers (
    game TEXT NOT NULL,
    epoch BIGINT NOT NULL,
    node TEXT NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (game, epoch)
);
