//! Leases in PostgreSQL. Writing a game and claiming it both lock its row in `owners` until the commit, so
//! one waits for the other.

use super::Postgres;
use crate::{ClaimOutcome, ClusterState, Fence, Held, Leases, Node, Released, StoreError, Time, bigint};
use async_trait::async_trait;
use sqlx::{AssertSqlSafe, PgConnection};
use std::sync::Arc;

/// The clock of the database, in milliseconds since 1970.
const NOW: &str = "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint";
/// Leases that expired this long ago are deleted, unless they still own games.
const REMEMBERED: Time = 24 * 60 * 60 * 1000;

fn query(text: &str) -> AssertSqlSafe<String> {
    AssertSqlSafe(text.replace("NOW", NOW))
}

async fn standing(connection: &mut PgConnection) -> Result<ClusterState, StoreError> {
    let now: Time = sqlx::query_scalar(query("SELECT NOW")).fetch_one(&mut *connection).await?;
    let rows: Vec<(String, Time, Time, i64)> =
        sqlx::query_as("SELECT id, expires, seen, hears FROM nodes ORDER BY id")
            .fetch_all(connection)
            .await?;
    let (there, gone): (Vec<_>, Vec<_>) = rows.into_iter().partition(|(_, expires, ..)| *expires > now);
    let nodes = there.into_iter().map(|(id, .., hears)| Node { id, hears: hears != 0 }).collect();
    Ok(ClusterState { now, nodes, last_seen: gone.into_iter().map(|(_, _, seen, _)| seen).max() })
}

/// Records the new owner of these games and the last event before the change. The caller holds their rows in
/// `owners`.
async fn note(connection: &mut PgConnection, games: &[String], node: &str) -> Result<(), StoreError> {
    sqlx::query(query(
        "INSERT INTO handovers (game, epoch, node, seq, at) \
         SELECT o.game, o.epoch, $2, COALESCE((SELECT MAX(e.seq) FROM events e WHERE e.game = o.game), 0), NOW \
         FROM owners o WHERE o.game = ANY($1) ON CONFLICT DO NOTHING",
    ))
    .bind(games)
    .bind(node)
    .execute(connection)
    .await?;
    Ok(())
}

#[async_trait]
impl Leases for Postgres {
    async fn standing(&self) -> Result<ClusterState, StoreError> {
        standing(&mut *self.leasing().acquire().await?).await
    }

    async fn begin(&self, node: &str, lasts: Time) -> Result<ClusterState, StoreError> {
        let mut begun = self.leasing().begin().await?;
        sqlx::query(query(
            "INSERT INTO nodes (id, expires, seen, hears) VALUES ($1, NOW + $2, NOW, 1) \
             ON CONFLICT (id) DO UPDATE SET expires = excluded.expires, seen = excluded.seen, hears = 1",
        ))
        .bind(node)
        .bind(lasts)
        .execute(&mut *begun)
        .await?;
        sqlx::query(query(
            "DELETE FROM nodes WHERE expires < NOW - $1 \
             AND NOT EXISTS (SELECT 1 FROM owners WHERE owners.node = nodes.id)",
        ))
        .bind(REMEMBERED)
        .execute(&mut *begun)
        .await?;
        let old = sqlx::query(query("DELETE FROM handovers WHERE at < NOW - $1")).bind(30 * REMEMBERED);
        old.execute(&mut *begun).await?;
        let standing = standing(&mut begun).await?;
        begun.commit().await?;
        Ok(standing)
    }

    async fn renew(&self, node: &str, hears: bool, lasts: Time) -> Result<Option<ClusterState>, StoreError> {
        let mut connection = self.leasing().acquire().await?;
        let renewed = sqlx::query(query(
            "UPDATE nodes SET expires = NOW + $2, seen = NOW, hears = $3 WHERE id = $1 AND expires > NOW",
        ))
        .bind(node)
        .bind(lasts)
        .bind(i64::from(hears))
        .execute(&mut *connection)
        .await?;
        match renewed.rows_affected() {
            0 => Ok(None),
            _ => standing(&mut connection).await.map(Some),
        }
    }

    async fn end(&self, node: &str) -> Result<(), StoreError> {
        let end =
            sqlx::query(query("UPDATE nodes SET expires = NOW, seen = NOW WHERE id = $1 AND expires > NOW"));
        end.bind(node).execute(&self.leasing()).await?;
        Ok(())
    }

