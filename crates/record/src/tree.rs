use crate::{
    GameResult, Reader, Refused, Turn, check,
    comment::{self, Clock, NotAClock},
    records, writer,
};
use serde::{Deserialize, Serialize};

/// One game: its tags, its annotated moves and its result.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Names and values of the tags, in order.
    pub tags: Vec<(String, String)>,
    /// The moves actually played.
    pub main: Line,
    /// The result; [`GameResult::Unknown`] for a record without one.
    pub result: GameResult,
}

/// A sequence of plies: the main line or a variation.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// Comments before the first ply; on the main line, they apply to the whole game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
    /// The plies in playing order.
    pub plies: Vec<Ply>,
}

/// One decision of one player, as text that only the game can interpret.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ply {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub text: String,
    /// The turn, if the record has turn numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Turn>,
    /// The glyphs by number: 1 is `!`, 2 is `?`, 3 is `!!`, 4 is `??`, 5 is `!?`, 6 is `?!`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub glyphs: Vec<u8>,
    /// Comments after the ply: text, clocks and evaluations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
    /// Alternatives to this ply.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Line>,
}

impl Record {
    /// The value of the first tag with this name.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Replaces the value of the first tag with this name, or appends the tag.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|(key, _)| key == name) {
            Some((_, old)) => *old = value.into(),
            None => self.tags.push((name.to_owned(), value.into())),
        }
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = &str> {
        self.main.plies.iter().map(|ply| ply.text.as_str())
    }

    /// Infers missing turns: a ply after one with a turn continues that turn, and the first ply of a
    /// variation has the turn of the ply it replaces. Readers do this, and so, implicitly, do writers.
    pub fn infer_turns(&mut self) {
        self.main.infer_turns(None);
    }

    /// The record as text, exactly as written by [`Writer`](crate::Writer).
    ///
    /// # Errors
    /// If the record contains something that could not be read back.
    pub fn to_text(&self) -> Result<String, Refused> {
        check::record(self)?;
        let mut text = String::new();
        writer::lay_out(self, &mut text);
        Ok(text)
    }

    /// Parses the first record in a text; returns an empty record if there is none.
    ///
    /// # Errors
    /// If the record is malformed.
    pub fn from_text(text: &str) -> Result<Record, crate::Error> {
        Reader::new(text.as_bytes()).records().next().unwrap_or_else(|| Ok(Record::default()))
    }

    /// Parses the readable beginning of the first record in a text and returns the error that follows it, if
    /// any. A truncated link can thus still show the beginning of its game.
    ///
    /// ```
    /// let (record, error) = ludoteca_record::Record::prefix("1. Y3 (1. Y2 R1) 1... R2 {cut o");
    /// assert_eq!(record.moves().collect::<Vec<_>>(), ["Y3", "R2"]);
    /// assert_eq!(record.main.plies[0].variations[0].plies.len(), 2);
    /// assert!(error.is_some());
    /// ```
    #[must_use]
    pub fn prefix(text: &str) -> (Record, Option<crate::Error>) {
        records::prefix(text)
    }
}

impl Line {
    fn infer_turns(&mut self, mut turn: Option<Turn>) {
        for ply in &mut self.plies {
            ply.turn = ply.turn.or(turn);
            for variation in &mut ply.variations {
                variation.infer_turns(ply.turn);
            }
            turn = ply.turn.map(Turn::continued);
        }
    }
}

impl Ply {
    /// A ply without comments or variations.
    pub fn new(text: impl Into<String>) -> Ply {
        Ply { text: text.into(), ..Ply::default() }
    }

    /// A ply in this turn.
    pub fn in_turn(number: u32, first: bool, text: impl Into<String>) -> Ply {
        Ply { text: text.into(), turn: Some(Turn { number, first }), ..Ply::default() }
    }

    /// The value of the first command `[%name value]` in the comments.
    #[must_use]
    pub fn command(&self, name: &str) -> Option<&str> {
        self.comments.iter().find_map(|text| comment::command(text, name))
    }

    /// Replaces the value of the first command with this name, or adds the command to the comments.
    ///
    /// # Errors
    /// If a command cannot have this name or value.
    pub fn set_command(&mut self, name: &str, value: &str) -> Result<(), Refused> {
        let holder = self.comments.iter().position(|text| comment::command(text, name).is_some());
        match self.comments.get_mut(holder.unwrap_or(0)) {
            Some(text) => comment::set_command(text, name, value)?,
            None => self.comments.push(comment::write_command(name, value)?),
        }
        Ok(())
    }

    /// The time left after the ply, from `[%clk 0:01:23]`.
    ///
    /// # Errors
    /// If there is such a command, but its value is not a time.
    pub fn clock(&self) -> Result<Option<Clock>, NotAClock> {
        self.command("clk").map(str::parse).transpose()
    }

    /// Writes `[%clk 0:01:23]` into the comments.
    pub fn set_clock(&mut self, clock: Clock) {
        // A time contains only characters that are allowed in a command.
        let _ = self.set_command("clk", &clock.to_string());
    }

    /// The evaluation after the ply, from `[%eval ...]`. Its meaning depends on the game.
    #[must_use]
    pub fn eval(&self) -> Option<&str> {
        self.command("eval")
    }

    /// Writes `[%eval ...]` into the comments.
    ///
    /// # Errors
    /// If a command cannot have this value.
    pub fn set_eval(&mut self, eval: &str) -> Result<(), Refused> {
        self.set_command("eval", eval)
    }
}
