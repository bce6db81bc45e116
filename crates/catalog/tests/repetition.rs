//! The repetition ruling in games of every kind, through [`AnyPlay`](ludoteca_catalog::AnyPlay).

use ludoteca_catalog::{GameId, MoveError, Setup, Status, open};

/// Plays `round` until the game ends and returns the result; each round must return to the initial position.
fn result_after_rounds(
    id: GameId,
    position: Option<&str>,
    options: &[(&str, &str)],
    round: &[&str],
) -> String {
    let options = options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let setup = Setup { players: None, options, position: position.map(str::to_owned) };
    let mut game = open(id, &setup).unwrap();
    let first = game.position();
    for times in 2..=3 {
        for text in round {
            assert!(matches!(game.status(), Status::ToAct(_)), "over before occurrence {times}");
            game.play(text).unwrap_or_else(|error| panic!("{}: {text}: {error}", game.position()));
        }
        assert_eq!(game.position(), first);
    }
    assert!(game.ended_by_repetition());
    assert_eq!(game.play(round[0]), Err(MoveError::GameOver));
    assert!(game.legal_moves().is_empty());
    match game.status() {
        Status::Over(standing) => id.info().result(&standing),
        Status::ToAct(_) => panic!("no end after three occurrences"),
    }
}

#[test]
fn squadro_is_drawn() {
    let mut round = ["R1", "Y1"].repeat(4);
    round.extend(["R5", "Y5"].repeat(2));
    assert_eq!(result_after_rounds(GameId::Squadro, Some("bccc5/0cccb r"), &[], &round), "1/2-1/2");
}

#[test]
fn one_piece_for_two_is_drawn() {
    let options = [("width", "6"), ("height", "4"), ("pieces", "2")];
    let round = ["a1>-e1>", "c1>-a1>", "e1>-c1>", "a1>-e1>", "c1>-a1>", "e1>-c1>"];
    let setup = Some("a1>,c1> r -");
    assert_eq!(result_after_rounds(GameId::OnePieceForTwo, setup, &options, &round), "1/2-1/2");
}

#[test]
fn peak_is_scored_as_it_stands() {
    // Light and Dark jump to an empty space and back over the same two pieces; Dark's tower of three decides
    // the score.
    let position = "ldd.../....../....../....../3d...../dll... l -";
    let round = ["a6-e6", "a1-e1", "e6-a6", "e1-a1"];
    assert_eq!(result_after_rounds(GameId::Peak, Some(position), &[], &round), "0-1");
}
