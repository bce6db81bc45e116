//! Accounts, tokens and recovery codes.

use super::{
    super::REWRITE_EVENT,
    Backend, Connection, QueryBuilder, Row,
    account_statements::{
        END_TOKEN_WEBHOOKS, END_TOKENS, END_TOKENS_WEBHOOKS, END_WEBHOOKS, FORGET, FORGET_CODES,
        FORGET_PRINTED,
    },
    flag,
    passkeys::{hold_account, insert_passkey},
    people::PERSON_COLUMNS,
};
use crate::{
    Account, Accounts, BotAdded, MailCode, Message, PasskeyRow, Person, ReservedName, StoreError, Time,
    Token, TokenKind, bigint,
};
use async_trait::async_trait;
use sqlx::{FromRow, Row as _};

const TOKEN_COLUMNS: &str = "tokens.hash, tokens.id, tokens.person, tokens.kind, tokens.label, \
     tokens.scopes, tokens.created, tokens.used, tokens.expires, tokens.passkey";

pub(super) const ACCOUNT_COLUMNS: &str = "person, folded, password, email, owner, role, created";

impl FromRow<'_, Row> for Token {
    fn from_row(row: &Row) -> sqlx::Result<Token> {
        Ok(Token {
            hash: row.try_get("hash")?,
            id: row.try_get("id")?,
            person: row.try_get("person")?,
            kind: TokenKind::of_word(row.try_get("kind")?),
            label: row.try_get("label")?,
            scopes: row.try_get("scopes")?,
            created: row.try_get("created")?,
            used: row.try_get("used")?,
            expires: row.try_get("expires")?,
            passkey: row.try_get("passkey")?,
        })
    }
}

struct OwnedToken {
    token: Token,
    owner: Person,
}

impl FromRow<'_, Row> for OwnedToken {
    fn from_row(row: &Row) -> sqlx::Result<OwnedToken> {
        let token = Token::from_row(row)?;
        let owner = Person {
            id: token.person.clone(),
            name: row.try_get("name")?,
            guest: flag(row, "guest")?,
            created: row.try_get("person_created")?,
            vacation: row.try_get("vacation")?,
            bot: flag(row, "bot")?,
        };
        Ok(OwnedToken { token, owner })
    }
}

struct GameMessage {
    game: String,
    message: Message,
}

impl FromRow<'_, Row> for GameMessage {
    fn from_row(row: &Row) -> sqlx::Result<GameMessage> {
        Ok(GameMessage { game: row.try_get("game")?, message: Message::from_row(row)? })
    }
}

impl FromRow<'_, Row> for Account {
    fn from_row(row: &Row) -> sqlx::Result<Account> {
        Ok(Account {
            person: row.try_get("person")?,
            folded: row.try_get("folded")?,
            skeleton: None,
            password: row.try_get("password")?,
            email: row.try_get("email")?,
            owner: row.try_get("owner")?,
            role: row.try_get("role")?,
            created: row.try_get("created")?,
        })
    }
}

impl FromRow<'_, Row> for ReservedName {
    fn from_row(row: &Row) -> sqlx::Result<ReservedName> {
        Ok(ReservedName {
            name: row.try_get("name")?,
            owner: row.try_get("owner")?,
            until: row.try_get("until")?,
        })
    }
}

/// Whether the error is a violation of the uniqueness of names.
pub(super) fn is_taken(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation)
}

async fn insert_token(connection: &mut Connection, token: &Token) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO tokens (hash, id, person, kind, label, scopes, created, used, expires, \
         passkey) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
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
    .bind(token.passkey)
    .execute(connection)
    .await?;
    Ok(())
}

