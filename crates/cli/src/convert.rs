use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ludoteca_catalog::{AnyPlay, move_list_of, record_of_moves, replay};
use ludoteca_record::{
    Error, JsonReader, JsonWriter, MoveListReader, MoveListWriter, Reader, Record, WriteError, Writer,
};
use ludoteca_shell::{
    failure::{Failure, one_line},
    output::write_file,
};
use std::{
    fs::File,
    io::{self, BufRead, BufReader, Write},
    path::{Path, PathBuf},
};

/// A progress bar is shown for files longer than this, in bytes.
const LONG_FILE: u64 = 10_000_000;

const EXAMPLES: &str = "\
Examples:
  ludoteca convert games.ldr games.jsonl           records to JSON lines
  ludoteca convert games.ldr --to moves            only the moves, to standard output
  ludoteca convert - games.ldr --from json         read standard input";

/// Convert game records between formats; every game is checked
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// File to read, or - for standard input
    #[arg(value_name = "INPUT")]
    input: PathBuf,
    /// File to write, or - for standard output
    #[arg(value_name = "OUTPUT", default_value = "-")]
    output: PathBuf,
    /// Input format [default: by extension: .jsonl, .moves, otherwise a record]
    #[arg(long, value_name = "FORM")]
    from: Option<Form>,
    /// Output format [default: by extension]
    #[arg(long, value_name = "FORM")]
    to: Option<Form>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Tags, moves, comments and variations, similar to PGN
    Record,
    /// JSON lines: one game per line, lossless
    Json,
    /// One game per line: only the moves of the main line
    Moves,
}

impl Form {
    fn by_ending(path: &Path) -> Form {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("jsonl" | "json" | "ndjson") => Form::Json,
            Some("moves") => Form::Moves,
            _ => Form::Record,
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let from = arguments.from.unwrap_or_else(|| Form::by_ending(&arguments.input));
    let to = arguments.to.unwrap_or_else(|| Form::by_ending(&arguments.output));
    let input = open_input(&arguments.input)?;
    let mut faults = 0;
    write_file(&arguments.output, |out| {
        let mut sink = Sink::new(to, out);
        for (i, record) in source(from, input).enumerate() {
            let record = match record {
                Ok(record) => record,
                Err(Unreadable::Input(error)) => return Err(error.into()),
                Err(Unreadable::Game(text)) => {
                    faults += 1;
                    complain(&text);
                    continue;
                }
            };
            faults += convert(record, i + 1, &mut sink)?;
        }
        Ok(())
    })?;
    match faults {
        0 => Ok(()),
        1 => Err(Failure::Other("1 fault; everything else is converted".to_owned())),
        n => Err(Failure::Other(format!("{n} faults; everything else is converted"))),
    }
}

fn complain(text: &str) {
    anstream::eprintln!("ludoteca: {}", one_line(text));
}

/// Writes one game and returns the number of faults in it.
fn convert(mut record: Record, number: usize, sink: &mut Sink<'_>) -> Result<usize, Failure> {
    let (game, faults) = match replay(&mut record) {
        Ok(replayed) => replayed,
        Err(error) => {
            complain(&format!("game {number}: {error}; left out"));
            return Ok(1);
        }
    };
    for fault in &faults {
        complain(&format!("game {number}, {fault}; kept up to there"));
    }
    match sink.write(&*game, &record) {
        Ok(()) => Ok(faults.len()),
        Err(WriteError::Io(error)) => Err(error.into()),
        Err(WriteError::Refused(refused)) => {
            complain(&format!("game {number}: {refused}; left out"));
            Ok(faults.len() + 1)
        }
    }
}

fn open_input(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let file = File::open(path).and_then(|file| {
        // Opening a folder succeeds on some systems; reading it does not.
        if file.metadata()?.is_dir() { Err(io::ErrorKind::IsADirectory.into()) } else { Ok(file) }
    });
    match file {
        Ok(file) => {
            // Shown only on a terminal, and only for long files.
            let length = file.metadata().map_or(0, |data| data.len());
            let bar = ProgressBar::new(length).with_style(
                ProgressStyle::with_template("{wide_bar} {bytes}/{total_bytes}, {eta} left")
                    .unwrap_or_else(|_| ProgressStyle::default_bar()),
            );
            if length < LONG_FILE {
                bar.set_draw_target(ProgressDrawTarget::hidden());
            }
            Ok(Box::new(BufReader::with_capacity(1 << 16, bar.wrap_read(file))))
        }
        Err(error) => Err(Failure::Other(format!("cannot read {}: {error}", path.display()))),
    }
}

/// Why the next game cannot be read.
enum Unreadable {
    /// The input itself failed, so nothing more can be read.
    Input(io::Error),
    /// Only this game is damaged.
    Game(String),
}

impl From<Error> for Unreadable {
    fn from(error: Error) -> Self {
        match error {
            Error::Io(error) => Unreadable::Input(error),
            Error::Syntax(error) => Unreadable::Game(error.to_string()),
        }
    }
}

fn source(form: Form, input: Box<dyn BufRead>) -> Box<dyn Iterator<Item = Result<Record, Unreadable>>> {
    match form {
        Form::Record => Box::new(Reader::new(input).records().map(|record| Ok(record?))),
        Form::Json => Box::new(JsonReader::new(input).map(|record| Ok(record?))),
        Form::Moves => Box::new(MoveListReader::new(input).enumerate().map(|(i, list)| {
            record_of_moves(&list?).map_err(|error| Unreadable::Game(format!("game {}: {error}", i + 1)))
        })),
    }
}

enum Sink<'a> {
    Record(Writer<&'a mut dyn Write>),
    Json(JsonWriter<&'a mut dyn Write>),
    Moves(MoveListWriter<&'a mut dyn Write>),
}

impl<'a> Sink<'a> {
    fn new(form: Form, out: &'a mut dyn Write) -> Sink<'a> {
        match form {
            Form::Record => Sink::Record(Writer::new(out)),
            Form::Json => Sink::Json(JsonWriter::new(out)),
            Form::Moves => Sink::Moves(MoveListWriter::new(out)),
        }
    }

    /// Writes the record of a replayed game.
    fn write(&mut self, game: &dyn AnyPlay, record: &Record) -> Result<(), WriteError> {
        match self {
            Sink::Record(writer) => writer.write(record),
            Sink::Json(writer) => writer.write(record),
            Sink::Moves(writer) => writer.write(&move_list_of(game, record)),
        }
    }
}
