use super::Source;
use clap::Args;
use ludoteca_archive::{CheckedQuery, DumpForm, DumpWriter, Lines, catch_up, read_month};
use ludoteca_catalog::GameId;
use ludoteca_server::DUMPS;
use ludoteca_shell::{
    Failure,
    data::runtime,
    output::{print, write_file, write_text},
};
use ludoteca_store::{ArchiveSearch, Store};
use sha2::{Digest, Sha256};
use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs, io,
    io::Write,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

/// Write all games of a month to files with checksums; a server offers the files in its folder
///
/// For each game there are two files, `ludoteca-GAME-MONTH.records.zst` and `.jsonl.zst` (one record per
/// line), compressed by zstd; `sha256sums` is for `sha256sum --check`. The same games give the same bytes,
/// and files are written atomically.
#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    source: Source,
    /// The month, in UTC: 2026-10
    #[arg(long, value_name = "MONTH")]
    month: String,
    /// Only these games, separated by commas
    #[arg(long, value_name = "GAME", value_delimiter = ',', default_values_t = GameId::ALL)]
    game: Vec<GameId>,
    /// Output folder (default: `dumps` in the data folder)
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

const SUMS: &str = "sha256sums";
/// The number of games in one commit.
const AT_ONCE: u32 = 1000;

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (from, to) = read_month(&arguments.month).ok_or_else(|| {
        Failure::Usage(format!("--month {:?}: expected a month such as 2026-10", arguments.month))
    })?;
    let out = match &arguments.out {
        Some(out) => out.clone(),
        None => arguments.source.folder.folder()?.join(DUMPS),
    };
    let runtime = runtime()?;
    let store = runtime.block_on(async {
        let store = arguments.source.open().await?;
        // A server that was stopped may not have archived its last games.
        let caught_up = catch_up(&*store, AT_ONCE, &mut |_| ControlFlow::Continue(())).await;
        caught_up.map_err(Failure::other)?;
        Ok::<_, Failure>(store)
    })?;
    fs::create_dir_all(&out).map_err(|error| Failure::Other(format!("{}: {error}", out.display())))?;
    let mut sums = Sums::read(&out);
    for game in &arguments.game {
        for (form, ending) in [(DumpForm::Records, "records"), (DumpForm::JsonLines, "jsonl")] {
            let name = format!("ludoteca-{game}-{}.{ending}.zst", arguments.month);
            let search = ArchiveSearch {
                kind: Some(game.to_string()),
                from: Some(from),
                to: Some(to),
                ..ArchiveSearch::default()
            };
            let question = CheckedQuery { search, position: None };
            let (games, sum) = write(&runtime, &*store, &out.join(&name), question, form)?;
            print(&format!("{}: {games} games\n", out.join(&name).display()))?;
            sums.0.insert(name, sum);
        }
    }
    runtime.block_on(store.close());
    write_text(&out.join(SUMS), &sums.text())
}

fn write(
    runtime: &tokio::runtime::Runtime,
    store: &dyn Store,
    path: &Path,
    question: CheckedQuery,
    form: DumpForm,
) -> Result<(usize, String), Failure> {
    let mut all = (0, String::new());
    write_file(path, |out| {
        let mut packed = DumpWriter::new(Summing { out, sum: Sha256::new() })?;
        let mut lines = Lines::new(question, form, None);
        while let Some((text, games)) = runtime.block_on(lines.next(store)).map_err(Failure::other)? {
            packed.write_all(&text)?;
            all.0 += games;
        }
        let digest = packed.finish()?.sum.finalize();
        for byte in digest {
            // Writing to a string cannot fail.
            let _ = write!(all.1, "{byte:02x}");
        }
        Ok(())
    })?;
    Ok(all)
}

/// Computes the checksum of everything written through it.
struct Summing<'a> {
    out: &'a mut dyn Write,
    sum: Sha256,
}

impl Write for Summing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The checksums of all files in a folder, by name.
struct Sums(BTreeMap<String, String>);

impl Sums {
    /// Reads the existing checksums, so that those of other months are kept.
    fn read(folder: &Path) -> Sums {
        let text = fs::read_to_string(folder.join(SUMS)).unwrap_or_default();
        let line = |line: &str| line.split_once("  ").map(|(sum, name)| (name.to_owned(), sum.to_owned()));
        Sums(text.lines().filter_map(line).filter(|(name, _)| folder.join(name).is_file()).collect())
    }

    fn text(&self) -> String {
        self.0.iter().map(|(name, sum)| format!("{sum}  {name}\n")).collect()
    }
}
