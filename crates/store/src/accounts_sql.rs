//! The part of the databases that knows accounts; see `sql` on why it is a macro.

use crate::{Account, Message, Person, Time, Token, TokenKind, sql};

pub(crate) const TOKEN_COLUMNS: &str = "tokens.hash, tokens.id, tokens.person, tokens.kind, tokens.label, tokens.scopes, tokens.created, \
     tokens.used, tokens.expires";
pub(crate) const ACCOUNT_COLUMNS: &str = "person, folded, password, email, owner, role, created";

pub(crate) type TokenColumns = (String, String, String, String, String, String, Time, Time, Option<Time>);

pub(crate) fn token(columns: TokenColumns) -> Token {
    let (hash, id, person, kind, label, scopes, created, used, expires) = columns;
    Token { hash, id, person, kind: TokenKind::of_word(&kind), label, scopes, created, used, expires }
}

/// A token's columns, then its person's.
pub(crate) type TokenAndPerson = (
    String,
    String,
    String,
    String,
    String,
    String,
    Time,
    Time,
    Option<Time>,
    String,
    String,
    i64,
    Time,
    Option<String>,
    i64,
);

pub(crate) fn token_and_person(columns: TokenAndPerson) -> (Token, Person) {
    let (
        hash,
        id,
        owner,
        kind,
        label,
        scopes,
        made,
        used,
        expires,
        person,
        name,
        guest,
        created,
        vacation,
        bot,
    ) = columns;
    (
        token((hash, id, owner, kind, label, scopes, made, used, expires)),
        sql::person((person, name, guest, created, vacation, bot)),
    )
}

pub(crate) type AccountColumns =
    (String, String, Option<String>, Option<String>, Option<String>, String, Time);

pub(crate) fn account(columns: AccountColumns) -> Account {
    let (person, folded, password, email, owner, role, created) = columns;
    Account { person, folded, password, email, owner, role, created }
}

pub(crate) fn message_of(
    (game, room, number, at, person, text): (String, String, i64, Time, String, String),
) -> (String, Message) {
    (game, sql::message((room, number, at, person, text)))
}

/// Everything that is gone when a person is forgotten. Each takes the person.
pub(crate) const FORGET: [&str; 18] = [
    "DELETE FROM tokens WHERE person = $1",
    "DELETE FROM accounts WHERE person = $1",
    "DELETE FROM recovery_codes WHERE person = $1",
    "DELETE FROM mail_codes WHERE person = $1",
    "DELETE FROM passkeys WHERE person = $1",
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
    // What they were called stands there.
    "UPDATE audit SET detail = '' WHERE person = $1 AND action = 'rename'",
];

/// Whether a name was refused because another has it.
pub(crate) fn is_taken(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation)
}

