pub(crate) mod squadro;

use clap::{Args, Subcommand, ValueEnum};
use indicatif::{HumanCount, ProgressBar};
use ludoteca_catalog::{AnyPlay, ForGame, GameId, Seat, Status, open, play_of};
use ludoteca_core::Game;
use ludoteca_engine::{Outcome, Value};
use ludoteca_search::{Goal, Limits, Proof, ProofSearch, Stop, Verdict};
use ludoteca_shell::{
    Failure, memory,
    output::{self, print, print_json},
    setup::Choices,
    thinking::{Clock, value_json, value_text},
};
use ludoteca_solve::{Graph, Stage, Unsolved};
use serde_json::json;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  ludoteca solve squadro --tracks 3 --backend cpu --out three
  ludoteca solve one-piece-for-two --option width=4 --option height=4 --option pieces=6
  ludoteca solve verify --table three";

/// Solve a two-player game from a position: who wins, how soon, by what line
///
/// Squadro: solves the whole game into a table, kept in a folder with --out (see docs/solved.md and
/// docs/table.md). An interrupted run continues when it is started again.
///
/// The others by default: lists every position that matters and solves them backwards from the ends. Exact
/// for games small enough, where a third occurrence is a draw. By proof: proof-number search, for games too
/// large to be listed. These runs start over when they are interrupted.
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = EXAMPLES,
    override_usage = "ludoteca solve [OPTIONS] <GAME>"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// squadro, number-one, peak or one-piece-for-two
    #[arg(value_name = "GAME", required = true)]
    game: Option<GameId>,
    #[command(flatten)]
    choices: Choices,
    /// Method to use
    #[arg(long, value_enum, default_value = "backwards")]
    method: Method,
    /// Memory, in MiB; the run stops if it is not enough [default: 2048, or what the count of Squadro's
    /// positions needs]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    memory: Option<u32>,
    /// Maximum number of positions for each of the two questions of --method proof
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Maximum time (with --method proof: for each of its two questions)
    #[arg(long, value_name = "TIME", value_parser = ludoteca_shell::thinking::read_time)]
    time: Option<Duration>,
    #[command(flatten)]
    table: squadro::Arguments,
    #[command(flatten)]
    output: output::Arguments,
}

/// The default of --memory, in MiB.
const DEFAULT_MEMORY: u32 = 2048;

#[derive(Subcommand)]
enum Command {
    Verify(squadro::verify::Arguments),
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Method {
    Backwards,
    Proof,
}

impl Arguments {
    fn memory_bytes(&self) -> usize {
        memory::bytes(self.memory.unwrap_or(DEFAULT_MEMORY).into())
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if let Some(Command::Verify(arguments)) = &arguments.command {
        return squadro::verify::run(arguments);
    }
    if let Some(mib) = arguments.memory {
        memory::check("--memory", mib.into()).map_err(Failure::Other)?;
    }
    let Some(id) = arguments.game else { return Err(Failure::Usage("no game is given".to_owned())) };
    let game = open(id, &arguments.choices.setup())?;
    if game.seats() != 2 {
        return Err(Failure::Usage(format!("only games of two are solved, not of {}", game.seats())));
    }
    let mover = match game.status() {
        Status::ToAct(mover) => mover,
        Status::Over(standing) => {
            return Err(Failure::Other(format!("the game is over: {}", id.info().result(&standing))));
        }
    };
    if id == GameId::Squadro && arguments.method == Method::Backwards {
        if game.first_position().is_some() || arguments.nodes.is_some() || arguments.time.is_some() {
            return Err(Failure::Usage(
                "all of Squadro is solved at once: --position, --nodes and --time go with --method proof"
                    .to_owned(),
            ));
        }
        return squadro::run(&arguments.table, arguments.memory, &arguments.output);
    }
    if arguments.table.is_given() {
        return Err(Failure::Usage(
            "--tracks, --backend, --out, --threads and --samples are for Squadro solved backwards".to_owned(),
        ));
    }
    let task = Task {
        mover,
        arguments,
        game: &*game,
        bar: ProgressBar::new_spinner(),
        clock: Clock::start(arguments.time),
    };
    let report = id.with(task)?;
    if !arguments.output.json {
        return print(&report.text);
    }
    print_json(&report.json)
}

struct Report {
    text: String,
    json: serde_json::Value,
}

struct Task<'a> {
    arguments: &'a Arguments,
    game: &'a dyn AnyPlay,
    mover: Seat,
    bar: ProgressBar,
    clock: Clock,
}

impl ForGame for Task<'_> {
    type Output = Result<Report, Failure>;

    fn run<G: Game>(self) -> Self::Output {
        let play = play_of::<G>(self.game).ok_or_else(|| Failure::Other("not this game".to_owned()))?;
        match self.arguments.method {
            Method::Backwards => self.backwards(play.position()),
            Method::Proof => Ok(self.proof(play.position())),
        }
    }
}