/// Whether the name was free; if not, the caller must roll back.
async fn insert_account(
    commit: &mut Connection,
    account: &Account,
    person: &Person,
) -> Result<bool, sqlx::Error> {
    let added = sqlx::query(
        "INSERT INTO accounts (person, folded, password, email, owner, role, created, skeleton) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
    )
    .bind(account.person.as_str())
    .bind(account.folded.as_str())
    .bind(account.password.as_deref())
    .bind(account.email.as_deref())
    .bind(account.owner.as_deref())
    .bind(account.role.as_str())
    .bind(account.created)
    .bind(account.skeleton.as_deref())
    .execute(&mut *commit)
    .await?;
    if added.rows_affected() == 0 {
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
    .execute(commit)
    .await?;
    Ok(true)
}

/// Locks the person until the commit, so that no other transaction counts or adds what they own.
pub(super) async fn hold_person(commit: &mut Connection, person: &str) -> Result<(), sqlx::Error> {
    let hold = sqlx::query("UPDATE people SET id = id WHERE id = $1");
    hold.bind(person).execute(commit).await?;
    Ok(())
}

/// Runs statements that each bind the person.
pub(super) async fn execute_for(
    commit: &mut Connection,
    statements: &[&'static str],
    person: &str,
) -> Result<(), sqlx::Error> {
    for statement in statements {
        sqlx::query(*statement).bind(person).execute(&mut *commit).await?;
    }
    Ok(())
}

async fn remove_webhooks_of_token(
    commit: &mut Connection,
    person: &str,
    token: &str,
) -> Result<(), sqlx::Error> {
    for statement in END_TOKEN_WEBHOOKS {
        sqlx::query(statement).bind(person).bind(token).execute(&mut *commit).await?;
    }
    Ok(())
}

#[async_trait]
impl Accounts for Backend {
    async fn add_token(&self, token: &Token) -> Result<(), StoreError> {
        let mut connection = self.writing().acquire().await?;
        Ok(insert_token(&mut connection, token).await?)
    }

    async fn add_personal_token(&self, token: &Token, most: u32, now: Time) -> Result<bool, StoreError> {
        let mut commit = self.writing().begin().await?;
        hold_person(&mut commit, &token.person).await?;
        let count = sqlx::query_scalar(
            "SELECT COUNT(*) FROM tokens WHERE person = $1 AND kind = 'personal' \
             AND (expires IS NULL OR expires > $2)",
        );
        let count: i64 = count.bind(token.person.as_str()).bind(now).fetch_one(&mut *commit).await?;
        let is_free = count < i64::from(most);
        if is_free {
            insert_token(&mut commit, token).await?;
        }
        commit.commit().await?;
        Ok(is_free)
    }

    async fn replace_tokens(&self, token: &Token) -> Result<(), StoreError> {
        let mut commit = self.writing().begin().await?;
        let person = token.person.as_str();
        hold_person(&mut commit, person).await?;
        execute_for(&mut commit, &["DELETE FROM tokens WHERE person = $1"], person).await?;
        execute_for(&mut commit, &END_TOKENS_WEBHOOKS, person).await?;
        insert_token(&mut commit, token).await?;
        Ok(commit.commit().await?)
    }

    async fn prove_token(&self, hash: &str, at: Time) -> Result<(), StoreError> {
        let change = sqlx::query("UPDATE tokens SET passkey = $2 WHERE hash = $1");
        change.bind(hash).bind(at).execute(&self.writing()).await?;
        Ok(())
    }

    async fn token(&self, hash: &str) -> Result<Option<(Token, Person)>, StoreError> {
        let mut query = QueryBuilder::new(format!(
            "SELECT {TOKEN_COLUMNS}, people.name, people.guest, people.created AS person_created, \
             people.vacation, people.bot \
             FROM tokens JOIN people ON tokens.person = people.id WHERE tokens.hash = "
        ));
        let row = query.push_bind(hash).build_query_as().fetch_optional(&self.reading()).await?;
        Ok(row.map(|OwnedToken { token, owner }| (token, owner)))
    }

    async fn tokens_of(&self, person: &str) -> Result<Vec<Token>, StoreError> {
        let mut query = QueryBuilder::new(format!("SELECT {TOKEN_COLUMNS} FROM tokens WHERE person = "));
        query.push_bind(person).push(" ORDER BY created, id");
        Ok(query.build_query_as().fetch_all(&self.reading()).await?)
    }

    async fn use_token(&self, hash: &str, at: Time, expires: Option<Time>) -> Result<(), StoreError> {
        let change = sqlx::query("UPDATE tokens SET used = $2, expires = $3 WHERE hash = $1");
        change.bind(hash).bind(at).bind(expires).execute(&self.writing()).await?;
        Ok(())
    }

    async fn remove_token(&self, person: &str, id: &str) -> Result<bool, StoreError> {
        let mut commit = self.writing().begin().await?;
        let gone = sqlx::query("DELETE FROM tokens WHERE person = $1 AND id = $2");
        let gone = gone.bind(person).bind(id).execute(&mut *commit).await?.rows_affected() > 0;
        if gone {
            remove_webhooks_of_token(&mut commit, person, id).await?;
        }
        commit.commit().await?;
        Ok(gone)
    }

    async fn remove_sessions(&self, person: &str, but: &str) -> Result<(), StoreError> {
        let gone = sqlx::query("DELETE FROM tokens WHERE person = $1 AND id <> $2 AND kind <> 'personal'");
        gone.bind(person).bind(but).execute(&self.writing()).await?;
        Ok(())
    }

    async fn add_account(
        &self,
        account: &Account,
        person: &Person,
        passkey: Option<&PasskeyRow>,
    ) -> Result<bool, StoreError> {
        let mut commit = self.writing().begin().await?;
        let mut is_new = insert_account(&mut commit, account, person).await?;
        if let Some(passkey) = passkey.filter(|_| is_new) {
            is_new = insert_passkey(&mut commit, passkey).await?;
        }
        if !is_new {
            commit.rollback().await?;
            return Ok(false);
        }
        commit.commit().await?;
        Ok(true)
    }

    async fn add_bot(
        &self,
        account: &Account,
        person: &Person,
        token: &Token,
        most: u32,
    ) -> Result<BotAdded, StoreError> {
        let mut commit = self.writing().begin().await?;
        let owner = account.owner.as_deref().unwrap_or_default();
        hold_person(&mut commit, owner).await?;
        let count = sqlx::query_scalar("SELECT COUNT(*) FROM accounts WHERE owner = $1");
        let count: i64 = count.bind(owner).fetch_one(&mut *commit).await?;
        if count >= i64::from(most) {
            commit.rollback().await?;
            return Ok(BotAdded::TooMany);
        }
        if !insert_account(&mut commit, account, person).await? {
            commit.rollback().await?;
            return Ok(BotAdded::Taken);
        }
        insert_token(&mut commit, token).await?;
        commit.commit().await?;
        Ok(BotAdded::Done)
    }

    async fn account(&self, person: &str) -> Result<Option<Account>, StoreError> {
        let mut query = QueryBuilder::new(format!("SELECT {ACCOUNT_COLUMNS} FROM accounts WHERE person = "));
        Ok(query.push_bind(person).build_query_as().fetch_optional(&self.reading()).await?)
    }

    async fn account_by_name(&self, folded: &str) -> Result<Option<Account>, StoreError> {
        let mut query = QueryBuilder::new(format!("SELECT {ACCOUNT_COLUMNS} FROM accounts WHERE folded = "));
        Ok(query.push_bind(folded).build_query_as().fetch_optional(&self.reading()).await?)
    }

    async fn rename_account(
        &self,
        person: &str,
        name: &str,
        folded: &str,
        skeleton: Option<&str>,
    ) -> Result<bool, StoreError> {
        let mut commit = self.writing().begin().await?;
        let change = sqlx::query("UPDATE accounts SET folded = $2, skeleton = $3 WHERE person = $1");
        match change.bind(person).bind(folded).bind(skeleton).execute(&mut *commit).await {
            Ok(_) => {}
            Err(error) if is_taken(&error) => {
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

    async fn set_password(&self, person: &str, password: &str, keep: &str) -> Result<(), StoreError> {
        let mut commit = self.writing().begin().await?;
        let change = sqlx::query("UPDATE accounts SET password = $2 WHERE person = $1");
        change.bind(person).bind(password).execute(&mut *commit).await?;
        execute_for(&mut commit, &FORGET_CODES, person).await?;
        execute_for(&mut commit, &FORGET_PRINTED, person).await?;
        sqlx::query(END_TOKENS).bind(person).bind(keep).execute(&mut *commit).await?;
        execute_for(&mut commit, &END_TOKENS_WEBHOOKS, person).await?;
        Ok(commit.commit().await?)
    }

    async fn set_email(&self, person: &str, email: Option<&str>) -> Result<(), StoreError> {
        let mut commit = self.writing().begin().await?;
        let change = sqlx::query("UPDATE accounts SET email = $2 WHERE person = $1");
        change.bind(person).bind(email).execute(&mut *commit).await?;
        execute_for(&mut commit, &FORGET_CODES, person).await?;
        execute_for(&mut commit, &FORGET_PRINTED, person).await?;
        Ok(commit.commit().await?)
    }

    async fn bots_of(&self, owner: &str) -> Result<Vec<Person>, StoreError> {
        let mut query = QueryBuilder::new(format!(
            "SELECT {PERSON_COLUMNS} FROM people JOIN accounts ON accounts.person = people.id WHERE accounts.owner = "
        ));
        query.push_bind(owner).push(" ORDER BY people.created, people.id");
        Ok(query.build_query_as().fetch_all(&self.reading()).await?)
    }

    async fn set_recovery_codes(&self, person: &str, hashes: &[String]) -> Result<(), StoreError> {
        let mut commit = self.writing().begin().await?;
        hold_account(&mut commit, person).await?;
        let old = sqlx::query("DELETE FROM recovery_codes WHERE person = $1");
        old.bind(person).execute(&mut *commit).await?;
        execute_for(&mut commit, &FORGET_CODES, person).await?;
        for hash in hashes {
            let add = sqlx::query("INSERT INTO recovery_codes (person, hash) VALUES ($1, $2)");
            add.bind(person).bind(hash.as_str()).execute(&mut *commit).await?;
        }
        commit.commit().await?;
        Ok(())
    }

    async fn count_recovery_codes(&self, person: &str) -> Result<u64, StoreError> {
        let count = sqlx::query_scalar("SELECT COUNT(*) FROM recovery_codes WHERE person = $1");
        let count: i64 = count.bind(person).fetch_one(&self.reading()).await?;
        Ok(count.unsigned_abs())
    }

    async fn recover(&self, person: &str, code: &str, password: &str, now: Time) -> Result<bool, StoreError> {
        let mut commit = self.writing().begin().await?;
        hold_account(&mut commit, person).await?;
        let used = sqlx::query("DELETE FROM recovery_codes WHERE person = $1 AND hash = $2");
        let on_paper = used.bind(person).bind(code).execute(&mut *commit).await?.rows_affected() > 0;
        let used = sqlx::query("DELETE FROM mail_codes WHERE person = $1 AND hash = $2 AND expires > $3");
        let mailed = used.bind(person).bind(code).bind(now).execute(&mut *commit).await?;
        if !on_paper && mailed.rows_affected() == 0 {
            commit.rollback().await?;
            return Ok(false);
        }
        let change = sqlx::query("UPDATE accounts SET password = $2 WHERE person = $1");
        change.bind(person).bind(password).execute(&mut *commit).await?;
        execute_for(&mut commit, &FORGET_CODES, person).await?;
        execute_for(&mut commit, &FORGET_PRINTED, person).await?;
        sqlx::query(END_TOKENS).bind(person).bind("").execute(&mut *commit).await?;
        execute_for(&mut commit, &END_TOKENS_WEBHOOKS, person).await?;
        execute_for(&mut commit, &END_WEBHOOKS, person).await?;
        commit.commit().await?;
        Ok(true)
    }

    async fn add_mail_code(&self, code: &MailCode, now: Time, most: u32) -> Result<bool, StoreError> {
        let mut commit = self.writing().begin().await?;
        let person = code.person.as_str();
        // Locks the account too, so that two concurrent codes are both counted.
        let same = sqlx::query("UPDATE accounts SET person = person WHERE person = $1 AND email = $2");
        let same = same.bind(person).bind(code.email.as_str()).execute(&mut *commit).await?;
        let old = sqlx::query("DELETE FROM mail_codes WHERE expires <= $1");
        old.bind(now).execute(&mut *commit).await?;
        let count = sqlx::query_scalar("SELECT COUNT(*) FROM mail_codes WHERE person = $1");
        let count: i64 = count.bind(person).fetch_one(&mut *commit).await?;
        let is_free = same.rows_affected() > 0 && count < i64::from(most);
        if is_free {
            let add = sqlx::query("INSERT INTO mail_codes (hash, person, expires) VALUES ($1, $2, $3)");
            let add = add.bind(code.hash.as_str()).bind(person).bind(code.expires);
            add.execute(&mut *commit).await?;
        }
        commit.commit().await?;
        Ok(is_free)
    }

    async fn reserve_name(&self, name: &ReservedName, now: Time) -> Result<(), StoreError> {
        let mut commit = self.writing().begin().await?;
        let old = sqlx::query("DELETE FROM reserved_names WHERE until <= $1");
        old.bind(now).execute(&mut *commit).await?;
        sqlx::query(
            "INSERT INTO reserved_names (name, owner, until) VALUES ($1, $2, $3) \
             ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until",
        )
        .bind(name.name.as_str())
        .bind(name.owner.as_deref())
        .bind(name.until)
        .execute(&mut *commit)
        .await?;
        Ok(commit.commit().await?)
    }

    async fn reserved_name(&self, name: &str, now: Time) -> Result<Option<ReservedName>, StoreError> {
        let found =
            sqlx::query_as("SELECT name, owner, until FROM reserved_names WHERE name = $1 AND until > $2");
        Ok(found.bind(name).bind(now).fetch_optional(&self.reading()).await?)
    }

    async fn messages_of(&self, person: &str) -> Result<Vec<(String, Message)>, StoreError> {
        let rows = sqlx::query_as(
            "SELECT game, room, number, at, person, text FROM messages WHERE person = $1 \
             ORDER BY at, game, room, number",
        );
        let rows = rows.bind(person).fetch_all(&self.reading()).await?;
        Ok(rows.into_iter().map(|GameMessage { game, message }| (game, message)).collect())
    }

    async fn rewrite_name(
        &self,
        game: &str,
        seq: u64,
        data: &str,
        about: Option<&str>,
        overview: &str,
    ) -> Result<(), StoreError> {
        let mut commit = self.writing().begin().await?;
        sqlx::query(REWRITE_EVENT)
            .bind(game)
            .bind(bigint(seq))
            .bind(data)
            .bind(about)
            .execute(&mut *commit)
            .await?;
        let change = sqlx::query("UPDATE games SET glance = $2 WHERE id = $1");
        change.bind(game).bind(overview).execute(&mut *commit).await?;
        commit.commit().await?;
        Ok(())
    }

    async fn forget_person(&self, person: &str, name: &str) -> Result<(), StoreError> {
        let mut commit = self.writing().begin().await?;
        for statement in FORGET {
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

    async fn scrub(&self) -> Result<(), StoreError> {
        self.scrub_file().await
    }
}
