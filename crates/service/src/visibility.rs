//! Viewing and following games, and their chat.

use super::{
    Games, Identity,
    active::{ActiveGame, Holder},
    error::{ChatError, GameError, Unavailable, not_kept, not_read},
    followers::Audience,
    ownership::Operation,
    slot::SlotState,
    subscribers::Subscriber,
};
use ludoteca_catalog::Seat;
use ludoteca_contest::{Now, Offer, Stage};
use ludoteca_protocol::{
    ChallengeView, ChatPolicy, ClocksView, EventView, FromServer, GameChat, GameView, Help, MatchGame,
    OfferView, Readers, Room, SeatView, UserView,
};
use ludoteca_record::Record;
use ludoteca_store::{GameRow, Message};

pub(crate) const MAX_MESSAGE_LENGTH: usize = 500;

impl Games {
    /// Everything about a game, for a caller who may see it. `origin` begins the links to this server.
    pub async fn see(
        &self,
        id: &str,
        who: Option<&Identity>,
        invitation: Option<&str>,
        origin: &str,
    ) -> Result<GameView, GameError> {
        let ask = || Operation::See {
            who: who.cloned(),
            invitation: invitation.map(str::to_owned),
            origin: origin.to_owned(),
        };
        self.at_owner(id, ask, || self.see_here(id, who, invitation, origin)).await
    }

    pub(super) async fn see_here(
        &self,
        id: &str,
        who: Option<&Identity>,
        invitation: Option<&str>,
        origin: &str,
    ) -> Result<GameView, GameError> {
        let events = self.events_since(id, 0).await?;
        let mut view = self
            .with_game(id, async |inside| {
                let now = self.now();
                self.tick(inside, now).await?;
                let game = inside.game()?;
                self.may_see(game, who, invitation)?;
                // Events may have been added since they were read.
                let known = events.len() as u64;
                let mut events = events;
                if game.contest.seq() > known {
                    events.extend(self.events_since(id, known).await?);
                }
                Ok(self.view(game, who, origin, events))
            })
            .await?;
        self.0.ratings.add_rating_changes(&mut view).await?;
        self.add_people(&mut view).await?;
        self.add_chat(&mut view, who).await?;
        Ok(view)
    }

    pub(super) fn may_see(
        &self,
        game: &ActiveGame,
        who: Option<&Identity>,
        invitation: Option<&str>,
    ) -> Result<(), GameError> {
        let invited = invitation.is_some_and(|shown| self.0.signer.is_invitation(&game.id, shown));
        match invited || game.is_visible_to(who.map(|who| who.id.as_str())) {
            true => Ok(()),
            false => Err(GameError::unknown(&game.id)),
        }
    }

    /// Rejects people who may not see a game.
    pub(crate) async fn check_visible(&self, id: &str, who: &Identity) -> Result<(), GameError> {
        self.look_at(id, |game| self.may_see(game, Some(who), None)).await
    }

    /// A code that proves an invitation to a game.
    pub(crate) fn invitation(&self, id: &str) -> String {
        self.0.signer.invitation(id)
    }

