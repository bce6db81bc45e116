//! Exporting and deleting personal data.
//!
//! Events are append-only, with two exceptions: deleting a user replaces their name in the events by which
//! they joined games, and `claim_guest_games` replaces a guest by an account. The rest of a game stays as it
//! was played.

use super::{Proof, Session};
use crate::{
    Accounts, Environment, Games, Lobby, Moderation, Webhooks,
    active::{Holder, Originator},
    connections::Connections,
    error::{AccountError, GameError, Unavailable, not_kept, not_read},
    ownership::Operation,
    people::Identity,
    rows::RowFreshness,
    slot::SlotState,
};
use ludoteca_contest::{Action, Stage};
use ludoteca_store::{GameRow, Store, StoredEvent};
use serde_json::{Value, json};
use std::sync::Arc;

/// What belongs to a user, across all services: its export, its deletion, and the transfer of a guest's games
/// to an account.
#[derive(Clone, Debug)]
pub struct PersonalData {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) environment: Environment,
    pub(crate) connections: Connections,
    pub(crate) accounts: Accounts,
    pub(crate) webhooks: Webhooks,
    pub(crate) games: Games,
    pub(crate) lobby: Lobby,
    pub(crate) moderation: Moderation,
}

impl PersonalData {
    /// A user's data except games, one JSON object each.
    pub async fn export(&self, session: &Session) -> Result<Vec<Value>, Unavailable> {
        let (who, store) = (&session.who, &self.store);
        let person = store.person(&who.id).await.map_err(not_read)?;
        let created = person.as_ref().map(|person| person.created);
        let vacation = person.and_then(|person| person.vacation);
        let account = self.accounts.account_of(session).await?;
        let mut lines =
            vec![json!({ "type": "profile", "user": who.view(), "created": created, "account": account,
                "vacation": vacation.map(|text| parsed(&text)) })];
        let typed = |kind: &str, value: Value| {
            let mut line = json!({ "type": kind });
            if let (Some(line), Value::Object(fields)) = (line.as_object_mut(), value) {
                line.extend(fields);
            }
            line
        };
        let sessions = self.accounts.sessions(session).await?.sessions;
        lines.extend(sessions.into_iter().map(|one| typed("session", json!(one))));
        let tokens = self.accounts.personal_tokens(session).await?.tokens;
        lines.extend(tokens.into_iter().map(|one| typed("token", json!(one))));
        let passkeys = self.accounts.passkeys(session).await?.passkeys;
        lines.extend(passkeys.into_iter().map(|one| typed("passkey", json!(one))));
        // The stored hash does not reveal the network.
        let networks = self.accounts.known_networks(&who.id).await?;
        lines.extend(networks.into_iter().map(|one| json!({ "type": "network", "seen": one.seen })));
        let bots = self.accounts.bots(session).await?.bots;
        lines.extend(
            bots.into_iter().map(|one| json!({ "type": "bot", "user": one.user, "expires": one.expires })),
        );
        let said = store.messages_of(&who.id).await.map_err(not_read)?;
        lines.extend(said.into_iter().map(|(game, message)| {
            json!({ "type": "message", "game": game, "room": message.room, "number": message.number,
                "at": message.at, "text": message.text })
        }));
        let subscriptions = store.subscriptions(&who.id).await.map_err(not_read)?;
        // The endpoints of push subscriptions, without the encryption keys.
        lines.extend(
            subscriptions
                .iter()
                .map(|data| json!({ "type": "subscription", "endpoint": parsed(data)["endpoint"] })),
        );
        let webhooks = self.webhooks.list(who).await?.webhooks;
        lines.extend(webhooks.into_iter().map(|one| typed("webhook", json!(one))));
        let seeks = self.lobby.seeks().into_iter().filter(|seek| seek.user.id == who.id);
        lines.extend(seeks.map(|seek| typed("seek", json!(seek))));
        let attempts = store.attempts_of(&who.id).await.map_err(not_read)?;
        lines.extend(attempts.into_iter().map(|attempt| {
            json!({ "type": "attempt", "id": attempt.id, "game": attempt.game, "puzzle": attempt.puzzle,
                "at": attempt.at, "moves": attempt.moves, "solved": attempt.solved })
        }));
        lines.extend(self.moderation.data_of(who).await?);
        Ok(lines)
    }

    /// One of a user's games, with its record and their premoves.
    pub async fn export_game(&self, who: &Identity, row: &GameRow) -> Result<Value, AccountError> {
        let record = self.games.record(&row.id, Some(who), None).await?;
        let mut text = Vec::new();
        ludoteca_record::Writer::new(&mut text)
            .write(&record)
            .map_err(|error| AccountError::NoRecord(error.to_string()))?;
        let seats = parsed(&row.overview)["seats"].as_array().cloned().unwrap_or_default();
        let seat = seats.iter().position(|seat| seat["user"]["id"] == who.id.as_str());
        let plans = self.store.plans(&row.id).await.map_err(not_read)?;
        let plan = plans.iter().find(|(number, _)| Some(usize::from(*number)) == seat);
        Ok(json!({ "type": "game", "id": row.id, "game": row.kind, "stage": row.stage.word(),
            "created": row.created, "changed": row.changed, "seat": seat,
            "plan": plan.map(|(_, text)| parsed(text)), "record": String::from_utf8_lossy(&text) }))
    }

