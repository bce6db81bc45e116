//! Result tables: counts, shares, Elo, places.

use super::{
    arena::Outlines,
    game::Outline,
    plan::Plan,
    stats::{self, Estimate},
};
use ludoteca_catalog::{Place, Seat};
use serde::Serialize;

/// The results of one player.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Row {
    player: String,
    /// Each game counts once for every seat the player had in it.
    games: u64,
    /// Lost by a crash, an illegal move or a timeout.
    forfeits: u64,
    #[serde(flatten)]
    score: Score,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Score {
    #[serde(rename_all = "camelCase")]
    OfTwo { wins: u64, draws: u64, losses: u64, share: Estimate, elo: Estimate },
    #[serde(rename_all = "camelCase")]
    OfMany { first_places: Estimate, mean_place: Estimate },
}

/// The rows of a pairing, one for each entrant.
pub(super) fn rows(plan: &Plan, pairing: usize, outlines: &Outlines) -> Vec<Row> {
    let mut entrants = plan.pairings[pairing].clone();
    entrants.sort_unstable();
    entrants.dedup();
    let row = |entrant: usize| {
        let places: Vec<(Place, usize)> = outlines
            .values()
            .filter(|outline| outline.ticket.pairing == pairing)
            .flat_map(|outline| {
                let seats = Seat::all(plan.seats).filter(|s| plan.entrant(outline.ticket, *s) == entrant);
                seats.map(|seat| (outline.places[seat], sharing_first(outline)))
            })
            .collect();
        let forfeits = outlines.values().filter(|outline| {
            outline.ticket.pairing == pairing
                && outline.forfeits.iter().any(|seat| plan.entrant(outline.ticket, *seat) == entrant)
        });
        Row {
            player: plan.entrants[entrant].to_string(),
            games: places.len() as u64,
            forfeits: forfeits.count() as u64,
            score: score(plan.seats, &places),
        }
    };
    entrants.into_iter().map(row).collect()
}

fn sharing_first(outline: &Outline) -> usize {
    outline.places.iter().filter(|&(_, place)| place == 1).count()
}

/// Each place comes with the number of players who share first place.
fn score(seats: u8, places: &[(Place, usize)]) -> Score {
    let n = places.len() as f64;
    let count = |wanted: fn(Place, usize) -> bool| {
        places.iter().filter(|&&(place, sharing)| wanted(place, sharing)).count() as u64
    };
    let firsts: f64 =
        places.iter().filter(|(place, _)| *place == 1).map(|(_, sharing)| 1.0 / *sharing as f64).sum();
    if seats == 2 {
        let share = stats::share(firsts, n);
        return Score::OfTwo {
            wins: count(|place, sharing| place == 1 && sharing == 1),
            draws: count(|_, sharing| sharing == 2),
            losses: count(|place, _| place > 1),
            share,
            elo: share.elo(),
        };
    }
    let sum = |power: i32| places.iter().map(|(place, _)| f64::from(*place).powi(power)).sum();
    Score::OfMany { first_places: stats::share(firsts, n), mean_place: stats::mean(sum(1), sum(2), n) }
}

/// The score of the first chair's player in a game: 1 for each opponent beaten and half for each tie, divided
/// by their number.
pub(super) fn points_of_first_chair(plan: &Plan, outline: &Outline) -> f64 {
    let own =
        Seat::all(plan.seats).find(|seat| plan.chair(outline.ticket, *seat) == 0).unwrap_or(Seat::FIRST);
    let against = |place: Place| match place.cmp(&outline.places[own]) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    };
    let points: f64 =
        outline.places.iter().filter(|(seat, _)| *seat != own).map(|(_, place)| against(place)).sum();
    points / f64::from(plan.seats.saturating_sub(1).max(1))
}

/// Formats the rows in columns.
pub(super) fn text(rows: &[Row]) -> String {
    let mut cells: Vec<Vec<String>> = Vec::new();
    let mut head: &[&str] = &[];
    for row in rows {
        let mut line = vec![row.player.clone(), row.games.to_string()];
        match &row.score {
            Score::OfTwo { wins, draws, losses, share, elo } => {
                head =
                    &["player", "games", "wins", "draws", "losses", "share (95 %)", "Elo (95 %)", "forfeits"];
                line.extend([wins, draws, losses].map(u64::to_string));
                line.push(with_interval(share, |x| format!("{x:.3}")));
                line.push(with_interval(elo, |x| format!("{x:+.0}")));
            }
            Score::OfMany { first_places, mean_place } => {
                head = &["player", "seats", "first places (95 %)", "mean place (95 %)", "forfeits"];
                line.push(with_interval(first_places, |x| format!("{x:.3}")));
                line.push(with_interval(mean_place, |x| format!("{x:.2}")));
            }
        }
        line.push(row.forfeits.to_string());
        cells.push(line);
    }
    cells.insert(0, head.iter().map(|&word| word.to_owned()).collect());
    columns(&cells)
}

fn with_interval(estimate: &Estimate, write: fn(f64) -> String) -> String {
    format!("{} ({} to {})", write(estimate.value), write(estimate.low), write(estimate.high))
}

/// The first column is left-aligned, the others right-aligned.
pub(super) fn columns(lines: &[Vec<String>]) -> String {
    let count = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |i: usize| lines.iter().filter_map(|line| line.get(i)).map(|c| c.chars().count()).max();
    let widths: Vec<usize> = (0..count).map(|i| width(i).unwrap_or(0)).collect();
    let mut text = String::new();
    for line in lines {
        for (i, (cell, &width)) in line.iter().zip(&widths).enumerate() {
            text += &if i == 0 { format!("{cell:width$}") } else { format!("  {cell:>width$}") };
        }
        text.push('\n');
    }
    text
}
