//! What is told of a solved board.

use super::worth_text;
use indicatif::{HumanBytes, HumanCount};
use ludoteca_solve::{Worth, squadro::Board};
use ludoteca_solve_cuda::Counts;
use ludoteca_table::{Table, Tally};
use serde::Serialize;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Report {
    tracks: usize,
    /// By who starts, Yellow first.
    starts: [String; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reachable: Option<Reachable>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) table: Option<OnDisk>,
    pub(super) seconds: f64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Reachable {
    positions: u64,
    /// By who is to move, Yellow first.
    to_move: [ReachableTally; 2],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ReachableTally {
    won: u64,
    /// Lost, the finished games among them.
    lost: u64,
    endless: u64,
    finished: u64,
    longest: u32,
    /// Positions by plies to the end.
    by_plies: Vec<u64>,
}

/// A table in a folder.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OnDisk {
    folder: String,
    values: ludoteca_table::Kind,
    bytes: u64,
    /// All positions of the table, by who is to move, Yellow first.
    to_move: [Tally; 2],
    /// Entries proven once more from their successors.
    proven: u64,
}

impl Report {
    pub(super) fn new(board: Board, starts: [Worth; 2]) -> Report {
        let starts = starts.map(|worth| worth_text(&worth));
        Report { tracks: board.tracks(), starts, reachable: None, table: None, seconds: 0.0 }
    }

    pub(super) fn text(&self) -> String {
        let mut text = format!("{} tracks a side\n", self.tracks);
        for (seat, start) in ["Yellow", "Red"].iter().zip(&self.starts) {
            text += &format!("{seat} starts: {start} for the starter\n");
        }
        if let Some(reachable) = &self.reachable {
            text += &format!("{} reachable positions\n", HumanCount(reachable.positions));
            for (seat, tally) in ["Yellow", "Red"].iter().zip(&reachable.to_move) {
                text += &format!(
                    "{seat} to move: {} won, {} lost ({} of them finished games), {} endless; the longest takes {} plies\n",
                    HumanCount(tally.won),
                    HumanCount(tally.lost),
                    HumanCount(tally.finished),
                    HumanCount(tally.endless),
                    tally.longest
                );
            }
        }
        if let Some(table) = &self.table {
            text += &table.text();
        }
        text + &format!("{:.1} s\n", self.seconds)
    }
}

impl OnDisk {
    pub(crate) fn new(table: &Table, folder: &std::path::Path, proven: u64) -> OnDisk {
        OnDisk {
            folder: folder.display().to_string(),
            values: table.manifest().values,
            bytes: table.bytes(),
            to_move: table.to_move().clone(),
            proven,
        }
    }

    pub(crate) fn text(&self) -> String {
        let positions: u64 = self.to_move.iter().map(Tally::positions).sum();
        let mut text = format!(
            "{}: {} positions, whether a game reaches them or not, in {}\n",
            self.folder,
            HumanCount(positions),
            HumanBytes(self.bytes)
        );
        for (seat, tally) in ["Yellow", "Red"].iter().zip(&self.to_move) {
            text += &format!(
                "{seat} to move: {} won, {} lost ({} of them finished games), {} endless",
                HumanCount(tally.won),
                HumanCount(tally.lost),
                HumanCount(tally.finished),
                HumanCount(tally.endless),
            );
            if let Some(by_plies) = &tally.by_plies {
                text += &format!("; the longest takes {} plies", by_plies.len().saturating_sub(1));
            }
            text += "\n";
        }
        text + &format!("checksums agree, {} entries proven from their successors\n", HumanCount(self.proven))
    }
}

impl Reachable {
    pub(super) fn new(counts: &Counts) -> Reachable {
        Reachable {
            positions: counts.iter().flatten().sum(),
            to_move: [ReachableTally::new(&counts[0]), ReachableTally::new(&counts[1])],
        }
    }
}

impl ReachableTally {
    /// By the table's byte: plies and one more.
    fn new(counts: &[u64; 256]) -> ReachableTally {
        let of =
            |parity: usize| counts.iter().skip(1).enumerate().filter(move |(plies, _)| plies % 2 == parity);
        let last = counts.iter().rposition(|&count| count > 0).unwrap_or(0).max(1);
        ReachableTally {
            won: of(1).map(|(_, count)| count).sum(),
            lost: of(0).map(|(_, count)| count).sum(),
            endless: counts[0],
            finished: counts[1],
            longest: last as u32 - 1,
            by_plies: counts[1..=last].to_vec(),
        }
    }
}
