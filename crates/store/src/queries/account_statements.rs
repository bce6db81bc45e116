//! Statements that delete a person's data, or void codes when an account's log-in methods change. Shared by
//! both databases.

/// Statements that delete everything about a person. Each binds the person.
pub(super) const FORGET: [&str; 19] = [
    "DELETE FROM tokens WHERE person = $1",
    "DELETE FROM accounts WHERE person = $1",
    "DELETE FROM recovery_codes WHERE person = $1",
    "DELETE FROM mail_codes WHERE person = $1",
    "DELETE FROM passkeys WHERE person = $1",
    "DELETE FROM known_networks WHERE person = $1",
    "DELETE FROM passkey_challenges WHERE person = $1",
    "DELETE FROM subscriptions WHERE person = $1",
    "DELETE FROM reminders WHERE person = $1",
    "DELETE FROM deliveries WHERE webhook IN (SELECT id FROM webhooks WHERE person = $1)",
    "DELETE FROM webhooks WHERE person = $1",
    "DELETE FROM seeks WHERE person = $1",
    "UPDATE messages SET text = '' WHERE person = $1",
    "DELETE FROM plans WHERE EXISTS (SELECT 1 FROM seats WHERE seats.game = plans.game \
     AND seats.seat = plans.seat AND seats.person = $1)",
    "DELETE FROM sanctions WHERE person = $1",
    "DELETE FROM blocks WHERE person = $1 OR other = $1",
    "UPDATE reports SET text = '' WHERE author = $1",
    "UPDATE puzzle_attempts SET moves = '' WHERE person = $1",
    // The detail holds the old and new name.
    "UPDATE audit SET detail = '' WHERE person = $1 AND action = 'rename'",
];

/// Pending challenges and mailed codes, which become void when an account's log-in methods change. Each
/// statement binds the person.
pub(super) const FORGET_CODES: [&str; 2] =
    ["DELETE FROM mail_codes WHERE person = $1", "DELETE FROM passkey_challenges WHERE person = $1"];

/// Printed recovery codes, which become void with the password or the address that they recover.
pub(super) const FORGET_PRINTED: [&str; 1] = ["DELETE FROM recovery_codes WHERE person = $1"];

/// The tokens of a person ($1), except the one with this id ($2), and those of their bots.
pub(super) const END_TOKENS: &str = "DELETE FROM tokens WHERE (person = $1 AND id <> $2) \
    OR person IN (SELECT person FROM accounts WHERE owner = $1)";

/// The webhooks created with the tokens of a person or of their bots. Each statement binds the person.
pub(super) const END_TOKENS_WEBHOOKS: [&str; 2] = [
    "DELETE FROM deliveries WHERE webhook IN (SELECT id FROM webhooks WHERE token IS NOT NULL \
     AND (person = $1 OR person IN (SELECT person FROM accounts WHERE owner = $1)))",
    "DELETE FROM webhooks WHERE token IS NOT NULL \
     AND (person = $1 OR person IN (SELECT person FROM accounts WHERE owner = $1))",
];

/// All webhooks of a person. Each statement binds the person.
pub(super) const END_WEBHOOKS: [&str; 2] = [
    "DELETE FROM deliveries WHERE webhook IN (SELECT id FROM webhooks WHERE person = $1)",
    "DELETE FROM webhooks WHERE person = $1",
];

/// The webhooks created with one token of a person. Each statement binds the person and the token's id.
pub(super) const END_TOKEN_WEBHOOKS: [&str; 2] = [
    "DELETE FROM deliveries WHERE webhook IN (SELECT id FROM webhooks WHERE person = $1 AND token = $2)",
    "DELETE FROM webhooks WHERE person = $1 AND token = $2",
];
