//! Trees of moves, as the page has them, and records: a study is read from a record or a link and written as
//! one.
//!
//! A tree travels as a flat list of nodes, each with the index of the one before it: a game of some hundred
//! plies would be nested too deep for readers of JSON. Children stand in the order of the list, the main line
//! first.

pub(crate) mod link;
mod notes;

use crate::{failure::Failure, session::read};
use ludoteca_catalog::{
    AnyPlay, Board, Fault, GameId, Problem, Setup, Status, open, open_record, record_of, replay,
};
use ludoteca_record::{GameResult, Line, MAX_DEPTH, Ply, Record, glyph_of_mark, mark_of_glyph};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A tree of moves and what is said of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TreeText {
    /// Where the game begins.
    pub opening: OpeningJson,
    /// The record's tags, in order.
    #[serde(default)]
    pub tags: Vec<(String, String)>,
    /// The record's result, `*` for none.
    #[serde(default)]
    pub result: String,
    /// The root, then every move after the one it follows.
    pub nodes: Vec<Told>,
    /// What was wrong where it was read; the tree goes as far as it was right.
    #[serde(default, skip_deserializing)]
    pub faults: Vec<TreeFault>,
}

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct OpeningJson {
    /// Which game.
    pub game: String,
    /// How many play, where the game does not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<u8>,
    /// The options that are not the usual ones.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The first position; none for the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
}

/// A node of the tree without its children.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Told {
    /// The index of the node before it; none for the root.
    pub parent: Option<usize>,
    /// The move that leads here; empty for the root.
    #[serde(rename = "move")]
    pub text: String,
    /// What is said of it.
    pub comment: String,
    /// `!`, `??`; others as `$7`.
    pub glyphs: Vec<String>,
    /// What is drawn on the board.
    pub shapes: Vec<DrawnJson>,
    /// What the position is worth, as the engine says it. Kinds nobody here knows are not written.
    pub value: Option<serde_json::Value>,
    /// Seconds left on the clock of who moved.
    pub clock: Option<f64>,
    /// Who moved; the rules say it, whatever is handed in.
    #[serde(skip_deserializing)]
    pub seat: Option<usize>,
}

/// An arrow or a circle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawnJson {
    /// `arrow` or `circle`.
    pub kind: String,
    /// The cells it goes through or stands on.
    pub cells: Vec<usize>,
    /// `green`, `red`, `blue` or `yellow`.
    pub colour: String,
}

/// What is wrong in a record or a link that was read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TreeFault {
    /// The ply, counted from 1 from the beginning of the game; none when no ply is at fault.
    pub ply: Option<usize>,
    /// Whether it is in a variation.
    pub in_variation: bool,
    /// The move as it was written.
    #[serde(rename = "move")]
    pub text: Option<String>,
    /// Why.
    #[serde(flatten)]
    pub why: Failure,
}

impl From<Failure> for TreeFault {
    fn from(why: Failure) -> TreeFault {
        TreeFault { ply: None, in_variation: false, text: None, why }
    }
}

impl From<&Fault> for TreeFault {
    fn from(fault: &Fault) -> TreeFault {
        let text = match &fault.what {
            Problem::Move { text, .. } => Some(text.clone()),
            Problem::Result { .. } => None,
        };
        TreeFault { ply: Some(fault.ply), in_variation: fault.in_variation, text, why: fault.into() }
    }
}

impl OpeningJson {
    fn of(game: &dyn AnyPlay) -> OpeningJson {
        let info = game.game().info();
        let position = game.first_position();
        let fixed = position.is_some() || info.min_players == info.max_players();
        let mut options = BTreeMap::new();
        options.extend(game.options().chosen().map(|(key, value)| (key.to_owned(), value.to_owned())));
        let players = Some(game.seats()).filter(|_| !fixed);
        OpeningJson { game: info.id.to_owned(), players, options, position }
    }

    fn open(&self) -> Result<Box<dyn AnyPlay>, Failure> {
        let options = self.options.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
        let setup = Setup { players: self.players, options, position: self.position.clone() };
        Ok(open(self.game.parse::<GameId>()?, &setup)?)
    }
}

/// Reads the first record of a text as a tree.
///
/// # Errors
/// When it is no record, or not of a game there is. What is illegal or badly written further on is cut off
/// and told as a fault.
pub fn read_tree(text: &str) -> Result<TreeText, Failure> {
    let (record, error) = Record::prefix(text);
    let failure = error.map(Failure::from);
    match failure {
        Some(failure) if record.tags.is_empty() => return Err(failure),
        _ => {}
    }
    let mut tree = tree_of(record)?;
    tree.faults.splice(0..0, failure.map(TreeFault::from));
    Ok(tree)
}

/// Writes a tree as a record.
///
/// # Errors
/// When there is no such game, or something cannot be in a record.
pub fn write_tree(json: &str) -> Result<String, Failure> {
    Ok(record_of_tree(&read::<TreeText>(json)?)?.to_text()?)
}

