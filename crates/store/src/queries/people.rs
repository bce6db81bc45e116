//! People.

use super::{Backend, QueryBuilder, Row, flag};
use crate::{People, Person, StoreError};
use async_trait::async_trait;
use sqlx::{FromRow, Row as _};

pub(super) const PERSON_COLUMNS: &str =
    "people.id, people.name, people.guest, people.created, people.vacation, people.bot";

impl FromRow<'_, Row> for Person {
    fn from_row(row: &Row) -> sqlx::Result<Person> {
        Ok(Person {
            id: row.try_get("id")?,
            name: row.try_get("name")?,
            guest: flag(row, "guest")?,
            created: row.try_get("created")?,
            vacation: row.try_get("vacation")?,
            bot: flag(row, "bot")?,
        })
    }
}

#[async_trait]
impl People for Backend {
    async fn add_person(&self, person: &Person) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO people (id, name, guest, created, vacation, bot) VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(person.id.as_str())
        .bind(person.name.as_str())
        .bind(i64::from(person.guest))
        .bind(person.created)
        .bind(person.vacation.as_deref())
        .bind(i64::from(person.bot))
        .execute(&self.writing())
        .await?;
        Ok(())
    }

    async fn person(&self, id: &str) -> Result<Option<Person>, StoreError> {
        let mut query = QueryBuilder::new(format!("SELECT {PERSON_COLUMNS} FROM people WHERE id = "));
        Ok(query.push_bind(id).build_query_as().fetch_optional(&self.reading()).await?)
    }

    async fn set_name(&self, person: &str, name: &str) -> Result<(), StoreError> {
        let change = sqlx::query("UPDATE people SET name = $2 WHERE id = $1");
        change.bind(person).bind(name).execute(&self.writing()).await?;
        Ok(())
    }

    async fn change_vacation(
        &self,
        person: &str,
        before: Option<&str>,
        after: Option<&str>,
    ) -> Result<bool, StoreError> {
        let change =
            sqlx::query("UPDATE people SET vacation = $3 WHERE id = $1 AND vacation IS NOT DISTINCT FROM $2");
        let changed = change.bind(person).bind(before).bind(after).execute(&self.writing()).await?;
        Ok(changed.rows_affected() > 0)
    }
}
