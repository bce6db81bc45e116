-- What a list shows of a game, as JSON, so that a list needs no log.
ALTER TABLE games ADD COLUMN glance TEXT NOT NULL DEFAULT '{}';
