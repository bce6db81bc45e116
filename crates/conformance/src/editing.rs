use crate::{Dice, for_each_random_position};
use ludoteca_core::{Choice, Editing, Game, Sketch};

/// Checks that the editor and the position parser agree: every position of a game can be sketched, drawn and
/// built unchanged, and after any edits the text parses to the same sketch and is accepted or rejected
/// consistently. The rules must specify the number of players. `on_board` tells whether the pieces of a
/// position are already on the board and can be edited.
///
/// # Panics
/// If a check fails.
pub fn editing<P: Game + Editing>(rules: &P::Rules, games: u64, plies: u32, on_board: impl Fn(&P) -> bool) {
    let mut dice = Dice::new(77);
    let mut refused = 0;
    check_texts::<P>(rules, &P::Sketch::first(rules));
    for_each_random_position::<P>(rules, games, plies, |now, seed| {
        let text = now.position_text();
        let here = format!("{} seed {seed}: {text}", P::INFO.id);
        let mut sketch = P::Sketch::read(rules, &text).unwrap_or_else(|error| panic!("{here}: {error}"));
        assert_eq!(sketch.seats(), now.seats(), "{here}");
        if on_board(now) {
            assert_eq!(sketch.text(), text, "{here}: sketched otherwise");
            assert_eq!(sketch.build().as_ref(), Ok(now), "{here}: built otherwise");
            assert_eq!(sketch.board(), now.board(), "{here}: drawn otherwise");
        }
        for _ in 0..6 {
            edit(&mut sketch, &mut dice);
            refused += u32::from(!check_texts::<P>(rules, &sketch));
        }
    });
    assert!(refused > 0, "{}: no edit ever broke a rule", P::INFO.id);
}

fn edit<S: Sketch>(sketch: &mut S, dice: &mut Dice) {
    match dice.below(40) {
        0 => sketch.clear(),
        1..6 => {
            let mut choices = sketch.choices();
            let Choice { mut values, .. } = choices.swap_remove(dice.below(choices.len()));
            sketch.choose(values.swap_remove(dice.below(values.len())).1);
        }
        _ => {
            let (mut tools, cells) = (sketch.tools(), sketch.board().cells.len());
            let cell = dice.below(cells);
            sketch.put(cell, tools.swap_remove(dice.below(tools.len())).tool);
        }
    }
}

/// Whether the sketch is a valid position; its text must give the same answer.
fn check_texts<P: Game + Editing>(rules: &P::Rules, sketch: &P::Sketch) -> bool {
    let text = sketch.text();
    assert_eq!(
        P::Sketch::read(rules, &text).as_ref(),
        Ok(sketch),
        "{}: {text} is another sketch",
        P::INFO.id
    );
    let built = sketch.build();
    assert_eq!(P::read_position(rules, &text), built, "{}: {text} is read otherwise", P::INFO.id);
    for choice in sketch.choices() {
        let known = choice.values.iter().any(|(value, _)| *value == choice.value);
        assert!(known, "{}: {text}: {} is {}", P::INFO.id, choice.key, choice.value);
    }
    let board = sketch.board();
    assert!(board.pieces.iter().all(|piece| piece.cell < board.cells.len()), "{}: {text}", P::INFO.id);
    built.is_ok()
}
