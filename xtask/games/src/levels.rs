//! Rates the levels of every game: writes the tables into `docs/levels.md`, and the ratings used by servers
//! into `data/ratings/levels.txt`.

use crate::Result;
use ludoteca_catalog::GameId;
use ludoteca_engine::{Level, Sight};
use serde_json::Value as Json;
use std::{fs, process::Command};

/// The games and player counts that have a ladder.
const LADDERS: [(GameId, u8); 6] = [
    (GameId::Squadro, 2),
    (GameId::Peak, 2),
    (GameId::OnePieceForTwo, 2),
    (GameId::NumberOne, 2),
    (GameId::NumberOne, 3),
    (GameId::NumberOne, 4),
];
/// Games per pair: enough to tell neighbours apart, and all ladders take a quarter of an hour on two cores.
const GAMES: &str = "40";
const PAGE: &str = "docs/levels.md";
const BEGIN: &str = "<!-- ladders: written by cargo xtask levels -->\n";
const END: &str = "<!-- end of ladders -->\n";

/// Plays the ladders of one game or of all, and keeps the other tables. An interrupted ladder continues with
/// the games in `target/levels`; a finished one deletes them, so that the next run plays with the current
/// engine. `program` is the path of `ludoteca-lab`.
pub(crate) fn run(program: &str, only: Option<&str>) -> Result {
    fs::create_dir_all("target/levels").map_err(|error| format!("target/levels: {error}"))?;
    for (game, seats) in wanted(only)? {
        let table = ladder(program, game, seats)?;
        write(game, seats, &table)?;
        println!("{table}");
    }
    Ok(())
}

/// The ratings that servers use for games against the computer.
const RATINGS: &str = "data/ratings/levels.txt";
/// The origin of the scale: the rating of level 1 in every game.
const LEVEL_1: f64 = 800.0;

/// Plays the levels of one game or of all against each other, and writes their ratings. An interrupted run
/// continues with the games in `target/level-ratings`. `program` is the path of `ludoteca-lab`.
pub(crate) fn ratings(program: &str, only: Option<&str>) -> Result {
    fs::create_dir_all("target/level-ratings").map_err(|error| format!("target/level-ratings: {error}"))?;
    for (game, seats) in wanted(only)? {
        let mut words = vec!["match".to_owned(), "ladder".to_owned(), game.to_string()];
        words.extend((1..=10).map(|level| format!("level:{level}")));
        if game.info().max_players() > 2 {
            words.extend(["--players".to_owned(), seats.to_string()]);
        }
        // Games with more players take so long that only neighbours meet.
        let reach = if seats == 2 { "2" } else { "1" };
        words.extend(["--games", GAMES, "--reach", reach].map(str::to_owned));
        let kept = format!("target/level-ratings/{game}-{seats}.ldr");
        let json = played(program, &words, &kept)?;
        let rungs = json["ladder"].as_array().ok_or("`ludoteca-lab match ladder` printed no ladder")?;
        let line = |(rung, level): (&Json, u8)| {
            let [elo, error] = ["elo", "error"].map(|field| rung[field].as_f64().unwrap_or(f64::NAN));
            let games = &json["gamesOfEachPair"];
            format!("{game} {seats} {level} {:.0} {error:.0} {games}\n", LEVEL_1 + elo)
        };
        let lines: String = rungs.iter().zip(1..).map(line).collect();
        print!("{lines}");
        write_ratings(game, seats, &lines)?;
        let _ = fs::remove_file(kept);
    }
    Ok(())
}

/// Writes the ratings of one game's levels into the file, in the order of the ladders.
fn write_ratings(game: GameId, seats: u8, lines: &str) -> Result {
    let old = fs::read_to_string(RATINGS).unwrap_or_default();
    let mut text = "# Written by `cargo xtask level-ratings` (docs/ratings.md); level 1 fixes the scale.\n\
                    # game, players, level, rating, half of its 95 % interval, games of each pair\n"
        .to_owned();
    for (other, of) in LADDERS {
        if (other, of) == (game, seats) {
            text += lines;
        } else {
            let own = format!("{other} {of} ");
            old.lines().filter(|line| line.starts_with(&own)).for_each(|line| text += &format!("{line}\n"));
        }
    }
    fs::write(RATINGS, text).map_err(|error| format!("{RATINGS}: {error}"))
}

