use super::{prove::Judge, themes::themes};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use ludoteca_catalog::{AnyPlay, GameId, Setup, Status, open};
use ludoteca_engine::Outcome;
use ludoteca_puzzle::{Collection, Puzzle, Task, Worth};
use ludoteca_shell::{Failure, output::print};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::{fs, path::PathBuf};

/// Check every puzzle of a file: each move's value and distance, the line and the themes
///
/// Grades are not measured again: they say how strong the levels were on the day.
#[derive(Args)]
pub(crate) struct Arguments {
    /// File with puzzles
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Check only this many random puzzles
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    sample: Option<u32>,
    /// Seed of the sample
    #[arg(long, value_name = "N", default_value_t = 1, requires = "sample")]
    seed: u64,
    /// Maximum number of positions for a proof
    #[arg(long, value_name = "N", default_value_t = NODES, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
}

/// The default number of positions for a proof.
pub(super) const NODES: u64 = 2_000_000;

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let name = arguments.file.display();
    let text = fs::read_to_string(&arguments.file)
        .map_err(|error| Failure::Other(format!("cannot read {name}: {error}")))?;
    let collection = Collection::read(&text).map_err(|fault| Failure::Other(format!("{name}: {fault}")))?;
    let chosen = sample(&collection.puzzles, arguments);
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} puzzles, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(chosen.len() as u64).with_style(style);
    let mut faults = Vec::new();
    for puzzle in &chosen {
        let fault = check(collection.game, &collection.options, puzzle, arguments.nodes)?;
        faults.extend(fault.map(|fault| format!("puzzle {}: {fault}", puzzle.id)));
        bar.inc(1);
    }
    bar.finish_and_clear();
    if !faults.is_empty() {
        return Err(Failure::Other(format!("{name}: {}", faults.join("; "))));
    }
    let all = if chosen.len() == collection.puzzles.len() { "all " } else { "" };
    let (checked, count) = (chosen.len(), collection.puzzles.len());
    print(&format!("{name}: {all}{checked} of {count} puzzles proven\n"))
}

/// The puzzles to check: all, or a random sample.
fn sample<'a>(puzzles: &'a [Puzzle], arguments: &Arguments) -> Vec<&'a Puzzle> {
    let mut puzzles: Vec<&Puzzle> = puzzles.iter().collect();
    let Some(wanted) = arguments.sample else { return puzzles };
    let mut random = Xoshiro256PlusPlus::seed_from_u64(arguments.seed);
    while puzzles.len() > wanted as usize {
        puzzles.swap_remove((random.next_u64() % puzzles.len() as u64) as usize);
    }
    puzzles
}

/// The first fault of a puzzle, if any.
pub(super) fn check(
    game: GameId,
    options: &[(String, String)],
    puzzle: &Puzzle,
    nodes: u64,
) -> Result<Option<String>, Failure> {
    let mut judge = Judge::new(game, nodes);
    let position = Some(puzzle.position.clone());
    let table = open(game, &Setup { options: options.to_vec(), position, ..Setup::default() })?;
    let Some(moves) = judge.moves(&*table)? else { return Ok(Some("cannot be proven".to_owned())) };
    for ((text, stored), (_, proven)) in puzzle.moves.iter().zip(&moves) {
        // A distance that was unknown before may be known now.
        let same = stored == proven || stored.value == proven.value && stored.plies.is_none();
        if !same {
            return Ok(Some(format!("{text} is a {proven}, not a {stored}")));
        }
    }
    if let Some(fault) = check_line(&mut judge, &*table, puzzle)? {
        return Ok(Some(fault));
    }
    let right = judge.right(&*table, puzzle)?;
    if right != puzzle.right {
        let same = right.iter().zip(&puzzle.right).take_while(|(one, other)| one == other).count();
        let moves = right.get(same).map_or("beyond proof".to_owned(), |moves| moves.join(" "));
        return Ok(Some(format!("right at move {} is {moves}", same + 2)));
    }
    let found = themes(game, options, &*table, puzzle)?;
    Ok((found != puzzle.themes).then(|| format!("its themes are {}", found.join(" "))))
}

/// Checks that each ply of the line is best: the nearest win of the solver, the longest resistance of the
/// other side.
fn check_line(judge: &mut Judge, table: &dyn AnyPlay, puzzle: &Puzzle) -> Result<Option<String>, Failure> {
    if puzzle.task == Task::Draw {
        return Ok(None);
    }
    let mut game = table.fork();
    let best: Option<Worth> = puzzle.moves.iter().map(|(_, worth)| *worth).min_by_key(|worth| worth.rank());
    let mut left = best.and_then(|worth| worth.plies).unwrap_or_default();
    for text in &puzzle.line {
        let before = game.status();
        game.play(text).map_err(Failure::other)?;
        left = left.saturating_sub(1);
        let reached = match game.status() {
            Status::Over(_) => left == 0,
            now => judge.settle(&*game).is_some_and(|settled| {
                let wins = settled.value == Outcome::Win;
                let solver = table.status();
                settled.plies == left && wins == (now == solver)
            }),
        };
        if !reached {
            let whose = if before == table.status() { "the nearest win" } else { "the longest resistance" };
            return Ok(Some(format!("{text} in its line is not {whose}")));
        }
    }
    Ok(None)
}
