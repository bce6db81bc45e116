//! Conversion between records (text without rules) and games.

use crate::{AnyPlay, ForGame, GameId, Setup, SetupError, UnknownGame, open};
use ludoteca_core::{Game, Leaving, MoveError, Seat, Status};
use ludoteca_record::{GameResult, Line, MoveList, Ply, Record, Termination};
use std::fmt;

/// Opens the game of a record, at its beginning.
///
/// # Errors
/// If the tags do not name a game, or the variant or the position is not valid for it.
pub fn open_record(record: &Record) -> Result<Box<dyn AnyPlay>, RecordError> {
    let name = record.tag("Game").ok_or(RecordError::NoGame)?;
    let id: GameId = name.parse().map_err(RecordError::Game)?;
    let options =
        read_variant(id, record.tag("Variant").unwrap_or("standard")).map_err(RecordError::Setup)?;
    let position = record.tag("Position").map(str::to_owned);
    let stated = match record.tag("Players") {
        Some(text) => Some(text.parse::<u8>().map_err(|_| RecordError::Players(text.to_owned()))?),
        None => None,
    };
    // A position determines its own number of players.
    let players = if position.is_some() { None } else { stated.or_else(|| players(id, record)) };
    let game = open(id, &Setup { players, options, position }).map_err(RecordError::Setup)?;
    let seats = game.seats();
    match stated {
        Some(stated) if stated != seats => Err(RecordError::OtherPlayers { stated, others: seats }),
        Some(stated) if named(id, record) > stated => {
            Err(RecordError::OtherPlayers { stated, others: named(id, record) })
        }
        _ => Ok(game),
    }
}

fn read_variant(id: GameId, text: &str) -> Result<Vec<(String, String)>, SetupError> {
    struct ReadVariant<'a>(&'a str);
    impl ForGame for ReadVariant<'_> {
        type Output = Result<Vec<(String, String)>, SetupError>;
        fn run<G: Game>(self) -> Self::Output {
            Setup::read_variant::<G>(self.0)
        }
    }
    id.with(ReadVariant(text))
}

/// The number of players with a tag, or the number ranked by the result.
fn players(id: GameId, record: &Record) -> Option<u8> {
    let info = id.info();
    if info.min_players == info.max_players() {
        return None;
    }
    match (named(id, record), record.result) {
        (0, GameResult::Ranking(ranking)) => Some(ranking.seats().len() as u8),
        (0, _) => None,
        (named, _) => Some(named),
    }
}

/// The number of players with a name tag.
fn named(id: GameId, record: &Record) -> u8 {
    id.info().seats.iter().filter(|seat| record.tag(&tag_of(seat)).is_some()).count() as u8
}

/// The name of the tag for a seat's player: `Yellow`, `A`.
#[must_use]
pub fn tag_of(seat: &str) -> String {
    let mut letters = seat.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

/// Plays through a record, including variations, and returns the game after its main line. Moves are
/// rewritten in canonical notation, and turns are numbered. An illegal move is removed with everything after
/// it, and reported as a fault.
///
/// # Errors
/// If the game cannot be opened; the record is then unchanged.
pub fn replay(record: &mut Record) -> Result<(Box<dyn AnyPlay>, Vec<Fault>), RecordError> {
    replay_each(record, &mut |_| {})
}

/// Like [`replay`], but also calls `visit` for each legal ply, with the seat to act before it. As in the text
/// of a record, a ply comes before its variations.
///
/// # Errors
/// Fails in the same cases as [`replay`].
pub fn replay_each(
    record: &mut Record,
    visit: &mut dyn FnMut(Seat),
) -> Result<(Box<dyn AnyPlay>, Vec<Fault>), RecordError> {
    let mut game = open_record(record)?;
    let mut replay = Replay { faults: Vec::new(), visit };
    replay.line(&mut *game, &mut record.main, &mut Turns::default(), 0, false, true);
    let mut faults = replay.faults;
    let played = result_of(&*game);
    // With two seats, result and termination record the departure (TB-10).
    if game.seats() == 2 && game.last_leaving().is_some() {
        record.main.plies.pop();
        record.set_tag("Termination", termination(&*game).words());
    }
    let main_line_is_cut = faults.iter().any(|fault| !fault.in_variation);
    // A result without an ending on the board is a resignation or a timeout, which is not a fault.
    if !main_line_is_cut && played != GameResult::Unknown && record.result != played {
        let what = FaultKind::Result { written: record.result, played };
        faults.push(Fault { ply: record.main.plies.len(), in_variation: false, what });
    }
    if main_line_is_cut || played != GameResult::Unknown {
        record.result = played;
        if record.tag("Result").is_some() {
            record.set_tag("Result", played.to_string());
        }
    }
    Ok((game, faults))
}

struct Replay<'a> {
    faults: Vec<Fault>,
    visit: &'a mut dyn FnMut(Seat),
}

