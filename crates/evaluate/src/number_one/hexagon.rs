//! The field as a rhombus of bits, so that steps in all six directions are shifts.
//!
//! Row `r` (from 0) and number `n` (from 1) become bit `r * stride + n - 1`. Bits outside the hexagon are
//! always clear. They separate the rows, so that no step wraps around to the other side.

pub(super) type Set = u128;

/// One of the two fields (NO-1), by the number of holes along a side and in total.
pub(super) struct Hexagon<const SIDE: usize, const HOLES: usize> {
    /// Indexed by the hole's index.
    pub(super) holes: [Hole; HOLES],
    pub(super) all: Set,
}

#[derive(Clone, Copy)]
pub(super) struct Hole {
    pub(super) bit: Set,
    /// The holes one step away.
    pub(super) beside: Set,
    /// The holes two steps away, in straight lines or not.
    pub(super) near: Set,
    /// The holes two steps away in straight lines.
    pub(super) two_away: Set,
    /// The holes three steps away in straight lines.
    pub(super) three_away: Set,
}

pub(super) static INNER: Hexagon<5, 61> = Hexagon::new();
pub(super) static WHOLE: Hexagon<6, 91> = Hexagon::new();

/// The six directions as steps in row and number.
const DIRECTIONS: [(i32, i32); 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

impl<const SIDE: usize, const HOLES: usize> Hexagon<SIDE, HOLES> {
    const STRIDE: usize = 2 * SIDE - 1;

    /// For each row: the index of its first hole in the numbering without gaps, the number of holes, and the
    /// bit at which they begin.
    const ROWS: [(u32, u32, u32); 11] = {
        let mut rows = [(0, 0, 0); 11];
        let (mut row, mut start) = (0, 0);
        while row < Self::STRIDE {
            let (first, last) = Self::numbers(row as i32);
            rows[row] = (start, (last + 1 - first) as u32, (row * Self::STRIDE) as u32 + first as u32 - 1);
            start += (last + 1 - first) as u32;
            row += 1;
        }
        rows
    };

    /// The first and the last number of a row.
    const fn numbers(row: i32) -> (i32, i32) {
        let side = SIDE as i32;
        if row < side { (1, side + row) } else { (row + 2 - side, 2 * side - 1) }
    }

    const fn bit(row: i32, number: i32) -> Set {
        if row < 0 || row >= Self::STRIDE as i32 {
            return 0;
        }
        let (first, last) = Self::numbers(row);
        if number < first || number > last { 0 } else { 1 << (row * Self::STRIDE as i32 + number - 1) }
    }

    const fn new() -> Self {
        let mut holes = [Hole { bit: 0, beside: 0, near: 0, two_away: 0, three_away: 0 }; HOLES];
        let (mut index, mut row, mut all) = (0, 0, 0);
        while row < Self::STRIDE as i32 {
            let (mut number, last) = Self::numbers(row);
            while number <= last {
                let hole = &mut holes[index];
                hole.bit = Self::bit(row, number);
                all |= hole.bit;
                let mut direction = 0;
                while direction < 6 {
                    let (up, right) = DIRECTIONS[direction];
                    hole.beside |= Self::bit(row + up, number + right);
                    hole.two_away |= Self::bit(row + 2 * up, number + 2 * right);
                    hole.three_away |= Self::bit(row + 3 * up, number + 3 * right);
                    direction += 1;
                }
                (index, number) = (index + 1, number + 1);
            }
            row += 1;
        }
        index = 0;
        while index < HOLES {
            let hole = &mut holes[index];
            hole.near = Self::next_to(hole.beside) & all & !(hole.beside | hole.bit);
            index += 1;
        }
        Hexagon { holes, all }
    }

    /// Converts a set of holes from the rules' numbering without gaps, from bit 1 on.
    #[inline]
    pub(super) fn spread(holes: u128) -> Set {
        let mut set = 0;
        for &(from, count, to) in &Self::ROWS[..Self::STRIDE] {
            set |= (holes >> (from + 1) & ((1 << count) - 1)) << to;
        }
        set
    }

    /// The holes adjacent to those of the set; bits outside the hexagon may be set.
    #[inline]
    pub(super) const fn next_to(set: Set) -> Set {
        let (right, left) = (set << 1, set >> 1);
        right | left | (set | right) << Self::STRIDE | (set | left) >> Self::STRIDE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_by_shifts_are_the_neighbours_of_each_hole() {
        fn check<const SIDE: usize, const HOLES: usize>(field: &Hexagon<SIDE, HOLES>) {
            let mut index = 0;
            for row in 0..2 * SIDE as i32 - 1 {
                let (first, last) = Hexagon::<SIDE, HOLES>::numbers(row);
                for number in first..=last {
                    let bit = field.holes[index].bit;
                    assert_eq!(
                        Hexagon::<SIDE, HOLES>::spread(1 << (index + 1)),
                        bit,
                        "row {row} number {number}"
                    );
                    let slow = DIRECTIONS.iter().fold(0, |set, (up, right)| {
                        set | Hexagon::<SIDE, HOLES>::bit(row + up, number + right)
                    });
                    assert_eq!(
                        Hexagon::<SIDE, HOLES>::next_to(bit) & field.all,
                        slow,
                        "row {row} number {number}"
                    );
                    assert_eq!(field.holes[index].beside, slow);
                    let near = (0..HOLES).filter(|&other| {
                        let around = field.holes[other].beside;
                        bit & (around | field.holes[other].bit) == 0 && around & slow != 0
                    });
                    let near = near.fold(0, |set, other| set | field.holes[other].bit);
                    assert_eq!(field.holes[index].near, near, "row {row} number {number}");
                    index += 1;
                }
            }
            assert_eq!(index, HOLES);
            assert_eq!(field.all.count_ones() as usize, HOLES);
        }
        check(&INNER);
        check(&WHOLE);
    }
}
