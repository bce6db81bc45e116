//! Proves the value of every move of a position, and best play from there.
//!
//! Two independent searches have to agree: proof-number search determines who wins, and exhaustive alpha-beta
//! in how many plies. Positions are searched without their history.

use ludoteca_catalog::{AnyPlay, ForGame, GameId, Seat, Status, play_of};
use ludoteca_core::Game;
use ludoteca_engine::{self as engines, Budget, Level, Outcome, Player, Watch, engine};
use ludoteca_puzzle::{Puzzle, Task, Value, Worth};
use ludoteca_search::Stop;
use ludoteca_shell::Failure;
use ludoteca_solve::Prover;

/// An outcome in the format of puzzle files.
pub(super) fn value_of(outcome: Outcome) -> Value {
    match outcome {
        Outcome::Win => Value::Win,
        Outcome::Draw => Value::Draw,
        Outcome::Loss => Value::Loss,
    }
}

const PROOF_TABLE: usize = 32 << 20;
const SEARCH_TABLE: usize = 1 << 20;

/// Proves values and distances of one game's positions.
pub(super) struct Judge {
    game: GameId,
    prover: Prover,
    player: Box<dyn Player>,
    nodes: u64,
}

/// A won or lost position, searched to its end.
pub(super) struct Settled {
    /// For the seat to act.
    pub(super) value: Outcome,
    pub(super) plies: u32,
    /// The nearest win, or the longest resistance.
    pub(super) best: String,
}

impl Judge {
    /// A judge limited to this many positions per proof.
    pub(super) fn new(game: GameId, nodes: u64) -> Judge {
        Judge {
            game,
            prover: Prover::new(PROOF_TABLE, nodes),
            player: engine(game, Level::FULL, SEARCH_TABLE, 1),
            nodes,
        }
    }

    /// The value of a position for the seat to act and the moves that keep it; `None` if it could not be
    /// proven.
    pub(super) fn keeping(&mut self, game: &dyn AnyPlay) -> Option<(Outcome, Vec<String>)> {
        match self.ask(game, Question::Keeping)? {
            Answer::Keeping(value, keeping) => Some((value, keeping)),
            Answer::Value(_) => None,
        }
    }

    /// The outcome of the game for a seat.
    pub(super) fn value(&mut self, game: &dyn AnyPlay, seat: Seat) -> Option<Outcome> {
        if let Status::Over(standing) = game.status() {
            return Some(match standing.winner() {
                Some(winner) if winner == seat => Outcome::Win,
                Some(_) => Outcome::Loss,
                None => Outcome::Draw,
            });
        }
        match self.ask(game, Question::Value(seat))? {
            Answer::Value(value) => Some(value),
            Answer::Keeping(..) => None,
        }
    }

    fn ask(&mut self, game: &dyn AnyPlay, question: Question) -> Option<Answer> {
        self.game.with(Ask { game, prover: &mut self.prover, question })
    }

    /// The distance to the end of a won or lost game; `None` if it was not found, or the game is drawn.
    pub(super) fn settle(&mut self, game: &dyn AnyPlay) -> Option<Settled> {
        self.player.new_game();
        let budget = Budget { nodes: Some(self.nodes), ..Budget::default() };
        let found = self.player.think(game, &budget, &mut Watch { stop: &|| false, report: &mut |_| {} })?;
        let Some(engines::Value::Proven { result, plies }) = found.lines.first()?.value else { return None };
        // A search that ended by itself has searched everything.
        let settled = found.nodes < self.nodes && found.depth >= plies && result != Outcome::Draw;
        settled.then(|| Settled { value: result, plies, best: found.best().to_owned() })
    }

