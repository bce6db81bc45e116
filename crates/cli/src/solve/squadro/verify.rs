//! `solve verify` checks a table.

use super::{disk, prove, report::OnDisk, worth_text};
use clap::Args;
use ludoteca_search::Outcome;
use ludoteca_shell::{
    Failure,
    output::{self, print, print_json},
    workers,
};
use ludoteca_solve::{
    Worth,
    squadro::{Board, Values},
};
use ludoteca_table::{Position, Table};
use serde::Serialize;
use std::{
    fs,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

/// Check a Squadro table: checksums, counts, and entries against their successors
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder with the table
    #[arg(long, value_name = "DIR")]
    table: PathBuf,
    /// Number of random entries to check
    #[arg(long, value_name = "N", default_value_t = 100_000, conflicts_with = "all")]
    entries: u64,
    /// Seed of the random entries
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Check every entry (feasible for small boards)
    #[arg(long)]
    all: bool,
    /// Also compare with a file of exact values, such as data/squadro-exact.txt
    #[arg(long, value_name = "FILE")]
    exact: Option<PathBuf>,
    /// Number of threads [default: number of cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    output: output::Arguments,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Verified {
    #[serde(flatten)]
    table: OnDisk,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<u64>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let table = Table::open(&arguments.table).map_err(Failure::other)?;
    let threads = workers::threads(arguments.threads);
    let counts = disk::count(table.layout(), &table, &arguments.table, threads, &AtomicBool::new(false))?;
    if counts.as_ref() != Some(table.to_move()) {
        return Err(Failure::Other(format!(
            "{}: the counts are not those of the manifest",
            arguments.table.display()
        )));
    }
    let proven = if arguments.all {
        prove::all(&table)?
    } else {
        prove::random(&table, arguments.entries, arguments.seed)?;
        arguments.entries
    };
    let exact = arguments.exact.as_deref().map(|path| compare(&table, path)).transpose()?;
    let report = Verified { table: OnDisk::new(&table, &arguments.table, proven), exact };
    if arguments.output.json {
        return print_json(&report);
    }
    let mut text = report.table.text();
    if let (Some(count), Some(path)) = (report.exact, &arguments.exact) {
        text += &format!("{count} values of {} agree\n", path.display());
    }
    print(&text)
}

/// Compares the values of a file with the table's; returns their number.
fn compare(table: &Table, path: &Path) -> Result<u64, Failure> {
    if table.layout().sides().board != Board::FULL {
        return Err(Failure::Usage("--exact is for tables of the full board".to_owned()));
    }
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::Other(format!("cannot read {}: {error}", path.display())))?;
    let mut compared = 0;
    for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.is_empty()) {
        let wrong = |fault: String| Failure::Other(format!("{}, line {}: {fault}", path.display(), i + 1));
        for (position, expected) in read_line(line).map_err(wrong)? {
            let expected = match table.layout().values() {
                Values::Wdl => Worth { plies: None, ..expected },
                Values::Distance => expected,
            };
            let stored = table.worth(&position).map_err(Failure::other)?;
            if stored != expected {
                let (stored, expected) = (worth_text(&stored), worth_text(&expected));
                return Err(wrong(format!("{position}: the table says {stored}, and the file {expected}")));
            }
            compared += 1;
        }
    }
    Ok(compared)
}

/// The position of a line and those after its moves, with their values; the file's header explains the
/// columns.
fn read_line(line: &str) -> Result<Vec<(Position, Worth)>, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [pieces, mover, _origin, value, after @ ..] = &words[..] else {
        return Err("expected a position, its origin and its values".to_owned());
    };
    let position = Position::read(Board::FULL, &format!("{pieces} {mover}"))?;
    let mut values = Vec::new();
    for (text, child) in position.children() {
        let track = text.get(1..).and_then(|track| track.parse::<usize>().ok()).unwrap_or(0);
        let value = track.checked_sub(1).and_then(|track| after.get(track));
        values.push((child, worth(value.ok_or("expected a value for each of five pieces")?)?));
    }
    values.push((position, worth(value)?));
    Ok(values)
}

/// Parses plies to the end: if odd, the side to move wins; if even, it loses; at -1 neither does.
fn worth(word: &str) -> Result<Worth, String> {
    let plies: i64 = word.parse().map_err(|_| format!("{word:?} is not a number of plies"))?;
    let value = if plies % 2 == 0 { Outcome::Loss } else { Outcome::Win };
    Ok(match u32::try_from(plies) {
        Ok(plies) => Worth { value, plies: Some(plies) },
        Err(_) => Worth { value: Outcome::Draw, plies: None },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_exact_values_is_read() {
        let text = include_str!("../../../../../data/squadro-exact.txt");
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let values: Vec<_> = lines.flat_map(|line| read_line(line).unwrap()).collect();
        assert_eq!(values.len(), 27_942);
        let line = read_line("7c969/cc663 y g 15 20 -9 34 32 14").unwrap();
        assert_eq!(line[0].1, Worth { value: Outcome::Loss, plies: Some(20) });
        assert_eq!(line.last().unwrap().1, Worth { value: Outcome::Win, plies: Some(15) });
        assert_eq!(line.len(), 5);
        assert!(read_line("7c969/cc663 y g 15 20 -9").is_err() && read_line("7c969/cc663 y g x").is_err());
    }
}
