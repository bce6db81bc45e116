use crate::{Dice, for_each_random_position};
use ludoteca_core::{Game, MoveError, Notation, Position, PositionError, Status, SyntaxError};
use std::{
    collections::{BTreeSet, HashSet},
    hash::{DefaultHasher, Hash, Hasher},
};

/// Checks the properties that hold in every position of every game. `bound` is the maximum length of a game
/// in plies; `None` if games can go on for ever (they are then cut off after 400 plies).
///
/// # Panics
/// If a check fails.
pub fn check_rules<P: Game>(rules: &P::Rules, games: u64, bound: Option<u32>) {
    let start = P::start(rules);
    let cells = start.board().cells.len();
    let mut ends = 0;
    for_each_random_position::<P>(rules, games, bound.unwrap_or(400), |now, seed| {
        let text = now.position_text();
        let here = format!("{} seed {seed}: {text}", P::INFO.id);
        assert_eq!(now.seats(), start.seats(), "{here}: seats changed");
        status_and_moves_agree(now, &here);
        fast_paths_agree(now, &here);
        texts_round_trip(rules, now, &text, &here);
        both_entry_points_agree(now, &here);
        picture_is_sound(now, cells, &here);
        null_move_passes_the_turn(rules, now, &here);
        if matches!(now.status(), Status::Over(_)) {
            ends += 1;
        }
    });
    if bound.is_some() {
        assert_eq!(ends, games, "{}: some game went on for more than {bound:?} plies", P::INFO.id);
    }
}

fn status_and_moves_agree<P: Game>(now: &P, here: &str) {
    let moves = now.moves();
    match now.status() {
        Status::ToAct(seat) => {
            assert!(!moves.is_empty(), "{here}: a player to act without a move");
            assert!(seat.index() < usize::from(now.seats()), "{here}: the seat does not exist");
        }
        Status::Over(standing) => {
            assert!(moves.is_empty(), "{here}: moves in a finished game");
            assert_eq!(standing.seats(), now.seats(), "{here}");
            assert!(standing.as_slice().contains(&1), "{here}: there is no first place in {standing:?}");
            for &place in standing.as_slice() {
                let better = standing.as_slice().iter().filter(|&&p| p < place).count();
                assert_eq!(usize::from(place), better + 1, "{here}: places with a gap: {standing:?}");
            }
        }
    }
    assert_eq!(moves, now.moves(), "{here}: the order is not fixed");
    let distinct: HashSet<_> = moves.iter().collect();
    assert_eq!(distinct.len(), moves.len(), "{here}: a move twice");
}

/// Overridden methods agree with the provided ones.
fn fast_paths_agree<P: Game>(now: &P, here: &str) {
    let moves = now.moves();
    assert_eq!(now.count_moves(), moves.len(), "{here}: count_moves");
    let n = moves.len() as u64;
    for random in (0..=u32::MAX).step_by(1 << 24).chain([u32::MAX]) {
        let expected = moves.get(((u64::from(random) * n) >> 32) as usize).copied();
        assert_eq!(now.pick_move(random), expected, "{here}: pick_move({random})");
    }
    for &m in &moves {
        assert!(now.is_legal(m), "{here}: {m:?} is generated but not legal");
    }
    let mut children = Vec::new();
    now.for_each_child(|m, child| children.push((m, child)));
    let expected: Vec<_> = moves.iter().map(|&m| (m, now.after(m))).collect();
    assert_eq!(children, expected, "{here}: for_each_child");
}

