use crate::for_each_random_position;
use ludoteca_core::Game;
use std::collections::BTreeSet;

/// A legal move and the resulting position, both as text.
pub type Successor = (String, String);

/// Compares the rules with a slow, simple second implementation that works only on texts: in every position
/// of `games` random games, both must generate the same moves, leading to the same positions.
///
/// # Panics
/// If the two implementations differ.
pub fn twin<P: Game>(rules: &P::Rules, games: u64, plies: u32, slow: impl Fn(&str) -> Vec<Successor>) {
    for_each_random_position::<P>(rules, games, plies, |now, seed| {
        let text = now.position_text();
        let fast: BTreeSet<Successor> =
            now.moves().iter().map(|&m| (now.move_text(m), now.after(m).position_text())).collect();
        let slow: BTreeSet<Successor> = slow(&text).into_iter().collect();
        if fast != slow {
            let only_fast: Vec<_> = fast.difference(&slow).take(4).collect();
            let only_slow: Vec<_> = slow.difference(&fast).take(4).collect();
            panic!("{} seed {seed}: {text}\nfast only: {only_fast:?}\nslow only: {only_slow:?}", P::INFO.id);
        }
    });
}
