//! Imports a game from text in any known format.

use crate::{
    failure::{Failure, records::GAME_TAG},
    phrases::{NO_GAME, NO_GAME_NAMED},
    session::{RecordRequest, Replayed, Session},
};
use ludoteca_catalog::{GameId, record_of_moves, replay};
use ludoteca_record::{JsonReader, MoveListReader, Reader, Record};
use serde::Serialize;

/// A game that was read from a text.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Imported {
    /// The format of the text.
    pub form: TextForm,
    pub game: GameId,
    /// The number of games in the text; the first was opened.
    pub games: usize,
    /// The game as a record up to the first illegal move, with its comments and variations.
    pub record: String,
    /// Its tags, result, clocks and faults.
    #[serde(flatten)]
    pub replayed: Replayed,
}

/// The text formats of games.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum TextForm {
    /// A record in text format.
    Record,
    Json,
    /// A list of moves, or bare moves.
    Moves,
}

impl Session {
    /// Opens the first game of a text: a record, a line of JSON, a list of moves (`squadro: Y3 R2`), or bare
    /// moves, whose game is detected.
    ///
    /// # Errors
    /// If it is none of these, with line and column; if the game, variant or position is invalid. An illegal
    /// move is not an error: the game then ends before it, and a fault reports it.
    pub fn import(text: &str) -> Result<(Session, Imported), Failure> {
        let text = text.trim_start_matches('\u{feff}');
        let (form, first, games) = match text.trim_start().chars().next() {
            Some('{') => first_of(TextForm::Json, JsonReader::new(text.as_bytes()))?,
            Some(_) if is_move_list(text) => {
                let mut lists = MoveListReader::new(text.as_bytes());
                let list = lists.next().ok_or_else(no_game)??;
                let record = record_of_moves(&list).map_err(|error| in_words_of(&list.game, error.into()))?;
                (TextForm::Moves, record, 1 + lists.filter(Result::is_ok).count())
            }
            _ => first_of(TextForm::Record, Reader::new(text.as_bytes()).records())?,
        };
        let bare = first.tag("Game").is_none();
        let record = if bare { guessed(first)? } else { first };
        let name = record.tag("Game").unwrap_or_default().to_owned();
        let (session, replayed) =
            Session::of_record(record).map_err(|failure| in_words_of(&name, failure))?;
        let game = session.game.game();
        let record = session.record(&RecordRequest::default())?;
        let form = if bare { TextForm::Moves } else { form };
        Ok((session, Imported { form, game, games, record, replayed }))
    }

    /// The record of the game as data: what `ludoteca convert` writes as a line of JSON.
    ///
    /// # Errors
    /// As [`record`](Self::record).
    pub fn record_data(&self, request: &RecordRequest) -> Result<Record, Failure> {
        Ok(Record::from_text(&self.record(request)?)?)
    }
}

fn no_game() -> Failure {
    Failure::record(&NO_GAME, [])
}

/// Only the text names the game, and a position is refused in the words of its game.
fn in_words_of(name: &str, failure: Failure) -> Failure {
    Failure { game: name.parse().ok(), ..failure }
}

fn first_of(
    form: TextForm,
    mut records: impl Iterator<Item = Result<Record, ludoteca_record::Error>>,
) -> Result<(TextForm, Record, usize), Failure> {
    let first = records.next().ok_or_else(no_game)??;
    if first.tags.is_empty() && first.main.plies.is_empty() {
        return Err(no_game());
    }
    // What follows may be damaged; that does not matter here.
    Ok((form, first, 1 + records.filter(Result::is_ok).count()))
}

/// Whether a text begins with the name of a game, settings and a colon.
fn is_move_list(text: &str) -> bool {
    let line = text.trim_start().lines().next().unwrap_or_default();
    line.split_whitespace().next().is_some_and(|word| word.trim_end_matches(':').parse::<GameId>().is_ok())
}

/// Moves without a name: picks the game in which most of them can be played.
fn guessed(record: Record) -> Result<Record, Failure> {
    let as_game = |id: GameId| {
        let mut record = record.clone();
        record.set_tag("Game", id.info().id);
        record
    };
    let plies = |id: GameId| replay(&mut as_game(id)).map_or(0, |(game, _)| game.steps());
    // Among equals, the first in the catalogue.
    let best = GameId::ALL.into_iter().rev().map(|id| (id, plies(id))).max_by_key(|(_, plies)| *plies);
    best.filter(|(_, plies)| *plies > 0)
        .map(|(id, _)| as_game(id))
        .ok_or_else(|| Failure::record(&NO_GAME_NAMED, [&GAME_TAG]))
}
