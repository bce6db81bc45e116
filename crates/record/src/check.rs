//! Validation of record contents. All writers use it, so that whatever one format can hold, all formats can
//! hold.

use crate::{
    Line, MAX_COMMENT, MAX_DEPTH, MAX_LINE, MAX_TOKEN, Record, Refused,
    tokens::{Token, classify, is_move_byte, is_name_byte},
    words::{self, Words},
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
            return refuse(words::THE_VARIATION_ON, &ply.text, words::TOO_DEEP);
        }
        ply.variations.iter().try_for_each(|variation| self::line(variation, depth + 1))?;
    }
    Ok(())
}

pub(crate) fn move_text(text: &str) -> Result<(), Refused> {
    let what = words::THE_MOVE;
    if text.is_empty() {
        return refuse(what, text, words::IS_EMPTY);
    }
    if text.len() > MAX_TOKEN {
        return refuse(what, text, words::OVER_TOKEN);
    }
    if !text.bytes().all(is_move_byte) {
        return refuse(what, text, words::NO_MOVE_CHARACTERS);
    }
    match classify(text) {
        Token::Move => Ok(()),
        Token::Number(_) | Token::BadNumber => refuse(what, text, words::READS_AS_NUMBER),
        Token::GameResult(_) | Token::BadRanking => refuse(what, text, words::READS_AS_RESULT),
    }
}

fn tag_name(text: &str) -> Result<(), Refused> {
    let what = words::THE_TAG_NAME;
    if text.is_empty() || !text.bytes().all(is_name_byte) {
        return refuse(what, text, words::NAMES);
    }
    if text.len() > MAX_TOKEN {
        return refuse(what, text, words::OVER_TOKEN);
    }
    Ok(())
}

pub(crate) fn tag_value(text: &str) -> Result<(), Refused> {
    let what = words::THE_TAG_VALUE;
    if text.contains(['\n', '\r']) {
        return refuse(what, text, words::HOLDS_LINE_END);
    }
    // The parser's limit applies to the written form, including escapes.
    if text.len() + text.matches(['"', '\\']).count() > MAX_TOKEN {
        return refuse(what, text, words::OVER_TOKEN);
    }
    Ok(())
}

fn comment(text: &str) -> Result<(), Refused> {
    let what = words::THE_COMMENT;
    if text.contains('\r') {
        return refuse(what, text, words::HOLDS_RETURN);
    }
    if text.contains('}') && text.contains('\n') {
        return refuse(what, text, words::HOLDS_BRACE_AND_LINE_END);
    }
    if text.len() > MAX_COMMENT {
        return refuse(what, text, words::OVER_COMMENT);
    }
    Ok(())
}

pub(crate) fn refuse(what: Words, text: &str, reason: Words) -> Result<(), Refused> {
    Err(Refused { what, text: text.to_owned(), reason })
}

/// For the formats with one game per line.
pub(crate) fn line_length(line: &[u8]) -> Result<(), Refused> {
    if line.len() > MAX_LINE {
        let start = String::from_utf8_lossy(&line[..80]);
        return refuse(words::THE_LINE, &start, words::OVER_LINE);
    }
    Ok(())
}