/// The ladders of one game or of all.
fn wanted(only: Option<&str>) -> Result<Vec<(GameId, u8)>> {
    let only: Option<GameId> = match only {
        Some(name) => Some(name.parse().map_err(|error: ludoteca_catalog::UnknownGame| error.to_string())?),
        None => None,
    };
    Ok(LADDERS.into_iter().filter(|(game, _)| only.is_none_or(|only| only == *game)).collect())
}

/// Runs a match that is kept in a file, and returns its final output.
fn played(program: &str, words: &[String], games: &str) -> Result<Json> {
    let command = format!("ludoteca-lab {}", words.join(" "));
    eprintln!("\x1b[1m$ {command}\x1b[0m");
    let output = Command::new(program)
        .args(words)
        .args(["--json", "--out", games])
        .stderr(std::process::Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot run {command}: {error}"))?;
    if !output.status.success() {
        return Err(format!("`{command}` failed ({})", output.status));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("`{command}`: {error}"))
}

/// The arguments of `ludoteca-lab`.
fn words(game: GameId, seats: u8) -> Vec<String> {
    let mut words = vec!["match".to_owned(), "ladder".to_owned(), game.to_string()];
    if game.info().max_players() > 2 {
        words.extend(["--players".to_owned(), seats.to_string()]);
    }
    words.extend(["--games", GAMES, "--reach", "2"].map(str::to_owned));
    words
}

fn ladder(program: &str, game: GameId, seats: u8) -> Result<String> {
    let words = words(game, seats);
    let command = format!("ludoteca-lab {}", words.join(" "));
    let games = format!("target/levels/{game}-{seats}.ldr");
    let json = played(program, &words, &games)?;
    let rungs = json["ladder"].as_array().ok_or_else(|| format!("`{command}` printed no ladder"))?;
    let _ = fs::remove_file(games);
    let name = game.info().name;
    let title =
        if game.info().max_players() > 2 { format!("{name}, {seats} players") } else { name.to_owned() };
    let mut text = format!("### {title}\n\n`{command}`\n\n");
    text += "| player | plies | nodes | blur | Elo | ± | share against the one below |\n";
    text += "|---|--:|--:|--:|--:|--:|---|\n";
    for rung in rungs {
        text += &row(game, seats, rung);
    }
    Ok(text)
}

fn row(game: GameId, seats: u8, rung: &Json) -> String {
    let player = rung["player"].as_str().unwrap_or_default();
    let level = player.strip_prefix("level:").and_then(|number| Level::new(number.parse().ok()?));
    let sight = level.map(|level| level.sight(game, seats));
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let number = |value: &Json| value.as_f64().unwrap_or(f64::NAN);
    let share = &rung["share"];
    let share = share.is_object().then(|| {
        format!(
            "{:.2} ({:.2} to {:.2})",
            number(&share["value"]),
            number(&share["low"]),
            number(&share["high"])
        )
    });
    format!(
        "| {} | {} | {} | {} | {:.0} | {:.0} | {} |\n",
        player.replace(':', " "),
        or_dash(sight.and_then(|Sight { depth, .. }| depth).map(|depth| depth.to_string())),
        or_dash(sight.and_then(|Sight { nodes, .. }| nodes).map(|nodes| nodes.to_string())),
        or_dash(sight.map(|Sight { blur, .. }| blur.to_string())),
        number(&rung["elo"]),
        number(&rung["error"]),
        or_dash(share),
    )
}

/// Writes a ladder's table into the page, in the order of the ladders.
fn write(game: GameId, seats: u8, table: &str) -> Result {
    let page = fs::read_to_string(PAGE).map_err(|error| format!("{PAGE}: {error}"))?;
    let (head, rest) = page.split_once(BEGIN).ok_or_else(|| format!("{PAGE}: no line {BEGIN:?}"))?;
    let (old, tail) = rest.split_once(END).ok_or_else(|| format!("{PAGE}: no line {END:?}"))?;
    let mut tables = String::new();
    for (other, of) in LADDERS {
        let command = format!("`ludoteca-lab {}`", words(other, of).join(" "));
        let kept = old.split("### ").skip(1).find(|section| section.contains(&command));
        if (other, of) == (game, seats) {
            tables += &format!("{table}\n");
        } else if let Some(kept) = kept {
            tables += &format!("### {}\n\n", kept.trim_end());
        }
    }
    fs::write(PAGE, format!("{head}{BEGIN}{tables}{END}{tail}")).map_err(|error| format!("{PAGE}: {error}"))
}
