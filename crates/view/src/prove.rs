//! Proves the value of a position and of its moves by search, if the end of the game is near enough.

use crate::{failure::Failure, session::Session, think::table_bytes, value::ProvenResult};
use ludoteca_catalog::{AnyPlay, ForGame, play_of};
use ludoteca_core::Game;
use ludoteca_search::Stop;
use ludoteca_solve::Prover;
use serde::{Deserialize, Serialize};

/// The limits of a proof.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProveRequest {
    /// The maximum number of positions for the value, and as many again for all moves.
    pub nodes: u64,
    /// The size of the table in MiB.
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
    /// The moves that keep the value.
    pub keeping: Vec<String>,
    pub nodes: u64,
}

impl Session {
    /// Proves the value of the current position. `None` if that exceeds the limits, with three and four
    /// seats, if the game is over, and if a position has occurred twice: a proof ignores the history, in
    /// which a third occurrence would end the game.
    ///
    /// # Errors
    /// If the request asks for too much memory.
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
