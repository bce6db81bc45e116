-- The same text for SQLite and PostgreSQL.

-- First attempts at puzzles by people with accounts, in their order: the truth that the tables below are made
-- from. Nothing is ever changed here, but the moves of somebody who is forgotten are taken out.
CREATE TABLE puzzle_attempts (
    number BIGINT PRIMARY KEY,
    -- What whoever tried it calls it: sent twice, it is done once.
    id TEXT NOT NULL,
    person TEXT NOT NULL,
    game TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    -- How hard the puzzle was said to be on that day: its rating begins there.
    grade BIGINT NOT NULL,
    at BIGINT NOT NULL,
    moves TEXT NOT NULL,
    solved BIGINT NOT NULL,
    UNIQUE (person, id),
    UNIQUE (person, game, puzzle)
);

-- All below is made from the attempts and can be made again: `ludoteca admin rebuild`.

-- How hard each puzzle is.
CREATE TABLE puzzle_ratings (
    game TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    attempts BIGINT NOT NULL,
    solved BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    PRIMARY KEY (game, puzzle)
);

-- How well each person solves them, by game.
CREATE TABLE solver_ratings (
    game TEXT NOT NULL,
    person TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    attempts BIGINT NOT NULL,
    solved BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    PRIMARY KEY (person, game)
);
CREATE INDEX solver_ratings_by_game ON solver_ratings (game, rating);

-- What each attempt has changed on both sides.
CREATE TABLE puzzle_history (
    number BIGINT PRIMARY KEY,
    person TEXT NOT NULL,
    game TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    at BIGINT NOT NULL,
    solved BIGINT NOT NULL,
    before DOUBLE PRECISION NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    puzzle_before DOUBLE PRECISION NOT NULL,
    puzzle_rating DOUBLE PRECISION NOT NULL,
    puzzle_deviation DOUBLE PRECISION NOT NULL
);
CREATE INDEX puzzle_history_by_person ON puzzle_history (person, game, number);

-- How many attempts there are, and how many of them the tables above are made from.
INSERT INTO counters (name, value) VALUES ('attempts', 0);
INSERT INTO counters (name, value) VALUES ('puzzles', 0);
