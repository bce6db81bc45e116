//! Matches between computer players.

mod arena;
mod bradley_terry;
mod game;
mod ladder;
mod plan;
pub(crate) mod players;
pub(crate) mod spec;
mod sprt;
mod stats;
mod store;
mod table;

use arena::{Arena, Outlines};
use clap::{Args, Subcommand};
use ludoteca_catalog::{GameId, open};
use ludoteca_shell::{
    Failure,
    output::{self, print, print_json},
    setup::Choices,
    thinking::read_time,
};
use plan::{Plan, Ticket};
use serde_json::json;
use spec::Spec;
use sprt::{Sprt, Verdict};
use std::{num::NonZeroUsize, path::PathBuf, thread, time::Duration};
use store::Store;

const EXAMPLES: &str = "\
Examples:
  ludoteca-lab match squadro level:5 level:4 --games 200
  ludoteca-lab match peak engine mcts --movetime 50ms --out peak.ldr
  ludoteca-lab match squadro engine \"ugi:./my-engine\" --sprt 0,20
  ludoteca-lab match ladder squadro --games 40";

/// Play a match between two to four computer players and measure their strength
///
/// A player is random, uct (a new tree for every move), mcts or mcts:rollout (a tree with proven values that
/// is kept, its leaves judged by knowledge or by random games), engine, level:N (1 to 10),
/// sight:DEPTH/NODES/BLUR (what a level is made of), nodes:N, movetime:TIME or ugi:COMMAND; in a program
/// built with --features peer also minimax:ab and minimax:mcts. A limit may follow uct, mcts, mcts:rollout,
/// engine, level:N, minimax:ab and minimax:mcts (uct:50ms, engine:nodes=5000, engine:depth=6) and precede the
/// command (ugi:50ms:COMMAND). Where there are fewer players than seats, the last one takes the rest.
#[derive(Args)]
// Usage on one line, since the message about a wrong call leaves out one line.
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = EXAMPLES,
    override_usage = "ludoteca-lab match [OPTIONS] <GAME> <PLAYER> <PLAYER>..."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// The game: squadro, number-one, peak or one-piece-for-two
    #[arg(value_name = "GAME", required = true)]
    game: Option<GameId>,
    /// Two to four players
    #[arg(value_name = "PLAYER", required = true, num_args = 2..=4)]
    entrants: Vec<Spec>,
    #[command(flatten)]
    common: Common,
    /// Stop as soon as it is clear whether the first player is ELO1 or only ELO0 stronger
    #[arg(long, value_name = "ELO0,ELO1", value_parser = two_numbers, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    /// Error rate of --sprt when it accepts ELO1
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = chance)]
    alpha: f64,
    /// Error rate of --sprt when it accepts ELO0
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = chance)]
    beta: f64,
}

#[derive(Subcommand)]
enum Command {
    Ladder(ladder::Arguments),
}

#[derive(Args)]
#[group(skip)]
struct Common {
    #[command(flatten)]
    choices: Choices,
    /// Games (of each pair), rounded up so that each opening is played from all sides [default: 100; 100000
    /// with --sprt]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: Option<u32>,
    /// Number of random plies at the start of each game
    #[arg(long, value_name = "N", default_value_t = 4)]
    opening_plies: u32,
    /// Choose the most balanced of this many random openings, judged by the engine; for two players
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    opening_choice: u32,
    /// Seed of openings and players
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Time for a move, for players without a limit of their own
    #[arg(long, value_name = "TIME", default_value = "100ms", value_parser = read_time)]
    movetime: Duration,
    /// Games at the same time [default: number of cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Keep the records in this file, and continue the match in it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    output: output::Arguments,
}

fn two_numbers(text: &str) -> Result<(f64, f64), String> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= 2000.0);
    text.split_once(',')
        .and_then(|(elo0, elo1)| Some((number(elo0)?, number(elo1)?)))
        .filter(|(elo0, elo1)| elo0 < elo1)
        .ok_or_else(|| "expected two numbers, the smaller first, such as 0,20".to_owned())
}

fn chance(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|p| *p > 0.0 && *p < 0.5);
    number.ok_or_else(|| "expected a number between 0 and 0.5".to_owned())
}

impl Common {
    /// The plan of a match; the pairings depend on the number of seats.
    fn plan(
        &self,
        game: GameId,
        entrants: Vec<Spec>,
        players: Option<u8>,
        pairings: impl FnOnce(usize) -> Vec<Vec<usize>>,
    ) -> Result<Plan, Failure> {
        let mut setup = self.choices.setup();
        if setup.position.is_none() {
            setup.players = setup.players.or(players);
        }
        let seats = open(game, &setup)?.seats();
        let plan = Plan {
            game,
            setup,
            seats,
            pairings: pairings(seats.into()),
            entrants,
            opening_plies: self.opening_plies,
            // With more than two seats there is no single number to judge by.
            opening_choice: if seats == 2 { self.opening_choice } else { 1 },
            seed: self.seed,
            movetime: self.movetime,
        };
        plan.check()?;
        Ok(plan)
    }

