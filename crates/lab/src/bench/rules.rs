use clap::Args;
use ludoteca_catalog::{ForGame, GameId, perft};
use ludoteca_core::{Game, Options};
use ludoteca_shell::{
    Failure,
    output::{self, print, print_json},
};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;
use std::time::Instant;

/// Measure move generation and play: perft leaves and random plies per second, for each game
#[derive(Args)]
pub(crate) struct Arguments {
    /// Measure only this game
    #[arg(long, value_name = "GAME")]
    game: Option<GameId>,
    /// Seed of the random playouts
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Number of measurements; the best and the median are printed
    #[arg(long, default_value_t = 5, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
    #[command(flatten)]
    output: output::Arguments,
}

/// Perft runs to the greatest depth that has no more leaves than this.
const MAX_LEAVES: u64 = 60_000_000;
/// Random playouts are stopped after this many plies, as repetition is ignored in them.
const MAX_PLIES: u32 = 2_000;
/// The approximate number of random plies per round.
const PLIES_A_ROUND: u64 = 5_000_000;

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let cases: Vec<(GameId, u8)> = GameId::ALL
        .into_iter()
        .filter(|&id| arguments.game.is_none_or(|only| only == id))
        .flat_map(|id| (id.info().min_players..=id.info().max_players()).map(move |players| (id, players)))
        .collect();
    if !arguments.output.json {
        print(&format!(
            "one core, seed {}, {} rounds; millions a second, best (median)\n",
            arguments.seed, arguments.rounds
        ))?;
    }
    for (id, players) in cases {
        let report = id.with(Measure { players, seed: arguments.seed, rounds: arguments.rounds });
        if arguments.output.json {
            print_json(&report)?;
        } else {
            print(&report.text())?;
        }
    }
    Ok(())
}

/// The work of a round, and the rate per second of each round, fastest first.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rate {
    count: u64,
    best: f64,
    median: f64,
}

impl Rate {
    fn text(&self) -> String {
        format!("{:.1} ({:.1})", self.best / 1e6, self.median / 1e6)
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    game: &'static str,
    players: u8,
    depth: u32,
    /// Every leaf is played.
    leaves_played: Rate,
    /// The moves of the last ply are only counted.
    leaves_counted: Rate,
    playouts: Rate,
    plies: Rate,
}

impl Report {
    fn text(&self) -> String {
        format!(
            "{} {} players\n  perft {}: {} leaves, played {} M/s, last ply counted {} M/s\n  random: {} playouts, {} plies, {} M plies/s, {:.0} ({:.0}) playouts/s\n",
            self.game,
            self.players,
            self.depth,
            self.leaves_played.count,
            self.leaves_played.text(),
            self.leaves_counted.text(),
            self.playouts.count,
            self.plies.count,
            self.plies.text(),
            self.playouts.best,
            self.playouts.median,
        )
    }
}

struct Measure {
    players: u8,
    seed: u64,
    rounds: u32,
}

impl ForGame for Measure {
    type Output = Report;

    fn run<G: Game>(self) -> Report {
        let no_options: [(&str, &str); 0] = [];
        // The default options are valid for a number of players taken from the game itself.
        let rules = Options::new(&G::INFO, Some(self.players), no_options).map(|options| G::rules(&options));
        let start = G::start(&rules.unwrap_or_default());
        let mut depth = 1;
        while perft::count_in_bulk(&start, depth + 1) <= MAX_LEAVES {
            depth += 1;
        }
        let played = self.measure(|| perft::count(&start, depth));
        let counted = self.measure(|| perft::count_in_bulk(&start, depth));
        let mut total = 0;
        let mut games: u64 = 0;
        self.playouts(&start, |plies| {
            total += u64::from(plies);
            games += 1;
            total < PLIES_A_ROUND
        });
        let plies = self.measure(|| {
            let (mut total, mut left) = (0, games);
            self.playouts(&start, |plies| {
                total += u64::from(plies);
                left -= 1;
                left > 0
            });
            total
        });
        let games_a_ply = games as f64 / plies.count as f64;
        let playouts =
            Rate { count: games, best: plies.best * games_a_ply, median: plies.median * games_a_ply };
        Report {
            game: G::INFO.id,
            players: self.players,
            depth,
            leaves_played: played,
            leaves_counted: counted,
            playouts,
            plies,
        }
    }
}

impl Measure {
    /// Plays random games from the seed until `go_on` returns false.
    fn playouts<G: Game>(&self, start: &G, mut go_on: impl FnMut(u32) -> bool) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        while go_on(perft::playout(start, MAX_PLIES, || random.next_u32()).1) {}
    }

    fn measure(&self, mut work: impl FnMut() -> u64) -> Rate {
        let mut count = 0;
        let mut rates: Vec<f64> = (0..self.rounds)
            .map(|_| {
                let begin = Instant::now();
                count = work();
                count as f64 / begin.elapsed().as_secs_f64()
            })
            .collect();
        rates.sort_by(|a, b| b.total_cmp(a));
        Rate { count, best: rates[0], median: rates[rates.len() / 2] }
    }
}
