//! What every move of a position is worth, and best play from there.
//!
//! Two searches that share nothing have to agree: proof-number search says who wins, and alpha-beta without
//! anything left out in how many plies. Positions are taken without a past.

use crate::failure::Failure;
use ludoteca_catalog::{AnyPlay, ForGame, GameId, Seat, Status, play_of};
use ludoteca_core::Game;
use ludoteca_engine::{Budget, Level, Outcome, Player, Value, Watch, engine};
use ludoteca_search::Stop;
use ludoteca_solve::Prover;
use std::{fmt, str::FromStr};

/// What a move is worth to the seat that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Worth {
    pub(crate) value: Outcome,
    /// Plies to the end, the move among them: the winner makes haste, the loser plays on as long as possible.
    /// `None` for a draw, and where a wrong move is so far from the end that nobody has counted.
    pub(crate) plies: Option<u32>,
}

impl Worth {
    /// Sorts the best first.
    pub(crate) fn rank(self) -> (u8, i64) {
        let plies = self.plies.map_or(i64::from(u32::MAX), i64::from);
        match self.value {
            Outcome::Win => (0, plies),
            Outcome::Draw => (1, 0),
            Outcome::Loss => (2, -plies),
        }
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.value.word())?;
        self.plies.map_or(Ok(()), |plies| write!(f, " {plies}"))
    }
}

impl FromStr for Worth {
    type Err = String;

    fn from_str(text: &str) -> Result<Worth, String> {
        let fault = || format!("expected win, draw or loss and plies, found {text:?}");
        let (word, plies) = text.split_once(' ').map_or((text, None), |(word, plies)| (word, Some(plies)));
        let values = [Outcome::Win, Outcome::Draw, Outcome::Loss];
        let value = values.into_iter().find(|value| value.word() == word).ok_or_else(fault)?;
        let plies = plies.map(|plies| plies.parse().map_err(|_| fault())).transpose()?;
        if value == Outcome::Draw && plies.is_some() {
            return Err(fault());
        }
        Ok(Worth { value, plies })
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
    /// A judge that may look at this many positions for each question.
    pub(super) fn new(game: GameId, nodes: u64) -> Judge {
        Judge {
            game,
            prover: Prover::new(PROOF_TABLE, nodes),
            player: engine(game, Level::FULL, SEARCH_TABLE, 1),
            nodes,
        }
    }

    /// The value of a position for the seat to act and the moves that keep it; `None` when it is beyond
    /// proof.
    pub(super) fn keeping(&mut self, game: &dyn AnyPlay) -> Option<(Outcome, Vec<String>)> {
        match self.ask(game, Question::Keeping)? {
            Answer::Keeping(value, keeping) => Some((value, keeping)),
            Answer::Value(_) => None,
        }
    }

    /// How the game ends for a seat.
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

    /// How far the end of a won or lost game is; `None` when that is not found, or it is drawn.
    pub(super) fn settle(&mut self, game: &dyn AnyPlay) -> Option<Settled> {
        self.player.new_game();
        let budget = Budget { nodes: Some(self.nodes), ..Budget::default() };
        let found = self.player.think(game, &budget, &mut Watch { stop: &|| false, report: &mut |_| {} })?;
        let Some(Value::Proven { result, plies }) = found.lines.first()?.value else { return None };
        // A search that ended by itself has left nothing out.
        let settled = found.nodes < self.nodes && found.depth >= plies && result != Outcome::Draw;
        settled.then(|| Settled { value: result, plies, best: found.best().to_owned() })
    }

    /// What every move is worth; `None` when something is beyond proof that must not be: a value, or the
    /// distance of a win.
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
            moves.push((text, Worth { value, plies }));
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
