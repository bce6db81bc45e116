//! Dumps of many games, as records or JSON lines.

use crate::{
    CheckedQuery,
    game::record,
    search::{bots_in, search},
};
use ludoteca_record::{JsonWriter, Writer};
use ludoteca_store::{ArchivedGame, Store, StoreError};
use std::io;

/// The zstd level: higher ones take much longer and save little.
const LEVEL: i32 = 9;
/// The zstd level and window (as a power of two of bytes) of dumps that are generated for each request: both
/// take much less memory than the level above.
const LEVEL_ON_DEMAND: i32 = 3;
const WINDOW_ON_DEMAND: u32 = 18;
/// The number of games read together.
const AT_ONCE: u32 = 200;

/// The format of games in a dump.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DumpForm {
    /// Text similar to PGN.
    Records,
    /// One JSON record per line.
    JsonLines,
    /// One JSON game summary per line, as in search results.
    Summaries,
}

/// The matching games, read part by part.
#[derive(Debug)]
pub struct Lines {
    question: CheckedQuery,
    form: DumpForm,
    /// How many more may be returned.
    left: Option<u32>,
    done: bool,
}

impl Lines {
    /// The matching games, newest first, up to `most` of them.
    #[must_use]
    pub fn new(question: CheckedQuery, form: DumpForm, most: Option<u32>) -> Lines {
        Lines { question, form, left: most, done: false }
    }

    /// The next part as text; `None` at the end.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn next(&mut self, store: &dyn Store) -> Result<Option<(Vec<u8>, usize)>, StoreError> {
        if self.done || self.left == Some(0) {
            return Ok(None);
        }
        let limit = self.left.map_or(AT_ONCE, |left| left.min(AT_ONCE));
        let CheckedQuery { search: wanted, position } = &mut self.question;
        let found = search(store, wanted, *position, limit).await?;
        wanted.before = found.next;
        self.done = found.next.is_none();
        let games = found.games.len();
        self.left = self.left.map(|left| left - games as u32);
        Ok(Some((game_lines(store, &found.games, self.form).await?, games)))
    }
}

/// Formats games as text.
///
/// # Errors
/// If the store fails.
pub async fn game_lines(
    store: &dyn Store,
    games: &[ArchivedGame],
    form: DumpForm,
) -> Result<Vec<u8>, StoreError> {
    let mut text = Vec::new();
    if form == DumpForm::Summaries {
        for game in crate::views(store, games.to_vec()).await? {
            text.extend(serde_json::to_vec(&game).unwrap_or_default());
            text.push(b'\n');
        }
        return Ok(text);
    }
    let bots = bots_in(store, games).await?;
    for game in games {
        let log = store.events(&game.game, 0).await?;
        let damaged = |why: String| StoreError::Damaged(format!("the game {}: {why}", game.game));
        let record = record(game, &log, &bots).map_err(damaged)?;
        let written = match form {
            DumpForm::Records => {
                if !text.is_empty() {
                    text.push(b'\n');
                }
                Writer::new(&mut text).write(&record)
            }
            _ => JsonWriter::new(&mut text).write(&record),
        };
        written.map_err(|error| damaged(error.to_string()))?;
    }
    if form == DumpForm::Records && !text.is_empty() {
        text.push(b'\n');
    }
    Ok(text)
}

/// Compresses with zstd; the same text always gives the same bytes.
pub struct DumpWriter<W: io::Write>(zstd::Encoder<'static, W>);

impl<W: io::Write> std::fmt::Debug for DumpWriter<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("DumpWriter")
    }
}

impl<W: io::Write> DumpWriter<W> {
    /// A writer for a new file.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(out: W) -> io::Result<DumpWriter<W>> {
        let mut encoder = zstd::Encoder::new(out, LEVEL)?;
        encoder.include_checksum(true)?;
        Ok(DumpWriter(encoder))
    }

    /// A writer that takes little memory and time, for dumps that are generated while they are sent.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn on_demand(out: W) -> io::Result<DumpWriter<W>> {
        let mut encoder = zstd::Encoder::new(out, LEVEL_ON_DEMAND)?;
        encoder.include_checksum(true)?;
        encoder.window_log(WINDOW_ON_DEMAND)?;
        Ok(DumpWriter(encoder))
    }

    /// The output written so far.
    pub fn get_mut(&mut self) -> &mut W {
        self.0.get_mut()
    }

    /// Finishes the file.
    ///
    /// # Errors
    /// If the output fails.
    pub fn finish(self) -> io::Result<W> {
        self.0.finish()
    }
}

impl<W: io::Write> io::Write for DumpWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
