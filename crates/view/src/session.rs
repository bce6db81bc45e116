//! A game being viewed: opened, played, taken back, replayed, recorded.

use crate::{
    board::{Layers, first_layers, stack},
    describe::Description,
    failure::{Failure, FailureKind},
    held::Held,
    opening::Opening,
    tree::TreeFault,
    typed::{Typed, typed},
    view::{Status, View},
};
use ludoteca_catalog::{GameId, Seat, Status as GameStatus, record_of, replay};
use ludoteca_record::Record;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A game being viewed and played, with the engine that analyses it.
#[derive(Debug)]
pub struct Session {
    pub(crate) game: Held,
    /// The layers of towers before each ply and now; empty in games without towers.
    layers: Vec<Layers>,
    /// The source of the game: its tags, comments and variations are kept when it is written.
    record: Record,
    #[cfg(feature = "engine")]
    pub(crate) thinker: Option<crate::think::Thinker>,
}

/// How to write a record.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RecordRequest {
    /// Additional tags: names of players, date, place.
    #[cfg_attr(feature = "ts", ts(as = "Option<_>", optional))]
    pub tags: BTreeMap<String, String>,
}

/// The result of replaying a record.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Replayed {
    /// The record's tags, in order.
    pub tags: Vec<(String, String)>,
    /// The result given by the record, `*` for none.
    pub result: String,
    /// For each ply the seconds left on the clock, if the record includes them.
    pub clocks: Vec<Option<f64>>,
    /// The errors found; the game ends before the first illegal move.
    pub faults: Vec<TreeFault>,
}

/// A move that was made, and the game after it.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Moved {
    /// The effects of the move.
    pub description: Description,
    pub view: View,
}

/// The next game of a series.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rematch {
    /// The options that differ from their defaults.
    pub options: BTreeMap<String, String>,
    pub players: u8,
    /// For each seat of the next game, the seat in this game whose player takes it.
    pub seats: Vec<Seat>,
}

impl Session {
    pub(crate) fn new(game: Held) -> Session {
        let mut session = Session {
            game,
            layers: Vec::new(),
            record: Record::default(),
            #[cfg(feature = "engine")]
            thinker: None,
        };
        session.layer_anew();
        session
    }

    /// Recomputes the layers of towers from the beginning.
    pub(crate) fn layer_anew(&mut self) {
        self.layers.clear();
        if self.game.game() != GameId::Peak {
            return;
        }
        let played = self.game.played();
        let mut then = self.game.fork();
        then.take_back_to(0);
        let mut layers = first_layers(&then.board());
        self.layers.push(layers.clone());
        for (_, text) in played {
            if then.play(&text).is_err() {
                return;
            }
            if let [from, to] = then.board().marks[..] {
                stack(&mut layers, from.cell, to.cell);
            }
            self.layers.push(layers.clone());
        }
    }

    /// Opens a game.
    ///
    /// # Errors
    /// If the game, an option, the position or a move is invalid.
    pub fn open(opening: &Opening) -> Result<Session, Failure> {
        let mut session = Session::new(Held::Play(opening.open()?));
        session.play_all(&opening.moves)?;
        Ok(session)
    }

    /// Replays the first record of a text.
    ///
    /// # Errors
    /// If it is not a record, or not of a known game. An illegal move is not an error: the game then ends
    /// before it.
    pub fn replay(text: &str) -> Result<(Session, Replayed), Failure> {
        Session::of_record(Record::from_text(text)?)
    }

    pub(crate) fn of_record(mut record: Record) -> Result<(Session, Replayed), Failure> {
        let (game, faults) = replay(&mut record)?;
        let mut session = Session::new(Held::Play(game));
        let clock =
            |ply: &ludoteca_record::Ply| ply.clock().ok().flatten().map(|clock| clock.0.as_secs_f64());
        let replayed = Replayed {
            tags: record.tags.clone(),
            result: record.result.to_string(),
            clocks: record.main.plies.iter().map(clock).collect(),
            faults: faults.iter().map(TreeFault::from).collect(),
        };
        session.record = record;
        Ok((session, replayed))
    }

    #[must_use]
    pub fn view(&self) -> View {
        View::new(&*self.game, self.layers.last().unwrap_or(&Vec::new()))
    }

    /// The game after this many of its plies; after all of them if there are fewer.
    #[must_use]
    pub fn view_at(&self, ply: usize) -> View {
        let mut then = self.game.fork();
        then.take_back_to(ply);
        View::new(&*then, self.layers.get(ply).or(self.layers.last()).unwrap_or(&Vec::new()))
    }

    /// The seat to act, or how and why the game ended.
    #[must_use]
    pub fn status(&self) -> Status {
        Status::of(&*self.game)
    }

    /// Why a move cannot be played; `None` if it can.
    #[must_use]
    pub fn why_not(&self, text: &str) -> Option<Failure> {
        self.game.fork().play(text).err().map(Failure::from)
    }

    /// Why no move can be chosen by pointing at these cells, in order; `None` if a legal move begins with
    /// them, or if there is no reason to show.
    #[must_use]
    pub fn why_not_cells(&self, cells: &[usize]) -> Option<Failure> {
        let refusal = self.game.why_not(cells)?;
        Some(Failure::with(FailureKind::Illegal, refusal.into()))
    }

    /// The effects of a move.
    ///
    /// # Errors
    /// If the move is illegal.
    pub fn describe(&self, text: &str) -> Result<Description, Failure> {
        Ok(Description::new(self.game.narrate(text)?))
    }

