//! Database migrations.

use sqlx::{
    AssertSqlSafe, SqlSafeStr,
    migrate::{Migration, MigrationType, Migrator},
};

/// All migrations of PostgreSQL in order.
pub(crate) fn for_postgres() -> Migrator {
    Migrator::with_migrations(both())
}

/// All migrations of SQLite in order.
pub(crate) fn for_sqlite() -> Migrator {
    let mut migrations = both();
    migrations.push(migration(19, "event_numbers", include_str!("../migrations/0019_event_numbers.sql")));
    Migrator::with_migrations(migrations)
}

fn migration(version: i64, name: &'static str, text: &'static str) -> Migration {
    Migration::new(version, name.into(), MigrationType::Simple, AssertSqlSafe(text).into_sql_str(), false)
}

fn both() -> Vec<Migration> {
    let first = include_str!("../migrations/0001_first.sql");
    let overview = include_str!("../migrations/0002_glance.sql");
    let finished = include_str!("../migrations/0003_finished.sql");
    let accounts = include_str!("../migrations/0004_accounts.sql");
    let ratings = include_str!("../migrations/0005_ratings.sql");
    vec![
        migration(1, "first", first),
        migration(2, "glance", overview),
        migration(3, "finished", finished),
        migration(4, "accounts", accounts),
        migration(5, "ratings", ratings),
        migration(6, "archive", include_str!("../migrations/0006_archive.sql")),
        migration(7, "moderation", include_str!("../migrations/0007_moderation.sql")),
        migration(8, "passkeys", include_str!("../migrations/0008_passkeys.sql")),
        migration(9, "reports", include_str!("../migrations/0009_reports.sql")),
        migration(10, "puzzles", include_str!("../migrations/0010_puzzles.sql")),
        migration(11, "webhooks", include_str!("../migrations/0011_webhooks.sql")),
        migration(13, "cluster", include_str!("../migrations/0013_cluster.sql")),
        migration(14, "factors", include_str!("../migrations/0014_factors.sql")),
        migration(15, "lockout", include_str!("../migrations/0015_lockout.sql")),
        migration(16, "rules", include_str!("../migrations/0016_rules.sql")),
        migration(17, "networks", include_str!("../migrations/0017_networks.sql")),
        migration(18, "webhook_expiry", include_str!("../migrations/0018_webhook_expiry.sql")),
    ]
}
