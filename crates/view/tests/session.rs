//! What the page relies on, through its requests: every game, every seat count.

use crate::requests::request;
use ludoteca_catalog::{GameId, Seat, board::Shape};
use ludoteca_view::{
    Failure, FailureKind, Moved, Outside, RecordRequest, Session, Thought, TypedState, View, words,
};
use std::collections::{BTreeMap, BTreeSet};

fn opened(json: &str) -> Result<Session, Failure> {
    Session::open(&request(json)?)
}

fn open(game: &str) -> Session {
    opened(&format!(r#"{{"game": "{game}"}}"#)).unwrap()
}

fn think(session: &mut Session, json: &str, outside: &mut Outside<'_>) -> Result<Option<Thought>, Failure> {
    session.think(&request(json)?, outside)
}

fn record(session: &Session, json: &str) -> Result<String, Failure> {
    session.record(&request(json)?)
}

fn follow(session: &mut Session, moves: &[&str]) -> Result<(), Failure> {
    session.follow(&moves.iter().map(ToString::to_string).collect::<Vec<_>>()).map(drop)
}

fn at(game: &str, position: &str) -> Session {
    opened(&format!(r#"{{"game": "{game}", "position": "{position}"}}"#)).unwrap()
}

/// A move of level 1.
fn level_1(session: &mut Session, seed: usize) -> String {
    let request = format!(r#"{{"level": 1, "seed": {seed}}}"#);
    let mut outside = Outside { now: &|| 0.0, stop: &|| false, report: &mut |_| {} };
    think(session, &request, &mut outside).unwrap().unwrap().lines[0].moves[0].clone()
}

/// Plays a game to its end at level 1 and returns it with every view and move on the way.
fn played(game: GameId, players: u8) -> (Session, Vec<View>, Vec<Moved>) {
    let mut session = opened(&format!(r#"{{"game": "{game}", "players": {players}}}"#)).unwrap();
    let (mut views, mut moves) = (vec![session.view()], Vec::new());
    while session.status().over.is_none() {
        let text = level_1(&mut session, moves.len());
        moves.push(session.play(&text).unwrap());
        views.push(session.view());
    }
    (session, views, moves)
}

fn each_game(mut check: impl FnMut(GameId, u8)) {
    for game in GameId::ALL {
        for players in game.info().min_players..=game.info().max_players() {
            check(game, players);
        }
    }
}

#[test]
fn whole_games_are_played_seen_again_written_and_taken_back() {
    let known: BTreeSet<&str> = words().iter().map(|word| word.key).collect();
    each_game(|game, players| {
        let (mut session, views, moves) = played(game, players);
        let over = session.status().over.unwrap();
        assert_eq!(over.places.len(), usize::from(players));
        assert!(known.contains(over.reason.key) && over.reason.ruling.is_some(), "{game}: {over:?}");
        for (i, moved) in moves.iter().enumerate() {
            assert!(!moved.description.events.is_empty() && !moved.description.spoken.is_empty());
            assert!(moved.description.events.iter().all(|event| known.contains(event.sentence.key)));
            assert_eq!(session.view_at(i), views[i]);
            assert_eq!(session.describe_ply(i + 1).unwrap(), moved.description);
        }
        let record = session.record(&RecordRequest::default()).unwrap();
        let (again, replayed) = Session::replay(&record).unwrap();
        assert_eq!(replayed.faults, []);
        assert_eq!(again.view(), session.view());
        for i in (0..moves.len()).rev() {
            let taken = session.take_back().unwrap();
            assert_eq!(taken.description, moves[i].description);
            assert_eq!(taken.view, views[i]);
        }
        assert!(session.take_back().is_none());
    });
}

#[test]
fn events_lead_from_the_board_before_to_the_board_after() {
    each_game(|game, players| {
        let (_, views, moves) = played(game, players);
        for (moved, view) in moves.iter().zip(&views) {
            let (before, after) = (&view.board, &moved.view.board);
            let mut explained: BTreeSet<usize> = BTreeSet::new();
            for event in &moved.description.events {
                if let (Some(piece), Some(&first)) = (event.piece, event.path.first()) {
                    let cell = before.pieces[piece].cell;
                    assert!(first == cell || event.sentence.key == "drops-out", "{game}: {event:?}");
                }
                if let (Some(piece), Some(&last)) = (event.becomes, event.path.last()) {
                    assert_eq!(after.pieces[piece].cell, last, "{game}: {event:?}");
                    explained.insert(piece);
                }
            }
            for (i, piece) in after.pieces.iter().enumerate() {
                let same_place = before.pieces.iter().any(|old| old.cell == piece.cell);
                assert!(same_place || explained.contains(&i), "{game}: {piece:?} came from nowhere");
            }
        }
    });
}

#[test]
fn the_layers_of_towers_are_those_that_were_stacked() {
    let (_, views, _) = played(GameId::Peak, 2);
    let mut highest = 0;
    for view in &views {
        let mut lights = 0;
        for piece in &view.board.pieces {
            let Shape::Tower { seat, height } = piece.shape else { panic!("not a tower") };
            let layers = &piece.layers;
            assert_eq!((layers.len(), *layers.last().unwrap()), (usize::from(height), Some(seat)));
            lights += layers.iter().filter(|layer| **layer == Some(Seat::FIRST)).count();
            highest = highest.max(height);
        }
        assert_eq!(lights, 18);
    }
    assert!(highest >= 3);
    let known = at("peak", "....../....../....../....../....../l2l.... l -").view().board.pieces;
    assert_eq!(known[1].layers, [None, Some(Seat::FIRST)]);
}

/// PK-3: a page shows which pieces a jump counts.
#[test]
fn a_jump_is_described_with_the_two_pieces_it_passes_over() {
    let (_, views, moves) = played(GameId::Peak, 2);
    let mut over_a_tower = false;
    for (view, moved) in views.iter().zip(&moves) {
        let jump = &moved.description.events[0];
        assert_eq!(jump.sentence.key, "jumps");
        let way = &jump.path[1..jump.path.len() - 1];
        assert!(jump.over.iter().all(|cell| way.contains(cell)), "{jump:?}");
        let height = |cell: &usize| {
            let piece = view.board.pieces.iter().find(|piece| piece.cell == *cell).unwrap();
            let Shape::Tower { height, .. } = piece.shape else { panic!("not a tower") };
            height
        };
        assert_eq!(jump.over.iter().map(height).sum::<u8>(), 2, "{jump:?}");
        over_a_tower |= jump.over.len() == 1;
    }
    assert!(over_a_tower);
}

#[test]
fn every_legal_move_can_be_typed_and_its_beginnings_are_beginnings() {
    each_game(|game, players| {
        let session = opened(&format!(r#"{{"game": "{game}", "players": {players}}}"#)).unwrap();
        for m in session.view().moves {
            assert_eq!(session.why_not(&m.text), None);
            let typed = session.typed(&format!(" {} ", m.text.to_lowercase()));
            assert_eq!((typed.state, typed.text.as_deref()), (TypedState::Legal, Some(m.text.as_str())));
            for end in (0..m.text.len()).filter(|&end| m.text.is_char_boundary(end)) {
                assert_ne!(session.typed(&m.text[..end]).state, TypedState::Impossible, "{game} {m:?}");
            }
        }
        for text in ["", "é", "Y", "\u{0}", "zz9", "a1-a1-a1"] {
            let typed = session.typed(text);
            assert_eq!(typed.failure.is_some(), typed.state != TypedState::Legal, "{game} {text}");
        }
        assert_eq!(session.typed("zz9").state, TypedState::Impossible);
    });
}

#[test]
fn a_refused_move_says_why_and_changes_nothing() {
    for (game, position, text, ruling, key) in [
        ("squadro", "00000/00000 y", "R1", "SQ-4", "not-your-turn"),
        ("peak", "....../....../....../....../....../ld.d.l l -", "a1-c1", "PK-3", "passes-one"),
        ("one-piece-for-two", "- r -", "d2>", "OP-3", "floats"),
    ] {
        let mut session = at(game, position);
        let before = session.view();
        let failure = session.play(text).unwrap_err();
        assert_eq!((failure.sentence.ruling, failure.sentence.key), (Some(ruling), key), "{game}");
        assert_eq!(session.why_not(text), Some(failure));
        assert_eq!(session.view(), before);
    }
    let failure = open("number-one").play("LL").unwrap_err();
    assert!(failure.kind == FailureKind::Syntax && failure.at.is_some(), "{failure:?}");
}

#[test]
fn a_piece_that_cannot_move_says_why() {
    let why = |session: &Session, name: &str| {
        let cell = session.view().board.cells.iter().position(|cell| cell.name == name).unwrap();
        session.why_not_cells(&[cell]).map(|failure| (failure.sentence.ruling.unwrap(), failure.sentence.key))
    };
    let peak = at("peak", "....../....../....../....../l...../ld.d.2l l -");
    assert_eq!(why(&peak, "a1"), None);
    assert_eq!(why(&peak, "a2"), Some(("PK-3", "no-jump")));
    assert_eq!(why(&peak, "b1"), Some(("PK-2", "not-your-piece")));
    assert_eq!(why(&peak, "f1"), Some(("PK-2", "tower-stays")));
    assert_eq!(why(&peak, "c1"), None);

    let pegs = "ooob2b3/oooooo/ooooooo/oooa2oooo/oo.ob1oooo/oooooooo/ooooooo/oooooo/a1oooo a 2 -";
    let number_one = at("number-one", pegs);
    assert_eq!(why(&number_one, "f5"), Some(("NO-4", "has-moved")));
    assert_eq!(why(&number_one, "e5"), Some(("NO-4", "not-your-peg")));
    assert_eq!(why(&number_one, "a1"), None);
    let pegs = "ooo../oo..../ooB1o.o./ooooo.oo/ooA1ooA2B2o./oB3.oooA3./o....oo/.ooooo/...o. b - -";
    assert_eq!(why(&at("number-one", pegs), "e7"), Some(("NO-9", "peg-blocked")));
    each_game(|game, players| {
        let session = opened(&format!(r#"{{"game": "{game}", "players": {players}}}"#)).unwrap();
        let view = session.view();
        for m in &view.moves {
            assert_eq!(session.why_not_cells(&m.targets[..1]), None, "{game}");
        }
        assert_eq!(session.why_not_cells(&[view.board.cells.len()]), None);
    });
}

#[test]
fn cells_that_make_no_move_say_why() {
    let why = |session: &Session, names: &[&str]| {
        let cells = session.view().board.cells;
        let cell = |name: &&str| cells.iter().position(|cell| cell.name == *name).unwrap();
        let cells: Vec<usize> = names.iter().map(cell).collect();
        session.why_not_cells(&cells).map(|failure| (failure.sentence.ruling.unwrap(), failure.sentence.key))
    };
    let squadro = at("squadro", "c0000/00000 y");
    assert_eq!(why(&squadro, &["Y2 start"]), None);
    assert_eq!(why(&squadro, &["Y1 start"]), Some(("SQ-4", "piece-is-home")));
    assert_eq!(why(&squadro, &["R1 start"]), Some(("SQ-4", "not-your-turn")));
    assert_eq!(why(&squadro, &["Y3/R3"]), None);

    let peak = at("peak", "....../....../....../....../....../ld.d.l l -");
    assert_eq!(why(&peak, &["a1", "f1"]), None);
    assert_eq!(why(&peak, &["a1", "c1"]), Some(("PK-3", "passes-one")));
    assert_eq!(why(&peak, &["a1", "b3"]), Some(("PK-3", "not-a-line")));

    let mut number_one = open("number-one");
    assert_eq!(why(&number_one, &["e5"]), Some(("NO-3", "still-set-up")));
    number_one.play("LSM").unwrap();
    number_one.play("LSM").unwrap();
    let small = number_one.view().moves.iter().find(|m| m.text.starts_with('S')).unwrap().targets[0];
    let from = number_one.view().board.cells[small].name.clone();
    assert_eq!(why(&number_one, &[&from, "e5"]), Some(("NO-5", "distance")));

    let one_piece = at("one-piece-for-two", "d1^ b -");
    assert_eq!(why(&one_piece, &["d1", "e1"]), Some(("OP-3", "taken")));
    assert_eq!(why(&one_piece, &["f2", "g2"]), Some(("OP-3", "floats")));
    assert_eq!(why(&one_piece, &["f1", "h1"]), None);
    let full = opened(
        r#"{"game": "one-piece-for-two", "options": {"pieces": "6"}, "position": "a2v,b1^,c1>,c2^,e1^,f1> r -"}"#,
    )
    .unwrap();
    assert_eq!(why(&full, &["e2"]), None);
    assert_eq!(why(&full, &["d1"]), Some(("OP-5", "covered")));
    assert_eq!(why(&full, &["h1", "h2"]), Some(("OP-5", "box-empty")));
    assert_eq!(why(&full, &["e1", "e5", "f5"]), Some(("OP-3", "floats")));
    assert_eq!(why(&full, &["e1", "e2", "e3"]), Some(("OP-5", "overlaps")));
}

#[test]
fn invalid_openings_are_refused_with_a_reason() {
    for (request, key) in [
        ("", "bad-request"),
        ("[]", "bad-request"),
        (r#"{"game": "squadro", "colour": 1}"#, "bad-request"),
        (r#"{"game": "chess"}"#, "unknown-game"),
        (r#"{"game": "squadro", "players": 3}"#, "players"),
        (r#"{"game": "squadro", "options": {"size": "9"}}"#, "unknown-option"),
        (r#"{"game": "peak", "options": {"setup": "round"}}"#, "option-value"),
        (r#"{"game": "squadro", "position": "00000/0000é y"}"#, "position-syntax"),
        (r#"{"game": "squadro", "position": "ccccc/00000 y"}"#, "all-home"),
        (r#"{"game": "squadro", "moves": ["Y1", "Y2"]}"#, "not-your-turn"),
    ] {
        let failure = opened(request).unwrap_err();
        assert_eq!(failure.sentence.key, key, "{request}");
        assert!(!failure.sentence.text.is_empty());
    }
    for text in ["", "[Game \"chess\"]\n\n*", "[Game \"peak\"", "\u{0}", "1. Y1 *"] {
        assert!(Session::replay(text).is_err(), "{text:?}");
    }
}

#[test]
fn ends_name_the_ruling_that_decided_them() {
    let to_and_fro =
        ["R1", "Y1"].repeat(4).into_iter().chain(["R5", "Y5"].repeat(2)).collect::<Vec<_>>().repeat(2);
    for (opening, moves, ruling, key) in [
        (r#""game": "squadro", "position": "bccc5/0cccb y""#, vec!["Y1"], "SQ-9", "four-home"),
        (r#""game": "squadro", "position": "bccc5/0cccb r""#, to_and_fro, "SQ-10", "repetition"),
        (
            r#""game": "one-piece-for-two", "position": "a1^,b1^,c1^ b -""#,
            vec!["d1>"],
            "OP-6",
            "four-in-a-row",
        ),
        (
            r#""game": "one-piece-for-two", "options": {"width": "4", "height": "4", "pieces": "1"}"#,
            vec!["a1^", "a1^-c1^", "c1^-a1^", "a1^-c1^", "c1^-a1^"],
            "OP-7",
            "repetition",
        ),
        (
            r#""game": "one-piece-for-two", "options": {"width": "4", "height": "4", "pieces": "8"}, "position": "a2v,a3^,b1^,b4>,c2v,c3<,d1^,d4v r -""#,
            vec![],
            "OP-7",
            "no-move",
        ),
        (
            r#""game": "peak", "position": "....../....../....../....../....../l2l.... l -""#,
            vec!["a1-c1", "c1-a1"],
            "PK-7",
            "higher-score",
        ),
        (
            r#""game": "peak", "position": "....../....../....../....../....../3l.3d..l l -""#,
            vec![],
            "PK-7",
            "equal-scores",
        ),
        (
            r#""game": "peak", "position": "d2d..../....../.....3l/....../....../l2l.... l -""#,
            ["a1-c1", "a6-c6", "c1-a1", "c6-a6"].repeat(2),
            "PK-8",
            "repetition-scored",
        ),
    ] {
        let mut session = opened(&format!("{{{opening}}}")).unwrap();
        for text in moves {
            session.play(text).unwrap();
        }
        let reason = session.status().over.unwrap_or_else(|| panic!("{opening} goes on")).reason;
        assert_eq!((reason.ruling, reason.key), (Some(ruling), key), "{opening}");
    }
}

#[test]
fn the_end_of_peak_names_who_cannot_jump_though_the_other_still_could() {
    let ends = |position: &str, moves: &[&str]| {
        let mut session = at("peak", position);
        for text in moves {
            session.play(text).unwrap();
        }
        session.status().over.unwrap().reason.text
    };
    // PK-6: Light could go on jumping back and forth.
    assert_eq!(
        ends("....../....../....../....../....../l2l.... l -", &["a1-c1", "c1-a1"]),
        "dark cannot jump, so the game is over: light has more points, 2 to 0"
    );
    assert_eq!(
        ends("....../....../....../....../....../3l.3d..l l -", &[]),
        "light cannot jump, so the game is over: both have 3 points"
    );
}

#[test]
fn a_game_is_followed_without_opening_it_anew() {
    let mut session = open("squadro");
    follow(&mut session, &["Y1", "R1", "Y2"]).unwrap();
    let before = session.view();
    assert!(follow(&mut session, &["Y1", "R2", "R3"]).is_err());
    assert_eq!(session.view(), before);
    follow(&mut session, &["Y1", "R2"]).unwrap();
    let moves: Vec<String> = session.view().played.into_iter().map(|played| played.text).collect();
    assert_eq!(moves, ["Y1", "R2"]);
}

#[test]
fn a_record_keeps_names_clocks_and_comments() {
    let text = "[Game \"squadro\"]\n[Yellow \"Ada\"]\n\n1. Y3! {[%clk 0:04:59] bold} R2 (1... R5) 1-0\n";
    let (mut session, replayed) = Session::replay(text).unwrap();
    assert_eq!((replayed.result.as_str(), replayed.clocks), ("1-0", vec![Some(299.0), None]));
    session.play("Y1").unwrap();
    let written = record(&session, r#"{"tags": {"Red": "Max"}}"#).unwrap();
    for part in ["[Yellow \"Ada\"]", "[Red \"Max\"]", "bold", "0:04:59", "1... R5", "Y1 *"] {
        assert!(written.contains(part), "{part} is not in {written}");
    }
    assert!(record(&session, r#"{"result": "won"}"#).is_err());
    assert!(record(&session, r#"{"tags": {"bad name": "x"}}"#).is_err());
    let (cut, replayed) = Session::replay("[Game \"squadro\"]\n\n1. Y3 Y4 *\n").unwrap();
    assert_eq!((cut.view().played.len(), replayed.faults[0].failure.sentence.ruling), (1, Some("SQ-4")));
}

#[test]
fn thinking_reports_ends_by_clock_and_by_request_and_goes_on_where_it_was() {
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
    each_game(|game, players| {
        let mut session = opened(&format!(r#"{{"game": "{game}", "players": {players}}}"#)).unwrap();
        // A clock that advances by one at each reading.
        let clock = AtomicU32::new(0);
        let now = || f64::from(clock.fetch_add(1, Relaxed));
        let mut depths = Vec::new();
        let mut report = |thought: &Thought| depths.push(thought.depth);
        let mut outside = Outside { now: &now, stop: &|| false, report: &mut report };
        let thought = think(&mut session, r#"{"millis": 300, "lines": 3}"#, &mut outside).unwrap().unwrap();
        assert_eq!(thought.lines.len(), 3, "{game} {players}");
        assert!(thought.millis < 400.0 && !depths.is_empty(), "{game} {players} {}", thought.millis);
        let mut outside = Outside { now: &|| 0.0, stop: &|| true, report: &mut |_| {} };
        let stopped = think(&mut session, "{}", &mut outside).unwrap().unwrap();
        assert!(session.why_not(&stopped.lines[0].moves[0]).is_none());
        assert!(think(&mut session, r#"{"level": 11}"#, &mut outside).is_err());
    });
    let mut over = at("squadro", "bccc5/0cccb y");
    over.play("Y1").unwrap();
    let mut outside = Outside { now: &|| 0.0, stop: &|| false, report: &mut |_| {} };
    assert_eq!(think(&mut over, "{}", &mut outside).unwrap(), None);
}

#[test]
fn the_next_game_of_a_series_is_by_the_games_own_rule() {
    let mut session = open("squadro");
    assert!(session.rematch().is_err());
    session.play("red:resigns").unwrap();
    assert_eq!(session.rematch().unwrap().seats, [Seat::SECOND, Seat::FIRST]);
    let mut session = at("one-piece-for-two", "a1^,b1^,c1^ b -");
    session.play("d1>").unwrap();
    // OP-8: Blue lost and starts.
    assert_eq!(session.rematch().unwrap().options["first"], "blue");
}

#[test]
fn every_sentence_rests_on_a_ruling_of_the_rules_pages() {
    let pages: String = ["squadro", "number-one", "peak", "one-piece-for-two", "table"]
        .map(|page| format!("{}/../../docs/rules/{page}.md", env!("CARGO_MANIFEST_DIR")))
        .map(|path| std::fs::read_to_string(path).unwrap())
        .concat();
    let mut keys = BTreeMap::new();
    for word in words() {
        let failure_of_any_game = word.game.is_none() && word.ruling.is_empty();
        assert!(failure_of_any_game || pages.contains(&format!("<a id=\"{}\">", word.ruling)), "{word:?}");
        // The same key has the same words.
        let before = keys.insert((word.game, word.key), word.text);
        assert!(word.key == "word" || before.is_none_or(|before| before == word.text), "{word:?}");
    }
}

#[test]
fn every_failure_and_its_arguments_are_listed_for_translators() {
    let failed = |request: &str| opened(request).err().unwrap();
    let squadro = |rest: &str| failed(&format!(r#"{{"game": "squadro", {rest}}}"#));
    let mut session = open("squadro");
    let mut over = at("one-piece-for-two", "a1^,b1^,c1^,d1> r r");
    let failures = [
        failed("{"),
        failed(r#"{"game": "chess"}"#),
        squadro(r#""players": 3"#),
        squadro(r#""options": {"colour": "red"}"#),
        squadro(r#""options": {"first": "blue"}"#),
        squadro(r#""position": "x""#),
        squadro(r#""position": "66666/ccccc y""#),
        session.play("x").err().unwrap(),
        session.play("R1").err().unwrap(),
        over.play("a3>").err().unwrap(),
        Session::replay("[Game").err().unwrap(),
        Session::replay("[Site \"here\"]\n\n*\n").err().unwrap(),
        Session::replay("[Game \"squadro\"]\n[Variant \"x\"]\n\n*\n").err().unwrap(),
    ];
    let words = words();
    for failure in failures {
        let why = &failure.sentence;
        let word = words.iter().find(|word| word.key == why.key).unwrap_or_else(|| panic!("{failure:?}"));
        let places = (0..9).filter(|i| word.text.contains(&format!("{{{i}}}"))).count();
        assert_eq!(places, why.args.len(), "{failure:?}");
    }
}

#[test]
fn a_threat_is_what_the_next_seat_could_do_now() {
    each_game(|game, players| {
        let mut session = opened(&format!(r#"{{"game": "{game}", "players": {players}}}"#)).unwrap();
        let mut asked = 0;
        for ply in 0..8 {
            let text = level_1(&mut session, ply);
            session.play(&text).unwrap();
            if session.status().over.is_some() {
                break;
            }
            let Some(position) = session.passed() else { continue };
            let next = at(game.info().id, &position).status().to_act;
            assert_eq!(
                next,
                session.status().to_act.and_then(|seat| Seat::new((seat.index() as u8 + 1) % players))
            );
            asked += 1;
        }
        assert!(asked > 0, "{game}");
    });
}
