use crate::{Error, ErrorKind, Record, WriteError, check, lines::Lines};
use std::io::{BufRead, Write};

/// Reads records from JSON lines: one game per line, as written by [`JsonWriter`]. Blank lines are skipped;
/// an unknown, missing or repeated field is an error. After a syntax error, reading continues with the next
/// line.
///
/// ```
/// use ludoteca_record::{JsonReader, GameResult};
///
/// let line = r#"{"tags":[["Game","squadro"]],"main":{"plies":[{"move":"Y3"},{"move":"R2"}]},"result":"1-0"}"#;
/// let record = JsonReader::new(line.as_bytes()).next().unwrap()?;
/// assert_eq!(record.moves().collect::<Vec<_>>(), ["Y3", "R2"]);
/// assert_eq!(record.result, GameResult::FirstWins);
/// # Ok::<(), ludoteca_record::Error>(())
/// ```
#[derive(Debug)]
pub struct JsonReader<R> {
    lines: Lines<R>,
}

impl<R: BufRead> JsonReader<R> {
    /// Creates a reader at the beginning of a file.
    pub fn new(input: R) -> JsonReader<R> {
        JsonReader { lines: Lines::new(input) }
    }

    /// The number of bytes currently allocated for the line.
    pub fn buffer_capacity(&self) -> usize {
        self.lines.capacity()
    }
}

impl<R: BufRead> Iterator for JsonReader<R> {
    type Item = Result<Record, Error>;

    fn next(&mut self) -> Option<Result<Record, Error>> {
        let read = match self.lines.next_game(|line| line.trim_ascii().is_empty())? {
            Ok(line) => read(line),
            Err(error) => return Some(Err(error)),
        };
        Some(read.map_err(|(column, problem)| self.lines.error(column, problem)))
    }
}

fn read(line: &str) -> Result<Record, (usize, ErrorKind)> {
    let record: Record = serde_json::from_str(line).map_err(|error| {
        // serde_json reports byte columns, and its message ends with the location within a one-line text.
        let bytes = error.column().saturating_sub(1);
        let column = line.char_indices().take_while(|&(i, _)| i < bytes).count() + 1;
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or(&message);
        (column, ErrorKind::Json(message.to_owned()))
    })?;
    check::record(&record).map_err(|refused| (1, ErrorKind::Refused(refused)))?;
    Ok(record)
}

/// Writes records as JSON lines: one game per line, without loss of information.
#[derive(Debug)]
pub struct JsonWriter<W> {
    out: W,
    line: Vec<u8>,
}

impl<W: Write> JsonWriter<W> {
    /// Creates a writer at the beginning of a file.
    pub fn new(out: W) -> JsonWriter<W> {
        JsonWriter { out, line: Vec::new() }
    }

    /// Writes one record as a line.
    ///
    /// # Errors
    /// If writing to the output fails, or if the record contains something that is not allowed or is longer
    /// than [`MAX_LINE`](crate::MAX_LINE). In the latter cases, nothing is written.
    pub fn write(&mut self, record: &Record) -> Result<(), WriteError> {
        check::record(record)?;
        self.line.clear();
        serde_json::to_writer(&mut self.line, record).map_err(std::io::Error::from)?;
        check::line_length(&self.line)?;
        self.line.push(b'\n');
        self.out.write_all(&self.line)?;
        Ok(())
    }

    /// Returns the underlying output.
    pub fn into_inner(self) -> W {
        self.out
    }
}
