//! A fuzz target for each parser of untrusted input, including the server's endpoints, and one for the
//! contest. None may panic on any input, and what is parsed must survive a round trip. libFuzzer runs the
//! targets (`cargo xtask fuzz`), and so does a test on the stored corpora.

mod api;
mod contest;
pub mod corpus;

pub use api::{api_body, api_headers, api_path, socket_messages, stored_events};
pub use contest::contest;

mod page;
mod ugi;

pub use page::{link, page, sketch, tree, tree_json};
pub use ugi::ugi;

use ludoteca_catalog::{AnyPlay, GameId, Setup, Status, open, record_of, record_of_moves};
use ludoteca_record::{JsonReader, JsonWriter, MoveListReader, MoveListWriter, Reader, Record, Writer};

/// Variants worth testing: each player count, set-up and a few sizes.
const VARIANTS: [(GameId, &str); 10] = [
    (GameId::Squadro, ""),
    (GameId::Squadro, "first=red"),
    (GameId::NumberOne, ""),
    (GameId::NumberOne, "players=3"),
    (GameId::NumberOne, "players=4"),
    (GameId::Peak, ""),
    (GameId::Peak, "setup=checkerboard"),
    (GameId::OnePieceForTwo, ""),
    (GameId::OnePieceForTwo, "width=4 height=5 pieces=3"),
    (GameId::OnePieceForTwo, "width=10 height=10 pieces=50 first=blue"),
];

pub type Target = fn(&[u8]);

/// The targets by name; each has a file of stored inputs in `corpus/`.
pub const TARGETS: &[(&str, Target)] = &[
    ("position", position),
    ("moves", moves),
    ("options", options),
    ("record", record),
    ("json_lines", json_lines),
    ("move_list", move_list),
    ("replay", replay),
    ("contest", contest),
    ("link", link),
    ("tree", tree),
    ("tree_json", tree_json),
    ("sketch", sketch),
    ("page", page),
    ("ugi", ugi),
    ("api_body", api_body),
    ("api_path", api_path),
    ("api_headers", api_headers),
    ("socket_messages", socket_messages),
    ("stored_events", stored_events),
];

fn setup(choice: u8) -> (GameId, Setup) {
    let (id, text) = VARIANTS[usize::from(choice) % VARIANTS.len()];
    let mut setup = Setup::default();
    for (key, value) in text.split_whitespace().filter_map(|word| word.split_once('=')) {
        match key {
            "players" => setup.players = value.parse().ok(),
            _ => setup.options.push((key.to_owned(), value.to_owned())),
        }
    }
    (id, setup)
}

