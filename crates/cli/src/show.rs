use crate::animation;
use clap::Args;
use ludoteca_catalog::{AnyPlay, Board, board::Shape};
use ludoteca_draw::{SvgOptions, TextOptions, svg, text};
use ludoteca_shell::{
    Failure,
    output::{self, StatusJson, print_drawing, print_json, status_line, write_file},
    setup::{self, play_all},
};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Draw the board as text or as a picture
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    setup: setup::Arguments,
    /// Moves to play first; the last one is marked
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    /// Write an SVG picture to this file (- for standard output) instead of text
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    svg: Option<PathBuf>,
    /// Write the moves as an animated GIF to this file (- for standard output)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "svg"])]
    gif: Option<PathBuf>,
    /// Use only ASCII characters
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    output: output::Arguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut game = arguments.setup.open()?;
    play_all(&mut *game, &arguments.moves)?;
    let board = game.board();
    if let Some(path) = &arguments.svg {
        let title = format!("{}: {}", game.game().info().name, game.position());
        let picture = svg(&board, &SvgOptions { title: &title, ..SvgOptions::default() });
        return write_file(path, |out| Ok(out.write_all(picture.as_bytes())?));
    }
    if let Some(path) = &arguments.gif {
        let bytes = animation::gif(&*game)?;
        return write_file(path, |out| Ok(out.write_all(&bytes)?));
    }
    if arguments.output.json {
        return print_json(&as_json(&*game, &board));
    }
    let info = game.game().info();
    let colour = anstream::stdout().current_choice() != anstream::ColorChoice::Never;
    let options = TextOptions { colour, ascii: arguments.ascii, ..TextOptions::for_seats(info.seats) };
    let status = status_line(&info, &game.status());
    print_drawing(&format!("{}\n{}\n{status}\n", text(&board, &options), game.position()))
}

/// The board as data, for programs that draw it themselves.
fn as_json(game: &dyn AnyPlay, board: &Board) -> Value {
    let info = game.game().info();
    let name = |cell: usize| board.cells.get(cell).map_or("", |cell| cell.name.as_str());
    let cells: Vec<Value> =
        board.cells.iter().map(|cell| json!({ "name": cell.name, "x": cell.at.x, "y": cell.at.y })).collect();
    let pieces: Vec<Value> = board
        .pieces
        .iter()
        .map(|piece| {
            let cell = name(piece.cell);
            match piece.shape {
                Shape::Runner { seat, speed, home, .. } => {
                    json!({ "cell": cell, "seat": info.seat_name(seat), "speed": speed, "home": home })
                }
                Shape::Peg { seat, size, upright, moved } => json!({
                    "cell": cell, "seat": info.seat_name(seat), "size": size, "upright": upright, "moved": moved
                }),
                Shape::Tower { seat, height } => {
                    json!({ "cell": cell, "seat": info.seat_name(seat), "height": height })
                }
                Shape::Domino { other, .. } => json!({ info.seats[0]: cell, info.seats[1]: name(other) }),
            }
        })
        .collect();
    let marks: Vec<&str> = board.marks.iter().map(|mark| name(mark.cell)).collect();
    let mut value = json!({
        "game": info.id, "position": game.position(), "cells": cells, "pieces": pieces, "lastMove": marks
    });
    if let (Some(value), Ok(Value::Object(status))) =
        (value.as_object_mut(), serde_json::to_value(StatusJson::new(&info, &game.status())))
    {
        value.extend(status);
    }
    value
}
