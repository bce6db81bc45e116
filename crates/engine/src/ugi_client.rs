//! External UGI programs as players.

use crate::{Analysis, Budget, Line, Player, Watch};
use ludoteca_catalog::{AnyPlay, is_leaving};
use ludoteca_core::{PerSeat, Seat, Status};
use ludoteca_search::{MOST, Outcome, Value};
use std::{
    collections::BTreeMap,
    fmt,
    io::{BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, Command, Stdio},
    str::FromStr,
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    thread,
    time::{Duration, Instant},
};

/// The time a program may take to start and report that it is ready.
const START: Duration = Duration::from_secs(10);
/// The time a program may take to answer after `stop`, or beyond its time limit.
const GRACE: Duration = Duration::from_secs(1);
/// A program without a time limit must answer within this time.
const LONGEST: Duration = Duration::from_secs(600);
/// The interval between two calls of the caller's `stop`.
const POLL_INTERVAL: Duration = Duration::from_millis(2);
/// The maximum length of a line from a program.
const MAX_LINE_LENGTH: u64 = 1 << 20;
/// The maximum number of lines from a program while an answer is awaited.
const MAX_LINES: usize = 100_000;
/// The capacity of the line buffer; a program that fills it blocks until lines are read.
const WAITING_LINES: usize = 1024;

/// An external UGI program, started by a command line. A program that fails is restarted with the next game.
#[derive(Debug)]
pub struct UgiClient {
    words: Vec<String>,
    movetime: Option<Duration>,
    program: Option<Program>,
    failure: Option<String>,
}

/// Why a program cannot be used as a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UgiError(String);

impl fmt::Display for UgiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UgiError {}

impl UgiClient {
    /// Starts a program. With a `movetime` it thinks for that long; otherwise the budget's nodes or depth
    /// apply, or else it thinks until it is stopped.
    ///
    /// # Errors
    /// If the program cannot be started or does not answer `ugi` with `ugiok`.
    pub fn start(command_line: &str, movetime: Option<Duration>) -> Result<UgiClient, UgiError> {
        let words = split(command_line)
            .ok_or_else(|| UgiError(format!("a quote is not closed in {command_line:?}")))?;
        let program = Some(Program::start(&words)?);
        Ok(UgiClient { words, movetime, program, failure: None })
    }

    /// Why the last `think` gave no answer although the game was not over.
    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    fn answer(
        &mut self,
        game: &dyn AnyPlay,
        budget: &Budget,
        watch: &mut Watch<'_>,
    ) -> Result<Analysis, UgiError> {
        let program = match &mut self.program {
            Some(program) => program,
            empty => empty.insert(Program::start(&self.words)?),
        };
        program.prepare(game, budget)?;
        program.go(game, budget, self.movetime, watch)
    }
}

impl Player for UgiClient {
    fn name(&self) -> String {
        self.program.as_ref().map_or_else(|| self.words.join(" "), |program| program.name.clone())
    }

    fn new_game(&mut self) {
        if let Some(program) = &mut self.program
            && program.send("uginewgame").is_err()
        {
            self.program = None;
        }
    }

    fn think(&mut self, game: &dyn AnyPlay, budget: &Budget, watch: &mut Watch<'_>) -> Option<Analysis> {
        self.failure = None;
        if matches!(game.status(), Status::Over(_)) {
            return None;
        }
        match self.answer(game, budget, watch) {
            Ok(analysis) => Some(analysis),
            Err(error) => {
                self.failure = Some(error.0);
                self.program = None;
                None
            }
        }
    }
}

/// Splits a command line at spaces; quotes of either kind keep spaces together. `None` if a quote is not
/// closed.
fn split(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

/// A message from the reader thread.
#[derive(Debug)]
enum ProgramOutput {
    Line(String),
    /// A line exceeded the maximum length; nothing more is read.
    EndlessLine,
}

/// Reads a program's lines until it exits, a line is too long or the receiver is dropped.
fn listen(output: impl Read, lines: &SyncSender<ProgramOutput>) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    while matches!((&mut output).take(MAX_LINE_LENGTH).read_until(b'\n', &mut line), Ok(1..)) {
        if line.len() as u64 == MAX_LINE_LENGTH && line.last() != Some(&b'\n') {
            let _ = lines.send(ProgramOutput::EndlessLine);
            return;
        }
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        line.clear();
        if lines.send(ProgramOutput::Line(text)).is_err() {
            return;
        }
    }
}