    fn arena<'a>(&self, plan: &'a Plan) -> Result<Arena<'a>, Failure> {
        let threads =
            self.threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
        let (store, known) = match &self.out {
            Some(path) => {
                let (store, known) = Store::open(path, plan)?;
                (Some(store), known.into_iter().map(|outline| (outline.ticket, outline)).collect())
            }
            None => (None, Outlines::new()),
        };
        Ok(Arena { plan, threads, store, known })
    }

    /// The number of games, rounded up to whole openings.
    fn games(&self, plan: &Plan, default: u32) -> u32 {
        self.games.unwrap_or(default).next_multiple_of(plan.seats.into())
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match (&arguments.command, arguments.game) {
        (Some(Command::Ladder(ladder)), _) => ladder::run(ladder),
        (None, Some(game)) => duel(game, arguments),
        (None, None) => Err(Failure::Usage("match needs a game and players".to_owned())),
    }
}

fn duel(game: GameId, arguments: &Arguments) -> Result<(), Failure> {
    let common = &arguments.common;
    let count = arguments.entrants.len();
    let players = u8::try_from(count).ok();
    let plan = common.plan(game, arguments.entrants.clone(), players, |seats| {
        vec![(0..seats).map(|chair| chair.min(count - 1)).collect()]
    })?;
    if usize::from(plan.seats) < count {
        return Err(Failure::Usage(format!("{count} players, but the game has {} seats", plan.seats)));
    }
    let sprt =
        arguments.sprt.map(|(elo0, elo1)| Sprt { elo0, elo1, alpha: arguments.alpha, beta: arguments.beta });
    if sprt.is_some() && plan.seats != 2 {
        return Err(Failure::Usage("--sprt is for games of two".to_owned()));
    }
    let games = common.games(&plan, if sprt.is_some() { 100_000 } else { 100 });
    let tickets: Vec<Ticket> = (0..games).map(|game| Ticket { pairing: 0, game }).collect();
    let mut front = Front::default();
    let mut outlines = common
        .arena(&plan)?
        .play(&tickets, |outlines| sprt.is_some_and(|sprt| front.advance(&plan, &sprt, outlines)))?;
    if let Some(sprt) = sprt {
        // Needed even if all games were in the file.
        front.advance(&plan, &sprt, &outlines);
        outlines.retain(|ticket, _| ticket.game < front.games);
    }
    report(common, &plan, &outlines, sprt.map(|sprt| (sprt, front)))
}

/// The test sees the games in their order, whichever ended first, so that the same games give the same
/// verdict.
#[derive(Default)]
struct Front {
    games: u32,
    /// Losses, draws and wins of the first player.
    counts: [u64; 3],
}

impl Front {
    /// Processes the games available so far; returns whether the test is decided.
    fn advance(&mut self, plan: &Plan, sprt: &Sprt, outlines: &Outlines) -> bool {
        while sprt.verdict(self.counts) == Verdict::Open {
            let Some(outline) = outlines.get(&Ticket { pairing: 0, game: self.games }) else { return false };
            let twice = 2.0 * table::points_of_first_chair(plan, outline);
            self.counts[(twice as usize).min(2)] += 1;
            self.games += 1;
        }
        true
    }
}

fn report(
    common: &Common,
    plan: &Plan,
    outlines: &Outlines,
    sprt: Option<(Sprt, Front)>,
) -> Result<(), Failure> {
    let rows = table::rows(plan, 0, outlines);
    let sprt = sprt.map(|(sprt, front)| (sprt, sprt.llr(front.counts), sprt.verdict(front.counts)));
    if common.output.json {
        let mut json = json!({
            "game": plan.game.info().id,
            "match": plan.header(),
            "games": outlines.len(),
            "seats": plan.seats,
            "players": rows,
        });
        if let Some((sprt, llr, verdict)) = sprt {
            let (low, high) = sprt.bounds();
            json["sprt"] = json!({ "elo0": sprt.elo0, "elo1": sprt.elo1, "alpha": sprt.alpha, "beta": sprt.beta,
                "llr": llr, "low": low, "high": high, "accepted": verdict });
        }
        return print_json(&json);
    }
    let mut text = format!("{}\n{}", plan.header(), table::text(&rows));
    if plan.seats > 2 {
        text += &format!("an even share of first places is {:.3}\n", 1.0 / f64::from(plan.seats));
    }
    if let Some((sprt, llr, verdict)) = sprt {
        let (low, high) = sprt.bounds();
        let (elo0, elo1) = (sprt.elo0, sprt.elo1);
        let verdict = match verdict {
            Verdict::Elo0 => format!("{elo0} Elo accepted"),
            Verdict::Elo1 => format!("{elo1} Elo accepted"),
            Verdict::Open => "not decided".to_owned(),
        };
        text += &format!(
            "SPRT {elo0} against {elo1} Elo: log-likelihood ratio {llr:.2}, bounds {low:.2} and {high:.2}: {verdict}\n"
        );
    }
    print(&text)
}
