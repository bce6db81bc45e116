//! Trees of moves and records: a study is read from a record or a link and written as one.
//!
//! A tree is transmitted as a flat list of nodes, each with the index of its parent: a game of a few hundred
//! plies would be nested too deeply for JSON parsers. Children are in the order of the list, the main line
//! first.

pub(crate) mod link;
mod notes;

use crate::{failure::Failure, opening::Opening, value::Value};
use ludoteca_catalog::{Board, Fault, FaultKind, Seat, record_of, replay, replay_each};
use ludoteca_record::{GameResult, Line, MAX_DEPTH, Ply, Record, glyph_of_mark, mark_of_glyph};
use serde::{Deserialize, Serialize};

/// A tree of moves with its comments, marks and values.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tree {
    /// The setup of the game.
    pub opening: Opening,
    /// The record's tags, in order.
    #[serde(default)]
    pub tags: Vec<(String, String)>,
    /// The record's result, `*` for none.
    #[serde(default)]
    pub result: String,
    /// The root, then every move after its parent.
    pub nodes: Vec<TreeNode>,
    /// The errors found in the source; the tree contains what precedes them.
    #[serde(default, skip_deserializing)]
    pub faults: Vec<TreeFault>,
}

/// A node of the tree without its children.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TreeNode {
    /// The index of the parent; none for the root.
    pub parent: Option<usize>,
    /// The move that leads here; empty for the root.
    #[serde(rename = "move")]
    pub text: String,
    /// The comment on the move.
    pub comment: String,
    /// `!`, `??`; others as `$7`.
    pub glyphs: Vec<String>,
    /// The shapes drawn on the board.
    pub shapes: Vec<DrawnShape>,
    /// The value of the position for the seat to act.
    pub value: Option<Value>,
    /// Seconds left on the clock of the player who moved.
    pub clock: Option<f64>,
    /// The seat that moved; determined by the rules, any given value is ignored.
    #[serde(skip_deserializing)]
    pub seat: Option<Seat>,
}

/// An arrow or a circle.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawnShape {
    #[cfg_attr(feature = "ts", ts(type = "\"arrow\" | \"circle\""))]
    pub kind: String,
    /// The cells of the arrow or circle.
    pub cells: Vec<usize>,
    /// `green`, `red`, `blue` or `yellow`.
    #[cfg_attr(feature = "ts", ts(type = "\"green\" | \"red\" | \"blue\" | \"yellow\""))]
    pub colour: String,
}

/// An error in a record or a link.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TreeFault {
    /// The ply, counted from 1 at the beginning of the game; none if the error concerns no ply.
    pub ply: Option<usize>,
    /// Whether the error is in a variation.
    pub in_variation: bool,
    /// The move as it was written.
    #[serde(rename = "move")]
    pub text: Option<String>,
    #[serde(flatten)]
    pub failure: Failure,
}

impl From<Failure> for TreeFault {
    fn from(failure: Failure) -> TreeFault {
        TreeFault { ply: None, in_variation: false, text: None, failure }
    }
}

impl From<&Fault> for TreeFault {
    fn from(fault: &Fault) -> TreeFault {
        let text = match &fault.what {
            FaultKind::Move { text, .. } => Some(text.clone()),
            FaultKind::Result { .. } => None,
        };
        TreeFault { ply: Some(fault.ply), in_variation: fault.in_variation, text, failure: fault.into() }
    }
}

