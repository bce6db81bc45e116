//! Annotations of a move: words, and the commands `[%clk …]`, `[%eval …]`, `[%csl …]` and `[%cal …]` in the
//! comments of a record.
//!
//! A colour's letter and a cell is a circle, `Gd4`; with more cells it is an arrow, `Rb2-e5`. Spaces in the
//! names of cells are written `_`. Unknown commands stay in the words, so that they are written back.

use super::{DrawnShape, TreeNode};
use crate::value::{ProvenResult, Value};
use ludoteca_catalog::Board;
use ludoteca_record::comment::{Clock, Part, parts};
use std::time::Duration;

const COLOURS: [&str; 4] = ["green", "red", "blue", "yellow"];

fn letter(colour: &str) -> Option<char> {
    COLOURS.contains(&colour).then(|| colour.chars().next().unwrap_or_default().to_ascii_uppercase())
}

/// Adds the content of these comments to a node.
pub(super) fn read(node: &mut TreeNode, comments: &[String], board: &Board) {
    for comment in comments {
        let mut words = without_commands(node, comment, board);
        let commands = words.is_some();
        // The text around a removed command may itself form a command.
        while let Some(again) = words.as_ref().and_then(|words| without_commands(node, words, board)) {
            words = Some(again);
        }
        let words = words.as_deref().map_or(comment.as_str(), str::trim);
        if commands && words.is_empty() {
            continue;
        }
        if !node.comment.is_empty() {
            node.comment.push('\n');
        }
        node.comment.push_str(words);
    }
    node.comment = node.comment.trim().to_owned();
}

/// Removes the known commands from a text and adds their content to a node; `None` if there are none.
fn without_commands(node: &mut TreeNode, text: &str, board: &Board) -> Option<String> {
    let mut words = String::new();
    let mut commands = false;
    for part in parts(text) {
        match part {
            Part::Text(text) => words.push_str(text),
            Part::Command { name, value, whole } => match command(node, name, value, board) {
                true => commands = true,
                false => words.push_str(whole),
            },
        }
    }
    commands.then_some(words)
}

/// Adds the content of a command; returns whether the command is known and valid.
fn command(node: &mut TreeNode, name: &str, value: &str, board: &Board) -> bool {
    match name {
        "clk" => match value.parse::<Clock>() {
            Ok(clock) => node.clock = Some(clock.0.as_secs_f64()),
            Err(_) => return false,
        },
        "eval" => match read_value(value) {
            Some(value) => node.value = Some(value),
            None => return false,
        },
        "csl" | "cal" => {
            let shapes: Option<Vec<DrawnShape>> =
                value.split(',').map(|text| read_shape(text.trim(), board)).collect();
            let Some(shapes) = shapes else { return false };
            for shape in shapes {
                if !node.shapes.contains(&shape) {
                    node.shapes.push(shape);
                }
            }
        }
        _ => return false,
    }
    true
}

fn read_shape(text: &str, board: &Board) -> Option<DrawnShape> {
    let colour = COLOURS.into_iter().find(|colour| letter(colour) == text.chars().next())?;
    let names = &text[1..];
    let cell = |name: &str| board.cell(&name.replace('_', " "));
    let cells: Option<Vec<usize>> = names.split('-').map(cell).collect();
    // Chess notation for arrows: two names without a separator.
    let joined = || {
        (1..names.len()).filter(|&i| names.is_char_boundary(i)).find_map(|i| {
            let (from, to) = names.split_at(i);
            Some(vec![cell(from)?, cell(to)?])
        })
    };
    let cells = cells.or_else(joined)?;
    let kind = if cells.len() == 1 { "circle" } else { "arrow" };
    Some(DrawnShape { kind: kind.to_owned(), cells, colour: colour.to_owned() })
}

fn write_shape(shape: &DrawnShape, board: &Board) -> Option<String> {
    let names: Option<Vec<String>> =
        shape.cells.iter().map(|&cell| Some(board.cells.get(cell)?.name.replace(' ', "_"))).collect();
    let names = names.filter(|names| !names.is_empty() && (names.len() == 1) == (shape.kind == "circle"))?;
    Some(format!("{}{}", letter(&shape.colour)?, names.join("-")))
}

/// Parses `win in 7`, `-0.25`, `0.5/0.3/0.2`, `proven 1/0/0`.
fn read_value(text: &str) -> Option<Value> {
    if let Some((word, plies)) = text.split_once(" in ") {
        let results = [ProvenResult::Win, ProvenResult::Draw, ProvenResult::Loss];
        let result = results.into_iter().find(|result| result.word() == word)?;
        return Some(Value::Proven { result, plies: Some(plies.parse().ok()?) });
    }
    let finite = |text: &str| text.parse::<f64>().ok().filter(|value| value.is_finite());
    let (proven, numbers) = text.strip_prefix("proven ").map_or((false, text), |numbers| (true, numbers));
    if numbers.contains('/') {
        let shares: Option<Vec<f64>> = numbers.split('/').map(finite).collect();
        return Some(Value::Shares { shares: shares?, proven });
    }
    Some(Value::Estimate { value: finite(numbers).filter(|_| !proven)? })
}

/// `None` for a value without a form in records: a proof without the distance to the end.
fn write_value(value: &Value) -> Option<String> {
    match value {
        Value::Proven { result, plies } => Some(format!("{} in {}", result.word(), (*plies)?)),
        Value::Estimate { value } => Some(value.to_string()),
        Value::Shares { shares, proven } => {
            let shares: Vec<String> = shares.iter().map(ToString::to_string).collect();
            let proven = if *proven { "proven " } else { "" };
            (shares.len() > 1).then(|| format!("{proven}{}", shares.join("/")))
        }
    }
}

/// The comments that represent a node's annotations.
pub(super) fn write(node: &TreeNode, board: &Board) -> Vec<String> {
    let clock = node.clock.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let drawn = |kind: &str| {
        let of_kind = node.shapes.iter().filter(|shape| shape.kind == kind);
        let written: Vec<String> = of_kind.filter_map(|shape| write_shape(shape, board)).collect();
        Some(written.join(",")).filter(|written| !written.is_empty())
    };
    let commands: Vec<String> = [
        ("clk", clock.map(|clock| Clock(clock).to_string())),
        ("eval", node.value.as_ref().and_then(write_value)),
        ("csl", drawn("circle")),
        ("cal", drawn("arrow")),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some(format!("[%{name} {}]", value?)))
    .collect();
    let mut comments = words(&node.comment);
    match &mut comments[..] {
        _ if commands.is_empty() => {}
        [only] if !only.contains('}') => *only = format!("{} {only}", commands.join(" ")),
        _ => comments.insert(0, commands.join(" ")),
    }
    comments
}

/// A comment of a record cannot contain both a brace and a line end. Such a text is split into several
/// comments, which are joined when read.
fn words(text: &str) -> Vec<String> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let text = text.trim();
    if text.is_empty() {
        Vec::new()
    } else if text.contains('}') && text.contains('\n') {
        text.split('\n').map(str::to_owned).collect()
    } else {
        vec![text.to_owned()]
    }
}
