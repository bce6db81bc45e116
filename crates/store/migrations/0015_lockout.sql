-- The same text for SQLite and PostgreSQL.

-- Networks from which the owner of an account has logged in. Only a keyed hash of a network is here.
CREATE TABLE known_networks (
    person TEXT NOT NULL,
    network TEXT NOT NULL,
    -- When the owner was last there.
    seen BIGINT NOT NULL,
    PRIMARY KEY (person, network)
);
CREATE INDEX known_networks_by_time ON known_networks (seen);

-- The name in a form in which names that look alike are the same (UTS #39). Null: the account is older than
-- this column, or an older account has a name that looks like it.
ALTER TABLE accounts ADD COLUMN skeleton TEXT;
CREATE UNIQUE INDEX accounts_by_skeleton ON accounts (skeleton) WHERE skeleton IS NOT NULL;

-- How many games a person has imported.
ALTER TABLE people ADD COLUMN imported BIGINT NOT NULL DEFAULT 0;

-- Guests come to an end too: those of before get 30 days, or as long as their games are remembered.
UPDATE tokens SET expires = used + 2592000000 WHERE kind = 'guest' AND expires IS NULL;
CREATE INDEX guest_tokens_by_end ON tokens (expires) WHERE kind = 'guest';
