//! Positions that are counted as one have the same future.

use crate::{plain_number_one, plain_peak};
use ludoteca_archive::{key_of, moves_of};
use ludoteca_catalog::{AnyPlay, ForGame, GameId, Setup, Status, open, play_of};
use ludoteca_core::Game;

/// The text of the canonical position.
struct Canonical<'a>(&'a dyn AnyPlay);

impl ForGame for Canonical<'_> {
    type Output = String;

    fn run<G: Game>(self) -> String {
        play_of::<G>(self.0).unwrap().position().canonical().position_text()
    }
}

/// The symmetric forms of a position, by a plain implementation on texts.
fn images(game: GameId, text: &str) -> Vec<String> {
    match game {
        GameId::Peak => plain_peak::images(text),
        GameId::NumberOne => plain_number_one::images(text),
        GameId::Squadro | GameId::OnePieceForTwo => Vec::new(),
    }
}

fn at(game: GameId, players: u8, text: &str) -> Box<dyn AnyPlay> {
    let setup = Setup { players: Some(players), options: Vec::new(), position: Some(text.to_owned()) };
    open(game, &setup).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn the_canonical_position_is_the_image_with_the_smallest_text() {
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
            let smallest = images.iter().min().unwrap_or(&text);
            assert_eq!(&game.with(Canonical(&*play)), smallest, "seed {seed}: {text}");
            if !text.starts_with("setup") {
                assert_eq!(images.len(), count, "{text}");
                seen += 1;
            }
            for image in &images {
                let other = at(game, players, image);
                assert_eq!(key_of(&*other), key_of(&*play), "seed {seed}: {text} and {image}");
                assert_eq!(other.legal_moves().len(), moves.len(), "seed {seed}: {text} and {image}");
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

/// Archives store these numbers.
#[test]
fn keys_never_change() {
    for (game, players, position, expected) in [
        (GameId::Squadro, 2, "01014/00260 r", 0x8876_c09b_8f03_eb4b),
        (GameId::Peak, 2, "ddlldd/llddll/ddlldd/llddll/ddlldd/llddll l -", 0xcbec_0dfb_4302_a379),
        (GameId::Peak, 2, "2ddll2l4l/2dlddll/d...dd/l.ddl./..lld./.l2l2l2dl d -", 0x3962_0cdf_8e84_4043),
        (GameId::Peak, 2, "....3dd/2d.2d.ll/3d2d2l.../l..2l2l2d/3l2l..../.l..l5d l s", 0x0a1c_41c4_67b7_4743),
        (GameId::Peak, 2, "2d..3l2l./3l.l.4l./..d4ld3d/.3d2d..d/..2dd.l/.2d.... d s", 0xd3c5_6a70_80bb_c30c),
        (GameId::NumberOne, 2, "setup 2 -", 0xfaaf_2eb8_290c_a731),
        (
            GameId::NumberOne,
            2,
            ".ooB1./ooo.../ooooooo/ooob3ob2oo/ooooooooo/o.ooa2ooo/ooooooo/.o.A1oo/.A3.oo a 1 -",
            0xd911_09d3_ea14_be87,
        ),
        (
            GameId::NumberOne,
            3,
            "..b1oo/.ob2ooo/ooooooo/ooooooo./ooob3a3ooc1./ooooc3oo./oooooa2c2/.oo.oo/.A1o.o a 23 -",
            0x9909_ac71_d730_ad25,
        ),
        (
            GameId::NumberOne,
            3,
            "...o./.o.b1o./oa2o.b2oo/oooooo../o.C3.ooc1o./oo.oooo./o.A1oc2oo/..o.o./..a3oo c 3 -",
            0xf20e_1efb_166c_0511,
        ),
        (
            GameId::NumberOne,
            4,
            "oooo../ooooc1o./oooooooc2/b1b3ooooood2/.oooooc3oo./.ob2ooooood1./.ooa3oooood3/ooooooooo/oa2oooooo/.a1ooooo/..oooo d 12 -",
            0xf4bd_6444_a477_3b3c,
        ),
        (
            GameId::NumberOne,
            4,
            "oo.C1../ooc2o.../oooooooo/..b1ooc3.o./.oooooood1A3/.ob2oooooooD2/...oa2oooo./.o.B3ooo../oo.ooooo/...d3oo./.A1oo.o c 12 -",
            0xa25e_f60e_2ea3_352a,
        ),
        (GameId::OnePieceForTwo, 2, "- r -", 0x65a1_d73b_bb01_5316),
    ] {
        assert_eq!(key_of(&*at(game, players, position)), expected, "{game:?}: {position}");
    }
}
