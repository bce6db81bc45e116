//! The report on a solved board.

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
    /// By the player who starts, Yellow first.
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
    /// By the player to move, Yellow first.
    to_move: [Tally; 2],
}

/// A table in a folder.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OnDisk {
    folder: String,
    values: ludoteca_table::Kind,
    bytes: u64,
    /// The reachable positions by the player to move, Yellow first.
    to_move: [Tally; 2],
    /// The number of entries verified from their successors.
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
            text += &tallies(&reachable.to_move);
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
        let mut text = format!("{}: {}\n", self.folder, HumanBytes(self.bytes));
        text += &tallies(&self.to_move);
        text + &format!("checksums agree, {} entries proven from their successors\n", HumanCount(self.proven))
    }
}

impl Reachable {
    /// From the GPU's bytes, which are plies plus one.
    pub(super) fn new(counts: &Counts) -> Reachable {
        let to_move = [tally(&counts[0]), tally(&counts[1])];
        Reachable { positions: to_move.iter().map(Tally::positions).sum(), to_move }
    }
}

fn tally(counts: &[u64; 256]) -> Tally {
    let of = |parity: usize| counts.iter().skip(1 + parity).step_by(2).sum();
    let last = counts.iter().rposition(|&count| count > 0).unwrap_or(0).max(1);
    let by_plies = Some(counts[1..=last].to_vec());
    Tally { won: of(1), lost: of(0), endless: counts[0], finished: counts[1], by_plies, longest_at: None }
}

fn tallies(to_move: &[Tally; 2]) -> String {
    let mut text =
        format!("{} reachable positions\n", HumanCount(to_move.iter().map(Tally::positions).sum()));
    for (seat, tally) in ["Yellow", "Red"].iter().zip(to_move) {
        text += &format!(
            "{seat} to move: {} won, {} lost ({} of them finished games), {} endless",
            HumanCount(tally.won),
            HumanCount(tally.lost),
            HumanCount(tally.finished),
            HumanCount(tally.endless),
        );
        if let Some(longest) = tally.longest() {
            text += &format!("; the longest takes {longest} plies");
        }
        if let Some(position) = &tally.longest_at {
            text += &format!(" ({position})");
        }
        text += "\n";
    }
    text
}