/// The tree of a record, played through.
fn tree_of(mut record: Record) -> Result<TreeText, Failure> {
    let (game, faults) = replay(&mut record)?;
    let board = game.board();
    let mut nodes = Nodes { list: vec![Told::default()], board: &board };
    notes::read(&mut nodes.list[0], &record.main.comments, &board);
    nodes.line(&record.main, 0, open_record(&record)?);
    Ok(TreeText {
        opening: OpeningJson::of(&*game),
        result: record.result.to_string(),
        nodes: nodes.list,
        tags: record.tags,
        faults: faults.iter().map(TreeFault::from).collect(),
    })
}

/// Nodes read so far.
struct Nodes<'a> {
    list: Vec<Told>,
    board: &'a Board,
}

impl Nodes<'_> {
    /// Adds a line whose first ply follows the node `parent`, where the game stands so.
    fn line(&mut self, line: &Line, mut parent: usize, mut game: Box<dyn AnyPlay>) {
        for ply in &line.plies {
            let at = self.ply(ply, parent);
            if let Status::ToAct(seat) = game.status() {
                self.list[at].seat = Some(seat.index());
            }
            for variation in &ply.variations {
                match variation.plies.first() {
                    // What opens a variation is said of its first move.
                    Some(first) => {
                        let opening = self.ply(&Ply::new(first.text.clone()), parent);
                        notes::read(&mut self.list[opening], &variation.comments, self.board);
                        self.line(variation, parent, game.fork());
                    }
                    None => notes::read(&mut self.list[parent], &variation.comments, self.board),
                }
            }
            parent = at;
            // It was legal a moment ago.
            let _ = game.play(&ply.text);
        }
    }

    /// Adds a ply, or what is said of it where its move is there already.
    fn ply(&mut self, ply: &Ply, parent: usize) -> usize {
        let same = |told: &Told| told.parent == Some(parent) && told.text == ply.text;
        let at = self.list[parent..].iter().position(same).map_or(self.list.len(), |at| at + parent);
        if at == self.list.len() {
            self.list.push(Told { parent: Some(parent), text: ply.text.clone(), ..Told::default() });
        }
        let told = &mut self.list[at];
        for &glyph in &ply.glyphs {
            let mark = mark_of_glyph(glyph).map_or_else(|| format!("${glyph}"), str::to_owned);
            if !told.glyphs.contains(&mark) {
                told.glyphs.push(mark);
            }
        }
        notes::read(told, &ply.comments, self.board);
        at
    }
}

/// The record of a tree, checked by the rules and with its turns numbered.
fn record_of_tree(tree: &TreeText) -> Result<Record, Failure> {
    let game = tree.opening.open()?;
    let mut record = record_of(&*game);
    for (name, value) in &tree.tags {
        if !matches!(name.as_str(), "Game" | "Variant" | "Position" | "Result") {
            record.set_tag(name, value.clone());
        }
    }
    if let Ok(result) = tree.result.parse::<GameResult>() {
        record.result = result;
        record.set_tag("Result", result.to_string());
    }
    let children = children(&tree.nodes)?;
    let board = game.board();
    if let Some(root) = tree.nodes.first() {
        record.main.comments = notes::write(root, &board);
    }
    let writing = Writing { nodes: &tree.nodes, children: &children, board: &board };
    if let Some(&first) = children.first().and_then(|of_root| of_root.first()) {
        record.main.plies = writing.plies(first, true, 0)?;
    }
    replay(&mut record)?;
    Ok(record)
}

/// For each node its children, in order.
fn children(nodes: &[Told]) -> Result<Vec<Vec<usize>>, Failure> {
    let mut children = vec![Vec::new(); nodes.len()];
    for (at, told) in nodes.iter().enumerate() {
        match told.parent {
            Some(parent) if parent < at => children[parent].push(at),
            None if at == 0 => {}
            _ => return Err(Failure::request(format!("node {at} does not follow one that came before it"))),
        }
    }
    Ok(children)
}

/// A tree being written.
struct Writing<'a> {
    nodes: &'a [Told],
    children: &'a [Vec<usize>],
    board: &'a Board,
}

impl Writing<'_> {
    /// The line from this node on. The first ply has its siblings as variations only when the line is the
    /// main one among them.
    fn plies(&self, first: usize, with_siblings: bool, depth: usize) -> Result<Vec<Ply>, Failure> {
        if depth > MAX_DEPTH {
            return Err(Failure::too_deep());
        }
        let mut plies = Vec::new();
        let (mut at, mut with_siblings) = (first, with_siblings);
        loop {
            let mut ply = self.ply(&self.nodes[at]);
            let siblings =
                self.nodes[at].parent.filter(|_| with_siblings).map(|parent| &self.children[parent][1..]);
            for &sibling in siblings.unwrap_or_default() {
                ply.variations
                    .push(Line { comments: Vec::new(), plies: self.plies(sibling, false, depth + 1)? });
            }
            plies.push(ply);
            match self.children[at].first() {
                Some(&next) => (at, with_siblings) = (next, true),
                None => return Ok(plies),
            }
        }
    }

    fn ply(&self, told: &Told) -> Ply {
        let numbered = |mark: &String| mark.strip_prefix('$').and_then(|number| number.parse().ok());
        let glyph = |mark: &String| glyph_of_mark(mark).or_else(|| numbered(mark));
        Ply {
            glyphs: told.glyphs.iter().filter_map(glyph).collect(),
            comments: notes::write(told, self.board),
            ..Ply::new(told.text.clone())
        }
    }
}
