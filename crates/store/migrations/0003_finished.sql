-- An action is looked for among the events of its game, which are few and found by the game; and nobody asks
-- for games by turn. Every move had to write these.
DROP INDEX events_by_action;
DROP INDEX games_by_turn;

-- Live games keep their deadlines in memory; only those that are out of it have one here.
UPDATE games SET deadline = NULL WHERE live = 1 AND stage = 'playing';

-- Numbers that grow one by one. Whoever takes one holds the row until the commit, so that a lower number is
-- never seen after a higher one.
CREATE TABLE counters (
    name TEXT PRIMARY KEY,
    value BIGINT NOT NULL
);

-- Games in the order of their ends: what ratings, the archive and others are made from, each with a place of
-- its own in this list.
CREATE TABLE finished (
    number BIGINT PRIMARY KEY,
    game TEXT NOT NULL,
    at BIGINT NOT NULL
);
INSERT INTO finished (number, game, at)
    SELECT ROW_NUMBER() OVER (ORDER BY changed, id), id, changed FROM games WHERE stage = 'over';
INSERT INTO counters (name, value) SELECT 'finished', COUNT(*) FROM finished;