    fn view(
        &self,
        game: &ActiveGame,
        who: Option<&Identity>,
        origin: &str,
        events: Vec<EventView>,
    ) -> GameView {
        let contest = &game.contest;
        let play = contest.game();
        let info = play.game().info();
        let you = who.and_then(|who| game.seat_of(&who.id));
        let now = Now::at(self.now());
        let readings: Option<Vec<_>> =
            Seat::all(play.seats()).map(|seat| contest.reading(seat, now)).collect();
        let number = |seat: Seat| seat.index() as u8;
        let clocks = readings.map(|readings| ClocksView {
            at: now.at,
            left_ms: readings.iter().map(|reading| reading.left).collect(),
            running: contest.runs().map(number),
            runs_from: contest.runs_from().filter(|from| *from > now.at),
            first_by: contest.first_decision_by(),
            periods: match readings.iter().all(|reading| reading.periods == 0) {
                true => Vec::new(),
                false => readings.iter().map(|reading| reading.periods).collect(),
            },
        });
        let (result, termination) = match contest.stage() {
            Stage::Over(ending) => (Some(contest.result_text()), Some(ending.termination.words().to_owned())),
            _ => (None, None),
        };
        let free = game.holders.iter().any(|holder| matches!(holder, Holder::Free { .. }));
        let may_invite = you.is_some() || who.is_some_and(|who| who.id == game.made.by);
        let seat = |(number, holder): (usize, &Holder)| SeatView {
            user: match holder {
                Holder::User(user) => Some(user.clone()),
                _ => None,
            },
            level: match holder {
                Holder::Level(level) => Some(*level),
                _ => None,
            },
            name: match holder {
                Holder::Elsewhere { name } => Some(name.clone()),
                _ => None,
            },
            connected: game.is_connected(number),
            vacation: Seat::new(number as u8)
                .map(|seat| contest.vacation(seat))
                .filter(|until| *until > now.at),
            invited: match holder {
                Holder::Free { invited } => invited.clone(),
                _ => None,
            },
            rating: game.began.get(number).and_then(|began| began.rating),
            rating_change: None,
        };
        GameView {
            id: game.id.to_string(),
            game: info.id.to_owned(),
            players: play.seats(),
            options: game.options(),
            first_position: play.first_position(),
            clock: contest.terms().clock.map(Into::into),
            rated: contest.terms().rated,
            listed: game.made.listed,
            take_back: contest.terms().take_back && !contest.terms().rated,
            seats: game.holders.iter().enumerate().map(seat).collect(),
            you: you.map(number),
            seq: contest.seq(),
            moves: play.played().into_iter().map(|(_, text)| text).collect(),
            position: play.position(),
            to_act: contest.to_act().map(number),
            legal_moves: match you {
                Some(seat) if contest.to_act() == Some(seat) => play.legal_moves(),
                _ => Vec::new(),
            },
            clocks,
            offer: contest.pending().map(|pending| OfferView {
                by: number(pending.by),
                offer: match pending.offer {
                    Offer::Draw => "draw".to_owned(),
                    Offer::TakeBack => "take-back".to_owned(),
                },
            }),
            result,
            termination,
            aborted: contest.aborted().map(Into::into),
            rematch: who.is_some_and(|who| game.may_ask_again(&who.id)),
            invitation: (free && may_invite)
                .then(|| format!("{origin}/g/{}?invitation={}", game.id, self.invitation(&game.id))),
            previous: game.made.previous.clone(),
            challenge: challenge(game, who),
            chat: GameChat::default(),
            help: if you.is_some() && game.closes_help() { Help::Closed } else { Help::Open },
            next: game.next.clone(),
            match_game: game.made.unit.map(MatchGame::number),
            events,
        }
    }

    /// Adds the names of the people in a challenge.
    async fn add_people(&self, view: &mut GameView) -> Result<(), Unavailable> {
        let Some(challenge) = &mut view.challenge else { return Ok(()) };
        for user in challenge.to.iter_mut().chain([&mut challenge.by]) {
            let found = self.0.store.person(&user.id).await.map_err(not_read)?;
            if let Some(person) = found {
                *user = Identity::from(person).view();
            }
        }
        Ok(())
    }

    /// Adds the rooms in which the caller may write.
    async fn add_chat(&self, view: &mut GameView, who: Option<&Identity>) -> Result<(), Unavailable> {
        let settings = self.0.settings.current().await?;
        let (plays, over) = (view.you.is_some(), view.termination.is_some());
        let open = settings.chat == ChatPolicy::Open && (who.is_some() || settings.guests);
        let rooms = [
            (Room::Players, plays && settings.chat != ChatPolicy::Off),
            (Room::Spectators, open && (!plays || over)),
        ];
        let write = rooms.into_iter().filter_map(|(room, may)| may.then_some(room)).collect();
        view.chat = GameChat { write, after_game: settings.chat_after_game };
        Ok(())
    }

    /// The record of a game, for a caller who may see it.
    pub async fn record(
        &self,
        id: &str,
        who: Option<&Identity>,
        invitation: Option<&str>,
    ) -> Result<Record, GameError> {
        self.look_at(id, |game| {
            self.may_see(game, who, invitation)?;
            let is_program = |seat: Seat| {
                let holder = &game.holders[seat.index()];
                matches!(holder, Holder::Level(_) | Holder::User(UserView { bot: true, .. }))
            };
            Ok(game.contest.record_with_programs(is_program))
        })
        .await
    }