    /// The effects of a ply of the game, counted from 1.
    ///
    /// # Errors
    /// If there is no such ply.
    pub fn describe_ply(&self, ply: usize) -> Result<Description, Failure> {
        let none = || Failure::request(format!("there is no ply {ply}"));
        if self.game.steps() < ply {
            return Err(none());
        }
        let mut then = self.game.fork();
        then.take_back_to(ply);
        let narrated = then.last_narrated().ok_or_else(none)?;
        Ok(Description::new(narrated))
    }

    /// The position if the seat to act could pass: what the next seat does in it is a threat. `None` if this
    /// makes no sense.
    #[must_use]
    pub fn passed(&self) -> Option<String> {
        self.game.position_after_null_move()
    }

    /// The state of a half-typed move.
    #[must_use]
    pub fn typed(&self, text: &str) -> Typed {
        typed(&*self.game, text)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If it is illegal; nothing changes then.
    pub fn play(&mut self, text: &str) -> Result<Moved, Failure> {
        let description = self.describe(text)?;
        self.push(text)?;
        Ok(Moved { description, view: self.view() })
    }

    fn push(&mut self, text: &str) -> Result<(), Failure> {
        self.game.play_mut()?.play(text)?;
        if let Some(mut layers) = self.layers.last().cloned() {
            if let [from, to] = self.game.board().marks[..] {
                stack(&mut layers, from.cell, to.cell);
            }
            self.layers.push(layers);
        }
        Ok(())
    }

    fn play_all(&mut self, moves: &[String]) -> Result<(), Failure> {
        moves.iter().try_for_each(|text| self.push(text))
    }

    /// Takes back the last ply and returns its effects, for playing them backwards; `None` at the beginning.
    pub fn take_back(&mut self) -> Option<Moved> {
        let narrated = self.game.last_narrated()?;
        self.game.play_mut().ok()?.take_back()?;
        if self.layers.len() > 1 {
            self.layers.pop();
        }
        let description = Description::new(narrated);
        Some(Moved { description, view: self.view() })
    }

    /// Replaces the moves of the game, taking back and playing only where they differ: this way an engine in
    /// a worker follows a game and keeps what it has found.
    ///
    /// # Errors
    /// If a move is illegal; the game then remains unchanged.
    pub fn follow(&mut self, moves: &[String]) -> Result<Status, Failure> {
        let before: Vec<String> = self.game.played().into_iter().map(|(_, text)| text).collect();
        let same = before.iter().zip(moves).take_while(|(a, b)| a == b).count();
        self.rewind(same)?;
        if let Err(failure) = self.play_all(&moves[same..]) {
            self.rewind(same)?;
            self.play_all(&before[same..])?;
            return Err(failure);
        }
        Ok(self.status())
    }

    fn rewind(&mut self, plies: usize) -> Result<(), Failure> {
        self.game.play_mut()?.take_back_to(plies);
        if !self.layers.is_empty() {
            self.layers.truncate(plies + 1);
        }
        Ok(())
    }

    /// The record of the game as text, with additional tags. Annotations for the same moves in the record
    /// from which it was replayed are kept.
    ///
    /// # Errors
    /// If a tag cannot be written.
    pub fn record(&self, request: &RecordRequest) -> Result<String, Failure> {
        let mut record = self.bare_record();
        for (name, value) in &self.record.tags {
            if !matches!(name.as_str(), "Result" | "Termination") {
                record.set_tag(name, value.clone());
            }
        }
        let mut old = self.record.main.plies.iter();
        record.main.comments.clone_from(&self.record.main.comments);
        for ply in &mut record.main.plies {
            let Some(before) = old.next().filter(|old| old.text == ply.text) else { break };
            ply.comments.clone_from(&before.comments);
            ply.glyphs.clone_from(&before.glyphs);
            ply.variations.clone_from(&before.variations);
        }
        for (name, value) in &request.tags {
            record.set_tag(name, value.clone());
        }
        Ok(record.to_text()?)
    }

    #[cfg(feature = "contest")]
    fn bare_record(&self) -> Record {
        match &self.game {
            Held::Play(play) => record_of(&**play),
            Held::Contest(contest) => contest.record(),
        }
    }

    #[cfg(not(feature = "contest"))]
    fn bare_record(&self) -> Record {
        record_of(&*self.game)
    }

    /// The next game of a series by the game's own rule (TB-9).
    ///
    /// # Errors
    /// If this game has no result.
    pub fn rematch(&self) -> Result<Rematch, Failure> {
        #[cfg(feature = "contest")]
        if let Some(next) = self.next_of_contest() {
            return next;
        }
        let GameStatus::Over(standing) = self.game.status() else {
            return Err(Failure::request("the game has no result"));
        };
        let (setup, seats) = self.game.next_in_series(&standing);
        Ok(self.next_game(setup.options, seats))
    }

    /// Lists only the options that differ from their defaults.
    pub(crate) fn next_game(
        &self,
        options: impl IntoIterator<Item = (String, String)>,
        seats: Vec<Seat>,
    ) -> Rematch {
        let usual = self.game.game().info().options;
        let is_usual = |(key, value): &(String, String)| {
            usual.iter().any(|option| option.key == key && option.default == value)
        };
        let mut unusual = BTreeMap::new();
        unusual.extend(options.into_iter().filter(|pair| !is_usual(pair)));
        Rematch { options: unusual, players: self.game.seats(), seats }
    }
}