/// A position: the first byte selects the variant, the rest is the text.
pub fn position(data: &[u8]) {
    let Some((&choice, text)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let (id, mut setup) = setup(choice);
    setup.position = Some(text.to_owned());
    let Ok(game) = open(id, &setup) else { return };
    assert_eq!(game.position(), text, "{id}: what is read is written back");
    every_move(&*game, &setup);
}

/// Checks that every legal move can be played, and leads to a position that can be parsed.
fn every_move(game: &dyn AnyPlay, setup: &Setup) {
    let moves = game.legal_moves();
    assert_eq!(moves.is_empty(), matches!(game.status(), Status::Over(_)), "{}", game.position());
    game.board();
    for text in moves {
        let mut after = game.fork();
        if let Err(error) = after.play(&text) {
            panic!("{}: {text}: {error}", game.position());
        }
        let setup = Setup { position: Some(after.position()), ..setup.clone() };
        match open(game.game(), &setup) {
            Ok(read) => assert_eq!(read.position(), after.position()),
            Err(error) => panic!("{} after {text}: {error}", game.position()),
        }
    }
}

/// Moves: the first byte selects the variant, and each line of the rest is a move; a line of one digit plays
/// the legal move with that index, so that the middle of a game can be reached.
pub fn moves(data: &[u8]) {
    let Some((&choice, text)) = data.split_first() else { return };
    let (id, setup) = setup(choice);
    let Ok(mut game) = open(id, &setup) else { return };
    for line in String::from_utf8_lossy(text).lines().take(200) {
        let legal = game.legal_moves();
        let number = line.parse::<usize>().ok().filter(|_| line.len() == 1);
        let word = number.and_then(|n| legal.get(n)).map_or(line, String::as_str);
        let before = game.position();
        match game.play(word) {
            // A move can be written in several ways, but an accepted one must be legal.
            Ok(()) => assert!(game.last_move().is_some_and(|text| legal.contains(&text)), "{before}: {word}"),
            Err(error) => {
                assert!(!legal.iter().any(|text| text == word), "{before}: {word}: {error}");
                assert_eq!(game.position(), before, "a refused move changes nothing");
                assert!(!error.to_string().is_empty());
            }
        }
    }
}

/// Options: `GAME` followed by `key=value` words, which may include `players`.
pub fn options(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut words = text.split(' ');
    let id = words.next().unwrap_or("").parse::<GameId>();
    let Ok(id) = id.map_err(|error| error.to_string()) else { return };
    let mut setup = Setup::default();
    for (key, value) in words.filter_map(|word| word.split_once('=')) {
        match key {
            "players" => setup.players = value.parse().ok(),
            _ => setup.options.push((key.to_owned(), value.to_owned())),
        }
    }
    match open(id, &setup) {
        Ok(game) => assert!(!game.legal_moves().is_empty(), "a new game has moves: {text}"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn written(record: &Record) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new());
    if let Err(error) = writer.write(record) {
        panic!("read, but not written: {error}: {record:?}");
    }
    writer.into_inner()
}

/// Records as text: they survive a round trip.
pub fn record(data: &[u8]) {
    for record in Reader::new(data).records().take(50).filter_map(Result::ok) {
        let text = written(&record);
        let again: Vec<_> = Reader::new(&text[..]).records().filter_map(Result::ok).collect();
        assert_eq!(again, [record], "{}", String::from_utf8_lossy(&text));
    }
}

/// Records as JSON lines.
pub fn json_lines(data: &[u8]) {
    for record in JsonReader::new(data).take(50).filter_map(Result::ok) {
        let mut writer = JsonWriter::new(Vec::new());
        if let Err(error) = writer.write(&record) {
            panic!("read, but not written: {error}: {record:?}");
        }
        let text = writer.into_inner();
        let again: Vec<_> = JsonReader::new(&text[..]).filter_map(Result::ok).collect();
        assert_eq!(again, [record], "{}", String::from_utf8_lossy(&text));
    }
}

pub fn move_list(data: &[u8]) {
    for list in MoveListReader::new(data).take(50).filter_map(Result::ok) {
        let mut writer = MoveListWriter::new(Vec::new());
        if let Err(error) = writer.write(&list) {
            panic!("read, but not written: {error}: {list:?}");
        }
        let text = writer.into_inner();
        let again: Vec<_> = MoveListReader::new(&text[..]).filter_map(Result::ok).collect();
        assert_eq!(again, std::slice::from_ref(&list), "{}", String::from_utf8_lossy(&text));
        if let Ok(mut record) = record_of_moves(&list) {
            play_through(&mut record);
        }
    }
}

/// Records whose games are replayed.
pub fn replay(data: &[u8]) {
    for mut record in Reader::new(data).records().take(20).filter_map(Result::ok) {
        play_through(&mut record);
    }
}

fn play_through(record: &mut Record) {
    let Ok((game, _)) = ludoteca_catalog::replay(record) else { return };
    // Once cut to its legal moves, the record has no more faults and equals the game's own moves.
    match ludoteca_catalog::replay(record) {
        Ok((again, faults)) => {
            assert!(faults.is_empty(), "{faults:?}");
            assert_eq!(again.position(), game.position());
        }
        Err(error) => panic!("{error}: {record:?}"),
    }
    let own = record_of(&*game);
    assert_eq!(own.moves().collect::<Vec<_>>(), record.moves().collect::<Vec<_>>());
    if let Err(error) = ludoteca_catalog::move_list(record) {
        panic!("{error}: {record:?}");
    }
}
