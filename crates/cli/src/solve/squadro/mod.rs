//! Solving Squadro by table: in memory, in a folder, on a GPU.

pub(crate) mod disk;
mod gpu;
mod prove;
mod report;
pub(super) mod verify;

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use ludoteca_search::Outcome;
use ludoteca_shell::{
    Failure,
    output::{self, print, print_json},
    workers,
};
use ludoteca_solve::{
    Worth,
    squadro::{self, Board, Ended, Layout, Memory, Shelf, Sides},
};
use report::Report;
use std::{
    num::NonZeroUsize,
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
    time::Instant,
};

#[derive(Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// Squadro: tracks of each side, 2 to 5 [default: 5]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=5))]
    tracks: Option<u8>,
    /// Squadro: where to solve [default: cuda]
    #[arg(long, value_enum)]
    backend: Option<Backend>,
    /// Squadro: folder for the table (docs/table.md); an interrupted run is continued
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Squadro, with --out: what the table stores for each position [default: distance]
    #[arg(long, value_enum, requires = "out")]
    values: Option<Values>,
    /// Squadro, on the CPU: number of threads [default: number of cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Squadro, on a GPU: number of random positions to write with their values, to train the network
    #[arg(long, value_name = "N", requires = "samples_out", value_parser = clap::value_parser!(u32).range(1..=250_000_000))]
    samples: Option<u32>,
    /// Squadro: file for the samples, eight bytes each (docs/network.md)
    #[arg(long, value_name = "FILE", requires = "samples")]
    samples_out: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Backend {
    /// The CPU: in memory up to four tracks, in a folder all five
    Cpu,
    /// An NVIDIA GPU; the full board needs 118 GB of its memory
    Cuda,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Values {
    /// Won, lost or endless
    Wdl,
    /// Also the number of plies to the end
    Distance,
}

impl Arguments {
    pub(super) fn is_given(&self) -> bool {
        self.tracks.is_some()
            || self.backend.is_some()
            || self.out.is_some()
            || self.threads.is_some()
            || self.samples.is_some()
    }

    fn values(&self) -> squadro::Values {
        match self.values {
            Some(Values::Wdl) => squadro::Values::Wdl,
            Some(Values::Distance) | None => squadro::Values::Distance,
        }
    }

    fn threads(&self) -> usize {
        workers::threads(self.threads)
    }

    fn layout(&self, board: Board) -> Layout {
        Layout::new(Arc::new(Sides::new(board)), self.values())
    }
}

/// Solves a board; `memory` is in MiB.
pub(super) fn run(
    arguments: &Arguments,
    memory: Option<u32>,
    output: &output::Arguments,
) -> Result<(), Failure> {
    let tracks = usize::from(arguments.tracks.unwrap_or(5));
    let board = Board::new(tracks).ok_or_else(|| Failure::Usage(format!("no board has {tracks} tracks")))?;
    let start = Instant::now();
    let mut report = match (arguments.backend.unwrap_or(Backend::Cuda), &arguments.out) {
        (Backend::Cuda, _) => gpu::solve(board, arguments, memory)?,
        (Backend::Cpu, _) if arguments.samples.is_some() => {
            return Err(Failure::Usage("--samples needs --backend cuda".to_owned()));
        }
        (Backend::Cpu, Some(folder)) => disk::solve(board, arguments, folder, memory)?,
        (Backend::Cpu, None) if tracks == 5 => {
            return Err(Failure::Usage(
                "the full board takes 104 GB in memory: give it a folder with --out, or a GPU with --backend cuda"
                    .to_owned(),
            ));
        }
        (Backend::Cpu, None) => in_memory(board, arguments)?,
    };
    report.seconds = start.elapsed().as_secs_f64();
    if output.json { print_json(&report) } else { print(&report.text()) }
}

/// A bar whose message shows the phase and the time left.
fn bar(entries: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {percent} %, {msg}");
    ProgressBar::new(entries).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn in_memory(board: Board, arguments: &Arguments) -> Result<Report, Failure> {
    let layout = arguments.layout(board);
    let memory = Memory::new(layout.clone());
    let meter = disk::Meter::new(Sides::entries_of(board) as u64);
    let ended = squadro::solve(
        &layout,
        &memory,
        arguments.threads(),
        &|progress| meter.show("solving", &progress),
        &AtomicBool::new(false),
    );
    meter.end();
    let start = |mover| {
        let entry = layout.entry(mover, 0, 0)?;
        let half = memory.load(entry.pair, mover).ok()?;
        layout.value(half.get(..layout.row_bytes(entry.pair))?, entry.place)
    };
    match (ended, start(0), start(1)) {
        (Ok(Ended::Complete), Some(yellow), Some(red)) => Ok(Report::new(board, [yellow, red])),
        _ => Err(Failure::Other("the table in memory is not whole".to_owned())),
    }
}

/// A value in words, with plies if they are known.
pub(crate) fn worth_text(worth: &Worth) -> String {
    let word = match worth.value {
        Outcome::Win => "win",
        Outcome::Loss => "loss",
        Outcome::Draw => return "endless".to_owned(),
    };
    worth.plies.map_or_else(|| word.to_owned(), |plies| format!("{word} in {plies} plies"))
}
