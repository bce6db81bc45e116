//! Squadro's table in a folder, built by the CPU.

use super::{
    Arguments, bar, prove,
    report::{OnDisk, Report},
};
use crate::solve::DEFAULT_MEMORY;
use indicatif::{HumanCount, HumanDuration, ProgressBar};
use ludoteca_shell::{Failure, interrupt, memory};
use ludoteca_solve::squadro::{self, Board, Ended, Layout, Progress, Shelf, Sides};
use ludoteca_table::{Opened, Position, Store, Table, TableError, Tally};
use std::{
    path::Path,
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};

/// The number of entries verified when a table is finished.
const PROVEN: u64 = 10_000;

pub(super) fn solve(
    board: Board,
    arguments: &Arguments,
    folder: &Path,
    memory: Option<u32>,
) -> Result<Report, Failure> {
    let layout = arguments.layout(board);
    let threads = arguments.threads();
    let memory = memory_for(&layout, memory)?;
    let stop = interrupt::stop_flag()?;
    // The threads' working memory is not the store's.
    let work = threads * (if layout.values() == squadro::Values::Wdl { 96 } else { 384 } << 20);
    let memory = memory.saturating_sub(work);
    let store = match open(folder, &layout, memory)? {
        Opened::Finished(table) => return finished(&table, folder),
        Opened::Unfinished(store) => *store,
    };
    let meter = Meter::new(Sides::entries_of(board) as u64);
    let ended = squadro::solve(&layout, &store, threads, &|progress| meter.show("solving", &progress), &stop);
    meter.end();
    match ended.map_err(|failure| failed(failure, folder))? {
        Ended::Complete => complete(store, folder, threads, &stop),
        Ended::Stopped => {
            store.sync().map_err(Failure::other)?;
            Err(stopped(folder))
        }
    }
}

/// Builds or continues a table without terminal output; `None` if it was stopped. `memory` is in MiB.
pub(crate) fn make_quietly(
    board: Board,
    folder: &Path,
    threads: usize,
    memory: Option<u32>,
    show: &(dyn Fn(&str, &Progress) + Sync),
    stop: &AtomicBool,
) -> Result<Option<Table>, Failure> {
    let layout = Layout::new(Arc::new(Sides::new(board)), squadro::Values::Wdl);
    let memory = memory_for(&layout, memory)?;
    let opened = Store::open(folder, &layout, "ludoteca serve --make-table", memory, &mut |_, _| ());
    let store = match opened.map_err(Failure::other)? {
        Opened::Finished(table) => return Ok(Some(*table)),
        Opened::Unfinished(store) => *store,
    };
    let ended = squadro::solve(&layout, &store, threads, &|progress| show("solving", &progress), stop);
    if ended.map_err(|failure| failed(failure, folder))? == Ended::Stopped {
        store.sync().map_err(Failure::other)?;
        return Ok(None);
    }
    // The count reads every half once and needs the memory itself.
    store.keep_nothing();
    let counts = squadro::count(&layout, &store, threads, &|progress| show("counting", &progress), stop);
    let Some([yellow, red]) = counts.map_err(|failure| failed(failure, folder))? else { return Ok(None) };
    let tally = |mover, counts| Tally::new(layout.sides(), mover, counts);
    let table = store.finish([tally(0, yellow), tally(1, red)]).map_err(Failure::other)?;
    prove::random(&table, PROVEN, 1)?;
    Ok(Some(table))
}

/// The allowed memory (given in MiB) in bytes. The final count is part of the work: if it would need more,
/// the work is not started.
pub(super) fn memory_for(layout: &Layout, memory: Option<u32>) -> Result<usize, Failure> {
    let needed = squadro::reach_bytes(layout).div_ceil(1 << 20);
    let mib = memory.map_or(u64::from(DEFAULT_MEMORY).max(needed), u64::from);
    if mib < needed {
        return Err(Failure::Other(format!(
            "--memory {mib} is not enough: the count of all positions at the end needs {needed} MiB"
        )));
    }
    memory::check("--memory", mib).map_err(Failure::Other)?;
    Ok(memory::bytes(mib))
}