#[derive(Debug)]
struct Program {
    child: Child,
    input: ChildStdin,
    lines: Receiver<ProgramOutput>,
    name: String,
    /// The options it offers, in lower case, with the value last sent.
    options: BTreeMap<String, Option<String>>,
}

impl Program {
    fn start(words: &[String]) -> Result<Program, UgiError> {
        let [program, arguments @ ..] = words else { return Err(UgiError("there is no command".to_owned())) };
        let failed = |error: std::io::Error| UgiError(format!("cannot start {program:?}: {error}"));
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(UgiError(format!("cannot talk to {program:?}")));
        };
        let (sender, lines) = sync_channel(WAITING_LINES);
        thread::spawn(move || listen(output, &sender));
        let name = program.clone();
        let mut program = Program { child, input, lines, name, options: BTreeMap::new() };
        program.greet()?;
        Ok(program)
    }

    fn greet(&mut self) -> Result<(), UgiError> {
        self.send("ugi")?;
        self.wait_for("ugiok", |program, line| {
            if let Some(name) = line.strip_prefix("id name ") {
                name.trim().clone_into(&mut program.name);
            } else if let Some(rest) = line.strip_prefix("option name ") {
                let name = rest.split(" type ").next().unwrap_or_default();
                program.options.insert(name.trim().to_lowercase(), None);
            }
        })?;
        self.ready()
    }

    fn ready(&mut self) -> Result<(), UgiError> {
        self.send("isready")?;
        self.wait_for("readyok", |_, _| {})
    }

    fn wait_for(&mut self, word: &str, mut hear: impl FnMut(&mut Self, &str)) -> Result<(), UgiError> {
        let deadline = Instant::now() + START;
        let late = |program: &Self| {
            UgiError(format!("{} does not say {word} within {} s", program.name, START.as_secs()))
        };
        for _ in 0..MAX_LINES {
            let patience = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(patience) {
                _ if patience.is_zero() => return Err(late(self)),
                Ok(ProgramOutput::Line(line)) if line == word => return Ok(()),
                Ok(ProgramOutput::Line(line)) => hear(self, &line),
                Ok(ProgramOutput::EndlessLine) => return Err(self.endless_line()),
                Err(RecvTimeoutError::Timeout) => return Err(late(self)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
            }
        }
        Err(self.too_many_lines(word))
    }

    fn endless_line(&self) -> UgiError {
        UgiError(format!("{} says a line longer than {MAX_LINE_LENGTH} bytes", self.name))
    }

    fn too_many_lines(&self, word: &str) -> UgiError {
        UgiError(format!("{} says {MAX_LINES} lines and none of them is {word}", self.name))
    }

    fn gone(&self) -> UgiError {
        UgiError(format!("{} has ended by itself", self.name))
    }

    fn send(&mut self, line: &str) -> Result<(), UgiError> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| self.gone())
    }

    /// Sets an option if the program offers it and does not have this value yet.
    fn set(&mut self, name: &str, value: &str) -> Result<(), UgiError> {
        match self.options.get_mut(&name.to_lowercase()) {
            Some(old) if old.as_deref() != Some(value) => *old = Some(value.to_owned()),
            _ => return Ok(()),
        }
        self.send(&format!("setoption name {name} value {value}"))
    }

    /// Sends the game's options and the position.
    fn prepare(&mut self, game: &dyn AnyPlay, budget: &Budget) -> Result<(), UgiError> {
        for option in game.game().info().options {
            self.set(option.key, game.options().word(option.key))?;
        }
        self.set("players", &game.seats().to_string())?;
        self.set("MultiPV", &budget.lines.to_string())?;
        self.set("Seed", &(budget.seed & u64::from(u32::MAX)).to_string())?;
        let mut position =
            game.first_position().map_or_else(|| "startpos".to_owned(), |text| format!("fen {text}"));
        let played: Vec<String> = game.played().into_iter().map(|(_, text)| text).collect();
        if played.iter().any(|text| is_leaving(text)) {
            // Other programs need not know how a seat leaves (NO-14); such a game never repeats a position.
            position = format!("fen {}", game.position());
        } else if !played.is_empty() {
            position += &format!(" moves {}", played.join(" "));
        }
        self.send(&format!("position {position}"))?;
        self.ready()
    }

    fn go(
        &mut self,
        game: &dyn AnyPlay,
        budget: &Budget,
        movetime: Option<Duration>,
        watch: &mut Watch<'_>,
    ) -> Result<Analysis, UgiError> {
        let limit = match (movetime, budget.nodes, budget.depth) {
            (Some(time), ..) => format!("movetime {}", time.as_millis()),
            (None, Some(nodes), _) => format!("nodes {nodes}"),
            (None, None, Some(depth)) => format!("depth {depth}"),
            (None, None, None) => "infinite".to_owned(),
        };
        self.send(&format!("go {limit}"))?;
        let mut deadline = Instant::now() + movetime.map_or(LONGEST, |time| time * 2 + GRACE);
        let mut stopped = false;
        let mut info = InfoLines::default();
        let mut lines = 0;
        while lines < MAX_LINES {
            match self.lines.recv_timeout(POLL_INTERVAL) {
                Ok(ProgramOutput::EndlessLine) => return Err(self.endless_line()),
                Ok(ProgramOutput::Line(line)) => {
                    lines += 1;
                    if let Some(rest) = line.strip_prefix("bestmove") {
                        return info.analysis(rest).ok_or_else(|| {
                            UgiError(format!("{} says {line:?}, which names no move", self.name))
                        });
                    }
                    if info.read(&line, game.seats())
                        && let Some(analysis) = info.report()
                    {
                        (watch.report)(&analysis);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            // With its own time limit the program stops by itself; the caller's stop matters only if it does
            // not.
            if !stopped && (watch.stop)() {
                stopped = true;
                deadline = deadline.min(Instant::now() + movetime.unwrap_or_default() + GRACE);
                if movetime.is_none() {
                    self.send("stop")?;
                }
            }
            if Instant::now() > deadline {
                return Err(UgiError(format!("{} has not answered in time", self.name)));
            }
        }
        Err(self.too_many_lines("bestmove"))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.send("quit");
        let patience = Instant::now() + Duration::from_millis(500);
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < patience {
            thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The information in the `info` lines of one search.
#[derive(Default)]
struct InfoLines {
    lines: Vec<Line>,
    nodes: u64,
    depth: u32,
}

impl InfoLines {
    /// Returns whether the line reports a variation.
    fn read(&mut self, line: &str, seats: u8) -> bool {
        let mut words = line.split_whitespace();
        if words.next() != Some("info") {
            return false;
        }
        let mut number: usize = 1;
        let mut value = None;
        while let Some(key) = words.next() {
            match key {
                "string" => return false,
                "depth" => self.depth = read_number(&mut words).unwrap_or(self.depth),
                "nodes" => self.nodes = read_number(&mut words).unwrap_or(self.nodes),
                "multipv" => number = read_number(&mut words).unwrap_or(number),
                "score" => value = read_score(&mut words, seats),
                "pv" => {
                    let moves: Vec<String> = words.map(str::to_owned).collect();
                    let at = number.saturating_sub(1);
                    // Ignore a line whose `multipv` number is out of sequence.
                    if moves.is_empty() || at > self.lines.len() {
                        return false;
                    }
                    self.lines.truncate(at);
                    self.lines.push(Line { moves, value, score: None });
                    return true;
                }
                _ => {}
            }
        }
        false
    }

    fn report(&self) -> Option<Analysis> {
        (!self.lines.is_empty()).then(|| Analysis {
            lines: self.lines.clone(),
            nodes: self.nodes,
            depth: self.depth,
        })
    }

    /// The analysis with the move that was finally chosen.
    fn analysis(mut self, rest: &str) -> Option<Analysis> {
        let best = rest.split_whitespace().next()?;
        if self.lines.first().is_none_or(|line| line.moves[0] != best) {
            self.lines = vec![Line { moves: vec![best.to_owned()], value: None, score: None }];
        }
        self.report()
    }
}

fn read_number<'a, N: FromStr>(words: &mut impl Iterator<Item = &'a str>) -> Option<N> {
    words.next()?.parse().ok()
}

fn read_score<'a>(words: &mut impl Iterator<Item = &'a str>, seats: u8) -> Option<Value> {
    match words.next()? {
        "cp" => {
            let hundredths: i32 = read_number(words)?;
            Some(Value::Estimate(hundredths.saturating_mul(10).clamp(-MOST, MOST)))
        }
        "mate" => {
            let text = words.next()?;
            let plies = text.trim_start_matches(['-', '+']).parse().ok()?;
            let result = if text.starts_with('-') { Outcome::Loss } else { Outcome::Win };
            Some(Value::Proven { result, plies })
        }
        "shares" => {
            let mut shares = PerSeat::new(seats, |_| 0.0);
            for seat in Seat::all(seats) {
                shares[seat] = read_number(words)?;
            }
            Some(Value::Shares { shares, proven: false })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines_are_split_at_blanks_outside_quotes() {
        let words = |line| split(line).map(|words| words.join("|"));
        assert_eq!(words("a  b 'c d' \"e 'f\"g ''"), Some("a|b|c d|e 'fg|".to_owned()));
        assert_eq!(words(""), Some(String::new()));
        assert_eq!(words("a 'b"), None);
    }

    #[test]
    fn info_lines_are_read() {
        let mut info = InfoLines::default();
        assert!(!info.read("info string pv a b", 2));
        assert!(!info.read("info depth 3 nodes 17", 2));
        assert!(info.read("info depth 4 seldepth 9 score cp -107 time 3 nodes 20 multipv 1 pv f1 b1", 2));
        assert!(info.read("info multipv 2 score mate -4 pv g1", 2));
        assert!(!info.read("info multipv 9 score mate -4 pv g1", 2));
        let analysis = info.report().unwrap();
        assert_eq!((analysis.nodes, analysis.depth, analysis.best()), (20, 4, "f1"));
        assert_eq!(analysis.lines[0].value, Some(Value::Estimate(-1070)));
        assert_eq!(analysis.lines[1].value, Some(Value::Proven { result: Outcome::Loss, plies: 4 }));
        assert!(info.read("info score shares 0.5 0.25 1 pv x", 3));
        let Some(Value::Shares { shares, .. }) = info.lines[0].value else { panic!("no shares") };
        assert_eq!(shares.as_slice(), [0.5, 0.25, 1.0]);
        assert_eq!(
            info.analysis(" y ponder z").unwrap().lines,
            [Line { moves: vec!["y".to_owned()], value: None, score: None }]
        );
    }

    #[test]
    fn missing_programs_are_refused() {
        assert_eq!(UgiClient::start("", None).unwrap_err().to_string(), "there is no command");
        let error = UgiClient::start("/no/such/program --x", None).unwrap_err().to_string();
        assert!(error.starts_with("cannot start \"/no/such/program\": "), "{error}");
        let error = UgiClient::start("true", None).unwrap_err().to_string();
        assert_eq!(error, "true has ended by itself");
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_prints_for_ever_is_cut_off() {
        let error = UgiClient::start("yes", None).unwrap_err().to_string();
        assert_eq!(error, "yes says 100000 lines and none of them is ugiok");
        let error = UgiClient::start("cat /dev/zero", None).unwrap_err().to_string();
        assert_eq!(error, "cat says a line longer than 1048576 bytes");
    }

    /// A program that behaves well until it has to think; then it runs `command`.
    #[cfg(unix)]
    fn thinks_by(command: &str) -> Option<String> {
        let script = format!(
            "while read line; do case $line in ugi) echo ugiok;; isready) echo readyok;; go*) {command};; esac; done"
        );
        let mut client = UgiClient::start(&format!("sh -c \"{script}\""), None).unwrap();
        let game = ludoteca_catalog::open(ludoteca_catalog::GameId::Squadro, &Default::default()).unwrap();
        let mut watch = Watch { stop: &|| false, report: &mut |_| {} };
        assert_eq!(client.think(&*game, &Budget::default(), &mut watch), None);
        client.failure().map(str::to_owned)
    }

    #[cfg(unix)]
    #[test]
    fn thinking_aloud_for_ever_is_cut_off() {
        let failure = |text: &str| Some(format!("sh {text}"));
        assert_eq!(
            thinks_by("yes info depth 1 pv Y1"),
            failure("says 100000 lines and none of them is bestmove")
        );
        assert_eq!(thinks_by("cat /dev/zero"), failure("says a line longer than 1048576 bytes"));
    }
}
