//! Fills Squadro's table on a GPU: the same table as crate `solve`, a thousand times as fast.
//!
//! The kernels are source text, compiled on first use; CUDA is not needed to build this crate, or to run
//! anything but this solver.

use cudarc::{
    driver::{CudaContext, CudaFunction, CudaSlice, CudaStream, DeviceRepr, LaunchConfig, PushKernelArg},
    nvrtc::{CompileOptions, compile_ptx_with_opts},
};
use ludoteca_solve::squadro::{Sides, State};
use std::{fmt, ops::Range, sync::Arc};

const KERNELS: &str = include_str!("kernels.cu");
const THREADS: u32 = 256;

/// Why the GPU cannot be used.
#[derive(Debug)]
pub struct GpuError(String);

impl fmt::Display for GpuError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for GpuError {}

type Result<T> = std::result::Result<T, GpuError>;

fn failed<E: fmt::Debug>(what: &str) -> impl FnOnce(E) -> GpuError {
    move |error| GpuError(format!("{what}: {error:?}"))
}

/// A side's tables as passed to the kernels: addresses on the GPU.
#[derive(Clone, Copy)]
#[repr(C)]
struct RawSide {
    states: u64,
    number_of: u64,
    moves: u64,
    returns: u64,
    count: u64,
}

// SAFETY: five words without padding, like `struct Side` of the kernels.
unsafe impl DeviceRepr for RawSide {}

/// A GPU with a board's table in its memory.
pub struct Gpu {
    stream: Arc<CudaStream>,
    kernels: Kernels,
    sides: Sides,
    raw: [RawSide; 2],
    /// Owns the memory that `raw` points into.
    _tables: Vec<CudaSlice<u32>>,
    blocks: [CudaSlice<u32>; 2],
    block_of_yellow: CudaSlice<u32>,
    table: CudaSlice<u8>,
    bits: Option<CudaSlice<u32>>,
}

struct Kernels {
    sweep: CudaFunction,
    reach: CudaFunction,
    count: CudaFunction,
    gather: CudaFunction,
    sample: CudaFunction,
}

impl fmt::Debug for Gpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gpu").field("board", &self.sides.board).finish_non_exhaustive()
    }
}

/// Reachable positions by mover and by the table's byte.
pub type Counts = [[u64; 256]; 2];