impl Task<'_> {
    fn backwards<G: Game>(&self, start: &G) -> Result<Report, Failure> {
        let mut go_on = |stage| {
            self.bar.set_message(match stage {
                Stage::Listing { found, open } => {
                    format!(
                        "listing: {} positions, {} to examine",
                        HumanCount(found as u64),
                        HumanCount(open as u64)
                    )
                }
                Stage::Valuing { valued, all } => {
                    let (valued, all) = (HumanCount(valued as u64), HumanCount(all as u64));
                    format!("valuing: {valued} of {all} positions won or lost")
                }
            });
            self.bar.tick();
            !self.clock.is_up()
        };
        let graph = Graph::new(start, self.arguments.memory_bytes(), &mut go_on).map_err(|error| {
            Failure::Other(match error {
                Unsolved::Unfit => format!("{error}; try --method proof"),
                Unsolved::Stopped => format!("{error}: the time is up"),
                Unsolved::Memory { .. } => error.to_string(),
            })
        })?;
        self.bar.finish_and_clear();
        let worth = graph.worth(start).ok_or_else(|| Failure::Other("the start has no value".to_owned()))?;
        let line = in_text(start, &graph.line());
        let value = Value::Proven { result: worth.value, plies: worth.plies.unwrap_or(0) };
        let [won, drawn, lost] = graph.counts();
        let (positions, moves, longest) = (graph.positions(), graph.edges(), graph.longest());
        let seconds = self.clock.seconds();
        let text = format!(
            "value: {}\nline: {}\n{positions} positions ({won} won, {drawn} drawn, {lost} lost for the player to move), \
             {moves} moves, longest win {longest} plies, {seconds:.1} s\n",
            value_text(&G::INFO, &value),
            line.join(" "),
        );
        let json = json!({
            "game": G::INFO.id, "value": value_json(&G::INFO, &value), "line": line, "positions": positions, "won": won,
            "drawn": drawn, "lost": lost, "moves": moves, "longest": longest, "seconds": seconds,
        });
        Ok(Report { text, json })
    }

    /// Proves whether the player to move can force a win, or else a draw.
    fn proof<G: Game>(&self, start: &G) -> Report {
        let mut search = ProofSearch::new(self.arguments.memory_bytes());
        let win = self.ask(start, &mut search, Goal::Win);
        let draw = (win.verdict != Verdict::Proven).then(|| self.ask(start, &mut search, Goal::Draw));
        self.bar.finish_and_clear();
        let draws = draw.as_ref().map_or(Verdict::Proven, |draw| draw.verdict);
        let value = match (win.verdict, draws) {
            (Verdict::Proven, _) => Some(Outcome::Win),
            (Verdict::Disproven, Verdict::Proven) => Some(Outcome::Draw),
            (_, Verdict::Disproven) => Some(Outcome::Loss),
            _ => None,
        };
        let words = match value {
            Some(Outcome::Win) => "win, proven",
            Some(Outcome::Draw) => "draw, proven",
            Some(Outcome::Loss) => "loss, proven",
            None => "not settled",
        };
        let mut text = format!("value: {words}\n");
        let mut questions = Vec::new();
        for (goal, proof) in [("win", Some(&win)), ("draw", draw.as_ref())] {
            let Some(proof) = proof else { continue };
            let line = in_text(start, &proof.line);
            let [pn, dn] = proof.open;
            let verdict = match proof.verdict {
                Verdict::Proven => "yes".to_owned(),
                Verdict::Disproven => "no".to_owned(),
                Verdict::Unknown => format!("open (proof number {pn}, disproof number {dn})"),
            };
            text += &format!(
                "can force a {goal}: {verdict}; {} nodes, {} plies deep\n",
                proof.nodes, proof.deepest
            );
            if !line.is_empty() {
                text += &format!("line: {}\n", line.join(" "));
            }
            questions.push(json!({ "goal": goal, "answer": verdict, "nodes": proof.nodes, "deepest": proof.deepest, "line": line,
                "proofNumber": pn, "disproofNumber": dn }));
        }
        let seconds = self.clock.seconds();
        text += &format!("{seconds:.1} s\n");
        Report {
            text,
            json: json!({ "game": G::INFO.id, "value": words, "questions": questions, "seconds": seconds }),
        }
    }

    fn ask<G: Game>(&self, start: &G, search: &mut ProofSearch, goal: Goal) -> Proof<G::Move> {
        let clock = Clock::start(self.arguments.time);
        let stop = || {
            self.bar.set_message(format!("{goal:?}? {:.0} s", clock.seconds()));
            self.bar.tick();
            clock.is_up()
        };
        let limits = Limits { nodes: self.arguments.nodes, ..Limits::default() };
        search.search(start, &[], self.mover, goal, &limits, Stop::when(&stop))
    }
}

fn in_text<G: Game>(start: &G, line: &[G::Move]) -> Vec<String> {
    let mut position = start.clone();
    line.iter()
        .map(|&m| {
            let text = position.move_text(m);
            position.play_unchecked(m);
            text
        })
        .collect()
}
