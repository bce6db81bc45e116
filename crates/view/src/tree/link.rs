//! Links that carry a whole tree: `/peak/analysis/{position}?options#{moves and variations}`.
//!
//! The fragment holds the moves as in a record, with `_` for spaces and `~` for both braces, so that it can
//! be read, typed and sent anywhere: `#1._Y3!_R2_(1..._R5_~slower~)_2._Y1`. Characters that an address cannot
//! contain are percent-encoded, such as `%3E`. Clocks and values are not included.

use super::{Tree, TreeFault, TreeNode, record_of_tree, tree_of};
use crate::{failure::Failure, opening::Opening, phrases::ANOTHER_RESULT};
use ludoteca_catalog::{GameId, record_of};
use ludoteca_record::{GameResult, Record};
use std::fmt::Write;

/// Reads the tree of a link: an address from the first `/` on, or with its host.
///
/// # Errors
/// If it names an unknown game. Any other error is reported as a fault, and the tree ends before it.
pub fn read_link(address: &str) -> Result<Tree, Failure> {
    // After the first `/` it may be part of a comment.
    let host = if address.starts_with('/') { None } else { address.split_once("://") };
    let local = host.map_or(address, |(_, rest)| rest.find('/').map_or("", |at| &rest[at..]));
    let (rest, fragment) = local.split_once('#').unwrap_or((local, ""));
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    let mut words = path.trim_matches('/').splitn(3, '/');
    let game: GameId = words.next().unwrap_or_default().parse()?;
    let position = decode(words.nth(1).unwrap_or_default());
    let mut opening = Opening::new(game.info().id);
    opening.position = Some(position.trim().to_owned()).filter(|position| !position.is_empty());
    for (key, value) in query.split('&').filter_map(|pair| pair.split_once('=')) {
        match (decode(key).as_str(), decode(value)) {
            ("players", value) => opening.players = value.parse().ok().or(opening.players),
            (key, value) => drop(opening.options.insert(key.to_owned(), value)),
        }
    }
    if opening.position.is_some() {
        opening.players = None;
    }
    let start = match opening.open() {
        Ok(start) => start,
        // Fall back to the beginning of the game.
        Err(failure) => return tree_at_start(game, failure),
    };
    let (written, error) = Record::prefix(&decode(fragment));
    let mut tree = tree_of(Record { main: written.main, ..record_of(&*start) })?;
    // A link carries no result, so a finished game cannot contradict it.
    tree.faults.retain(|fault| fault.failure.sentence.key != ANOTHER_RESULT.key);
    tree.faults.splice(0..0, error.map(|error| TreeFault::from(Failure::from(error))));
    tree.tags.clear();
    Ok(tree)
}

fn tree_at_start(game: GameId, failure: Failure) -> Result<Tree, Failure> {
    let opening = Opening::new(game.info().id);
    let mut tree = tree_of(record_of(&*opening.open()?))?;
    tree.tags.clear();
    tree.faults.push(failure.into());
    Ok(tree)
}

/// Writes the link of a tree, from the first `/` on.
///
/// # Errors
/// If the game is unknown, or something cannot be in a record.
pub fn write_link(tree: &Tree) -> Result<String, Failure> {
    let mut tree = tree.clone();
    for node in &mut tree.nodes {
        *node = TreeNode { clock: None, value: None, ..std::mem::take(node) };
    }
    let mut record = record_of_tree(&tree)?;
    record.tags.clear();
    record.result = GameResult::Unknown;
    let text = record.to_text()?;
    let text = text.trim_end().strip_suffix('*').unwrap_or_default();

    let opening = Opening::of(&*tree.opening.open()?);
    let mut address = format!("/{}/analysis", opening.game);
    if let Some(position) = &opening.position {
        address.push('/');
        encode(position, &mut address);
    }
    let players = opening.players.map(|players| ("players".to_owned(), players.to_string()));
    for (at, (key, value)) in players.into_iter().chain(opening.options).enumerate() {
        address.push(if at == 0 { '?' } else { '&' });
        encode(&key, &mut address);
        address.push('=');
        encode(&value, &mut address);
    }
    let text = text.trim_end();
    if !text.is_empty() {
        address.push('#');
        encode(text, &mut address);
        // Link detection in other programs omits trailing punctuation; a trailing space is harmless.
        if !address.ends_with(|last: char| last.is_ascii_alphanumeric()) {
            address.push('_');
        }
    }
    Ok(address)
}

/// The lexical context in the text of a record: braces and line ends have different meanings in each.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Moves,
    Braces,
    Line,
}

impl Within {
    fn after(self, byte: u8) -> Within {
        match (self, byte) {
            (Within::Moves, b'{') => Within::Braces,
            (Within::Moves, b';') => Within::Line,
            (Within::Braces, b'}') | (Within::Line, b'\n') => Within::Moves,
            _ => self,
        }
    }
}

fn encode(text: &str, address: &mut String) {
    let mut within = Within::Moves;
    for byte in text.bytes() {
        let next = within.after(byte);
        match byte {
            b' ' => address.push('_'),
            b'\n' if within == Within::Moves => address.push('_'),
            b'{' | b'}' if next != within => address.push('~'),
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' => address.push(char::from(byte)),
            _ if b"-.!$'()*+,;:@/?^=&".contains(&byte) => address.push(char::from(byte)),
            _ => drop(write!(address, "%{byte:02X}")),
        }
        within = next;
    }
}

fn decode(address: &str) -> String {
    let mut text = Vec::with_capacity(address.len());
    let mut within = Within::Moves;
    let bytes = address.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let hex = address.get(at + 1..at + 3).filter(|_| bytes[at] == b'%');
        let escaped = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        let byte = match (escaped, bytes[at], within) {
            (Some(byte), ..) => byte,
            (None, b'_', _) => b' ',
            (None, b'~', Within::Moves) => b'{',
            (None, b'~', Within::Braces) => b'}',
            (None, byte, _) => byte,
        };
        at += if escaped.is_some() { 3 } else { 1 };
        within = within.after(byte);
        text.push(byte);
    }
    String::from_utf8_lossy(&text).into_owned()
}