/// Reads the first record of a text as a tree.
///
/// # Errors
/// If it is not a record, or not of a known game. Later illegal or malformed parts are cut off and reported
/// as faults.
pub fn read_tree(text: &str) -> Result<Tree, Failure> {
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
/// If the game is unknown, or something cannot be in a record.
pub fn write_tree(tree: &Tree) -> Result<String, Failure> {
    Ok(record_of_tree(tree)?.to_text()?)
}

/// The tree of a record, played through.
fn tree_of(mut record: Record) -> Result<Tree, Failure> {
    let mut movers = Vec::new();
    let (game, faults) = replay_each(&mut record, &mut |seat| movers.push(seat))?;
    let board = game.board();
    let mut nodes = Nodes { list: vec![TreeNode::default()], board: &board };
    notes::read(&mut nodes.list[0], &record.main.comments, &board);
    nodes.line(&record.main, 0, &mut movers.into_iter());
    Ok(Tree {
        opening: Opening::of(&*game),
        result: record.result.to_string(),
        nodes: nodes.list,
        tags: record.tags,
        faults: faults.iter().map(TreeFault::from).collect(),
    })
}

/// Nodes read so far.
struct Nodes<'a> {
    list: Vec<TreeNode>,
    board: &'a Board,
}

impl Nodes<'_> {
    /// Adds a line whose first ply follows the node `parent`. `movers` yields the seat to act before each
    /// ply: a ply first, then its variations.
    fn line(&mut self, line: &Line, mut parent: usize, movers: &mut impl Iterator<Item = Seat>) {
        for ply in &line.plies {
            let at = self.ply(ply, parent);
            self.list[at].seat = movers.next();
            for variation in &ply.variations {
                match variation.plies.first() {
                    // A comment at the start of a variation belongs to its first move.
                    Some(first) => {
                        let opening = self.ply(&Ply::new(first.text.clone()), parent);
                        notes::read(&mut self.list[opening], &variation.comments, self.board);
                        self.line(variation, parent, movers);
                    }
                    None => notes::read(&mut self.list[parent], &variation.comments, self.board),
                }
            }
            parent = at;
        }
    }

    /// Adds a ply, or merges its annotations if its move already exists.
    fn ply(&mut self, ply: &Ply, parent: usize) -> usize {
        let same = |node: &TreeNode| node.parent == Some(parent) && node.text == ply.text;
        let at = self.list[parent..].iter().position(same).map_or(self.list.len(), |at| at + parent);
        if at == self.list.len() {
            self.list.push(TreeNode { parent: Some(parent), text: ply.text.clone(), ..TreeNode::default() });
        }
        let node = &mut self.list[at];
        for &glyph in &ply.glyphs {
            let mark = mark_of_glyph(glyph).map_or_else(|| format!("${glyph}"), str::to_owned);
            if !node.glyphs.contains(&mark) {
                node.glyphs.push(mark);
            }
        }
        notes::read(node, &ply.comments, self.board);
        at
    }
}

/// The record of a tree, checked by the rules and with numbered turns.
fn record_of_tree(tree: &Tree) -> Result<Record, Failure> {
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

/// The children of each node, in order.
fn children(nodes: &[TreeNode]) -> Result<Vec<Vec<usize>>, Failure> {
    let mut children = vec![Vec::new(); nodes.len()];
    for (at, node) in nodes.iter().enumerate() {
        match node.parent {
            Some(parent) if parent < at => children[parent].push(at),
            None if at == 0 => {}
            _ => return Err(Failure::request(format!("node {at} does not follow one that came before it"))),
        }
    }
    Ok(children)
}

/// A tree being written.
struct Writing<'a> {
    nodes: &'a [TreeNode],
    children: &'a [Vec<usize>],
    board: &'a Board,
}

impl Writing<'_> {
    /// The line from this node on. The first ply has its siblings as variations only if the line is the main
    /// one among them.
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

    fn ply(&self, node: &TreeNode) -> Ply {
        let numbered = |mark: &String| mark.strip_prefix('$').and_then(|number| number.parse().ok());
        let glyph = |mark: &String| glyph_of_mark(mark).or_else(|| numbered(mark));
        Ply {
            glyphs: node.glyphs.iter().filter_map(glyph).collect(),
            comments: notes::write(node, self.board),
            ..Ply::new(node.text.clone())
        }
    }
}
