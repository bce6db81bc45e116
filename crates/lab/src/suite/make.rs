use super::{
    Entry, Suite,
    gather::{LineForm, Wanted},
    source::{DEEPEST, LEVELS, OPENING, Source},
};
use clap::Args;
use ludoteca_catalog::{GameId, Setup, open};
use ludoteca_shell::Failure;
use std::{num::NonZeroUsize, path::PathBuf};

/// Find positions in games between the engine's levels whose value and moves proof-number search settles
///
/// The same arguments (but for --threads and --out) give the same suite. With --out, what was found is kept
/// in FILE.part until the suite is complete: a run that was stopped continues when it is started again.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The game: squadro, peak or one-piece-for-two; number-one with two players
    #[arg(value_name = "GAME")]
    game: GameId,
    /// Option of the game (see `ludoteca games`); can be given several times
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = ludoteca_shell::setup::key_and_value)]
    options: Vec<(String, String)>,
    /// Number of positions
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
    /// Seed of the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Maximum number of positions for a proof
    #[arg(long, value_name = "N", default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Games at the same time [default: number of cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Output file [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// A position is hard if fixed-depth searches up to this depth do not keep its value. At most half are easy.
const EASY: u32 = 2;

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { game, options, seed, nodes, .. } = arguments;
    let seats = open(*game, &Setup { options: options.clone(), ..Setup::default() })?.seats();
    if seats != 2 {
        return Err(Failure::Usage(format!("proofs are for games of two, not of {seats}")));
    }
    let source = Source { game: *game, options, seed: *seed, nodes: *nodes };
    let count = arguments.count as usize;
    let mut suite = Suite { game: *game, options: options.clone(), entries: Vec::new() };
    let command = command(arguments);
    let wanted = Wanted {
        things: "positions",
        count,
        games: None,
        command: &command,
        threads: arguments.threads,
        out: arguments.out.as_deref(),
    };
    let form = LineForm { write: Entry::line, read: |line: &str| suite.read_entry(line) };
    let gathered = wanted.gather(
        form,
        |number| source.entries(number).map(hardest),
        |found, entry| {
            let easy = found.iter().filter(|entry| !is_hard(entry)).count();
            (is_hard(entry) || easy < count / 2) && found.iter().all(|other| other.position != entry.position)
        },
    )?;
    let (entries, games, journal) = gathered.into_parts();
    suite.entries = entries;
    wanted.write(&suite.write(&about(arguments, games, &suite.entries)), journal)
}

fn is_hard(entry: &Entry) -> bool {
    entry.depth == 0 || entry.depth > EASY
}

/// The hardest position of a game, by depth and then by nodes; only one per game, so that no two are alike.
fn hardest(entries: Vec<Entry>) -> Option<Entry> {
    let deepest_first = |entry: &Entry| if entry.depth == 0 { u32::MAX } else { entry.depth };
    entries.into_iter().max_by_key(|entry| (deepest_first(entry), entry.nodes))
}

/// The command that reproduces this suite.
fn command(arguments: &Arguments) -> String {
    let Arguments { game, seed, nodes, count, options, .. } = arguments;
    let options: String = options.iter().map(|(key, value)| format!(" --option {key}={value}")).collect();
    format!("ludoteca-lab suite make {game}{options} --count {count} --seed {seed} --nodes {nodes}")
}

/// The header: how the suite was made and how to read it.
fn about(arguments: &Arguments, games: usize, entries: &[Entry]) -> String {
    let wins = entries.iter().filter(|entry| entry.value == ludoteca_engine::Outcome::Win).count();
    let by_depth = |depth: u32| entries.iter().filter(|entry| entry.depth == depth).count();
    let depths: Vec<String> = (1..=DEEPEST).map(|depth| format!("{depth}: {}", by_depth(depth))).collect();
    let mut proofs: Vec<u64> = entries.iter().map(|entry| entry.nodes).collect();
    proofs.sort_unstable();
    let quantile = |tenths: usize| proofs.get(proofs.len() * tenths / 10).copied().unwrap_or_default();
    format!(
        "Positions of {name} with a proven value, made by
  {command}
and measured with: ludoteca-lab bench suite FILE --movetime 1s
A line: position; value for the player to move; the moves that keep it; depth; nodes.
Value and moves are proven by proof-number search (df-pn) for the position without a past: every move leads to a position
whose value is proven too, so a move is right exactly when it is listed. At least one keeps the value, at most half of all do,
and none wins at once. Lost positions are left out: in them every move is right.
depth: from this depth on (up to {DEEPEST}) alpha-beta with the evaluation of that day kept the value; 0: not even at {DEEPEST}.
nodes: positions the proofs took, with what was known from later positions of the same game.
At most one position from each game, of the last ones the hardest by depth. A game begins with {opening_from} to {opening_to} random plies; levels
{level_from} to {level_to} play on. At most half of the positions are answered rightly by every depth from {EASY} on.
Here: {games} games, {wins} won and {draws} drawn positions; by depth {depths}, 0: {none}; nodes: median {median}, upper tenth from {tenth}.",
        name = arguments.game.info().name,
        command = command(arguments),
        opening_from = OPENING.start(),
        opening_to = OPENING.end(),
        level_from = LEVELS.start(),
        level_to = LEVELS.end(),
        draws = entries.len() - wins,
        depths = depths.join(", "),
        none = by_depth(0),
        median = quantile(5),
        tenth = quantile(9),
    )
}
