//! The numbers of won, lost and endless positions, in the form of the manifest.

use crate::position::Position;
use ludoteca_solve::squadro::{Counts, Sides};
use serde::{Deserialize, Serialize};

/// The reachable positions with one player to move.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tally {
    /// The player to move wins.
    pub won: u64,
    /// The player to move loses, including finished games.
    pub lost: u64,
    /// Neither side can force an end.
    pub endless: u64,
    /// The opponent has already won.
    pub finished: u64,
    /// Positions by plies to the end, if the table has distances.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_plies: Option<Vec<u64>>,
    /// A position with the greatest distance, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longest_at: Option<String>,
}

impl Tally {
    /// Converts the counts for `mover` (0: Yellow) to move.
    #[must_use]
    pub fn new(sides: &Sides, mover: usize, counts: Counts) -> Tally {
        let Counts { won, lost, endless, finished, by_plies, longest } = counts;
        let by_plies = (!by_plies.is_empty()).then_some(by_plies);
        let longest = longest.and_then(|[yellow, red]| Position::from_numbers(sides, mover, yellow, red));
        Tally { won, lost, endless, finished, by_plies, longest_at: longest.map(|p| p.to_string()) }
    }

    #[must_use]
    pub fn positions(&self) -> u64 {
        self.won + self.lost + self.endless
    }

    /// The greatest distance to the end, if the table has distances.
    #[must_use]
    pub fn longest(&self) -> Option<usize> {
        self.by_plies.as_ref().map(|by_plies| by_plies.len().saturating_sub(1))
    }
}
