use ludoteca_core::{Game, Seat};
use ludoteca_solve::{
    Worth,
    squadro::{Board, Endgame, entries_from},
};
use ludoteca_squadro::{RED, Squadro, TRACKS, YELLOW};
use std::fmt::Debug;

/// Solves the rest of a game within an engine's thinking time. Solved entries are kept: they remain valid as
/// the game continues.
pub trait Ending<G: Game>: Default + Debug + Send {
    /// The number of entries, a byte each, that are still to be solved from a position on. `None` if there
    /// are more than `most`, and in games whose endgames are not solved like this.
    fn missing(&mut self, now: &G, most: u64) -> Option<u64>;

    /// Solves at most `most` entries, or fewer if stopped; returns whether all are solved.
    fn solve(&mut self, now: &G, most: u64, stop: &dyn Fn() -> bool) -> bool;

    /// The value of a position for the seat to act; `None` if it is not solved.
    fn worth(&self, now: &G) -> Option<Worth>;
}

/// For games whose endgames are left to the search.
impl<G: Game> Ending<G> for () {
    fn missing(&mut self, _: &G, _: u64) -> Option<u64> {
        None
    }

    fn solve(&mut self, _: &G, _: u64, _: &dyn Fn() -> bool) -> bool {
        false
    }

    fn worth(&self, _: &G) -> Option<Worth> {
        None
    }
}

/// The endgame of Squadro.
#[derive(Debug, Default)]
pub struct SquadroEnding {
    /// Created on first use.
    endgame: Option<Endgame>,
}

/// The state numbers of Yellow's and Red's pieces.
fn numbers(endgame: &Endgame, now: &Squadro) -> Option<[u32; 2]> {
    let number = |side: usize, seat| endgame.sides().seats[side].number(&progress(now, seat));
    Some([number(0, YELLOW)?, number(1, RED)?])
}

fn progress(now: &Squadro, seat: Seat) -> [u8; TRACKS] {
    std::array::from_fn(|track| now.progress(seat, track))
}

impl Ending<Squadro> for SquadroEnding {
    fn missing(&mut self, now: &Squadro, most: u64) -> Option<u64> {
        if entries_from(
            Board::FULL,
            [YELLOW, RED].map(|seat| progress(now, seat)).each_ref().map(|side| &side[..]),
        ) > most
        {
            return None;
        }
        let endgame = self.endgame.get_or_insert_with(|| Endgame::new(Board::FULL));
        let [yellow, red] = numbers(endgame, now)?;
        endgame.entries(yellow, red).filter(|&entries| entries <= most)?;
        endgame.missing(yellow, red)
    }

    fn solve(&mut self, now: &Squadro, most: u64, stop: &dyn Fn() -> bool) -> bool {
        let Some(endgame) = &mut self.endgame else { return false };
        numbers(endgame, now).is_some_and(|[yellow, red]| endgame.solve(yellow, red, most, stop))
    }

    fn worth(&self, now: &Squadro) -> Option<Worth> {
        let endgame = self.endgame.as_ref()?;
        let [yellow, red] = numbers(endgame, now)?;
        endgame.worth(usize::from(now.mover() == RED), yellow, red)
    }
}
