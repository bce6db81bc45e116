//! The engine's search, with a time limit set by the caller.

use crate::{failure::Failure, session::Session, value::Value};
use ludoteca_catalog::GameId;
use ludoteca_engine::{Analysis, Budget, DEFAULT_TABLE_BYTES, Level, Player, Watch, engine};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The engine at one strength, with everything it has found in this game.
pub(crate) struct Thinker {
    level: Level,
    table_bytes: usize,
    player: Box<dyn Player>,
}

impl fmt::Debug for Thinker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Thinker").field("level", &self.level).finish_non_exhaustive()
    }
}

/// How to think; nothing is required.
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ThinkRequest {
    /// 1 to 10, which is full strength.
    #[cfg_attr(feature = "ts", ts(as = "Option<_>", optional))]
    pub level: u8,
    /// The thinking time in milliseconds.
    pub millis: Option<f64>,
    /// The maximum number of positions to search.
    pub nodes: Option<u64>,
    /// The maximum number of plies to look ahead.
    pub depth: Option<u32>,
    /// The number of moves that get a value and a line.
    #[cfg_attr(feature = "ts", ts(as = "Option<_>", optional))]
    pub lines: usize,
    /// The seed of random choices.
    #[cfg_attr(feature = "ts", ts(as = "Option<_>", optional))]
    pub seed: u64,
    /// The size of the table in MiB.
    pub hash: Option<u16>,
}

impl Default for ThinkRequest {
    fn default() -> Self {
        ThinkRequest { level: 10, millis: None, nodes: None, depth: None, lines: 1, seed: 0, hash: None }
    }
}

/// The caller's callbacks: the library reads no clock and cannot be interrupted.
pub struct Outside<'a> {
    /// The time in milliseconds since any fixed point.
    pub now: &'a (dyn Fn() -> f64 + Sync),
    /// Called about every thousand positions: `true` ends the thinking, with the best answer so far.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Called with each better answer.
    pub report: &'a mut dyn FnMut(&Thought),
}

impl fmt::Debug for Outside<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outside").finish_non_exhaustive()
    }
}

/// The result of the engine's thinking.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Thought {
    /// The lines, best first; never empty.
    pub lines: Vec<Line>,
    pub nodes: u64,
    /// The depth of the last completed iteration, in plies.
    pub depth: u32,
    /// The thinking time used, in milliseconds.
    pub millis: f64,
}

/// A possible continuation of the game.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Line {
    /// The moves, beginning with the one to play.
    pub moves: Vec<String>,
    /// The value of playing the first move, for the seat to act.
    pub value: Option<Value>,
    /// The expected final score of each seat, in games that are scored.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub score: Option<[f32; 2]>,
}

impl Thought {
    fn new(analysis: &Analysis, millis: f64) -> Thought {
        let line = |line: &ludoteca_engine::Line| Line {
            moves: line.moves.clone(),
            value: line.value.as_ref().map(Value::from),
            score: line.score,
        };
        Thought {
            lines: analysis.lines.iter().map(line).collect(),
            nodes: analysis.nodes,
            depth: analysis.depth,
            millis,
        }
    }
}

/// The maximum size of a table, in MiB: a browser has no more memory to give.
const MAX_HASH: u16 = 1024;

pub(crate) fn table_bytes(mib: u16) -> Result<usize, Failure> {
    match mib {
        0..=MAX_HASH => Ok(usize::from(mib.max(1)) << 20),
        _ => Err(Failure::request(format!("hash cannot be {mib}: expected 1 to {MAX_HASH}"))),
    }
}

impl Session {
    /// Thinks about the current position. `None` if the game is over. A repeated call continues from what the
    /// engine has already found.
    ///
    /// # Errors
    /// If the level does not exist, or the table is too large.
    pub fn think(
        &mut self,
        request: &ThinkRequest,
        outside: &mut Outside<'_>,
    ) -> Result<Option<Thought>, Failure> {
        let level = Level::new(request.level)
            .ok_or_else(|| Failure::request(format!("there is no level {}", request.level)))?;
        let table_bytes = request.hash.map_or(Ok(DEFAULT_TABLE_BYTES), table_bytes)?;
        let fits = |thinker: &Thinker| thinker.level == level && thinker.table_bytes == table_bytes;
        let last = self.thinker.take().filter(fits);
        let thinker = self.thinker.insert(last.unwrap_or_else(|| new(self.game.game(), level, table_bytes)));

        let began = (outside.now)();
        let ends = request.millis.map(|millis| began + millis);
        let (now, stop) = (outside.now, outside.stop);
        let over = || stop() || ends.is_some_and(|ends| now() >= ends);
        let report = &mut *outside.report;
        let mut report = |analysis: &Analysis| report(&Thought::new(analysis, now() - began));
        let budget = Budget {
            nodes: request.nodes,
            depth: request.depth,
            lines: request.lines.max(1),
            seed: request.seed,
        };
        let mut watch = Watch { stop: &over, report: &mut report };
        let found = thinker.player.think(&*self.game, &budget, &mut watch);
        Ok(found.map(|analysis| Thought::new(&analysis, now() - began)))
    }

    /// Clears what the engine has found, before the next game.
    pub fn forget(&mut self) {
        self.thinker = None;
    }
}

fn new(game: GameId, level: Level, table_bytes: usize) -> Thinker {
    Thinker { level, table_bytes, player: engine(game, level, table_bytes, 1) }
}
