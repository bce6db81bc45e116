//! Symmetries after set-up. The start holes no longer matter, so the hexagon can be rotated in six ways and
//! mirrored; and players are renamed in turn order, starting with the one to act. The set-up itself has no
//! symmetries.

use crate::{
    Hole, NumberOne, Peg, Size,
    field::{Field, number_of},
};
use ludoteca_core::{Position, Seat};

/// The symmetries of a hexagon. For each and for each hole, by number: the hole that comes to lie there.
type Sources = [[u8; HOLES]; 12];

/// One more than the largest number of a hole.
const HOLES: usize = 92;

static OF_INNER: Sources = sources(5);
static OF_WHOLE: Sources = sources(6);

const fn sources(side: u8) -> Sources {
    let field = Field::new(side);
    let centre = side as i8;
    let mut sources = [[0; HOLES]; 12];
    let mut turn = 0;
    while turn < 12 {
        let mut number = 1;
        while number <= field.holes {
            let Some(hole) = Hole::new(number) else { break };
            let (row, column) = field.place(hole);
            // The distances from the centre along three axes, which add up to 0.
            let (mut x, mut y) = (column as i8 - centre, centre - 1 - row as i8);
            let mut z = -x - y;
            if turn % 2 == 1 {
                (y, z) = (z, y);
            }
            let mut sixths = turn / 2;
            while sixths > 0 {
                (x, y, z) = (-z, -x, -y);
                sixths -= 1;
            }
            sources[turn][number as usize] = number_of(side, centre - 1 - y, x + centre);
            number += 1;
        }
        turn += 1;
    }
    sources
}

impl NumberOne {
    fn sources(&self) -> &'static Sources {
        if self.seats() == 4 { &OF_WHOLE } else { &OF_INNER }
    }

    /// The image with the smallest text, by which archives identify positions; `None` during set-up.
    pub(crate) fn smallest_image(&self) -> Option<NumberOne> {
        if self.is_set_up() {
            return None;
        }
        let contents = self.in_text_order();
        let image = |sources: &'static [u8; HOLES]| {
            let holes = self.field().holes_in_text();
            holes.map(move |hole| contents[usize::from(sources[usize::from(hole.number())])])
        };
        let smallest = self.sources().iter().min_by(|one, other| image(one).cmp(image(other)))?;
        Some(self.image(smallest))
    }

    /// For each hole, by number, a number that sorts like its text: empty, turned over, upright, token.
    fn in_text_order(&self) -> [u8; HOLES] {
        let mut contents = [0; HOLES];
        for hole in self.field().all_holes().filter(|&hole| self.has_token(hole)) {
            contents[usize::from(hole.number())] = u8::MAX;
        }
        for (seat, size, Peg { hole, turned }) in self.pegs() {
            let upright = if turned { 0 } else { Seat::MAX as u8 };
            contents[usize::from(hole.number())] =
                4 * (upright + self.renamed(seat).index() as u8) + size.distance();
        }
        contents
    }

    /// The seat's name if the player to act is named first.
    fn renamed(&self, seat: Seat) -> Seat {
        let (seats, first) = (self.seats(), self.player().index() as u8);
        Seat::new((seat.index() as u8 + seats - first) % seats).unwrap_or(seat)
    }

    fn image(&self, sources: &[u8; HOLES]) -> NumberOne {
        let mut tokens = 0;
        let mut images = [None; HOLES];
        for hole in self.field().all_holes() {
            let source = usize::from(sources[usize::from(hole.number())]);
            images[source] = Some(hole);
            if self.tokens() >> source & 1 == 1 {
                tokens |= hole.bit();
            }
        }
        let pegs: Vec<(Seat, Size, Peg)> = self
            .pegs()
            .filter_map(|(seat, size, peg)| {
                let hole = images[usize::from(peg.hole.number())]?;
                Some((self.renamed(seat), size, Peg { hole, ..peg }))
            })
            .collect();
        let out: Vec<Seat> = self.players_out().map(|seat| self.renamed(seat)).collect();
        let turn = (self.renamed(self.player()), self.moved());
        NumberOne::in_play(tokens, &pegs, &out, self.seats(), turn)
    }
}

#[cfg(test)]
mod tests {
    use crate::{NumberOne, Players, Rules};
    use ludoteca_conformance as kit;
    use ludoteca_core::{Notation, Position};
    use std::collections::HashSet;

    fn images(position: &NumberOne) -> Vec<NumberOne> {
        if position.is_set_up() {
            return vec![position.clone()];
        }
        position.sources().iter().map(|sources| position.image(sources)).collect()
    }

    #[test]
    fn images_have_the_same_future() {
        for players in Players::ALL {
            kit::symmetries::<NumberOne>(&Rules { players: Some(players) }, 3, 100, images);
        }
    }

    #[test]
    fn the_canonical_position_has_the_smallest_text() {
        for players in Players::ALL {
            let rules = Rules { players: Some(players) };
            let position: NumberOne = kit::random_position(&rules, 3, 30);
            let texts: HashSet<String> = images(&position).iter().map(Notation::position_text).collect();
            assert_eq!(texts.len(), 12);
            kit::for_each_random_position::<NumberOne>(&rules, 5, 100, |now, seed| {
                let smallest = images(now).iter().map(Notation::position_text).min();
                let canonical = now.canonical().position_text();
                assert_eq!(Some(canonical), smallest, "seed {seed}: {}", now.position_text());
            });
        }
    }
}
