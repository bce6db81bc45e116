//! Positions that are counted as one have the same future.

use ludoteca_archive::{canonical_text, images, key_of, moves_of};
use ludoteca_catalog::{AnyPlay, ForGame, GameId, Setup, Status, open, play_of};
use ludoteca_core::Game;

/// The texts of all positions after a move, one for each class of symmetric positions.
struct Children<'a>(&'a dyn AnyPlay);

impl ForGame for Children<'_> {
    type Output = Vec<String>;

    fn run<G: Game>(self) -> Vec<String> {
        let position = play_of::<G>(self.0).unwrap().position();
        let mut texts = Vec::new();
        position.for_each_child(|_, after| texts.push(canonical_text(self.0.game(), &after)));
        texts.sort();
        texts
    }
}

fn at(game: GameId, players: u8, text: &str) -> Box<dyn AnyPlay> {
    let setup = Setup { players: Some(players), options: Vec::new(), position: Some(text.to_owned()) };
    open(game, &setup).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn images_are_positions_with_the_same_moves_and_the_same_key() {
    for (game, players, count) in [
        (GameId::Peak, 2, 8),
        (GameId::NumberOne, 2, 12),
        (GameId::NumberOne, 3, 12),
        (GameId::NumberOne, 4, 12),
    ] {
        let seed = 7_u64;
        let mut random = seed;
        let mut play = open(game, &Setup { players: Some(players), ..Setup::default() }).unwrap();
        let mut seen = 0;
        while matches!(play.status(), Status::ToAct(_)) {
            let (text, moves) = (play.position(), play.legal_moves());
            let images = images(game, &text);
            if !text.starts_with("setup") {
                assert_eq!(images.len(), count, "{text}");
                seen += 1;
            }
            for image in &images {
                let other = at(game, players, image);
                assert_eq!(key_of(&*other), key_of(&*play), "seed {seed}: {text} and {image}");
                assert_eq!(other.legal_moves().len(), moves.len(), "seed {seed}: {text} and {image}");
                assert_eq!(game.with(Children(&*other)), game.with(Children(&*play)), "seed {seed}: {text}");
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            play.play(&moves[(random >> 33) as usize % moves.len()]).unwrap();
        }
        assert!(seen > 5, "{game:?}: {seen}");
    }
}

#[test]
fn symmetric_positions_share_a_key() {
    let key = |game, options: &[(&str, &str)], position: &str| {
        let options = options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        let setup = Setup { players: None, options, position: Some(position.to_owned()) };
        key_of(&*open(game, &setup).unwrap())
    };
    let one_piece = GameId::OnePieceForTwo;
    assert_eq!(key(one_piece, &[], "a1^ b -"), key(one_piece, &[], "h1^ b -"), "left and right");
    assert_eq!(key(one_piece, &[], "a1^ b -"), key(one_piece, &[], "a2v r -"), "the colours");
    assert_ne!(key(one_piece, &[], "a1^ b -"), key(one_piece, &[("pieces", "8")], "a1^ b -"), "another game");
    assert_ne!(key(one_piece, &[], "a1^ b -"), key(one_piece, &[], "b1^ b -"));
    let squadro = GameId::Squadro;
    assert_ne!(key(squadro, &[], "30000/00000 r"), key(squadro, &[], "00003/00000 r"), "nothing is alike");
    assert_ne!(key(squadro, &[], "00000/00000 r"), key(squadro, &[], "00000/00000 y"));
}

#[test]
fn moves_that_lead_to_like_positions_have_one_key() {
    let start = open(GameId::OnePieceForTwo, &Setup::default()).unwrap();
    let moves = moves_of(&*start);
    let of = |text: &str| moves.iter().find(|(one, _)| one == text).unwrap().1;
    assert_eq!(of("a1^"), of("h1^"));
    assert_ne!(of("a1^"), of("b1^"));
    assert_eq!(moves.len(), start.legal_moves().len());
}
