//! The value of a position and of its moves, proven by search, where that is near enough to the end.

use crate::{failure::Failure, session::Session, think::table_bytes, value::ProvenResult};
use ludoteca_catalog::{AnyPlay, ForGame, play_of};
use ludoteca_core::Game;
use ludoteca_search::Stop;
use ludoteca_solve::Prover;
use serde::{Deserialize, Serialize};

/// How far to go.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProveRequest {
    /// Positions for the value, and as many again for all moves.
    pub nodes: u64,
    /// Memory of the table, in MiB.
    #[serde(default = "usual_hash")]
    #[cfg_attr(feature = "ts", ts(as = "Option<_>", optional))]
    pub hash: u16,
}

fn usual_hash() -> u16 {
    16
}

/// A value that is certain.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Proof {
    /// For the seat to act.
    pub value: ProvenResult,
    /// The moves that keep it.
    pub keeping: Vec<String>,
    pub nodes: u64,
}

impl Session {
    /// Proves the value of the game as it stands. `None` when that takes more than was asked for, with three
    /// and four seats, when the game is over, and where something has occurred twice: a proof knows nothing
    /// of the past, and its third time would be something else.
    ///
    /// # Errors
    /// When the request asks for too much memory.
    pub fn prove(&self, request: &ProveRequest, stop: &dyn Fn() -> bool) -> Result<Option<Proof>, Failure> {
        let ProveRequest { nodes, hash } = *request;
        let task = Prove { game: &*self.game, nodes, table_bytes: table_bytes(hash)?, stop };
        Ok(if self.game.seats() == 2 { self.game.game().with(task) } else { None })
    }
}

struct Prove<'a> {
    game: &'a dyn AnyPlay,
    nodes: u64,
    table_bytes: usize,
    stop: &'a dyn Fn() -> bool,
}

impl ForGame for Prove<'_> {
    type Output = Option<Proof>;

    fn run<G: Game>(self) -> Self::Output {
        let play = play_of::<G>(self.game)?;
        let now = play.position();
        let seen: Vec<G> = play.past().map(|(position, _)| position).chain([now.clone()]).collect();
        let twice = (1..seen.len()).any(|i| seen[..i].contains(&seen[i]));
        if twice {
            return None;
        }
        let proved = Prover::new(self.table_bytes, self.nodes).judge(now, Stop::when(self.stop))?;
        Some(Proof {
            value: proved.value.into(),
            keeping: proved.keeping().map(|m| now.move_text(m)).collect(),
            nodes: proved.nodes,
        })
    }
}
