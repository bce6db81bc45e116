-- The same text for SQLite and PostgreSQL.

-- What somebody can log in with instead of a password. Only public keys are here.
CREATE TABLE passkeys (
    -- The key's own name for itself (base64url).
    credential TEXT PRIMARY KEY,
    -- Its name in lists.
    id TEXT NOT NULL,
    person TEXT NOT NULL,
    label TEXT NOT NULL,
    -- The public key, its counter and what else is known of it, as JSON.
    data TEXT NOT NULL,
    created BIGINT NOT NULL,
    used BIGINT NOT NULL
);
CREATE INDEX passkeys_by_person ON passkeys (person);

-- What a passkey is being asked; each is good once and for some minutes.
CREATE TABLE passkey_challenges (
    id TEXT PRIMARY KEY,
    -- Who asked, or is about to log in; '': that is not known yet.
    person TEXT NOT NULL,
    data TEXT NOT NULL,
    expires BIGINT NOT NULL
);
CREATE INDEX passkey_challenges_by_end ON passkey_challenges (expires);

-- Whose account has taken a guest's games along; the guest is nobody since then.
ALTER TABLE people ADD COLUMN merged_into TEXT;
