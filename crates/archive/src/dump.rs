//! Many games at once, as records or as JSON lines.

use crate::{
    CheckedQuery,
    game::record,
    search::{bots_in, search},
};
use ludoteca_record::{JsonWriter, Writer};
use ludoteca_store::{ArchivedGame, Store, StoreError};
use std::io;

/// How hard zstd tries: more takes much longer and saves little.
const LEVEL: i32 = 9;
/// The same for a dump that is made anew for each reader, and the window, as a power of two of bytes: both
/// take much less memory than the level above.
const LEVEL_ON_DEMAND: i32 = 3;
const WINDOW_ON_DEMAND: u32 = 18;
/// So many games are read together.
const AT_ONCE: u32 = 200;

/// How games are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DumpForm {
    /// As text, in the manner of PGN.
    Records,
    /// A record a line, as JSON.
    JsonLines,
    /// What a search shows of a game, a line each, as JSON.
    Summaries,
}

/// Games that fit, part by part.
#[derive(Debug)]
pub struct Lines {
    question: CheckedQuery,
    form: DumpForm,
    /// How many may still come.
    left: Option<u32>,
    done: bool,
}

impl Lines {
    /// All games that fit, the newest first, or so many of them.
    #[must_use]
    pub fn new(question: CheckedQuery, form: DumpForm, most: Option<u32>) -> Lines {
        Lines { question, form, left: most, done: false }
    }

    /// The next part as text; `None`: that was all.
    ///
    /// # Errors
    /// When the store fails.
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

/// Games as text.
///
/// # Errors
/// When the store fails.
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

/// Writes through zstd, always the same bytes for the same text.
pub struct DumpWriter<W: io::Write>(zstd::Encoder<'static, W>);

impl<W: io::Write> std::fmt::Debug for DumpWriter<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("DumpWriter")
    }
}

impl<W: io::Write> DumpWriter<W> {
    /// A writer at the beginning of a file.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn new(out: W) -> io::Result<DumpWriter<W>> {
        let mut encoder = zstd::Encoder::new(out, LEVEL)?;
        encoder.include_checksum(true)?;
        Ok(DumpWriter(encoder))
    }

    /// The same with little memory and time, for a dump that is made while it is sent.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn on_demand(out: W) -> io::Result<DumpWriter<W>> {
        let mut encoder = zstd::Encoder::new(out, LEVEL_ON_DEMAND)?;
        encoder.include_checksum(true)?;
        encoder.window_log(WINDOW_ON_DEMAND)?;
        Ok(DumpWriter(encoder))
    }

    /// The output so far.
    pub fn get_mut(&mut self) -> &mut W {
        self.0.get_mut()
    }

    /// The end of the file.
    ///
    /// # Errors
    /// When the output fails.
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
