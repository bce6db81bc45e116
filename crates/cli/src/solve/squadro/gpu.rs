//! Squadro's table on a GPU, and copying it into a folder.

use super::{
    Arguments, bar, disk,
    report::{Reachable, Report},
};
use ludoteca_search::Outcome;
use ludoteca_shell::{Failure, interrupt, output::write_file};
use ludoteca_solve::{
    Worth,
    squadro::{Board, Pair, Shelf, Sides, Value},
};
use ludoteca_solve_cuda::{Gpu, GpuError};
use ludoteca_table::{Opened, Store, TableError, payload_from_bytes};
use std::{
    path::Path,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

fn failed(error: GpuError) -> Failure {
    Failure::Other(format!("{error}; --backend cpu solves small boards in memory, and all with --out"))
}

pub(super) fn solve(board: Board, arguments: &Arguments, memory: Option<u32>) -> Result<Report, Failure> {
    if arguments.out.is_some() {
        disk::memory_for(&arguments.layout(board), memory)?;
    }
    let mut gpu = Gpu::new(Sides::new(board)).map_err(failed)?;
    let opened =
        arguments.out.as_deref().map(|folder| disk::open(folder, &arguments.layout(board), 0)).transpose()?;
    if let (Some(Opened::Finished(table)), Some(folder), None) = (&opened, &arguments.out, arguments.samples)
    {
        return disk::finished(table, folder);
    }
    let bar = bar(2 * Sides::entries_of(board) as u64);
    bar.set_message("values");
    gpu.solve(|done| bar.set_position(done)).map_err(failed)?;
    let solved = bar.position();
    bar.set_message("reachable positions");
    gpu.reach(|done| bar.set_position(solved + done)).map_err(failed)?;
    bar.finish_and_clear();
    let counts = gpu.count().map_err(failed)?;
    if let (Some(count), Some(path)) = (arguments.samples, &arguments.samples_out) {
        let samples = gpu.sample(count as usize, 1).map_err(failed)?;
        write(path, &samples)?;
    }
    let mut report = match (opened, &arguments.out) {
        (Some(Opened::Unfinished(store)), Some(folder)) => {
            let stop = interrupt::stop_flag()?;
            keep(&gpu, &store, arguments.threads(), &stop)?;
            disk::complete(*store, folder, arguments.threads(), &stop)?
        }
        (Some(Opened::Finished(table)), Some(folder)) => disk::finished(&table, folder)?,
        _ => Report::new(board, starts(&gpu)?),
    };
    report.reachable = Some(Reachable::new(&counts));
    Ok(report)
}

fn starts(gpu: &Gpu) -> Result<[Worth; 2], Failure> {
    let starts = [0, 1].map(|mover| gpu.sides().entry(mover, 0, 0) as u64);
    let bytes = gpu.read(&starts).map_err(failed)?;
    let worth = |byte: u8| match Value::from_byte(byte) {
        Value::Endless => Worth { value: Outcome::Draw, plies: None },
        Value::Win(plies) => Worth { value: Outcome::Win, plies: Some(plies.into()) },
        Value::Loss(plies) => Worth { value: Outcome::Loss, plies: Some(plies.into()) },
    };
    Ok([worth(bytes[0]), worth(bytes[1])])
}

fn write(path: &Path, samples: &[u64]) -> Result<(), Failure> {
    write_file(path, |out| {
        for sample in samples {
            out.write_all(&sample.to_le_bytes())?;
        }
        Ok(())
    })
}

/// Copies the table from the GPU to the folder, by Yellow's blocks with all of Red's states.
fn keep(gpu: &Gpu, store: &Store, threads: usize, stop: &AtomicBool) -> Result<(), Failure> {
    let sides = gpu.sides();
    let bar = bar(sides.entries() as u64);
    bar.set_message("writing");
    for (number, block) in sides.seats[0].blocks.iter().enumerate() {
        let pairs: Vec<Pair> = (0..sides.seats[1].blocks.len())
            .map(|red| Pair { yellow: number as u16, red: red as u16 })
            .filter(|&pair| !store.has(pair))
            .collect();
        if !pairs.is_empty() {
            let rows = |mover| {
                let first = sides.entry(mover, block.first, 0);
                gpu.range(first..first + block.len as usize * sides.seats[1].states.len()).map_err(failed)
            };
            save(store, sides, &pairs, &[rows(0)?, rows(1)?], threads).map_err(Failure::other)?;
        }
        bar.inc(2 * u64::from(block.len) * sides.seats[1].states.len() as u64);
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::Other("stopped; what was written is kept".to_owned()));
        }
    }
    bar.finish_and_clear();
    Ok(())
}

/// Saves pairs with the same block of Yellow; `rows` has the bytes of its states, for each player to move.
fn save(
    store: &Store,
    sides: &Sides,
    pairs: &[Pair],
    rows: &[Vec<u8>; 2],
    threads: usize,
) -> Result<(), TableError> {
    let width = sides.seats[1].states.len();
    let next = AtomicUsize::new(0);
    let failure = Mutex::new(None);
    let work = || {
        while let Some(&pair) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let red = &sides.seats[1].blocks[usize::from(pair.red)];
            let payload = payload_from_bytes(store.layout(), pair, |mover, above| {
                let first = above * width + red.first as usize;
                &rows[mover][first..first + red.len as usize]
            });
            if let Err(error) = store.save(pair, &payload) {
                next.store(pairs.len(), Ordering::Relaxed);
                *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}