impl Gpu {
    /// Uses the first GPU and allocates an empty table for a board in its memory.
    ///
    /// # Errors
    /// If there is no GPU, no driver, no kernel compiler, or too little memory.
    pub fn new(sides: Sides) -> Result<Gpu> {
        // SAFETY: these functions search for libraries by name and load the one they find.
        if !unsafe { cudarc::driver::sys::is_culib_present() } {
            return Err(GpuError("no CUDA driver is installed".to_owned()));
        }
        // SAFETY: as above.
        if !unsafe { cudarc::nvrtc::sys::is_culib_present() } {
            return Err(GpuError("NVRTC, CUDA's compiler for kernels, is not installed".to_owned()));
        }
        let context = CudaContext::new(0).map_err(failed("no GPU can be used"))?;
        let (_, total) = context.mem_get_info().map_err(failed("the GPU does not tell its memory"))?;
        let needed = sides.entries() + sides.entries() / 8 + (64 << 20);
        if total < needed {
            let gib = |bytes: usize| bytes as f64 / f64::from(1 << 30);
            return Err(GpuError(format!(
                "the GPU has {:.1} GiB of memory, and the table needs {:.1} GiB",
                gib(total),
                gib(needed)
            )));
        }
        let stream = context.default_stream();
        let board = sides.board;
        let options = CompileOptions {
            options: vec![
                format!("-DTRACKS={}", board.tracks()),
                format!("-DROWS={}", board.home() + 1),
                format!("-DTO_WIN={}", board.to_win()),
            ],
            arch: Some("compute_80"),
            ..CompileOptions::default()
        };
        let ptx = compile_ptx_with_opts(KERNELS, options).map_err(failed("the kernels do not compile"))?;
        let module = context.load_module(ptx).map_err(failed("the kernels do not load"))?;
        let kernel = |name| module.load_function(name).map_err(failed("a kernel is missing"));
        let kernels = Kernels {
            sweep: kernel("sweep")?,
            reach: kernel("reach")?,
            count: kernel("count")?,
            gather: kernel("gather")?,
            sample: kernel("sample")?,
        };

        let up = |words: &[u32]| stream.clone_htod(words).map_err(failed("no memory for the side's tables"));
        let mut tables = Vec::new();
        let mut raw = Vec::new();
        for side in &sides.seats {
            let flat: Vec<u32> = side
                .states
                .iter()
                .flat_map(|s: &State| [s.progress, s.code, s.in_the_way, s.standing])
                .collect();
            let own = [up(&flat)?, up(&side.number_of)?, up(&side.moves)?, up(&side.returns)?];
            let [states, number_of, moves, returns] = [0, 1, 2, 3].map(|i| address(&own[i], &stream));
            raw.push(RawSide { states, number_of, moves, returns, count: side.states.len() as u64 });
            tables.extend(own);
        }
        let flat = |seat: usize| -> Vec<u32> {
            sides.seats[seat].blocks.iter().flat_map(|block| [block.first, block.len, block.home]).collect()
        };
        let blocks = [up(&flat(0))?, up(&flat(1))?];
        let block_of: Vec<u32> = sides.seats[0]
            .blocks
            .iter()
            .enumerate()
            .flat_map(|(i, block)| std::iter::repeat_n(i as u32, block.len as usize))
            .collect();
        let block_of_yellow = up(&block_of)?;
        let table = stream.alloc_zeros(sides.entries()).map_err(failed("no memory for the table"))?;
        Ok(Gpu {
            stream,
            kernels,
            raw: [raw[0], raw[1]],
            _tables: tables,
            sides,
            blocks,
            block_of_yellow,
            table,
            bits: None,
        })
    }

    /// The states that index the table.
    #[must_use]
    pub fn sides(&self) -> &Sides {
        &self.sides
    }

    /// Fills the table. `report` is called with the number of entries done.
    ///
    /// # Errors
    /// If the GPU fails.
    pub fn solve(&mut self, mut report: impl FnMut(u64)) -> Result<()> {
        let table = address(&self.table, &self.stream);
        let kernel = self.kernels.sweep.clone();
        let mut done = 0;
        for total in (0..2 * self.sums() - 1).rev() {
            self.groups(total, table, &kernel, &mut done, &mut report)?;
        }
        Ok(())
    }

    /// Finds the positions reachable from both starts. `report` is called with the number of entries done.
    ///
    /// # Errors
    /// If the GPU fails.
    pub fn reach(&mut self, mut report: impl FnMut(u64)) -> Result<()> {
        let mut bits: CudaSlice<u32> = self
            .stream
            .alloc_zeros(self.sides.entries().div_ceil(32))
            .map_err(failed("no memory for the reachable positions"))?;
        for mover in 0..2 {
            let at = self.sides.entry(mover, 0, 0);
            let mut word = [0_u32];
            self.stream
                .memcpy_dtoh(&bits.slice(at / 32..at / 32 + 1), &mut word)
                .map_err(failed("the GPU fails"))?;
            word[0] |= 1 << (at % 32);
            self.stream
                .memcpy_htod(&word, &mut bits.slice_mut(at / 32..at / 32 + 1))
                .map_err(failed("the GPU fails"))?;
        }
        let raw = address(&bits, &self.stream);
        self.bits = Some(bits);
        let kernel = self.kernels.reach.clone();
        let mut done = 0;
        for total in 0..2 * self.sums() - 1 {
            self.groups(total, raw, &kernel, &mut done, &mut report)?;
        }
        Ok(())
    }

