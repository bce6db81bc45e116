-- The same text for SQLite and PostgreSQL. Times are milliseconds since 1970; ids and tokens' hashes are text.

-- The truth: what has happened in every game, in order. Two writers cannot add the same number.
CREATE TABLE events (
    game TEXT NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    -- Whoever asked for it, and their own name for the request; null when the house did it.
    actor TEXT,
    action TEXT,
    -- The event of the contest, as JSON.
    data TEXT NOT NULL,
    -- What the server knows beside it, as JSON: who holds a seat, whether the game is listed.
    about TEXT,
    PRIMARY KEY (game, seq)
);
CREATE INDEX events_by_action ON events (game, actor, action) WHERE action IS NOT NULL;

-- Where each game stands: made from its events, so that games can be found without reading them.
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    stage TEXT NOT NULL,
    live BIGINT NOT NULL,
    listed BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    created BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    -- The person whose turn it is; null for computers, and when nobody is to move.
    to_act TEXT,
    -- When the time of whoever is to move is up.
    deadline BIGINT
);
CREATE INDEX games_by_deadline ON games (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX games_by_turn ON games (to_act) WHERE to_act IS NOT NULL;
CREATE INDEX games_by_stage ON games (stage, listed, changed);

CREATE TABLE seats (
    game TEXT NOT NULL,
    seat BIGINT NOT NULL,
    person TEXT NOT NULL,
    PRIMARY KEY (game, seat)
);
CREATE INDEX seats_by_person ON seats (person);

CREATE TABLE people (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    guest BIGINT NOT NULL,
    created BIGINT NOT NULL,
    -- Until when they are on vacation, and how many days of this year they have used, as JSON.
    vacation TEXT
);

-- Only the hash of a token is stored: whoever reads this file cannot act for anybody.
CREATE TABLE tokens (
    hash TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    created BIGINT NOT NULL
);
CREATE INDEX tokens_by_person ON tokens (person);

CREATE TABLE seeks (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    created BIGINT NOT NULL,
    data TEXT NOT NULL
);

CREATE TABLE messages (
    game TEXT NOT NULL,
    room TEXT NOT NULL,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    person TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game, room, number)
);

-- Moves that a player has prepared: a queue of premoves, or a tree of conditional moves, as JSON.
CREATE TABLE plans (
    game TEXT NOT NULL,
    seat BIGINT NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (game, seat)
);

-- Browsers that want to be told when it is their turn (Web Push), as JSON.
CREATE TABLE subscriptions (
    endpoint TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    data TEXT NOT NULL
);
CREATE INDEX subscriptions_by_person ON subscriptions (person);

-- Reminders that were sent, so that none is sent twice.
CREATE TABLE reminders (
    game TEXT NOT NULL,
    person TEXT NOT NULL,
    deadline BIGINT NOT NULL,
    step BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (game, person, deadline, step)
);

-- Small facts about the server itself: when it was last alive, its keys.
CREATE TABLE facts (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
