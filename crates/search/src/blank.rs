use crate::{Evaluate, shares};
use ludoteca_core::{PerSeat, Position, Standing};

/// An evaluation without knowledge: every position is level. For searches that need only the rules, such as
/// plain UCT.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blank;

impl<P: Position> Evaluate<P> for Blank {
    #[inline]
    fn value(&self, _position: &P) -> i32 {
        0
    }

    fn shares(&self, position: &P) -> PerSeat<f32> {
        shares(&Standing::draw(position.seats()))
    }
}