    /// The value of every move; `None` if a value, or the distance of a win, could not be proven.
    pub(super) fn moves(&mut self, game: &dyn AnyPlay) -> Result<Option<Vec<(String, Worth)>>, Failure> {
        let Status::ToAct(seat) = game.status() else { return Ok(None) };
        let mut moves = Vec::new();
        for text in game.legal_moves() {
            let mut next = game.fork();
            next.play(&text).map_err(Failure::other)?;
            let Some(value) = self.value(&*next, seat) else { return Ok(None) };
            let plies = match (value, next.status()) {
                (Outcome::Draw, _) => None,
                (_, Status::Over(_)) => Some(1),
                (_, Status::ToAct(mover)) => match self.settle(&*next) {
                    None if value == Outcome::Win => return Ok(None),
                    None => None,
                    Some(settled) => {
                        if (settled.value == value) != (mover == seat) {
                            let position = game.position();
                            return Err(Failure::Other(format!(
                                "the two proofs do not agree about {text} in {position}"
                            )));
                        }
                        Some(settled.plies + 1)
                    }
                },
            };
            moves.push((text, Worth { value: value_of(value), plies }));
        }
        Ok(Some(moves))
    }

    /// Whether a move of the seat to act gives a win away.
    pub(super) fn can_go_wrong(&mut self, game: &dyn AnyPlay, seat: Seat) -> Result<bool, Failure> {
        for text in game.legal_moves() {
            let mut next = game.fork();
            next.play(&text).map_err(Failure::other)?;
            if self.value(&*next, seat) != Some(Outcome::Win) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// For each further move of the solver on a puzzle's line, all moves that are as good: those that also
    /// win, or win as fast if that is the task. Ends before the first move at which something could not be
    /// proven.
    pub(super) fn right(
        &mut self,
        table: &dyn AnyPlay,
        puzzle: &Puzzle,
    ) -> Result<Vec<Vec<String>>, Failure> {
        let Status::ToAct(solver) = table.status() else { return Ok(Vec::new()) };
        let mut game = table.fork();
        let mut right = Vec::new();
        for (ply, text) in puzzle.line.iter().enumerate() {
            if ply > 0 && game.status() == Status::ToAct(solver) {
                // If only the fastest win is right, best play of both sides has brought the end nearer by one
                // ply each.
                let fastest = puzzle.nearest().filter(|_| puzzle.task == Task::Fastest);
                let found = self.winning(&*game, fastest.and_then(|all| all.checked_sub(ply as u32)))?;
                let Some(found) = found else { break };
                right.push(found);
            }
            game.play(text).map_err(Failure::other)?;
        }
        Ok(right)
    }

    /// The winning moves of the seat to act, within this many plies if given; `None` if something could not
    /// be proven.
    fn winning(&mut self, game: &dyn AnyPlay, plies: Option<u32>) -> Result<Option<Vec<String>>, Failure> {
        let Some((Outcome::Win, mut winning)) = self.keeping(game) else { return Ok(None) };
        let Some(wanted) = plies else { return Ok(Some(winning)) };
        let mut late = Vec::new();
        for text in &winning {
            let mut next = game.fork();
            next.play(text).map_err(Failure::other)?;
            let takes = match next.status() {
                Status::Over(_) => 1,
                Status::ToAct(_) => match self.settle(&*next) {
                    Some(settled) => settled.plies + 1,
                    None => return Ok(None),
                },
            };
            if takes > wanted {
                late.push(text.clone());
            }
        }
        winning.retain(|text| !late.contains(text));
        Ok(Some(winning))
    }
}

enum Question {
    Keeping,
    Value(Seat),
}

enum Answer {
    Keeping(Outcome, Vec<String>),
    Value(Outcome),
}

struct Ask<'a> {
    game: &'a dyn AnyPlay,
    prover: &'a mut Prover,
    question: Question,
}

impl ForGame for Ask<'_> {
    type Output = Option<Answer>;

    fn run<G: Game>(self) -> Self::Output {
        let position = play_of::<G>(self.game)?.position();
        match self.question {
            Question::Value(seat) => self.prover.value(position, seat, Stop::never()).map(Answer::Value),
            Question::Keeping => self.prover.judge(position, Stop::never()).map(|proved| {
                let keeping = proved.keeping().map(|m| position.move_text(m)).collect();
                Answer::Keeping(proved.value, keeping)
            }),
        }
    }
}