impl Replay<'_> {
    /// Plays a line. If `kept` is false, the line follows an illegal move: its faults are reported, but its
    /// plies are discarded.
    fn line(
        &mut self,
        game: &mut dyn AnyPlay,
        line: &mut Line,
        turns: &mut Turns,
        plies_before: usize,
        in_variation: bool,
        kept: bool,
    ) {
        for i in 0..line.plies.len() {
            let ply = &mut line.plies[i];
            let before = (!ply.variations.is_empty()).then(|| (game.fork(), turns.clone()));
            let mover = game.status();
            let result = game.play(&ply.text);
            let kept = kept && result.is_ok();
            if let (true, Status::ToAct(seat)) = (kept, mover) {
                (self.visit)(seat);
            }
            if let Some((before, turns)) = before {
                for variation in &mut ply.variations {
                    let (mut game, mut turns) = (before.fork(), turns.clone());
                    self.line(&mut *game, variation, &mut turns, plies_before + i, true, kept);
                }
            }
            ply.variations.retain(|variation| !variation.plies.is_empty() || !variation.comments.is_empty());
            match (mover, result) {
                // A departure comes between plies and belongs to the turn in which it happened (NO-14).
                (Status::ToAct(_), Ok(())) if game.last_leaving().is_some() => {
                    ply.turn = None;
                    ply.text = game.last_move().unwrap_or_default();
                }
                (Status::ToAct(seat), Ok(())) => {
                    let (number, first) = turns.next(seat, game.seats());
                    ply.turn = Some(ludoteca_record::Turn { number, first });
                    if let Some(written) = game.last_move() {
                        ply.text = written;
                    }
                }
                (_, result) => {
                    let error = result.err().unwrap_or(MoveError::GameOver);
                    let what = FaultKind::Move { text: ply.text.clone(), error };
                    self.faults.push(Fault { ply: plies_before + i + 1, in_variation, what });
                    line.plies.truncate(i);
                    return;
                }
            }
        }
    }
}

/// Numbers the turns: a new one starts whenever the order of seats wraps around.
#[derive(Clone, Default, Debug)]
struct Turns {
    first: Option<Seat>,
    last: Option<Seat>,
    number: u32,
}

impl Turns {
    /// The turn of this seat's next ply, and whether the ply starts the turn.
    fn next(&mut self, seat: Seat, seats: u8) -> (u32, bool) {
        let first = *self.first.get_or_insert(seat);
        let order =
            |seat: Seat| (seat.index() + usize::from(seats) - first.index()) % usize::from(seats.max(1));
        let opens = self.last.is_none_or(|last| last != seat && order(seat) < order(last));
        self.last = Some(seat);
        self.number += u32::from(opens);
        (self.number, opens)
    }
}

/// The result on the board, in record notation.
fn result_of(game: &dyn AnyPlay) -> GameResult {
    match game.status() {
        Status::ToAct(_) => GameResult::Unknown,
        Status::Over(standing) => game.game().info().result(&standing).parse().unwrap_or_default(),
    }
}

/// The reason why the game ended, as far as the moves show it.
fn termination(game: &dyn AnyPlay) -> Termination {
    match (game.status(), game.last_leaving()) {
        (Status::ToAct(_), _) => Termination::Unterminated,
        (Status::Over(_), Some((_, how))) => termination_of(how),
        (Status::Over(_), None) if game.ended_by_repetition() => Termination::Repetition,
        (Status::Over(_), None) => Termination::Normal,
    }
}

/// The termination of a game that ended because a seat left.
#[must_use]
pub fn termination_of(how: Leaving) -> Termination {
    match how {
        Leaving::Resigns => Termination::Resignation,
        Leaving::Time => Termination::TimeForfeit,
        Leaving::Absent => Termination::Absence,
    }
}

/// Whether a word among the moves is a departure: moves never contain a colon.
#[must_use]
pub fn is_leaving(text: &str) -> bool {
    text.contains(':')
}

