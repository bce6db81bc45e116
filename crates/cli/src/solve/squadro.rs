//! Squadro by table.

use crate::{
    failure::Failure,
    output::{self, print, print_json},
};
use clap::{Args, ValueEnum};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use ludoteca_solve::squadro::{Board, Sides, Table, Value};
use ludoteca_solve_cuda::{Counts, Gpu, GpuError};
use serde::Serialize;
use std::{
    fs::File,
    io::{BufWriter, Write},
    path::{Path, PathBuf},
    time::Instant,
};

#[derive(Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// Squadro: on a board with the first so many tracks of each side, 2 to 5 [default: 5]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=5))]
    tracks: Option<u8>,
    /// Squadro: where to solve [default: cuda]
    #[arg(long, value_enum)]
    backend: Option<Backend>,
    /// Squadro, with --out: draw so many positions with their values, to train the network with
    #[arg(long, value_name = "N", requires = "out", value_parser = clap::value_parser!(u32).range(1..=250_000_000))]
    samples: Option<u32>,
    /// Squadro: the file for the samples, eight bytes each (docs/network.md)
    #[arg(long, value_name = "FILE", requires = "samples")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Backend {
    /// The processor: boards of at most four tracks, in memory
    Cpu,
    /// An NVIDIA GPU; the full board needs 118 GB of its memory
    Cuda,
}

impl Arguments {
    pub(super) fn is_given(&self) -> bool {
        self.tracks.is_some() || self.backend.is_some() || self.samples.is_some()
    }
}

/// What is told of a solved board.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    tracks: usize,
    /// By who starts, Yellow first.
    starts: [String; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    reachable: Option<Reachable>,
    seconds: f64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Reachable {
    positions: u64,
    /// By who is to move, Yellow first.
    to_move: [Tally; 2],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Tally {
    won: u64,
    /// Lost, the finished games among them.
    lost: u64,
    endless: u64,
    finished: u64,
    longest: u32,
    /// Positions by plies to the end.
    by_plies: Vec<u64>,
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> Result<(), Failure> {
    let tracks = usize::from(arguments.tracks.unwrap_or(5));
    let board = Board::new(tracks).ok_or_else(|| Failure::Usage(format!("no board has {tracks} tracks")))?;
    let start = Instant::now();
    let mut report = match arguments.backend.unwrap_or(Backend::Cuda) {
        Backend::Cuda => on_gpu(board, arguments)?,
        Backend::Cpu if tracks == 5 => {
            return Err(Failure::Other(
                "the full board takes 104 GB in memory: solve it with --backend cuda, or a board of up to four tracks"
                    .to_owned(),
            ));
        }
        Backend::Cpu if arguments.samples.is_some() => {
            return Err(Failure::Usage("--samples are drawn by --backend cuda only".to_owned()));
        }
        Backend::Cpu => on_cpu(board),
    };
    report.seconds = start.elapsed().as_secs_f64();
    if output.json { print_json(&report) } else { print(&report.text()) }
}

fn bar(entries: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {percent} %, {eta} left: {msg}");
    ProgressBar::new(entries as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn on_cpu(board: Board) -> Report {
    let bar = bar(Sides::entries_of(board));
    bar.set_message("values");
    let table = Table::solve(Sides::new(board), |done| bar.set_position(done));
    bar.finish_and_clear();
    let start = vec![0; board.tracks()];
    let value = |mover| table.value(mover, &start, &start).unwrap_or(Value::Endless);
    Report::new(board, [value(0), value(1)], None)
}

fn on_gpu(board: Board, arguments: &Arguments) -> Result<Report, Failure> {
    let failed = |error: GpuError| {
        Failure::Other(format!("{error}; --backend cpu solves boards of up to four tracks"))
    };
    let bar = bar(2 * Sides::entries_of(board));
    let mut gpu = Gpu::new(Sides::new(board)).map_err(failed)?;
    bar.set_message("values");
    gpu.solve(|done| bar.set_position(done)).map_err(failed)?;
    let solved = bar.position();
    bar.set_message("reachable positions");
    gpu.reach(|done| bar.set_position(solved + done)).map_err(failed)?;
    bar.finish_and_clear();
    let starts = [0, 1].map(|mover| gpu.sides().entry(mover, 0, 0) as u64);
    let starts = gpu.read(&starts).map_err(failed)?;
    let counts = gpu.count().map_err(failed)?;
    if let (Some(count), Some(path)) = (arguments.samples, &arguments.out) {
        let samples = gpu.sample(count as usize, 1).map_err(failed)?;
        write(path, &samples).map_err(|error| Failure::Other(format!("{}: {error}", path.display())))?;
    }
    Ok(Report::new(board, [starts[0], starts[1]].map(Value::from_byte), Some(&counts)))
}

fn write(path: &Path, samples: &[u64]) -> std::io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    for sample in samples {
        file.write_all(&sample.to_le_bytes())?;
    }
    file.flush()
}

impl Report {
    fn new(board: Board, starts: [Value; 2], counts: Option<&Counts>) -> Report {
        let starts = starts.map(|value| match value {
            Value::Endless => "endless".to_owned(),
            Value::Win(plies) => format!("win in {plies} plies"),
            Value::Loss(plies) => format!("loss in {plies} plies"),
        });
        let reachable = counts.map(|counts| Reachable {
            positions: counts.iter().flatten().sum(),
            to_move: [Tally::new(&counts[0]), Tally::new(&counts[1])],
        });
        Report { tracks: board.tracks(), starts, reachable, seconds: 0.0 }
    }

    fn text(&self) -> String {
        let mut text = format!("{} tracks a side\n", self.tracks);
        for (seat, start) in ["Yellow", "Red"].iter().zip(&self.starts) {
            text += &format!("{seat} starts: {start} for the starter\n");
        }
        if let Some(reachable) = &self.reachable {
            text += &format!("{} reachable positions\n", HumanCount(reachable.positions));
            for (seat, tally) in ["Yellow", "Red"].iter().zip(&reachable.to_move) {
                text += &format!(
                    "{seat} to move: {} won, {} lost ({} of them finished games), {} endless; the longest takes {} plies\n",
                    HumanCount(tally.won),
                    HumanCount(tally.lost),
                    HumanCount(tally.finished),
                    HumanCount(tally.endless),
                    tally.longest
                );
            }
        }
        text + &format!("{:.1} s\n", self.seconds)
    }
}

impl Tally {
    /// By the table's byte: plies and one more.
    fn new(counts: &[u64; 256]) -> Tally {
        let of =
            |parity: usize| counts.iter().skip(1).enumerate().filter(move |(plies, _)| plies % 2 == parity);
        let last = counts.iter().rposition(|&count| count > 0).unwrap_or(0).max(1);
        Tally {
            won: of(1).map(|(_, count)| count).sum(),
            lost: of(0).map(|(_, count)| count).sum(),
            endless: counts[0],
            finished: counts[1],
            longest: last as u32 - 1,
            by_plies: counts[1..=last].to_vec(),
        }
    }
}