    fn sums(&self) -> usize {
        self.sides.seats[0].sums.len()
    }

    /// Sweeps the groups whose sums of phases have this total, each until nothing changes.
    fn groups(
        &self,
        total: usize,
        data: u64,
        kernel: &CudaFunction,
        done: &mut u64,
        report: &mut impl FnMut(u64),
    ) -> Result<()> {
        let sums = self.sums();
        for yellow_sum in (0..sums).filter(|yellow| (0..sums).contains(&total.wrapping_sub(*yellow))) {
            let spans = [self.span(0, yellow_sum), self.span(1, total - yellow_sum)];
            self.group(spans, data, kernel)?;
            *done += 2 * u64::from(spans[0].states) * u64::from(spans[1].states);
            report(*done);
        }
        Ok(())
    }

    fn span(&self, seat: usize, sum: usize) -> Span {
        let side = &self.sides.seats[seat];
        let blocks = side.sums[sum].clone();
        let first = side.blocks[blocks.start].first;
        let states = side.blocks[blocks.clone()].iter().map(|block| block.len).sum();
        Span { first, states, first_block: blocks.start as u32, blocks: blocks.len() as u32 }
    }

    fn group(&self, [yellow, red]: [Span; 2], data: u64, kernel: &CudaFunction) -> Result<()> {
        let fail = failed::<cudarc::driver::DriverError>;
        let pairs = (yellow.blocks * red.blocks) as usize;
        let mut active = self.stream.clone_htod(&vec![1_u8; pairs]).map_err(fail("the GPU fails"))?;
        let mut next = self.stream.alloc_zeros::<u8>(pairs).map_err(fail("the GPU fails"))?;
        let mut changed = self.stream.alloc_zeros::<u32>(1).map_err(fail("the GPU fails"))?;
        let config = LaunchConfig {
            grid_dim: (yellow.states * red.blocks, 1, 1),
            block_dim: (THREADS, 1, 1),
            shared_mem_bytes: 0,
        };
        loop {
            let mut launch = self.stream.launch_builder(kernel);
            launch.arg(&data).arg(&self.raw[0]).arg(&self.raw[1]);
            launch.arg(&self.block_of_yellow).arg(&self.blocks[0]).arg(&self.blocks[1]);
            launch.arg(&yellow.first).arg(&yellow.states).arg(&yellow.first_block);
            launch.arg(&red.first_block).arg(&red.blocks);
            launch.arg(&active).arg(&mut next).arg(&mut changed);
            // SAFETY: the arguments match the kernels' parameters, and all memory they point to outlives the
            // launch.
            unsafe { launch.launch(config) }.map_err(fail("a sweep cannot be started"))?;
            let count = self.stream.clone_dtoh(&changed).map_err(fail("a sweep failed"))?;
            if count[0] == 0 {
                return Ok(());
            }
            std::mem::swap(&mut active, &mut next);
            self.stream.memset_zeros(&mut next).map_err(fail("the GPU fails"))?;
            self.stream.memset_zeros(&mut changed).map_err(fail("the GPU fails"))?;
        }
    }

    /// The bytes of these entries.
    ///
    /// # Errors
    /// If the GPU fails.
    pub fn read(&self, entries: &[u64]) -> Result<Vec<u8>> {
        let fail = failed::<cudarc::driver::DriverError>;
        let count = entries.len() as u32;
        let entries = self.stream.clone_htod(entries).map_err(fail("no memory for the questions"))?;
        let mut values =
            self.stream.alloc_zeros::<u8>(count as usize).map_err(fail("no memory for the answers"))?;
        let mut launch = self.stream.launch_builder(&self.kernels.gather);
        launch.arg(&self.table).arg(&entries).arg(&mut values).arg(&count);
        // SAFETY: as in `group`.
        unsafe { launch.launch(LaunchConfig::for_num_elems(count)) }.map_err(fail("reading failed"))?;
        self.stream.clone_dtoh(&values).map_err(fail("reading failed"))
    }