    async fn claim(&self, game: &str, node: &Arc<str>) -> Result<ClaimOutcome, StoreError> {
        let mut claim = self.writing().begin().await?;
        let added = sqlx::query(
            "INSERT INTO owners (game, node, epoch) VALUES ($1, $2, 1) ON CONFLICT (game) DO NOTHING",
        );
        let added = added.bind(game).bind(&**node).execute(&mut *claim).await?.rows_affected();
        let held = |epoch: i64| Fence { node: Arc::clone(node), epoch: epoch.unsigned_abs() };
        if added > 0 {
            claim.commit().await?;
            return Ok(ClaimOutcome::Ours(Held { fence: held(1), away_since: None }));
        }
        // Waits for a pending write of the game.
        let row: (Option<String>, i64) =
            sqlx::query_as("SELECT node, epoch FROM owners WHERE game = $1 FOR UPDATE")
                .bind(game)
                .fetch_one(&mut *claim)
                .await?;
        let (owner, epoch) = row;
        let mut away_since = None;
        if let Some(owner) = owner.filter(|owner| *owner != **node) {
            let seen: Option<(Time, bool)> =
                sqlx::query_as(query("SELECT seen, expires > NOW FROM nodes WHERE id = $1"))
                    .bind(&owner)
                    .fetch_optional(&mut *claim)
                    .await?;
            let (seen, is_there) = seen.unwrap_or_default();
            if is_there {
                claim.rollback().await?;
                return Ok(ClaimOutcome::Theirs(owner));
            }
            away_since = Some(seen);
        }
        sqlx::query("UPDATE owners SET node = $2, epoch = epoch + 1 WHERE game = $1")
            .bind(game)
            .bind(&**node)
            .execute(&mut *claim)
            .await?;
        note(&mut claim, &[game.to_owned()], node).await?;
        claim.commit().await?;
        Ok(ClaimOutcome::Ours(Held { fence: held(epoch + 1), away_since }))
    }

    async fn claim_orphans(&self, node: &Arc<str>, limit: u32) -> Result<Vec<(String, Held)>, StoreError> {
        let mut claim = self.writing().begin().await?;
        let rows: Vec<(String, i64, Option<Time>)> = sqlx::query_as(query(
            "SELECT o.game, o.epoch, n.seen FROM owners o LEFT JOIN nodes n ON n.id = o.node \
             WHERE o.node IS NOT NULL AND (n.expires IS NULL OR n.expires <= NOW) \
             ORDER BY o.game LIMIT $1 FOR UPDATE OF o SKIP LOCKED",
        ))
        .bind(i64::from(limit))
        .fetch_all(&mut *claim)
        .await?;
        if rows.is_empty() {
            claim.rollback().await?;
            return Ok(Vec::new());
        }
        let games: Vec<String> = rows.iter().map(|(game, ..)| game.clone()).collect();
        sqlx::query("UPDATE owners SET node = $2, epoch = epoch + 1 WHERE game = ANY($1)")
            .bind(&games)
            .bind(&**node)
            .execute(&mut *claim)
            .await?;
        note(&mut claim, &games, node).await?;
        claim.commit().await?;
        let held = |(game, epoch, seen): (String, i64, Option<Time>)| {
            let fence = Fence { node: Arc::clone(node), epoch: epoch.unsigned_abs() + 1 };
            (game, Held { fence, away_since: Some(seen.unwrap_or(0)) })
        };
        Ok(rows.into_iter().map(held).collect())
    }

    async fn release(&self, games: &[Released]) -> Result<(), StoreError> {
        for over in [false, true] {
            let wanted = games.iter().filter(|released| released.over == over);
            let (mut names, mut nodes, mut epochs) = (Vec::new(), Vec::new(), Vec::new());
            for Released { game, fence, .. } in wanted {
                names.push(game.as_str());
                nodes.push(&*fence.node);
                epochs.push(bigint(fence.epoch));
            }
            if names.is_empty() {
                continue;
            }
            let text = match over {
                true => {
                    "DELETE FROM owners o USING UNNEST($1::text[], $2::text[], $3::bigint[]) \
                     AS r(game, node, epoch) \
                     WHERE o.game = r.game AND o.node = r.node AND o.epoch = r.epoch"
                }
                false => {
                    "UPDATE owners o SET node = NULL FROM UNNEST($1::text[], $2::text[], $3::bigint[]) \
                     AS r(game, node, epoch) \
                     WHERE o.game = r.game AND o.node = r.node AND o.epoch = r.epoch"
                }
            };
            sqlx::query(text).bind(&names).bind(&nodes).bind(&epochs).execute(&self.writing()).await?;
        }
        Ok(())
    }

    async fn owners(&self, games: &[String]) -> Result<Vec<(String, String)>, StoreError> {
        let rows = sqlx::query_as(query(
            "SELECT o.game, o.node FROM owners o JOIN nodes n ON n.id = o.node \
             WHERE o.game = ANY($1) AND n.expires > NOW",
        ));
        Ok(rows.bind(games).fetch_all(&self.reading()).await?)
    }

    async fn reconnect(&self) -> Result<(), StoreError> {
        self.connect_again();
        Ok(())
    }
}
