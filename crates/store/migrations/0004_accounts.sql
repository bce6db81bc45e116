-- A token is a guest's, a session of an account, or a personal one with scopes.
ALTER TABLE tokens ADD COLUMN id TEXT NOT NULL DEFAULT '';
ALTER TABLE tokens ADD COLUMN kind TEXT NOT NULL DEFAULT 'guest';
ALTER TABLE tokens ADD COLUMN label TEXT NOT NULL DEFAULT '';
ALTER TABLE tokens ADD COLUMN scopes TEXT NOT NULL DEFAULT '';
-- When it was last used, to the hour.
ALTER TABLE tokens ADD COLUMN used BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tokens ADD COLUMN expires BIGINT;
UPDATE tokens SET id = substr(hash, 1, 12), used = created;

ALTER TABLE people ADD COLUMN bot BIGINT NOT NULL DEFAULT 0;

CREATE TABLE accounts (
    person TEXT PRIMARY KEY,
    -- The name in the form in which names are compared.
    folded TEXT NOT NULL UNIQUE,
    -- Its hash (argon2id); null: nobody can log in by a password.
    password TEXT,
    email TEXT,
    -- Whose bot it is.
    owner TEXT,
    -- '', 'moderator' or 'admin'.
    role TEXT NOT NULL DEFAULT '',
    created BIGINT NOT NULL
);
CREATE INDEX accounts_by_owner ON accounts (owner) WHERE owner IS NOT NULL;

-- Codes that let somebody in once, hashed.
CREATE TABLE recovery_codes (
    person TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (person, hash)
);

-- What was mailed to somebody who has lost their password, hashed.
CREATE TABLE mail_codes (
    hash TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    expires BIGINT NOT NULL
);
CREATE INDEX mail_codes_by_person ON mail_codes (person);
