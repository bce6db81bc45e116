//! Every relevant position of a game, solved backwards from the ends.

mod index;
mod search_back;

use index::Index;
use ludoteca_core::{Position, Seat, Standing, Status};
use ludoteca_search::Outcome;
use search_back::{Edges, search_back};
use std::fmt;

/// The value of a position with best play, for the seat to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worth {
    pub value: Outcome,
    /// Plies to the end: the winner plays for the shortest win, the loser for the longest loss. `None` for a
    /// draw.
    pub plies: Option<u32>,
}

/// Why a game was not solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unsolved {
    /// The memory limit is too small.
    Memory {
        /// Positions found until then.
        positions: usize,
    },
    /// The caller stopped the solver.
    Stopped,
    /// The game does not have two seats, or a third occurrence can be something other than a draw.
    Unfit,
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsolved::Memory { positions } => {
                write!(
                    f,
                    "the memory allowed is not enough: {positions} positions were found, and more are to come"
                )
            }
            Unsolved::Stopped => f.write_str("stopped"),
            Unsolved::Unfit => {
                f.write_str("only games of two in which a third occurrence is a draw are solved backwards")
            }
        }
    }
}

impl std::error::Error for Unsolved {}

/// The current stage of solving.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    Listing {
        found: usize,
        /// Positions not expanded yet; the list is complete when this is 0.
        open: usize,
    },
    /// Values are propagated back from the ends.
    Valuing {
        valued: usize,
        /// The total; positions that remain without a value are draws.
        all: usize,
    },
}

/// The number of positions between two calls of the callback.
const GRAIN: usize = 1 << 16;

/// Every position reachable from a start, up to [symmetry](Position::canonical), with value and distance.
///
/// If a position has an immediate win, its other moves are not followed: its worth is already known, and
/// positions that can only arise by missing the win are left out.
///
/// # Repetition
/// The values are those of positions without a history. A seat that cannot force a win does not gain by
/// repetition, and one that can never needs it. Endless play is therefore a draw, and the rule of the third
/// occurrence changes no value, provided that it calls for a draw. Other games are rejected.
#[derive(Debug)]
pub struct Graph<P: Position> {
    index: Index,
    worths: Vec<PackedWorth>,
    edges: usize,
    start: P,
}

/// A [`Worth`] in compact form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PackedWorth {
    Win(u16),
    Loss(u16),
    /// Unknown; a draw once everything is solved.
    Open,
}

impl PackedWorth {
    fn worth(self) -> Worth {
        match self {
            PackedWorth::Win(plies) => Worth { value: Outcome::Win, plies: Some(plies.into()) },
            PackedWorth::Loss(plies) => Worth { value: Outcome::Loss, plies: Some(plies.into()) },
            PackedWorth::Open => Worth { value: Outcome::Draw, plies: None },
        }
    }
}

impl<P: Position> Graph<P> {
    /// Enumerates and solves everything from `start` on, within this amount of memory in bytes. `go_on` is
    /// called periodically with the progress and returns whether to continue.
    ///
    /// # Errors
    /// If the memory is not enough, `go_on` returns `false`, or the game cannot be solved this way.
    pub fn new(start: &P, memory: usize, go_on: &mut dyn FnMut(Stage) -> bool) -> Result<Self, Unsolved> {
        if start.seats() != 2 {
            return Err(Unsolved::Unfit);
        }
        let mut list =
            List { index: Index::default(), worths: Vec::new(), edges: Edges::default(), open: Vec::new() };
        if matches!(start.status(), Status::ToAct(_)) {
            list.number(start.canonical());
        }
        let mut looked: usize = 0;
        loop {
            let next = list.open.pop();
            if next.is_none() || looked.is_multiple_of(GRAIN) {
                let found = list.worths.len();
                if !go_on(Stage::Listing { found, open: list.open.len() }) {
                    return Err(Unsolved::Stopped);
                }
                if list.bytes() > memory {
                    return Err(Unsolved::Memory { positions: found });
                }
            }
            let Some((number, position)) = next else { break };
            list.expand(number, &position)?;
            looked += 1;
        }
        let edges = list.edges.len();
        let worths = search_back(list.worths, list.edges, go_on)?;
        Ok(Graph { index: list.index, worths, edges, start: start.clone() })
    }

