//! Symmetries of the game: left and right can be exchanged, and so can the colours.

use crate::{
    OnePiece,
    grid::{STRIDE, column},
};

impl OnePiece {
    /// Left and right exchanged.
    #[must_use]
    pub(crate) fn mirrored(&self) -> OnePiece {
        OnePiece {
            red: self.mirror(self.red, 0),
            blue: self.mirror(self.blue, 0),
            // The right cell of a lying piece becomes its left one, which is the one to mark.
            lying: self.mirror(self.lying, 1),
            ..self.clone()
        }
    }

    /// Exchanges Red's and Blue's halves, the player to move and the winner.
    #[must_use]
    pub(crate) fn with_colours_exchanged(&self) -> OnePiece {
        OnePiece {
            red: self.blue,
            blue: self.red,
            mover: self.mover.other_of_two(),
            winner: self.winner.map(|seat| seat.other_of_two()),
            ..self.clone()
        }
    }

    /// The cells' mirror images, shifted left by this many columns.
    fn mirror(&self, cells: u128, left: u32) -> u128 {
        let last = u32::from(self.width) - 1;
        (0..=last - left).fold(0, |image, number| {
            let bits = (cells & column(number)) >> (STRIDE * number);
            image | bits << (STRIDE * (last - left - number))
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::{BLUE, OnePiece, RED, Rules};
    use ludoteca_core::{Notation, Position, Standing, Status};

    fn read(text: &str) -> OnePiece {
        OnePiece::read_position(&Rules::new(5, 6, 6, RED).unwrap(), text).unwrap()
    }

    #[test]
    fn images_in_text() {
        let position = read("a1>,a3v,b2^,d1^ b -");
        assert_eq!(position.mirrored().position_text(), "b1^,d2^,e1<,e3v b -");
        assert_eq!(position.with_colours_exchanged().position_text(), "a2^,b1<,b3v,d2v r -");
    }

    /// All images of a position, through all moves of several plies, have the same canonical form, and their
    /// futures are images of each other.
    #[test]
    fn images_have_the_same_future() {
        fn check(position: &OnePiece, depth: u32) -> u32 {
            let canonical = position.canonical();
            let exchanged = position.with_colours_exchanged();
            for image in [&position.mirrored(), &exchanged, &exchanged.mirrored(), &canonical] {
                assert_eq!(image.canonical(), canonical, "{position:?} {image:?}");
                let text = image.position_text();
                let rules = Rules::new(4, 5, 4, RED).unwrap();
                assert_eq!(
                    OnePiece::read_position(&rules, &text).as_ref(),
                    Ok(image),
                    "a position all the same"
                );
            }
            let turned = |status| match status {
                Status::Over(standing) => Status::Over(Standing::new(2, |seat| {
                    standing
                        .iter()
                        .find(|&(other, _)| other == seat.other_of_two())
                        .map_or(1, |(_, place)| place)
                })),
                Status::ToAct(seat) => Status::ToAct(seat.other_of_two()),
            };
            assert_eq!(exchanged.status(), turned(position.status()));
            assert_eq!(position.mirrored().status(), position.status());
            let after = |position: &OnePiece| {
                let mut after: Vec<String> = position
                    .moves()
                    .iter()
                    .map(|&m| format!("{:?}", position.after(m).canonical()))
                    .collect();
                after.sort();
                after
            };
            assert_eq!(after(position), after(&canonical), "{position:?}");
            let next = position.moves().into_iter().step_by(4);
            1 + next.map(|m| if depth == 0 { 0 } else { check(&position.after(m), depth - 1) }).sum::<u32>()
        }
        for first in [RED, BLUE] {
            let start = OnePiece::start(&Rules::new(4, 5, 4, first).unwrap());
            assert!(check(&start, 6) > 300);
        }
    }
}