fn texts_round_trip<P: Game>(rules: &P::Rules, now: &P, text: &str, here: &str) {
    let read = P::read_position(rules, text).unwrap_or_else(|error| panic!("{here}: {error}"));
    assert_eq!(&read, now, "{here}: reads as another position");
    assert_eq!(hash(&read), hash(now), "{here}: equal, but another hash");
    assert_eq!(read.moves(), now.moves(), "{here}: equal, but another future");
    let mut texts = HashSet::new();
    for m in now.moves() {
        let text = now.move_text(m);
        assert_eq!(now.read_move(&text), Ok(m), "{here}: move {text}");
        assert!(texts.insert(text.clone()), "{here}: two moves are written {text}");
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn both_entry_points_agree<P: Game>(now: &P, here: &str) {
    for m in now.moves() {
        let mut checked = now.clone();
        assert_eq!(checked.play(m), Ok(()), "{here}: {m:?}");
        assert_eq!(checked, now.after(m), "{here}: {m:?}: two entry points, two positions");
    }
}

fn picture_is_sound<P: Game>(now: &P, cells: usize, here: &str) {
    let board = now.board();
    assert_eq!(board.cells.len(), cells, "{here}: cells come and go");
    let names: HashSet<_> = board.cells.iter().map(|cell| &cell.name).collect();
    assert_eq!(names.len(), cells, "{here}: two cells of one name");
    let points: HashSet<_> = board.cells.iter().map(|cell| cell.at).collect();
    assert_eq!(points.len(), cells, "{here}: two cells in one place");
    assert!(board.pieces.iter().all(|piece| piece.cell < cells), "{here}: a piece off the board");
    assert!(board.marks.is_empty(), "{here}: marks belong to the caller");
    let mut seen = HashSet::new();
    for m in now.moves() {
        let targets = now.targets(m);
        assert!(
            !targets.is_empty() && targets.iter().all(|&cell| cell < cells),
            "{here}: {m:?}: {targets:?}"
        );
        assert!(seen.insert(targets), "{here}: {m:?} is pointed at like another move");
        let trace = now.trace(m);
        assert!(!trace.is_empty() && trace.iter().all(|&cell| cell < cells), "{here}: {m:?}: {trace:?}");
    }
}

/// After a null move another seat is at the start of its turn, and nothing on the board has changed.
fn null_move_passes_the_turn<P: Game>(rules: &P::Rules, now: &P, here: &str) {
    let Some(next) = now.after_null_move() else { return };
    let (Status::ToAct(before), Status::ToAct(after)) = (now.status(), next.status()) else {
        panic!("{here}: a null move in or into a finished game");
    };
    assert_ne!(before, after, "{here}: the same seat acts after a null move");
    assert!(!next.is_mid_turn(), "{here}: a null move into the middle of a turn");
    let cells = |position: &P| position.board().pieces.iter().map(|piece| piece.cell).collect::<Vec<_>>();
    assert_eq!(cells(&next), cells(now), "{here}: a null move moves a piece");
    assert_eq!(P::read_position(rules, &next.position_text()).as_ref(), Ok(&next), "{here}: null move");
}

/// The images of a position under the symmetries of the game, itself included, have the same future and the
/// same canonical position, which is one of them.
///
/// # Panics
/// If a check fails.
pub fn symmetries<P: Game>(rules: &P::Rules, games: u64, plies: u32, images: impl Fn(&P) -> Vec<P>) {
    let children = |position: &P| {
        let mut texts = Vec::new();
        position.for_each_child(|_, child| texts.push(child.canonical().position_text()));
        texts.sort();
        texts
    };
    for_each_random_position::<P>(rules, games, plies, |now, seed| {
        let here = format!("{} seed {seed}: {}", P::INFO.id, now.position_text());
        let (canonical, future, images) = (now.canonical(), children(now), images(now));
        assert!(images.contains(&canonical), "{here}: {} is no image", canonical.position_text());
        for image in &images {
            let there = format!("{here}: {}", image.position_text());
            assert_eq!(P::read_position(rules, &image.position_text()).as_ref(), Ok(image), "{there}");
            assert_eq!(image.canonical(), canonical, "{there}: another canonical position");
            assert_eq!(children(image), future, "{there}: another future");
            assert_eq!(outcome(image), outcome(now), "{there}: another result");
        }
    });
}

/// The places in a finished game, best first.
fn outcome<P: Position>(position: &P) -> Option<Vec<u8>> {
    let Status::Over(standing) = position.status() else { return None };
    let mut places = standing.as_slice().to_vec();
    places.sort_unstable();
    Some(places)
}

/// Of all moves that can be named, exactly the generated ones are legal, and the others give a reason.
///
/// # Panics
/// If a check fails.
pub fn nameable_moves<P: Game>(
    rules: &P::Rules,
    games: u64,
    plies: u32,
    mut candidates: impl FnMut(&P) -> Vec<String>,
) {
    for_each_random_position::<P>(rules, games, plies, |now, seed| {
        let here = format!("{} seed {seed}: {}", P::INFO.id, now.position_text());
        let legal: BTreeSet<String> = now.moves().iter().map(|&m| now.move_text(m)).collect();
        let mut found = BTreeSet::new();
        for text in candidates(now) {
            match now.read_move(&text) {
                Ok(m) => {
                    found.insert(now.move_text(m));
                }
                Err(MoveError::Illegal(refusal)) => {
                    assert!(
                        P::REASONS.contains(&refusal.reason),
                        "{here}: {text}: {refusal} is not in REASONS"
                    );
                    assert!(!refusal.to_string().contains(['{', '}']), "{here}: {text}: {refusal}");
                }
                Err(MoveError::GameOver) => {
                    assert!(matches!(now.status(), Status::Over(_)), "{here}: {text}")
                }
                Err(error @ MoveError::Syntax(_)) => panic!("{here}: {text} should be readable: {error}"),
            }
        }
        assert_eq!(found, legal, "{here}: legal by name against generated");
    });
}

/// Slightly corrupted texts are parsed without a panic, and any that parse are written back unchanged.
///
/// # Panics
/// If a check fails.
pub fn garbage<P: Game>(rules: &P::Rules, games: u64, plies: u32) {
    let alphabet: Vec<char> = "0123456789abcdefghijklyrsoLSMYRABCD./,-*><^v _é\u{1F3B2}{}".chars().collect();
    let mut dice = Dice::new(4242);
    for_each_random_position::<P>(rules, games, plies, |now, seed| {
        let mut damage = |text: &str| -> String {
            let mut chars: Vec<char> = text.chars().collect();
            for _ in 0..=dice.below(2) {
                let at = dice.below(chars.len() + 1);
                match dice.below(4) {
                    0 => chars.insert(at, alphabet[dice.below(alphabet.len())]),
                    1 => chars.truncate(at),
                    _ if at == chars.len() => {}
                    2 => chars[at] = alphabet[dice.below(alphabet.len())],
                    _ => {
                        chars.remove(at);
                    }
                }
            }
            chars.into_iter().collect()
        };
        let text = damage(&now.position_text());
        match P::read_position(rules, &text) {
            Ok(read) => {
                assert_eq!(
                    read.position_text(),
                    text,
                    "{} seed {seed}: read, but not written so",
                    P::INFO.id
                );
                let _ = read.status();
                for m in read.moves() {
                    let after = read.after(m);
                    let after_text = after.position_text();
                    assert_eq!(P::read_position(rules, &after_text), Ok(after), "{text}: then {after_text}");
                }
            }
            Err(error) => {
                assert!(!error.to_string().contains(['\n']), "{error}");
                if let PositionError::Syntax(error) = error {
                    listed::<P>(&error);
                }
            }
        }
        for m in now.moves() {
            let text = damage(&now.move_text(m));
            match now.read_move(&text) {
                Ok(read) => {
                    assert!(now.is_legal(read), "{}: {text} is taken but not legal", now.position_text());
                }
                Err(MoveError::Syntax(error)) => listed::<P>(&error),
                Err(_) => {}
            }
        }
    });
}

/// The expected words are listed for translators.
fn listed<P: Notation>(error: &SyntaxError) {
    assert!(P::EXPECTED.contains(&error.expected), "{:?} is not in EXPECTED", error.expected);
}

/// Each reason has a unique key, and its ruling has an anchor on the rules page.
///
/// # Panics
/// If a check fails.
pub fn reasons<P: Notation>(rules_page: &str) {
    let mut keys = HashSet::new();
    for reason in P::REASONS {
        assert!(keys.insert(reason.key), "{} twice", reason.key);
        let anchor = format!("<a id=\"{}\"></a>", reason.ruling);
        assert!(rules_page.contains(&anchor), "{}: the rules page has no {anchor}", reason.key);
    }
}