    /// The number of positions, counting symmetric ones once.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.worths.len()
    }

    /// The number of moves between them, counting those to the same position once.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.edges
    }

    /// The greatest distance to the end.
    #[must_use]
    pub fn longest(&self) -> u32 {
        self.worths.iter().filter_map(|known| known.worth().plies).max().unwrap_or(0)
    }

    /// The numbers of positions that are won, drawn and lost for the seat to act.
    #[must_use]
    pub fn counts(&self) -> [usize; 3] {
        self.worths.iter().fold([0; 3], |[won, drawn, lost], known| match known {
            PackedWorth::Win(_) => [won + 1, drawn, lost],
            PackedWorth::Open => [won, drawn + 1, lost],
            PackedWorth::Loss(_) => [won, drawn, lost + 1],
        })
    }

    /// The worth of a position; `None` if the game is over there or it is not in the graph.
    #[must_use]
    pub fn worth(&self, position: &P) -> Option<Worth> {
        self.index.get(&position.canonical()).map(|number| self.worths[number as usize].worth())
    }

    /// The line of best play from the start: to the end, or, in a draw, to the first repeated position.
    #[must_use]
    pub fn line(&self) -> Vec<P::Move> {
        let mut line = Vec::new();
        let mut at = self.start.clone();
        let mut seen = Vec::new();
        while let Status::ToAct(mover) = at.status()
            && !seen.contains(&at)
        {
            let rated = at.moves().into_iter().filter_map(|m| Some((m, self.rank(mover, &at.after(m))?)));
            // The first of the best, so that the line is deterministic.
            let Some((m, _)) = rated.reduce(|best, other| if other.1 > best.1 { other } else { best }) else {
                break;
            };
            line.push(m);
            let after = at.after(m);
            seen.push(std::mem::replace(&mut at, after));
        }
        line
    }

    /// A number to sort a seat's moves by, from the positions after them: a win is best, the sooner the
    /// better, a loss is worst, the later the better.
    fn rank(&self, seat: Seat, after: &P) -> Option<i64> {
        const FAR: i64 = 1 << 32;
        let (worth, own) = match after.status() {
            Status::Over(standing) => (Worth { value: outcome(&standing, seat), plies: Some(0) }, true),
            Status::ToAct(mover) => (self.worth(after)?, mover == seat),
        };
        let plies = i64::from(worth.plies.unwrap_or(0));
        let rank = match worth.value {
            Outcome::Win => FAR - plies,
            Outcome::Draw => 0,
            Outcome::Loss => plies - FAR,
        };
        Some(if own { rank } else { -rank })
    }
}

fn outcome(standing: &Standing, seat: Seat) -> Outcome {
    match standing.winner() {
        Some(winner) if winner == seat => Outcome::Win,
        Some(_) => Outcome::Loss,
        None => Outcome::Draw,
    }
}

/// The positions found so far. Only those with a seat to act are numbered.
struct List<P: Position> {
    index: Index,
    worths: Vec<PackedWorth>,
    edges: Edges,
    /// Positions still to be expanded, used as a stack so that few are waiting at any time.
    open: Vec<(u32, P)>,
}

impl<P: Position> List<P> {
    /// The number of a canonical position; assigns a new one if it has none.
    fn number(&mut self, position: P) -> u32 {
        let next = self.worths.len() as u32;
        let number = self.index.number(&position, next);
        if number == next {
            self.worths.push(PackedWorth::Open);
            self.open.push((number, position));
        }
        number
    }

    fn expand(&mut self, number: u32, position: &P) -> Result<(), Unsolved> {
        let Status::ToAct(seat) = position.status() else { return Ok(()) };
        if position.third_occurrence().is_some_and(|standing| standing != Standing::draw(2)) {
            return Err(Unsolved::Unfit);
        }
        let (mut wins, mut draws) = (false, false);
        let mut children = Vec::new();
        position.for_each_child(|_, child| match child.status() {
            Status::ToAct(next) => children.push((child, next == seat)),
            Status::Over(standing) => match outcome(&standing, seat) {
                Outcome::Win => wins = true,
                Outcome::Draw => draws = true,
                Outcome::Loss => {}
            },
        });
        if wins {
            self.worths[number as usize] = PackedWorth::Win(1);
            return Ok(());
        }
        if children.is_empty() && !draws {
            self.worths[number as usize] = PackedWorth::Loss(1);
            return Ok(());
        }
        if self.worths.len() + children.len() > MOST {
            return Err(Unsolved::Memory { positions: self.worths.len() });
        }
        let to = children.into_iter().map(|(child, own)| (self.number(child.canonical()), own)).collect();
        self.edges.push(number, to, draws);
        Ok(())
    }

    /// The memory needed to complete the solution from here: each edge is needed in both directions.
    fn bytes(&self) -> usize {
        let positions =
            self.index.bytes() + self.worths.len() * (size_of::<PackedWorth>() + Edges::BYTES_A_NODE);
        positions + self.edges.bytes() + self.open.capacity() * size_of::<(u32, P)>()
    }
}

/// One bit of a number tells whether the same seat acts at the other end of an edge.
const MOST: usize = 1 << 31;
