-- The same text for SQLite and PostgreSQL. All of it is made from finished games and can be made again:
-- `ludoteca admin rebuild`.

-- How strong each person plays, by pool (game, number of players, speed, who plays).
CREATE TABLE ratings (
    person TEXT NOT NULL,
    pool TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    -- When the last of those games ended.
    changed BIGINT NOT NULL,
    PRIMARY KEY (person, pool)
);
CREATE INDEX ratings_by_pool ON ratings (pool, rating);

-- What each rated game has changed: its number in the list of finished games.
CREATE TABLE rating_history (
    number BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    game TEXT NOT NULL,
    person TEXT NOT NULL,
    pool TEXT NOT NULL,
    at BIGINT NOT NULL,
    before DOUBLE PRECISION NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (game, seat)
);
CREATE INDEX rating_history_by_person ON rating_history (person, pool, number);

-- What each seat has scored, in halves of a point: two for each rival left behind, one for each who ties.
CREATE TABLE seat_scores (
    pool TEXT NOT NULL,
    seat BIGINT NOT NULL,
    games BIGINT NOT NULL,
    halves BIGINT NOT NULL,
    PRIMARY KEY (pool, seat)
);

-- First games of matches of two, which wait for the second.
CREATE TABLE rating_units (
    game TEXT PRIMARY KEY,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL
);

INSERT INTO counters (name, value) VALUES ('ratings', 0);
