//! The path of a moving peg, for animations.

use crate::{
    Hole, NumberOne, Size,
    field::{left_of, right_of, walked},
};

impl NumberOne {
    /// The holes on a legal move's path, from the peg's hole to the landing hole. Of several paths (NO-8),
    /// returns one with the fewest swings; `None` if the peg of the player to act cannot reach the hole.
    #[must_use]
    pub fn path(&self, size: Size, to: Hole) -> Option<Vec<Hole>> {
        let from = self.peg(self.player(), size)?.hole;
        let mut ways = Vec::new();
        for direction in 0..6 {
            self.walk(&mut vec![from], direction, 0, usize::from(size.distance()), &mut ways);
        }
        let there = ways.into_iter().filter(|(_, way)| way.last() == Some(&to));
        there.min_by_key(|(swings, _)| *swings).map(|(_, way)| way)
    }

    /// Collects all complete paths that start with this one, each with its swings.
    fn walk(
        &self,
        way: &mut Vec<Hole>,
        direction: usize,
        swings: u8,
        steps: usize,
        ways: &mut Vec<(u8, Vec<Hole>)>,
    ) {
        if way.len() > steps {
            ways.push((swings, way.clone()));
            return;
        }
        let Some(&here) = way.last() else { return };
        let ahead = |direction: usize| {
            Hole::new(walked(self.field().side, self.field().place(here), direction, 1, None))
        };
        let is_free = |hole: &Hole| self.peg_holes() & hole.bit() == 0;
        match ahead(direction) {
            Some(next) if is_free(&next) => {
                way.push(next);
                self.walk(way, direction, swings, steps, ways);
                way.pop();
            }
            // NO-6: a peg straight ahead, after at least one step.
            Some(_) if way.len() > 1 => {
                for bent in [left_of(direction), right_of(direction)] {
                    if let Some(next) = ahead(bent).filter(is_free) {
                        way.push(next);
                        self.walk(way, bent, swings + 1, steps, ways);
                        way.pop();
                    }
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Move, Players, Rules};
    use ludoteca_core::{Notation, Position};
    use std::collections::BTreeSet;

    /// Paths agree with the independently computed moves: exactly the legal moves have one.
    #[test]
    fn every_move_of_a_peg_has_a_way_and_no_other_landing_has() {
        for players in Players::ALL {
            let mut position = NumberOne::start(&Rules { players: Some(players) });
            let mut random = 1u32;
            while let Some(m) = position.pick_move(random) {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let legal: BTreeSet<Move> = position.moves().into_iter().collect();
                let pegs: BTreeSet<_> = position.pegs().map(|(_, _, peg)| peg.hole).collect();
                for size in Size::ALL.into_iter().filter(|&size| !position.has_moved(size)) {
                    let Some(peg) = position.peg(position.player(), size) else { continue };
                    for to in position.field().all_holes() {
                        let refused_there = peg.turned && !position.has_token(to); // NO-7
                        let way = position.path(size, to).filter(|_| !refused_there);
                        let expected = legal.contains(&Move::Peg { size, to });
                        assert_eq!(way.is_some(), expected, "{}", position.position_text());
                        let Some(way) = way else { continue };
                        assert_eq!(way.len(), usize::from(size.distance()) + 1);
                        assert_eq!((way.first(), way.last()), (Some(&peg.hole), Some(&to)));
                        assert!(way[1..].iter().all(|hole| !pegs.contains(hole)));
                    }
                }
                position.play_unchecked(m);
            }
        }
    }

    #[test]
    fn the_way_round_a_peg_is_the_example_of_no_6() {
        let text = "ooob2b3/oooooo/ooooooo/oooooooo/ooa2ob1oooo/oooooooo/ooooooo/oooooo/a1oooo a - -";
        let position = NumberOne::read_position(&Rules { players: Some(Players::Two) }, text).unwrap();
        let Ok(Move::Peg { size, to }) = position.read_move("Mf5") else { panic!("not a move") };
        let way = position.path(size, to).unwrap();
        let names: Vec<String> = way.iter().map(|&hole| position.field().name(hole)).collect();
        assert_eq!(names, ["e3", "e4", "f5"]);
    }
}
