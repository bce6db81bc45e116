//! Symmetries of the game: no rule distinguishes left, right, up and down, so the board can be rotated and
//! mirrored in eight ways; and the colours can be exchanged together with the turn.

use crate::{LIGHT, Peak, Space};

impl Peak {
    /// The eight images of this position in which Light is to move.
    pub(crate) fn images(&self) -> impl Iterator<Item = Peak> {
        let own = self.tops(self.mover);
        (0..8).map(move |turn| Peak {
            digits: self.digits.map(|digit| turned(digit, turn)),
            light: turned(own, turn),
            mover: LIGHT,
            turn: self.turn,
        })
    }

    /// Sorts positions with the same player to move like their texts: archives identify positions by the
    /// smallest text of their images.
    pub(crate) fn text_order(&self) -> [u8; (Space::SIDE * Space::SIDE) as usize] {
        let mut order = [0; (Space::SIDE * Space::SIDE) as usize];
        for (place, space) in order.iter_mut().zip(Space::in_text_order()) {
            let height = self.height(space);
            // An empty space is a point, a height comes before the owner's letter, and 1 is not written.
            let height_order = match height {
                0 => 0,
                1 => 11 * 10,
                2..=9 => 11 * height + 10,
                _ => 11 * (height / 10) + height % 10,
            };
            *place = 2 * height_order + u8::from(self.owner(space) == Some(LIGHT));
        }
        order
    }
}

/// The image of a set of spaces. Bit 0 of `turn` exchanges columns and ranks, bit 1 left and right, bit 2 top
/// and bottom.
fn turned(set: u64, turn: u8) -> u64 {
    let set = if turn & 1 == 0 { set } else { transposed(set) };
    let set = if turn & 2 == 0 { set } else { set.reverse_bits().swap_bytes() >> 2 };
    if turn & 4 == 0 { set } else { set.swap_bytes() >> 16 }
}

/// Exchanges columns and ranks: single bits, then blocks of two by two and of four by four.
fn transposed(mut set: u64) -> u64 {
    for (shift, mask) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0xf0f0_f0f0)] {
        let differ = (set ^ set >> shift) & mask;
        set ^= differ | differ << shift;
    }
    set
}

#[cfg(test)]
mod tests {
    use crate::{DARK, LIGHT, Peak, Rules, Space};
    use ludoteca_conformance as kit;
    use ludoteca_core::{Notation, Position};

    fn read(text: &str) -> Peak {
        Peak::read_position(&Rules::default(), text).unwrap()
    }

    #[test]
    fn images_in_text() {
        let position = read("2l...../....../....../..d.../.l..../ddl3d.. d -");
        let images: Vec<String> = position.images().map(|image| image.position_text()).collect();
        assert_eq!(images[0], "2d...../....../....../..l.../.d..../lld3l.. l -");
        assert!(images.contains(&".....2d/....../....../...l../....d./..3ldll l -".to_owned()));
        assert!(images.contains(&"lld3l../.d..../..l.../....../....../2d..... l -".to_owned()));
        let distinct: std::collections::HashSet<_> = images.iter().collect();
        assert_eq!(distinct.len(), 8);
    }

    #[test]
    fn images_have_the_same_future() {
        kit::symmetries::<Peak>(&Rules::default(), 20, 400, |position| {
            let mut images: Vec<Peak> = position.images().collect();
            images.push(position.clone());
            images
        });
    }

    #[test]
    fn the_canonical_position_has_the_smallest_text() {
        kit::for_each_random_position::<Peak>(&Rules::default(), 40, 400, |now, seed| {
            let smallest = now.images().map(|image| image.position_text()).min().unwrap();
            assert_eq!(now.canonical().position_text(), smallest, "seed {seed}: {}", now.position_text());
        });
    }

    /// Random games rarely have towers of ten or more pieces.
    #[test]
    fn towers_are_sorted_like_their_texts() {
        let tower = |height: u8, seat| {
            let mut position = Peak::EMPTY;
            position.set_tower(Space::new(0, 5).unwrap(), height, seat);
            position
        };
        let mut towers: Vec<Peak> =
            (0..=36).flat_map(|height| [DARK, LIGHT].map(|seat| tower(height, seat))).skip(1).collect();
        towers.sort_by_key(Peak::text_order);
        let texts: Vec<String> = towers.iter().map(Peak::position_text).collect();
        assert!(texts.is_sorted(), "{texts:?}");
    }
}