/// The record of a game, with the standard tags but without players' names.
#[must_use]
pub fn record_of(game: &dyn AnyPlay) -> Record {
    let info = game.game().info();
    let result = result_of(game);
    let chosen: Vec<_> = game.options().chosen().map(|(key, value)| format!("{key}={value}")).collect();
    let variant = if chosen.is_empty() { "standard".to_owned() } else { chosen.join(" ") };
    let mut record = Record { result, ..Record::default() };
    record.set_tag("Game", info.id);
    record.set_tag("Variant", variant);
    for seat in Seat::all(game.seats()) {
        record.set_tag(&tag_of(info.seat_name(seat)), "?");
    }
    record.set_tag("Result", result.to_string());
    record.set_tag("Termination", termination(game).words());
    if let Some(position) = game.first_position() {
        record.set_tag("Position", position);
    }
    let mut turns = Turns::default();
    for (seat, text) in game.played() {
        // A departure is a word between plies; with two seats, result and termination record it (TB-10).
        if is_leaving(&text) {
            if game.seats() > 2 {
                record.main.plies.push(Ply::new(text));
            }
            continue;
        }
        let (number, first) = turns.next(seat, game.seats());
        record.main.plies.push(Ply::in_turn(number, first, text));
    }
    record.infer_turns();
    record
}

/// The bare moves of a record.
///
/// # Errors
/// If the record's game cannot be opened.
pub fn move_list(record: &Record) -> Result<MoveList, RecordError> {
    Ok(move_list_of(&*open_record(record)?, record))
}

/// The bare moves of a record of this game.
#[must_use]
pub fn move_list_of(game: &dyn AnyPlay, record: &Record) -> MoveList {
    let info = game.game().info();
    let mut list = MoveList::of(info.id, record);
    if game.seats() != info.min_players && record.tag("Position").is_none() {
        list.settings.push(("players".to_owned(), game.seats().to_string()));
    }
    list.settings.extend(game.options().chosen().map(|(key, value)| (key.to_owned(), value.to_owned())));
    list.settings.extend(record.tag("Position").map(|text| ("position".to_owned(), text.to_owned())));
    list
}

/// Converts bare moves to a record.
///
/// # Errors
/// If the game cannot be opened.
pub fn record_of_moves(list: &MoveList) -> Result<Record, RecordError> {
    let id: GameId = list.game.parse().map_err(RecordError::Game)?;
    let mut setup = Setup::default();
    for (key, value) in &list.settings {
        match key.as_str() {
            "players" => {
                setup.players = Some(value.parse().map_err(|_| RecordError::Players(value.clone()))?)
            }
            "position" => setup.position = Some(value.clone()),
            _ => setup.options.push((key.clone(), value.clone())),
        }
    }
    let mut record = record_of(&*open(id, &setup).map_err(RecordError::Setup)?);
    record.main.plies = list.moves.iter().map(Ply::new).collect();
    record.result = list.result;
    record.set_tag("Result", list.result.to_string());
    record.set_tag("Termination", if list.result == GameResult::Unknown { "unterminated" } else { "normal" });
    Ok(record)
}

/// Why a record's game cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordError {
    /// There is no `Game` tag.
    NoGame,
    /// The `Game` tag names an unknown game.
    Game(UnknownGame),
    /// The number of players is not valid.
    Players(String),
    /// The `Players` tag contradicts the position or the names.
    OtherPlayers {
        /// The number in the tag.
        stated: u8,
        /// The number according to the position or the names.
        others: u8,
    },
    /// The variant or the position is not valid.
    Setup(SetupError),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::NoGame => f.write_str("no tag [Game \"…\"] says which game it is"),
            RecordError::Game(error) => error.fmt(f),
            RecordError::Players(text) => write!(f, "players={text} is not a number of players"),
            RecordError::OtherPlayers { stated, others } => {
                write!(f, "[Players \"{stated}\"] does not fit: position or names are of {others} players")
            }
            RecordError::Setup(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RecordError {}

/// A problem in a record that could otherwise be replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The number of the ply, counted from 1 at the start of the game.
    pub ply: usize,
    /// Whether the ply is in a variation rather than on the main line.
    pub in_variation: bool,
    pub what: FaultKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// The move is not legal.
    Move { text: String, error: MoveError },
    /// The game ended on the board with a different result from the record's.
    Result {
        /// The result in the record.
        written: GameResult,
        played: GameResult,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ply {}{}", self.ply, if self.in_variation { " of a variation" } else { "" })?;
        match &self.what {
            FaultKind::Move { text, error } => write!(f, " {text:?}: {error}"),
            FaultKind::Result { written, played } => {
                write!(f, ": the record says {written}, but the game ended {played}")
            }
        }
    }
}
