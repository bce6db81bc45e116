use super::{
    Entry, Suite,
    journal::Journal,
    source::{DEEPEST, LEVELS, OPENING, Source},
};
use crate::{
    failure::Failure,
    output::{print, write_text},
    workers,
};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use ludoteca_catalog::{GameId, Setup, open};
use std::{num::NonZeroUsize, ops::ControlFlow, path::PathBuf};

/// Find positions in games between the engine's levels whose value and moves proof-number search settles
///
/// The same arguments (but for --threads and --out) give the same suite. With --out, what was found is kept
/// in FILE.part until the suite is whole: a run that was stopped goes on from there when it is started again.
#[derive(Args)]
pub(crate) struct Arguments {
    /// squadro, peak or one-piece-for-two; number-one with two players
    #[arg(value_name = "GAME")]
    game: GameId,
    /// An option of the game (see `ludoteca games`); may be given several times
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = crate::setup::key_and_value)]
    options: Vec<(String, String)>,
    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
    /// Seed of the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Positions a proof may take
    #[arg(long, value_name = "N", default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Games at once [default: as many as there are cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Where to write the suite [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// No more games than this for each position wanted: a game in which next to nothing can be proven.
const MOST_GAMES: usize = 200;
/// A position is hard when the search of this depth or a lesser one does not keep its value. At most half are
/// easy.
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
    let mut picked = Picked { count, entries: Vec::new(), games: 0 };
    let mut journal = None;
    if let Some(out) = &arguments.out {
        let (begun, games) = Journal::open(out, &command(arguments), |line| suite.read_entry(line))?;
        for found in games {
            if !picked.is_whole() {
                picked.take(found);
            }
        }
        journal = Some(begun);
    }
    let bar = progress_bar(count);
    let first = picked.games;
    let games = if picked.is_whole() { 0 } else { count.saturating_mul(MOST_GAMES).saturating_sub(first) };
    let end = workers::in_order(
        workers::threads(arguments.threads),
        games,
        |number| source.entries((first + number) as u64).map(hardest),
        |found| {
            let found = found.and_then(|found| {
                journal
                    .as_mut()
                    .map_or(Ok(()), |journal| journal.add(found.as_ref().map(Entry::line).as_deref()))?;
                Ok(found)
            });
            match found {
                Err(failure) => ControlFlow::Break(Err(failure)),
                Ok(found) => {
                    picked.take(found);
                    bar.set_position(picked.entries.len() as u64);
                    bar.set_message(picked.games.to_string());
                    if picked.is_whole() { ControlFlow::Break(Ok(())) } else { ControlFlow::Continue(()) }
                }
            }
        },
    );
    bar.finish_and_clear();
    if let ControlFlow::Break(end) = end {
        end?;
    }
    if !picked.is_whole() {
        let (found, games) = (picked.entries.len(), picked.games);
        return Err(Failure::Other(format!("only {found} of {count} positions found in {games} games")));
    }
    suite.entries = picked.entries;
    let text = suite.write(&about(arguments, picked.games, &suite.entries));
    match &arguments.out {
        None => print(&text),
        Some(path) => {
            write_text(path, &text)?;
            journal.map_or(Ok(()), Journal::remove)
        }
    }
}

/// On standard error, in a terminal only.
fn progress_bar(count: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} positions from {msg} games, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(count as u64).with_style(style)
}

fn is_hard(entry: &Entry) -> bool {
    entry.depth == 0 || entry.depth > EASY
}

/// One position of a game, so that no two are alike: the hardest, by depth and then by nodes.
fn hardest(entries: Vec<Entry>) -> Option<Entry> {
    let deepest_first = |entry: &Entry| if entry.depth == 0 { u32::MAX } else { entry.depth };
    entries.into_iter().max_by_key(|entry| (deepest_first(entry), entry.nodes))
}

/// The suite as far as it has come.
struct Picked {
    count: usize,
    entries: Vec<Entry>,
    games: usize,
}

impl Picked {
    fn is_whole(&self) -> bool {
        self.entries.len() == self.count
    }

    fn take(&mut self, found: Option<Entry>) {
        self.games += 1;
        let easy = self.entries.iter().filter(|entry| !is_hard(entry)).count();
        let wanted = |entry: &Entry| {
            (is_hard(entry) || easy < self.count / 2)
                && self.entries.iter().all(|other| other.position != entry.position)
        };
        self.entries.extend(found.filter(wanted));
    }
}

/// The command that makes this suite.
fn command(arguments: &Arguments) -> String {
    let Arguments { game, seed, nodes, count, options, .. } = arguments;
    let options: String = options.iter().map(|(key, value)| format!(" --option {key}={value}")).collect();
    format!("ludoteca suite make {game}{options} --count {count} --seed {seed} --nodes {nodes}")
}

/// How the suite was made and how to read it.
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
and measured with: ludoteca bench suite FILE --movetime 1s
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