    /// Whether a person may follow a game from after this number on.
    pub(super) fn may_follow(
        &self,
        game: &ActiveGame,
        who: Option<&Identity>,
        invitation: Option<&str>,
        since: u64,
    ) -> Result<(), GameError> {
        self.may_see(game, who, invitation)?;
        let seq = game.contest.seq();
        match since > seq {
            true => Err(GameError::NoSuchNumber(seq)),
            false => Ok(()),
        }
    }

    /// Subscribes a connection to a game of this node, after sending the events it has missed. A client that
    /// reads too slowly is disconnected and has to reconnect.
    pub(super) async fn follow_here(
        &self,
        id: &str,
        who: Option<&Identity>,
        invitation: Option<&str>,
        since: u64,
        subscriber: &Subscriber,
    ) -> Result<(), GameError> {
        self.with_game(id, async |inside| {
            let game = inside.game()?;
            self.may_follow(game, who, invitation, since)?;
            let seq = game.contest.seq();
            let events = if since < seq { self.events_since(id, since).await? } else { Vec::new() };
            subscriber.say_events(id, &events, self.now());
            let person = who.map(|who| who.id.as_str());
            if inside.followers.add(subscriber, person, seq) {
                self.came(inside, person).await;
            }
            Ok(())
        })
        .await
    }

    /// Unsubscribes a connection from a game.
    pub async fn unfollow(&self, id: &str, subscriber: &Subscriber) {
        let Some(slot) = self.slot_if_there(id) else { return };
        if !slot.followers.remove(subscriber) {
            return;
        }
        let mut inside = slot.inside().await;
        match inside.game {
            Some(_) => {
                inside.look_around(self.now());
                self.notify_presence(&inside);
            }
            None => self.0.ownership.followers_changed(id, slot.followers.followers_here()),
        }
    }

    pub(super) async fn came(&self, inside: &mut SlotState, person: Option<&str>) {
        inside.look_around(self.now());
        let Ok(game) = inside.game_mut() else { return };
        // After a restart of the server, the clock of the player to move resumes when they are back.
        if let Some(seat) = person.and_then(|person| game.seat_of(person))
            && game.contest.to_act() == Some(seat)
            && let Ok(decided) =
                game.act(&super::active::Asker::House, ludoteca_contest::Action::Return, self.now())
            && self.commit(inside, decided).await.is_err()
        {
            return;
        }
        self.notify_presence(inside);
    }

    /// Sends a chat message: players among themselves, and spectators among themselves until the game is
    /// over.
    pub async fn say(&self, id: &str, who: &Identity, room: Room, text: &str) -> Result<(), GameError> {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > MAX_MESSAGE_LENGTH || text.chars().any(char::is_control)
        {
            return Err(ChatError::BadMessage.into());
        }
        self.0.sanctions.not_muted(&who.id).await?;
        self.0.settings.may_chat(room).await?;
        let ask = || Operation::Say { who: who.clone(), room, text: text.to_owned() };
        self.at_owner(id, ask, || self.say_here(id, who, room, text)).await
    }

    pub(super) async fn say_here(
        &self,
        id: &str,
        who: &Identity,
        room: Room,
        text: &str,
    ) -> Result<(), GameError> {
        let deaf = self.0.blocks.blockers_of(&who.id).await?;
        let readers = self.0.settings.current().await?.chat_after_game;
        self.with_game(id, async |inside| {
            let game = inside.game()?;
            self.may_see(game, Some(who), None)?;
            let plays = game.seat_of(&who.id).is_some();
            let over = matches!(game.contest.stage(), Stage::Over(_));
            match room {
                Room::Players if !plays => return Err(ChatError::NotAPlayer.into()),
                Room::Spectators if plays && !over => return Err(ChatError::WriteLater.into()),
                _ => {}
            }
            let at = self.now();
            let message = Message {
                room: room.word().to_owned(),
                number: 0,
                at: super::active::time(at),
                person: who.id.clone(),
                text: text.to_owned(),
            };
            let number = self.0.store.add_message(id, &message).await.map_err(not_kept)?;
            let said = FromServer::Message {
                game: id.to_owned(),
                room,
                number,
                at,
                user: who.view(),
                text: text.to_owned(),
            };
            let seated = game.holders.iter().filter_map(|holder| match holder {
                Holder::User(user) => Some(user.id.clone()),
                _ => None,
            });
            let audience = Audience {
                room: (!over || (room == Room::Players && readers == Readers::Players))
                    .then(|| (seated.collect(), room == Room::Players)),
                deaf: deaf.into_iter().collect(),
            };
            self.notify_followers(id, inside, &said, &audience);
            Ok(())
        })
        .await
    }