/// The message for a failure of the solver or of a count.
pub(super) fn failed(failure: squadro::Failure<TableError>, folder: &Path) -> Failure {
    match failure {
        squadro::Failure::Shelf(error) => Failure::other(error),
        squadro::Failure::Length(pair) => {
            Failure::Other(format!("{}: {pair:?} has a wrong length", folder.display()))
        }
    }
}

fn stopped(folder: &Path) -> Failure {
    Failure::Other(format!(
        "stopped; {} keeps what is solved, and the same command resumes from there",
        folder.display()
    ))
}

/// Opens the folder, and prints its contents.
pub(super) fn open(folder: &Path, layout: &Layout, memory: usize) -> Result<Opened, Failure> {
    let command = std::env::args().skip(1).collect::<Vec<_>>().join(" ");
    let bar = bar(1);
    bar.set_message("checking existing files");
    let opened = Store::open(folder, layout, &format!("ludoteca {command}"), memory, &mut |checked, all| {
        bar.set_length(all);
        bar.set_position(checked);
    });
    bar.finish_and_clear();
    let opened = opened.map_err(Failure::other)?;
    match &opened {
        Opened::Finished(_) => eprintln!("{}: the table is finished", folder.display()),
        Opened::Unfinished(store) if store.found().pairs > 0 => {
            let blocks: usize = layout.sides().seats.iter().map(|side| side.blocks.len()).product();
            eprintln!("{}: {} of {blocks} blocks exist; resuming", folder.display(), store.found().pairs);
        }
        Opened::Unfinished(_) => {}
    }
    Ok(opened)
}

/// Reads everything again to count it, marks the table as finished, and verifies some entries.
pub(super) fn complete(
    store: Store,
    folder: &Path,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Report, Failure> {
    // The count reads every half once and needs the memory itself.
    store.keep_nothing();
    let counts = count(store.layout(), &store, folder, threads, stop)?.ok_or_else(|| stopped(folder))?;
    let table = store.finish(counts).map_err(Failure::other)?;
    finished(&table, folder)
}

/// Counts the positions that can arise, which reads the whole table with its checksums; `None` if stopped.
pub(super) fn count(
    layout: &Layout,
    shelf: &impl Shelf<Error = TableError>,
    folder: &Path,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Option<[Tally; 2]>, Failure> {
    let meter = Meter::new(layout.sides().entries() as u64);
    let counts = squadro::count(layout, shelf, threads, &|progress| meter.show("counting", &progress), stop);
    meter.end();
    let counts = counts.map_err(|failure| failed(failure, folder))?;
    let tally = |mover, counts| Tally::new(layout.sides(), mover, counts);
    Ok(counts.map(|[yellow, red]| [tally(0, yellow), tally(1, red)]))
}

pub(super) fn finished(table: &Table, folder: &Path) -> Result<Report, Failure> {
    prove::random(table, PROVEN, 1)?;
    let board = table.layout().sides().board;
    let zeros = "0".repeat(board.tracks());
    let start = |mover| {
        let position = Position::read(board, &format!("{zeros}/{zeros} {mover}")).map_err(Failure::Other)?;
        table.worth(&position).map_err(Failure::other)
    };
    let mut report = Report::new(board, [start('y')?, start('r')?]);
    report.table = Some(OnDisk::new(table, folder, PROVEN));
    Ok(report)
}

/// Shows the progress of a run. The rate excludes earlier runs.
pub(super) struct Meter {
    bar: ProgressBar,
    start: Instant,
}

impl Meter {
    pub(super) fn new(entries: u64) -> Meter {
        Meter { bar: bar(entries), start: Instant::now() }
    }

    pub(super) fn show(&self, phase: &str, progress: &Progress) {
        self.bar.set_position(progress.done);
        let rate = progress.fresh as f64 / self.start.elapsed().as_secs_f64().max(1e-3);
        let left = (progress.all - progress.done) as f64 / rate.max(1.0);
        self.bar.set_message(format!(
            "{phase}, level {}: {} entries a second, about {} left",
            progress.level,
            HumanCount(rate as u64),
            HumanDuration(Duration::from_secs_f64(left.min(1e9)))
        ));
    }

    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }
}
