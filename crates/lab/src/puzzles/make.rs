use super::{
    archived::{Archived, Games},
    check::{NODES, check},
    grade::{TRIES, grade},
    prove::Judge,
    themes::themes,
};
use crate::suite::{LineForm, Source, Wanted};
use clap::Args;
use ludoteca_catalog::{AnyPlay, GameId, Setup, Status, open};
use ludoteca_engine::Outcome;
use ludoteca_puzzle::{Collection, Lines, Puzzle, Task, Value, Worth};
use ludoteca_shell::Failure;
use std::{num::NonZeroUsize, path::PathBuf};

/// Find puzzles in games between the engine's levels, or in those of an archive, and prove every move
///
/// The same arguments (but for --threads and --out) give the same puzzles. With --out, what was found is kept
/// in FILE.part until the file is complete: a run that was stopped continues when it is started again.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The game: squadro, peak or one-piece-for-two; number-one with two players
    #[arg(value_name = "GAME")]
    game: GameId,
    /// Option of the game (see `ludoteca games`); can be given several times
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = ludoteca_shell::setup::key_and_value)]
    options: Vec<(String, String)>,
    /// Number of puzzles
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    count: u32,
    /// Seed of the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Search the two-player games of a server's archive instead: its data folder
    #[arg(long, value_name = "DIR", conflicts_with = "seed")]
    archive: Option<PathBuf>,
    /// Maximum number of positions for a proof
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Games at the same time [default: number of cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Output file [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The number of archived games examined for each puzzle wanted.
const MAX_GAMES: u32 = 200;
/// A game's positions are judged backwards from its end, until this many could not be proven,
const GIVE_UP: u32 = 2;
/// or this many were judged.
const JUDGED: usize = 16;
/// The maximum number of moves to find in one puzzle.
pub(super) const MAX_STEPS: u32 = 4;
/// Puzzles up to this grade are easy.
const EASY: u8 = 2;
/// The maximum percentage of easy puzzles.
const EASY_SHARE: usize = 35;
/// With fewer legal moves there is too little to choose from.
const FEWEST_MOVES: usize = 3;

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { game, options, .. } = arguments;
    let seats = open(*game, &Setup { options: options.clone(), ..Setup::default() })?.seats();
    if seats != 2 {
        return Err(Failure::Usage(format!("proofs are for games of two, not of {seats}")));
    }
    let count = arguments.count as usize;
    let command = command(arguments);
    let mut collection =
        Collection { game: *game, options: options.clone(), command: command.clone(), puzzles: Vec::new() };
    let games = match &arguments.archive {
        None => Games::Played(Source { game: *game, options, seed: arguments.seed, nodes: arguments.nodes }),
        Some(folder) => Games::Archived(Archived::open(
            folder,
            *game,
            options,
            arguments.count.saturating_mul(MAX_GAMES),
        )?),
    };
    let wanted = Wanted {
        things: "puzzles",
        count,
        games: games.count(),
        command: &command,
        threads: arguments.threads,
        out: arguments.out.as_deref(),
    };
    // A journal entry is one line, so the line number within it is meaningless.
    let form = LineForm {
        write: |puzzle: &Puzzle| puzzle.lines().join("\t"),
        read: |line: &str| collection.read_puzzle(&mut Lines::of(&line.replace('\t', "\n"))),
    };
    let gathered = wanted.gather(
        form,
        |number| find(arguments, &games, number),
        |found, puzzle| {
            let easy = found.iter().filter(|puzzle| puzzle.grade <= EASY).count();
            (puzzle.grade > EASY || 100 * easy < EASY_SHARE * count)
                && found.iter().all(|other| other.position != puzzle.position)
        },
    )?;
    let (puzzles, games, journal) = gathered.into_parts();
    collection.puzzles = puzzles;
    // From easy to hard.
    collection.puzzles.sort_by_key(|puzzle| puzzle.grade);
    let id = match arguments.archive {
        Some(_) => "the game it comes from, one of",
        None => "the seed and the number of the game it comes from,",
    };
    wanted.write(&collection.write(&about(&collection, id, games)), journal)
}

/// The longest puzzle of one game, if it has one; only one per game, so that no two are alike.
fn find(arguments: &Arguments, games: &Games<'_>, number: u64) -> Result<Option<Puzzle>, Failure> {
    let Arguments { game, options, nodes, .. } = arguments;
    let Some((id, positions)) = games.positions(number)? else { return Ok(None) };
    let mut judge = Judge::new(*game, *nodes);
    let mut longest: Option<(Puzzle, Box<dyn AnyPlay>)> = None;
    let mut beyond = 0;
    for table in positions.into_iter().rev().take(JUDGED) {
        let Some((value, keeping)) = judge.keeping(&*table) else {
            beyond += 1;
            if beyond == GIVE_UP {
                break;
            }
            continue;
        };
        let moves = table.legal_moves().len();
        let choice = moves >= FEWEST_MOVES && 2 * keeping.len() <= moves;
        let task = match value {
            Outcome::Loss => continue,
            Outcome::Draw if choice => Task::Draw,
            // In Number One only the final ranking counts.
            Outcome::Win if choice && *game == GameId::NumberOne => Task::First,
            Outcome::Win if choice => Task::Win,
            // There are many of these, and others are better, so only some games are searched for them.
            Outcome::Win if moves >= FEWEST_MOVES && has_fastest(*game) && number.is_multiple_of(4) => {
                Task::Fastest
            }
            _ => continue,
        };
        let Some(puzzle) = puzzle(&mut judge, &*table, id.clone(), task)? else { continue };
        let rank = |puzzle: &Puzzle| (puzzle.task != Task::Fastest, puzzle.steps, puzzle.nearest());
        if longest.as_ref().is_none_or(|(other, _)| rank(&puzzle) >= rank(other)) {
            longest = Some((puzzle, table));
        }
    }
    let Some((mut puzzle, table)) = longest else { return Ok(None) };
    puzzle.right = Judge::new(*game, NODES).right(&*table, &puzzle)?;
    cut(&*table, &mut puzzle)?;
    puzzle.themes = themes(*game, options, &*table, &puzzle)?;
    puzzle.grade = grade(&*table, &puzzle)?;
    // The proofs above share their tables; each puzzle must be provable alone.
    let stands = !puzzle.themes.is_empty() && check(*game, options, &puzzle, NODES)?.is_none();
    Ok(stands.then_some(puzzle))
}

/// Ends the line with the last move before a position in which the right moves cannot be proven.
fn cut(table: &dyn AnyPlay, puzzle: &mut Puzzle) -> Result<(), Failure> {
    let mut game = table.fork();
    let (mut own, mut kept) = (0, 0);
    for (ply, text) in puzzle.line.iter().enumerate() {
        if game.status() == table.status() && own <= puzzle.right.len() {
            (own, kept) = (own + 1, ply + 1);
        }
        game.play(text).map_err(Failure::other)?;
    }
    puzzle.line.truncate(kept);
    puzzle.steps = own as u32;
    Ok(())
}

/// Whether it matters how fast one wins. The other games end when no player can move.
fn has_fastest(game: GameId) -> bool {
    matches!(game, GameId::Squadro | GameId::OnePieceForTwo)
}

/// A puzzle from a position; `None` if there is too little to find or too much to prove.
fn puzzle(judge: &mut Judge, table: &dyn AnyPlay, id: String, task: Task) -> Result<Option<Puzzle>, Failure> {
    let Some(moves) = judge.moves(table)? else { return Ok(None) };
    // An immediate win is not a puzzle.
    if moves.iter().any(|(_, worth)| *worth == Worth { value: Value::Win, plies: Some(1) }) {
        return Ok(None);
    }
    let position = table.position();
    let mut puzzle = Puzzle {
        id,
        position,
        task,
        steps: 0,
        moves,
        line: Vec::new(),
        right: Vec::new(),
        themes: Vec::new(),
        grade: 0,
    };
    let choice = 2 * puzzle.accepted().count() <= puzzle.moves.len();
    Ok((choice && solve(judge, table, &mut puzzle)?).then_some(puzzle))
}

/// Finds the line; `false` if it cannot be proven.
fn solve(judge: &mut Judge, table: &dyn AnyPlay, puzzle: &mut Puzzle) -> Result<bool, Failure> {
    let Status::ToAct(solver) = table.status() else { return Ok(false) };
    let right = puzzle.moves.iter().filter(|(_, worth)| puzzle.accepts(*worth));
    let Some((first, _)) = right.min_by_key(|(_, worth)| worth.rank()) else { return Ok(false) };
    let mut game = table.fork();
    let mut next = first.clone();
    loop {
        game.play(&next).map_err(Failure::other)?;
        puzzle.line.push(next);
        puzzle.steps += 1;
        if puzzle.task == Task::Draw
            || puzzle.steps == MAX_STEPS && puzzle.task != Task::Fastest
            || matches!(game.status(), Status::Over(_))
        {
            return Ok(true);
        }
        let asked = puzzle.line.len();
        while matches!(game.status(), Status::ToAct(seat) if seat != solver) {
            let Some(settled) = judge.settle(&*game) else { return Ok(false) };
            game.play(&settled.best).map_err(Failure::other)?;
            puzzle.line.push(settled.best);
        }
        // If no move can be wrong any more, there is nothing to ask.
        let over = matches!(game.status(), Status::Over(_));
        if over || puzzle.task != Task::Fastest && !judge.can_go_wrong(&*game, solver)? {
            puzzle.line.truncate(asked);
            return Ok(!over);
        }
        let Some(settled) = judge.settle(&*game) else { return Ok(false) };
        next = settled.best;
    }
}

/// The command that reproduces these puzzles.
fn command(arguments: &Arguments) -> String {
    let Arguments { game, seed, nodes, count, options, .. } = arguments;
    let options: String = options.iter().map(|(key, value)| format!(" --option {key}={value}")).collect();
    // The archive's location is irrelevant to readers of the puzzles.
    let source = match arguments.archive {
        Some(_) => "--archive DIR".to_owned(),
        None => format!("--seed {seed}"),
    };
    format!("ludoteca-lab puzzles make {game}{options} --count {count} {source} --nodes {nodes}")
}

/// The header of the file.
fn about(collection: &Collection, id: &str, games: usize) -> String {
    let by_grade = |grade: u8| collection.puzzles.iter().filter(|puzzle| puzzle.grade == grade).count();
    let grades: Vec<String> = (1..=10).map(|grade| format!("{grade}: {}", by_grade(grade))).collect();
    format!(
        "Puzzles of {name}, every move of which is proven; docs/puzzles.md describes this format. Made by the command below
and proven again by: ludoteca-lab puzzles check FILE
The id of a puzzle is {id} {games} games in all.
The grade is the lowest level that finds a right first move in {TRIES} tries of {TRIES}, as all levels above it do; 10: not even level 9.
By grade {grades}.",
        name = collection.game.info().name,
        grades = grades.join(", "),
    )
}
