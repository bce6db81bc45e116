//! A ladder: neighbours play each other, and all get a rating.

use super::{
    Common,
    bradley_terry::{Rating, Score, fit},
    plan::Ticket,
    spec::Spec,
    stats::{self, Estimate},
    table::{columns, points_of_first_chair},
};
use clap::Args;
use ludoteca_catalog::GameId;
use ludoteca_shell::{
    Failure,
    output::{print, print_json},
};
use serde::Serialize;
use serde_json::json;

/// Rate a ladder of players by letting neighbours play each other
///
/// Ratings are fitted by the Bradley-Terry model, the first player's being 0; each pair is counted one drawn
/// game more, so that a clean sweep has a finite rating. The levels below 10 end by themselves, level 10 has
/// the --movetime. In games of three and four one player of a pair has one seat and the other the rest.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The game: squadro, number-one, peak or one-piece-for-two
    #[arg(value_name = "GAME")]
    game: GameId,
    /// Players, weakest first [default: random, level:1 to level:10]
    #[arg(value_name = "PLAYER", num_args = 2..)]
    entrants: Vec<Spec>,
    /// Number of stronger neighbours each player meets
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=100))]
    reach: u16,
    #[command(flatten)]
    common: Common,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rung {
    player: String,
    elo: f64,
    /// Half the width of the 95 % interval.
    error: f64,
    /// Against the previous player.
    #[serde(skip_serializing_if = "Option::is_none")]
    share: Option<Estimate>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let common = &arguments.common;
    let mut entrants = arguments.entrants.clone();
    if entrants.is_empty() {
        let levels = (1..=10).map(|level| format!("level:{level}"));
        let names = std::iter::once("random".to_owned()).chain(levels);
        entrants = names.map(|name| name.parse()).collect::<Result<_, _>>().map_err(Failure::Usage)?;
    }
    let count = entrants.len();
    // Neighbours first, so that a file of games stays valid with a longer reach.
    let pairs: Vec<(usize, usize)> = (1..=usize::from(arguments.reach).min(count - 1))
        .flat_map(|apart| (0..count - apart).map(move |lower| (lower, lower + apart)))
        .collect();
    // The stronger player of a pair has the first chair.
    let plan = common.plan(arguments.game, entrants, None, |seats| {
        let pair = |&(lower, upper): &(usize, usize)| {
            (0..seats).map(|chair| if chair == 0 { upper } else { lower }).collect::<Vec<_>>()
        };
        pairs.iter().map(pair).collect()
    })?;
    let games = common.games(&plan, 100);
    let tickets: Vec<Ticket> = (0..plan.pairings.len())
        .flat_map(|pairing| (0..games).map(move |game| Ticket { pairing, game }))
        .collect();
    let outlines = common.arena(&plan)?.play(&tickets, |_| false)?;
    let mut scores: Vec<Score> = pairs
        .iter()
        .map(|&(lower, upper)| Score { first: upper, second: lower, points: 0.0, games: 0.0 })
        .collect();
    for outline in outlines.values() {
        let score = &mut scores[outline.ticket.pairing];
        score.points += points_of_first_chair(&plan, outline);
        score.games += 1.0;
    }
    let rungs: Vec<Rung> = fit(count, &scores)
        .into_iter()
        .enumerate()
        .map(|(i, Rating { elo, error })| Rung {
            player: plan.entrants[i].to_string(),
            elo,
            error,
            share: i.checked_sub(1).map(|pair| stats::share(scores[pair].points, scores[pair].games)),
        })
        .collect();
    if common.output.json {
        return print_json(&json!({
            "game": plan.game.info().id,
            "match": plan.header(),
            "seats": plan.seats,
            "gamesOfEachPair": games,
            "ladder": rungs,
        }));
    }
    let head = ["player", "Elo", "+- (95 %)", "share against the one before (95 %)"].map(str::to_owned);
    let mut lines = vec![head.to_vec()];
    lines.extend(rungs.iter().map(|rung| {
        let share = rung.share.map_or_else(
            || "-".to_owned(),
            |share| format!("{:.3} ({:.3} to {:.3})", share.value, share.low, share.high),
        );
        vec![rung.player.clone(), format!("{:+.0}", rung.elo), format!("{:.0}", rung.error), share]
    }));
    print(&format!("{}\n{games} games of each pair\n{}", plan.header(), columns(&lines)))
}