    /// The bytes of a range of entries.
    ///
    /// # Errors
    /// If the GPU fails, or if the table has no such entries.
    pub fn range(&self, entries: Range<usize>) -> Result<Vec<u8>> {
        let slice = self
            .table
            .try_slice(entries)
            .ok_or_else(|| GpuError("the table has no such entries".to_owned()))?;
        self.stream.clone_dtoh(&slice).map_err(failed("reading failed"))
    }

    /// The whole table, for boards that fit into memory.
    ///
    /// # Errors
    /// If the GPU fails.
    pub fn bytes(&self) -> Result<Vec<u8>> {
        self.stream.clone_dtoh(&self.table).map_err(failed("reading failed"))
    }

    /// Counts the reachable positions by mover and byte. [`reach`](Self::reach) must have been called.
    ///
    /// # Errors
    /// If the GPU fails.
    pub fn count(&self) -> Result<Counts> {
        let fail = failed::<cudarc::driver::DriverError>;
        let bits =
            self.bits.as_ref().ok_or_else(|| GpuError("what is reachable is not known yet".to_owned()))?;
        let each = self.sides.entries() as u64 / 2;
        let mut counts = self.stream.alloc_zeros::<u64>(512).map_err(fail("the GPU fails"))?;
        let mut launch = self.stream.launch_builder(&self.kernels.count);
        launch.arg(&self.table).arg(bits).arg(&each).arg(&mut counts);
        let config = LaunchConfig { grid_dim: (8192, 1, 1), block_dim: (THREADS, 1, 1), shared_mem_bytes: 0 };
        // SAFETY: as in `group`.
        unsafe { launch.launch(config) }.map_err(fail("counting failed"))?;
        let flat = self.stream.clone_dtoh(&counts).map_err(fail("counting failed"))?;
        let mut both = [[0; 256]; 2];
        for (mover, counts) in both.iter_mut().enumerate() {
            counts.copy_from_slice(&flat[256 * mover..256 * (mover + 1)]);
        }
        Ok(both)
    }

    /// Samples at least `count` positions with their values: see the kernel `sample` for the format of the
    /// numbers.
    ///
    /// # Errors
    /// If the GPU fails.
    pub fn sample(&self, count: usize, seed: u64) -> Result<Vec<u64>> {
        const EACH: u32 = 32;
        let fail = failed::<cudarc::driver::DriverError>;
        let bits =
            self.bits.as_ref().ok_or_else(|| GpuError("what is reachable is not known yet".to_owned()))?;
        let blocks = (count.div_ceil((EACH * THREADS) as usize) as u32).next_multiple_of(6);
        let mut samples = self
            .stream
            .alloc_zeros::<u64>((blocks * EACH * THREADS) as usize)
            .map_err(fail("no memory for the samples"))?;
        let mut launch = self.stream.launch_builder(&self.kernels.sample);
        launch.arg(&self.table).arg(bits).arg(&self.raw[0]).arg(&self.raw[1]);
        launch.arg(&seed).arg(&EACH).arg(&mut samples);
        let config =
            LaunchConfig { grid_dim: (blocks, 1, 1), block_dim: (THREADS, 1, 1), shared_mem_bytes: 0 };
        // SAFETY: as in `group`.
        unsafe { launch.launch(config) }.map_err(fail("sampling failed"))?;
        self.stream.clone_dtoh(&samples).map_err(fail("sampling failed"))
    }
}

/// The address of a part of the GPU's memory, valid as long as the slice lives.
fn address<T>(slice: &CudaSlice<T>, stream: &CudaStream) -> u64 {
    use cudarc::driver::DevicePtr;
    slice.device_ptr(stream).0
}

#[derive(Clone, Copy, Debug)]
struct Span {
    first: u32,
    states: u32,
    first_block: u32,
    blocks: u32,
}
