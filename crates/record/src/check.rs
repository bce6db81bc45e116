//! What may be in a record. All writers ask here, so that what one form can hold all forms can hold.

use crate::{
    Line, MAX_COMMENT, MAX_DEPTH, MAX_LINE, MAX_TOKEN, Record, Refused,
    tokens::{Token, classify, is_move_byte, is_name_byte},
};

pub(crate) fn record(record: &Record) -> Result<(), Refused> {
    for (name, value) in &record.tags {
        tag_name(name)?;
        tag_value(value)?;
    }
    line(&record.main, 0)
}

fn line(line: &Line, depth: usize) -> Result<(), Refused> {
    line.comments.iter().try_for_each(|text| comment(text))?;
    for ply in &line.plies {
        move_text(&ply.text)?;
        ply.comments.iter().try_for_each(|text| comment(text))?;
        if depth == MAX_DEPTH && !ply.variations.is_empty() {
            return refuse("variation on", &ply.text, "variations may be at most 30 deep");
        }
        ply.variations.iter().try_for_each(|variation| self::line(variation, depth + 1))?;
    }
    Ok(())
}

pub(crate) fn move_text(text: &str) -> Result<(), Refused> {
    let what = "move";
    if text.is_empty() {
        return refuse(what, text, "it is empty");
    }
    if text.len() > MAX_TOKEN {
        return refuse(what, text, "it has more than 4096 bytes");
    }
    if !text.bytes().all(is_move_byte) {
        return refuse(
            what,
            text,
            "moves are printable ASCII without blanks and without any of {}()[];\"$%!?.",
        );
    }
    match classify(text) {
        Token::Move => Ok(()),
        Token::Number(_) | Token::BadNumber => refuse(what, text, "it reads as a turn number"),
        Token::Outcome(_) | Token::BadRanking => refuse(what, text, "it reads as a result"),
    }
}

fn tag_name(text: &str) -> Result<(), Refused> {
    let what = "tag name";
    if text.is_empty() || !text.bytes().all(is_name_byte) {
        return refuse(what, text, "names are letters, digits and _");
    }
    if text.len() > MAX_TOKEN {
        return refuse(what, text, "it has more than 4096 bytes");
    }
    Ok(())
}

pub(crate) fn tag_value(text: &str) -> Result<(), Refused> {
    let what = "tag value";
    if text.contains(['\n', '\r']) {
        return refuse(what, text, "it holds a line end");
    }
    // The limit of the reader is on what is written, escapes included.
    if text.len() + text.matches(['"', '\\']).count() > MAX_TOKEN {
        return refuse(what, text, "it has more than 4096 bytes");
    }
    Ok(())
}

fn comment(text: &str) -> Result<(), Refused> {
    let what = "comment";
    if text.contains('\r') {
        return refuse(what, text, "it holds a carriage return");
    }
    if text.contains('}') && text.contains('\n') {
        return refuse(what, text, "it holds both '}' and a line end, so neither {...} nor ;... can hold it");
    }
    if text.len() > MAX_COMMENT {
        return refuse(what, text, "it has more than 1048576 bytes");
    }
    Ok(())
}

pub(crate) fn refuse(what: &'static str, text: &str, reason: &'static str) -> Result<(), Refused> {
    Err(Refused { what, text: text.to_owned(), reason })
}

/// For the forms with one game a line.
pub(crate) fn line_length(line: &[u8]) -> Result<(), Refused> {
    if line.len() > MAX_LINE {
        let start = String::from_utf8_lossy(&line[..80]);
        return refuse("line", &start, "it has more than 16777216 bytes");
    }
    Ok(())
}