/// Writes [`Accounts`](crate::Accounts) for a type with the fields `reading` and `writing`, and a method
/// `scrub_file`.
macro_rules! accounts_in_sql {
    ($store:ty, $database:ty) => {
        #[async_trait::async_trait]
        impl $crate::Accounts for $store {
            async fn add_token(&self, token: &$crate::Token) -> Result<(), $crate::StoreError> {
                sqlx::query(
                    "INSERT INTO tokens (hash, id, person, kind, label, scopes, created, used, expires) \
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                )
                .bind(token.hash.as_str())
                .bind(token.id.as_str())
                .bind(token.person.as_str())
                .bind(token.kind.word())
                .bind(token.label.as_str())
                .bind(token.scopes.as_str())
                .bind(token.created)
                .bind(token.used)
                .bind(token.expires)
                .execute(&self.writing())
                .await?;
                Ok(())
            }

            async fn token(
                &self,
                hash: &str,
            ) -> Result<Option<($crate::Token, $crate::Person)>, $crate::StoreError> {
                let mut query = sqlx::QueryBuilder::<$database>::new(format!(
                    "SELECT {}, {} FROM tokens JOIN people ON tokens.person = people.id WHERE tokens.hash = ",
                    $crate::accounts_sql::TOKEN_COLUMNS,
                    $crate::sql::PERSON_COLUMNS
                ));
                let row: Option<$crate::accounts_sql::TokenAndPerson> =
                    query.push_bind(hash).build_query_as().fetch_optional(&self.reading()).await?;
                Ok(row.map($crate::accounts_sql::token_and_person))
            }

            async fn tokens_of(&self, person: &str) -> Result<Vec<$crate::Token>, $crate::StoreError> {
                let mut query = sqlx::QueryBuilder::<$database>::new(format!(
                    "SELECT {} FROM tokens WHERE person = ",
                    $crate::accounts_sql::TOKEN_COLUMNS
                ));
                query.push_bind(person).push(" ORDER BY created, id");
                let rows: Vec<$crate::accounts_sql::TokenColumns> =
                    query.build_query_as().fetch_all(&self.reading()).await?;
                Ok(rows.into_iter().map($crate::accounts_sql::token).collect())
            }

            async fn use_token(
                &self,
                hash: &str,
                at: $crate::Time,
                expires: Option<$crate::Time>,
            ) -> Result<(), $crate::StoreError> {
                let change = sqlx::query("UPDATE tokens SET used = $2, expires = $3 WHERE hash = $1");
                change.bind(hash).bind(at).bind(expires).execute(&self.writing()).await?;
                Ok(())
            }

            async fn remove_token(&self, person: &str, id: &str) -> Result<bool, $crate::StoreError> {
                let gone = sqlx::query("DELETE FROM tokens WHERE person = $1 AND id = $2");
                Ok(gone.bind(person).bind(id).execute(&self.writing()).await?.rows_affected() > 0)
            }

            async fn remove_sessions(&self, person: &str, but: &str) -> Result<(), $crate::StoreError> {
                let gone =
                    sqlx::query("DELETE FROM tokens WHERE person = $1 AND id <> $2 AND kind <> 'personal'");
                gone.bind(person).bind(but).execute(&self.writing()).await?;
                Ok(())
            }

            async fn add_account(
                &self,
                account: &$crate::Account,
                person: &$crate::Person,
                passkey: Option<&$crate::PasskeyRow>,
            ) -> Result<bool, $crate::StoreError> {
                let mut commit = self.writing().begin().await?;
                let added = sqlx::query(
                    "INSERT INTO accounts (person, folded, password, email, owner, role, created) \
                     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
                )
                .bind(account.person.as_str())
                .bind(account.folded.as_str())
                .bind(account.password.as_deref())
                .bind(account.email.as_deref())
                .bind(account.owner.as_deref())
                .bind(account.role.as_str())
                .bind(account.created)
                .execute(&mut *commit)
                .await?;
                let mut is_new = added.rows_affected() > 0;
                if let Some(passkey) = passkey.filter(|_| is_new) {
                    is_new = Self::insert_passkey(&mut *commit, passkey).await?;
                }
                if !is_new {
                    commit.rollback().await?;
                    return Ok(false);
                }
                sqlx::query(
                    "INSERT INTO people (id, name, guest, created, vacation, bot) VALUES ($1, $2, 0, $3, $4, $5) \
                     ON CONFLICT (id) DO UPDATE SET name = excluded.name, guest = 0",
                )
                .bind(person.id.as_str())
                .bind(person.name.as_str())
                .bind(person.created)
                .bind(person.vacation.as_deref())
                .bind(i64::from(person.bot))
                .execute(&mut *commit)
                .await?;
                commit.commit().await?;
                Ok(true)
            }

            async fn account(&self, person: &str) -> Result<Option<$crate::Account>, $crate::StoreError> {
                let mut query = sqlx::QueryBuilder::<$database>::new(format!(
                    "SELECT {} FROM accounts WHERE person = ",
                    $crate::accounts_sql::ACCOUNT_COLUMNS
                ));
                let row: Option<$crate::accounts_sql::AccountColumns> =
                    query.push_bind(person).build_query_as().fetch_optional(&self.reading()).await?;
                Ok(row.map($crate::accounts_sql::account))
            }

            async fn account_called(
                &self,
                folded: &str,
            ) -> Result<Option<$crate::Account>, $crate::StoreError> {
                let mut query = sqlx::QueryBuilder::<$database>::new(format!(
                    "SELECT {} FROM accounts WHERE folded = ",
                    $crate::accounts_sql::ACCOUNT_COLUMNS
                ));
                let row: Option<$crate::accounts_sql::AccountColumns> =
                    query.push_bind(folded).build_query_as().fetch_optional(&self.reading()).await?;
                Ok(row.map($crate::accounts_sql::account))
            }

            async fn rename_account(
                &self,
                person: &str,
                name: &str,
                folded: &str,
            ) -> Result<bool, $crate::StoreError> {
                let mut commit = self.writing().begin().await?;
                let change = sqlx::query("UPDATE accounts SET folded = $2 WHERE person = $1");
                match change.bind(person).bind(folded).execute(&mut *commit).await {
                    Ok(_) => {}
                    Err(error) if $crate::accounts_sql::is_taken(&error) => {
                        commit.rollback().await?;
                        return Ok(false);
                    }
                    Err(error) => return Err(error.into()),
                }
                let change = sqlx::query("UPDATE people SET name = $2 WHERE id = $1");
                change.bind(person).bind(name).execute(&mut *commit).await?;
                commit.commit().await?;
                Ok(true)
            }

            async fn set_password(&self, person: &str, password: &str) -> Result<(), $crate::StoreError> {
                let change = sqlx::query("UPDATE accounts SET password = $2 WHERE person = $1");
                change.bind(person).bind(password).execute(&self.writing()).await?;
                Ok(())
            }

            async fn set_email(
                &self,
                person: &str,
                email: Option<&str>,
            ) -> Result<(), $crate::StoreError> {
                let change = sqlx::query("UPDATE accounts SET email = $2 WHERE person = $1");
                change.bind(person).bind(email).execute(&self.writing()).await?;
                Ok(())
            }

            async fn bots_of(&self, owner: &str) -> Result<Vec<$crate::Person>, $crate::StoreError> {
                let mut query = sqlx::QueryBuilder::<$database>::new(format!(
                    "SELECT {} FROM people JOIN accounts ON accounts.person = people.id WHERE accounts.owner = ",
                    $crate::sql::PERSON_COLUMNS
                ));
                query.push_bind(owner).push(" ORDER BY people.created, people.id");
                let rows: Vec<$crate::sql::PersonColumns> =
                    query.build_query_as().fetch_all(&self.reading()).await?;
                Ok(rows.into_iter().map($crate::sql::person).collect())
            }

            async fn set_recovery_codes(
                &self,
                person: &str,
                hashes: &[String],
            ) -> Result<(), $crate::StoreError> {
                let mut commit = self.writing().begin().await?;
                let old = sqlx::query("DELETE FROM recovery_codes WHERE person = $1");
                old.bind(person).execute(&mut *commit).await?;
                for hash in hashes {
                    let add = sqlx::query("INSERT INTO recovery_codes (person, hash) VALUES ($1, $2)");
                    add.bind(person).bind(hash.as_str()).execute(&mut *commit).await?;
                }
                commit.commit().await?;
                Ok(())
            }

            async fn count_recovery_codes(&self, person: &str) -> Result<u64, $crate::StoreError> {
                let count = sqlx::query_scalar("SELECT COUNT(*) FROM recovery_codes WHERE person = $1");
                let count: i64 = count.bind(person).fetch_one(&self.reading()).await?;
                Ok(count.unsigned_abs())
            }

            async fn use_recovery_code(&self, person: &str, hash: &str) -> Result<bool, $crate::StoreError> {
                let used = sqlx::query("DELETE FROM recovery_codes WHERE person = $1 AND hash = $2");
                Ok(used.bind(person).bind(hash).execute(&self.writing()).await?.rows_affected() > 0)
            }

            async fn add_mail_code(
                &self,
                person: &str,
                hash: &str,
                expires: $crate::Time,
                now: $crate::Time,
                most: u32,
            ) -> Result<bool, $crate::StoreError> {
                let mut commit = self.writing().begin().await?;
                let old = sqlx::query("DELETE FROM mail_codes WHERE expires <= $1");
                old.bind(now).execute(&mut *commit).await?;
                let count = sqlx::query_scalar("SELECT COUNT(*) FROM mail_codes WHERE person = $1");
                let count: i64 = count.bind(person).fetch_one(&mut *commit).await?;
                if count < i64::from(most) {
                    let add = sqlx::query("INSERT INTO mail_codes (hash, person, expires) VALUES ($1, $2, $3)");
                    add.bind(hash).bind(person).bind(expires).execute(&mut *commit).await?;
                }
                commit.commit().await?;
                Ok(count < i64::from(most))
            }

            async fn use_mail_code(
                &self,
                person: &str,
                hash: &str,
                now: $crate::Time,
            ) -> Result<bool, $crate::StoreError> {
                let used = sqlx::query(
                    "DELETE FROM mail_codes WHERE hash = $1 AND person = $2 AND expires > $3",
                );
                let used = used.bind(hash).bind(person).bind(now).execute(&self.writing()).await?;
                Ok(used.rows_affected() > 0)
            }

            async fn messages_of(
                &self,
                person: &str,
            ) -> Result<Vec<(String, $crate::Message)>, $crate::StoreError> {
                let rows = sqlx::query_as(
                    "SELECT game, room, number, at, person, text FROM messages WHERE person = $1 \
                     ORDER BY at, game, room, number",
                );
                let rows = rows.bind(person).fetch_all(&self.reading()).await?;
                Ok(rows.into_iter().map($crate::accounts_sql::message_of).collect())
            }

            async fn rewrite_name(
                &self,
                game: &str,
                seq: u64,
                data: &str,
                about: Option<&str>,
                glance: &str,
            ) -> Result<(), $crate::StoreError> {
                let mut commit = self.writing().begin().await?;
                sqlx::query("UPDATE events SET data = $3, about = $4 WHERE game = $1 AND seq = $2")
                    .bind(game)
                    .bind($crate::sql::number(seq))
                    .bind(data)
                    .bind(about)
                    .execute(&mut *commit)
                    .await?;
                let change = sqlx::query("UPDATE games SET glance = $2 WHERE id = $1");
                change.bind(game).bind(glance).execute(&mut *commit).await?;
                commit.commit().await?;
                Ok(())
            }

            async fn forget_person(&self, person: &str, name: &str) -> Result<(), $crate::StoreError> {
                let mut commit = self.writing().begin().await?;
                for statement in $crate::accounts_sql::FORGET {
                    sqlx::query(statement).bind(person).execute(&mut *commit).await?;
                }
                sqlx::query("UPDATE people SET name = $2, guest = 1, vacation = NULL WHERE id = $1")
                    .bind(person)
                    .bind(name)
                    .execute(&mut *commit)
                    .await?;
                commit.commit().await?;
                Ok(())
            }

            async fn scrub(&self) -> Result<(), $crate::StoreError> {
                self.scrub_file().await
            }
        }
    };
}
pub(crate) use accounts_in_sql;
