-- The same text for SQLite and PostgreSQL.

-- Codes with which accounts can be created where registration is by invitation.
CREATE TABLE invite_codes (
    code TEXT PRIMARY KEY,
    -- What it is for, for admins.
    label TEXT NOT NULL,
    -- How many accounts can be created with it, and how many were.
    uses BIGINT NOT NULL,
    used BIGINT NOT NULL,
    -- Until when; null: without an end.
    until BIGINT,
    created BIGINT NOT NULL,
    -- Who made it.
    person TEXT NOT NULL
);
