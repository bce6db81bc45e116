-- What is made from the list of finished games for those who look for games and positions. All of it can be
-- made again from the log, but for archive_names.

INSERT INTO counters (name, value) VALUES ('archive', 0);

CREATE TABLE archive_games (
    -- Its number in the list of finished games.
    number BIGINT PRIMARY KEY,
    game TEXT NOT NULL,
    kind TEXT NOT NULL,
    players BIGINT NOT NULL,
    options TEXT NOT NULL,
    -- The position it began with; null for the start.
    position TEXT,
    clock TEXT,
    speed TEXT NOT NULL,
    rated BIGINT NOT NULL,
    result TEXT NOT NULL,
    termination TEXT NOT NULL,
    plies BIGINT NOT NULL,
    began BIGINT NOT NULL,
    ended BIGINT NOT NULL,
    -- The mean of the known ratings.
    rating BIGINT
);
-- Games are looked for from the newest on, in parts: what an index is not in that order for is not indexed.
CREATE INDEX archive_games_by_kind ON archive_games (kind, number);
CREATE INDEX archive_games_by_termination ON archive_games (termination, number);
CREATE INDEX archive_games_by_result ON archive_games (result, number);
CREATE INDEX archive_games_by_end ON archive_games (ended, number);

CREATE TABLE archive_seats (
    number BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    kind TEXT NOT NULL,
    -- Null for a computer.
    person TEXT,
    level BIGINT,
    name TEXT NOT NULL,
    rating BIGINT,
    place BIGINT NOT NULL,
    -- win, draw or loss.
    outcome TEXT NOT NULL,
    first_move TEXT,
    PRIMARY KEY (number, seat)
);
CREATE INDEX archive_seats_by_person ON archive_seats (person, number) WHERE person IS NOT NULL;

-- One row a position, so that a question about one is one look: what was played there and how it ended, and
-- the last games that came there, packed as docs/archive.md says.
CREATE TABLE archive_positions (
    position BIGINT PRIMARY KEY,
    counts BYTEA NOT NULL,
    games BYTEA NOT NULL
);

-- The games before those, by the first of each pack.
CREATE TABLE archive_visits (
    position BIGINT NOT NULL,
    first BIGINT NOT NULL,
    games BYTEA NOT NULL,
    PRIMARY KEY (position, first)
);

-- What deleted people are called. The log still has the name they played under.
CREATE TABLE archive_names (
    person TEXT PRIMARY KEY,
    name TEXT NOT NULL
);