    /// The chat of a room, for a caller who may read it.
    pub async fn said(
        &self,
        id: &str,
        who: Option<&Identity>,
        room: Room,
        since: u64,
    ) -> Result<Vec<FromServer>, GameError> {
        let readers = self.0.settings.current().await?.chat_after_game;
        self.look_at(id, |game| {
            self.may_see(game, who, None)?;
            let plays = who.is_some_and(|who| game.seat_of(&who.id).is_some());
            if room == Room::Players && !plays && readers == Readers::Players {
                return Err(ChatError::Private.into());
            }
            let over = matches!(game.contest.stage(), Stage::Over(_));
            match over || plays == (room == Room::Players) {
                true => Ok(()),
                false => Err(ChatError::ReadLater.into()),
            }
        })
        .await?;
        let unheard = match who {
            Some(who) => self.0.blocks.blocked_by(&who.id).await?,
            None => Default::default(),
        };
        let said = self.said_since(id, room, since).await?;
        let hears = |message: &FromServer| match message {
            FromServer::Message { user, .. } => !unheard.contains(&user.id),
            _ => true,
        };
        Ok(said.into_iter().filter(hears).collect())
    }

    /// The chat of a room, without checking who reads it.
    pub(super) async fn said_since(
        &self,
        id: &str,
        room: Room,
        since: u64,
    ) -> Result<Vec<FromServer>, Unavailable> {
        let messages = self.0.store.messages(id, room.word(), since).await;
        let mut said = Vec::new();
        for message in messages.map_err(not_read)? {
            let person = self.0.store.person(&message.person).await.map_err(not_read)?;
            let (name, bot) = person.map_or_else(Default::default, |person| (person.name, person.bot));
            said.push(FromServer::Message {
                game: id.to_owned(),
                room,
                number: message.number,
                at: message.at.unsigned_abs(),
                user: UserView { id: message.person, name, bot },
                text: message.text,
            });
        }
        Ok(said)
    }

    pub async fn games_of(&self, who: &Identity, limit: u32) -> Result<Vec<GameRow>, Unavailable> {
        let mut rows = self.0.store.games_of(&who.id, limit).await.map_err(not_read)?;
        self.up_to_date(&mut rows).await;
        Ok(rows)
    }

    /// The public games in progress.
    pub async fn current_games(&self, limit: u32) -> Result<Vec<GameRow>, Unavailable> {
        let mut rows = self.0.store.current_games(limit).await.map_err(not_read)?;
        self.up_to_date(&mut rows).await;
        Ok(rows)
    }

    /// The public games in progress among the 200 games of a person that changed last.
    pub async fn current_games_of(&self, person: &str) -> Result<Vec<GameRow>, Unavailable> {
        let mut rows = self.0.store.games_of(person, 200).await.map_err(not_read)?;
        self.up_to_date(&mut rows).await;
        rows.retain(|row| row.listed && row.stage == ludoteca_store::Stage::Playing);
        Ok(rows)
    }
}

impl ActiveGame {
    /// Whether a player may start the next game of the series, or repeat an aborted game if the abort was not
    /// their fault.
    pub(super) fn may_ask_again(&self, person: &str) -> bool {
        let Some(seat) = self.seat_of(person) else { return false };
        let at_fault = self.contest.aborted().and_then(|abort| abort.by).is_some_and(|by| by.0 == seat);
        self.contest.next_in_series().is_some() || (self.contest.again().is_some() && !at_fault)
    }
}

/// The open challenge of a game with a reserved seat; names are added later.
fn challenge(game: &ActiveGame, who: Option<&Identity>) -> Option<ChallengeView> {
    if game.contest.stage() != Stage::Waiting {
        return None;
    }
    let named = |id: &str| UserView { id: id.to_owned(), name: String::new(), bot: false };
    let to: Vec<UserView> = game
        .holders
        .iter()
        .filter_map(|holder| match holder {
            Holder::Free { invited: Some(person) } => Some(named(person)),
            _ => None,
        })
        .collect();
    (!to.is_empty()).then(|| ChallengeView {
        by: named(&game.made.by),
        yours: who.is_some_and(|who| to.iter().any(|user| user.id == who.id)),
        to,
        rematch: game.made.previous.is_some(),
    })
}
