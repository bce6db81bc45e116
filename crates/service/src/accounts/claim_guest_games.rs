//! Transfers a guest's games to an existing account when the guest logs in.
//!
//! Besides deletion, this is the only operation that changes events: in those by which the guest joined a
//! game or was invited to it, the account replaces the guest. What was played stays as it was, so readers of
//! events need not know about it.

use super::{PersonalData, Session};
use crate::{
    Games, Identity,
    active::{ActiveGame, Holder, time},
    error::{AccountError, GameError, Unavailable, not_kept, not_read},
    ownership::Operation,
    people::hash,
    rows::RowFreshness,
    slot::SlotState,
};
use ludoteca_contest::Stage;
use ludoteca_protocol::{ClaimedGames, GuestClaim, PreviousGuest};
use ludoteca_store::{Rewritten, StoredEvent, TokenKind};
use serde_json::{Value, json};

impl PersonalData {
    /// The guest the caller has been until now, if there are games to transfer.
    pub async fn guest_before(
        &self,
        before: Option<&Session>,
        token: Option<String>,
    ) -> Result<Option<PreviousGuest>, Unavailable> {
        let (Some(before), Some(token)) = (before.filter(|before| before.guest), token) else {
            return Ok(None);
        };
        let games = self.store.games_of(&before.who.id, u32::MAX).await.map_err(not_read)?;
        let games = games.len() as u64;
        Ok((games > 0).then(|| PreviousGuest { user: before.who.view(), token, games }))
    }

    /// Transfers the games of a guest to an account. The caller must have the session of the account and the
    /// token of the guest. The guest's token stays valid until the end, so a transfer that failed half-way
    /// can be repeated.
    pub async fn claim_guest_games(
        &self,
        session: &Session,
        request: &GuestClaim,
    ) -> Result<ClaimedGames, AccountError> {
        if session.guest {
            return Err(AccountError::NeedsAccount);
        }
        let found = self.store.token(&hash(&request.token.0)).await.map_err(not_read)?;
        let now = time(self.environment.now());
        let guest = found.filter(|(token, person)| {
            person.guest
                && token.kind == TokenKind::Guest
                && token.expires.is_none_or(|expires| expires > now)
        });
        let Some((_, guest)) = guest else {
            return Err(AccountError::NotAGuest);
        };
        let mut games = 0;
        for row in self.rows_of(&guest.id).await? {
            games += u64::from(self.games.take_game(&row, &guest.id, &session.who).await?);
        }
        self.lobby.leave(&guest.id).await?;
        let (store, who) = (&self.store, &session.who);
        store.merge_guest(&guest.id, &who.id, &who.name).await.map_err(not_kept)?;
        self.connections.cut(&guest.id);
        // Games that the guest has started meanwhile.
        for row in self.rows_of(&guest.id).await? {
            games += u64::from(self.games.take_game(&row, &guest.id, who).await?);
        }
        tracing::info!(
            person = who.id,
            guest = guest.id,
            games,
            "a guest's games were transferred to an account"
        );
        Ok(ClaimedGames { games })
    }

    async fn rows_of(&self, person: &str) -> Result<Vec<String>, Unavailable> {
        let rows = self.store.games_of(person, u32::MAX).await.map_err(not_read)?;
        Ok(rows.into_iter().map(|row| row.id).collect())
    }
}

impl Games {
    /// Returns whether the account owns the game now. A finished game in which both have played stays as it
    /// was.
    async fn take_game(&self, id: &str, guest: &str, who: &Identity) -> Result<bool, GameError> {
        let ask = || Operation::TakeAlong { guest: guest.to_owned(), who: who.clone() };
        self.at_owner(id, ask, || self.take_game_here(id, guest, who)).await
    }

    pub(crate) async fn take_game_here(
        &self,
        id: &str,
        guest: &str,
        who: &Identity,
    ) -> Result<bool, GameError> {
        let taken = self.with_game(id, async |inside| self.hand_over(inside, guest, who).await).await;
        match taken {
            // A damaged log cannot be changed, and is not shown to anyone.
            Err(GameError::Damaged) => Ok(false),
            Ok(true) => {
                // Reload the game for players and watchers.
                self.with_game(id, async |_| Ok(())).await?;
                Ok(true)
            }
            other => other,
        }
    }

    async fn hand_over(
        &self,
        inside: &mut SlotState,
        guest: &str,
        who: &Identity,
    ) -> Result<bool, GameError> {
        self.tick(inside, self.now()).await?;
        let game = inside.game_mut()?;
        let id = game.id.to_string();
        if concerns(game, &who.id) {
            if matches!(game.contest.stage(), Stage::Over(_)) {
                return Ok(false);
            }
            return Err(GameError::PlaysItself(id));
        }
        let stored = self.0.store.events(&id, 0).await.map_err(not_read)?;
        let events: Vec<Rewritten> = stored.iter().filter_map(|event| rewritten(event, guest, who)).collect();
        for holder in &mut game.holders {
            match holder {
                Holder::User(user) if user.id == guest => *user = who.view(),
                Holder::Free { invited: Some(person) } if person == guest => who.id.clone_into(person),
                _ => {}
            }
        }
        let overview = game.row(RowFreshness::Now).overview;
        let kept = self.0.store.hand_over(&id, guest, &who.id, &events, &overview).await;
        // The contest contains the old name: unload the game, even if the outcome of the write is unknown.
        inside.game = None;
        kept.map_err(not_kept)?;
        Ok(true)
    }
}

/// Whether a person plays in a game, or has a seat reserved.
fn concerns(game: &ActiveGame, person: &str) -> bool {
    game.holders.iter().any(|holder| match holder {
        Holder::User(user) => user.id == person,
        Holder::Free { invited } => invited.as_deref() == Some(person),
        Holder::Level(_) | Holder::Elsewhere { .. } => false,
    })
}

/// An event with the account in place of the guest; `None`: the event does not mention the guest.
fn rewritten(event: &StoredEvent, guest: &str, who: &Identity) -> Option<Rewritten> {
    let mut about: Value = serde_json::from_str(event.about.as_deref()?).ok()?;
    let mut data = event.data.clone();
    let before = about.clone();
    if about["user"]["id"] == guest {
        about["user"] = json!(who.view());
        let mut joined: Value = serde_json::from_str(&event.data).ok()?;
        joined["name"] = json!(who.name);
        data = joined.to_string();
    }
    if let Some(made) = about.get_mut("made").and_then(Value::as_object_mut) {
        let by = made.get_mut("by").into_iter();
        let replaced = |person: &mut Value| {
            if *person == guest {
                *person = json!(who.id);
            }
        };
        by.for_each(replaced);
        made.get_mut("invited").and_then(Value::as_array_mut).into_iter().flatten().for_each(replaced);
    }
    (about != before).then(|| Rewritten { seq: event.seq, data, about: Some(about.to_string()) })
}