    /// Deletes the caller and their bots.
    pub async fn delete(&self, session: &Session, proof: Proof<'_>) -> Result<(), AccountError> {
        if !session.guest {
            self.accounts.proved(session, proof).await?;
        }
        let bots = self.store.bots_of(&session.who.id).await.map_err(not_read)?;
        for bot in bots {
            self.forget_person(&bot.id).await?;
        }
        self.forget_person(&session.who.id).await?;
        self.scrub().await;
        Ok(())
    }

    pub async fn delete_bot(&self, session: &Session, id: &str) -> Result<(), AccountError> {
        let bots = self.store.bots_of(&session.who.id).await.map_err(not_read)?;
        if !bots.iter().any(|bot| bot.id == id) {
            return Err(AccountError::UnknownBot);
        }
        self.forget_person(id).await?;
        self.scrub().await;
        Ok(())
    }

    async fn forget_person(&self, person: &str) -> Result<(), AccountError> {
        let name = format!("deleted-{}", self.environment.name(6));
        let store = &self.store;
        // From here on, no token acts for them. Should a later step fail, the owner of an account can log in
        // and try again.
        for token in store.tokens_of(person).await.map_err(not_read)? {
            store.remove_token(person, &token.id).await.map_err(not_kept)?;
        }
        self.connections.cut(person);
        self.lobby.leave(person).await?;
        for row in store.games_of(person, u32::MAX).await.map_err(not_read)? {
            match self.games.forget_player(&row.id, person, &name).await {
                // A damaged log cannot be changed, and is not shown to anyone.
                Err(GameError::Damaged) => {}
                other => other?,
            }
        }
        if let Some(account) = store.account(person).await.map_err(not_read)? {
            self.accounts.reserve_name(&account).await?;
        }
        store.forget_person(person, &name).await.map_err(not_kept)?;
        store.forget_name(person, &name).await.map_err(not_kept)?;
        tracing::info!(person, "a user was deleted");
        Ok(())
    }

    async fn scrub(&self) {
        if let Err(error) = self.store.scrub().await {
            tracing::warn!("deleted data may still be in the database file: {error}");
        }
    }
}

impl Games {
    /// Makes a person leave a game, wherever its owner is, and replaces their name in it.
    async fn forget_player(&self, id: &str, person: &str, name: &str) -> Result<(), GameError> {
        let ask = || Operation::Forget { person: person.to_owned(), name: name.to_owned() };
        self.at_owner(id, ask, || self.forget_here(id, person, name)).await
    }

    pub(crate) async fn forget_here(&self, id: &str, person: &str, name: &str) -> Result<(), GameError> {
        self.with_game(id, async |inside| {
            self.leave_game(inside, person).await?;
            self.rename_in_game(inside, person, name).await
        })
        .await
    }

    /// Aborts the game if it may be aborted (TB-3), otherwise resigns it (TB-1).
    async fn leave_game(&self, inside: &mut SlotState, person: &str) -> Result<(), GameError> {
        let now = self.now();
        self.tick(inside, now).await?;
        let game = inside.game_mut()?;
        if game.seat_of(person).is_none() || matches!(game.contest.stage(), Stage::Over(_)) {
            return Ok(());
        }
        let originator = Originator::Player { person: person.to_owned(), action: None, lag: 0 };
        let left =
            game.act(&originator, Action::Abort, now).or_else(|_| game.act(&originator, Action::Resign, now));
        match left {
            Ok(decided) => self.commit(inside, decided).await.map(|_| ()),
            // They had left it already.
            Err(_) => Ok(()),
        }
    }

    async fn rename_in_game(
        &self,
        inside: &mut SlotState,
        person: &str,
        name: &str,
    ) -> Result<(), GameError> {
        let game = inside.game_mut()?;
        let id = game.id.to_string();
        for holder in &mut game.holders {
            if let Holder::User(user) = holder
                && user.id == person
            {
                user.name = name.to_owned();
            }
        }
        let overview = game.row(RowFreshness::Now).overview;
        let stored = self.0.store.events(&id, 0).await.map_err(not_read)?;
        for event in stored.iter().filter_map(|event| renamed(event, person, name)) {
            let (data, about) = (&event.data, event.about.as_deref());
            let kept = self.0.store.rewrite_name(&id, event.seq, data, about, &overview).await;
            kept.map_err(not_kept)?;
        }
        // The contest contains the old name: unload the game, so that the next request reads it again.
        inside.game = None;
        Ok(())
    }
}

/// The event by which a person joined, with another name; `None` for all other events.
fn renamed(event: &StoredEvent, person: &str, name: &str) -> Option<StoredEvent> {
    let mut about: Value = serde_json::from_str(event.about.as_deref()?).ok()?;
    if about["user"]["id"] != person {
        return None;
    }
    let mut data: Value = serde_json::from_str(&event.data).ok()?;
    about["user"]["name"] = json!(name);
    data["name"] = json!(name);
    Some(StoredEvent { data: data.to_string(), about: Some(about.to_string()), ..event.clone() })
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}
