//! The text form of puzzles.

use super::{prove::Worth, themes::THEMES};
use ludoteca_catalog::{AnyPlay, GameId, Setup, Status, open};
use ludoteca_engine::Outcome;

/// Puzzles of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Collection {
    pub(crate) game: GameId,
    pub(crate) options: Vec<(String, String)>,
    /// What made them.
    pub(crate) command: String,
    pub(crate) puzzles: Vec<Puzzle>,
}

/// A position in which something is to be found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Puzzle {
    /// The seed and the number of the game it is from: `1-17`.
    pub(crate) id: String,
    pub(crate) position: String,
    pub(crate) task: Task,
    /// The number of moves to find, unless the game is over before.
    pub(crate) steps: u32,
    /// Every legal move with its value, in the order of the rules.
    pub(crate) moves: Vec<(String, Worth)>,
    /// Best play of both sides, from the first move to find to the last.
    pub(crate) line: Vec<String>,
    pub(crate) themes: Vec<&'static str>,
    /// The lowest level that finds the first move reliably, as all above it do; 10: not even level 9 does.
    pub(crate) grade: u8,
}

/// What is to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Task {
    /// Win: every winning move is right.
    Win,
    /// Win as soon as possible: only the nearest wins are right.
    Fastest,
    /// Save the draw.
    Draw,
    /// Keep the first place (Number One).
    First,
}

impl Task {
    const ALL: [(Task, &'static str); 4] =
        [(Task::Win, "win"), (Task::Fastest, "fastest"), (Task::Draw, "draw"), (Task::First, "first")];

    fn word(self) -> &'static str {
        Task::ALL.iter().find(|(task, _)| *task == self).map_or("", |(_, word)| word)
    }
}

impl Puzzle {
    /// Whether a move with this value is right.
    pub(crate) fn accepts(&self, worth: Worth) -> bool {
        match self.task {
            Task::Win | Task::First => worth.value == Outcome::Win,
            Task::Draw => worth.value == Outcome::Draw,
            Task::Fastest => worth.value == Outcome::Win && worth.plies == self.nearest(),
        }
    }

    /// Plies to the nearest win.
    pub(crate) fn nearest(&self) -> Option<u32> {
        self.moves
            .iter()
            .filter(|(_, worth)| worth.value == Outcome::Win)
            .filter_map(|(_, worth)| worth.plies)
            .min()
    }

    /// The right moves.
    pub(crate) fn accepted(&self) -> impl Iterator<Item = &str> {
        self.moves.iter().filter(|(_, worth)| self.accepts(*worth)).map(|(text, _)| text.as_str())
    }

    /// Its lines in a file.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = vec![
            format!("puzzle {}", self.id),
            format!("position {}", self.position),
            format!("task {}", self.task.word()),
            format!("steps {}", self.steps),
        ];
        // The right ones first, the best of either kind first.
        let mut worths: Vec<Worth> = Vec::new();
        for (_, worth) in &self.moves {
            if !worths.contains(worth) {
                worths.push(*worth);
            }
        }
        worths.sort_by_key(|worth| (!self.accepts(*worth), worth.rank()));
        for worth in worths {
            let word = if self.accepts(worth) { "accept" } else { "refute" };
            let moves: Vec<&str> = self
                .moves
                .iter()
                .filter(|(_, other)| *other == worth)
                .map(|(text, _)| text.as_str())
                .collect();
            lines.push(format!("{word} {worth}: {}", moves.join(" ")));
        }
        lines.push(format!("line {}", self.line.join(" ")));
        lines.push(format!("themes {}", self.themes.join(" ")));
        lines.push(format!("grade {}", self.grade));
        lines
    }
}

impl Collection {
    pub(crate) fn setup(&self, position: &str) -> Setup {
        Setup { options: self.options.clone(), position: Some(position.to_owned()), ..Setup::default() }
    }

    /// The text, below the lines of `about`.
    pub(crate) fn write(&self, about: &str) -> String {
        let mut text: String = about.lines().map(|line| format!("# {line}\n")).collect();
        text += &format!("game {}", self.game);
        text.extend(self.options.iter().map(|(key, value)| format!(" {key}={value}")));
        text += &format!("\ncommand {}\n", self.command);
        for puzzle in &self.puzzles {
            text.push('\n');
            for line in puzzle.lines() {
                text += &line;
                text.push('\n');
            }
        }
        text
    }

    /// Reads what [`write`](Self::write) writes, and checks every position and move by the rules.
    ///
    /// # Errors
    /// The line and what is wrong with it.
    pub(crate) fn read(text: &str) -> Result<Collection, String> {
        let mut lines = Lines::of(text);
        let words = lines.field("game")?;
        let mut collection = read_game(words).map_err(|fault| lines.at(&fault))?;
        collection.command = lines.field("command")?.to_owned();
        while lines.is_more() {
            let puzzle = collection.read_puzzle(&mut lines)?;
            if collection.puzzles.iter().any(|other| other.id == puzzle.id) {
                return Err(lines.at(&format!("the puzzle {} is there twice", puzzle.id)));
            }
            collection.puzzles.push(puzzle);
        }
        if collection.puzzles.is_empty() {
            return Err(lines.at("expected a puzzle, found the end"));
        }
        Ok(collection)
    }

    /// Reads one puzzle.
    pub(super) fn read_puzzle(&self, lines: &mut Lines<'_>) -> Result<Puzzle, String> {
        let id = lines.field("puzzle")?.to_owned();
        if id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') {
            return Err(lines.at(&format!("expected digits and -, found {id:?}")));
        }
        let position = lines.field("position")?.to_owned();
        let game = open(self.game, &self.setup(&position)).map_err(|error| lines.at(&error.to_string()))?;
        let word = lines.field("task")?;
        let task = Task::ALL.iter().find(|(_, name)| *name == word).map(|(task, _)| *task);
        let task =
            task.ok_or_else(|| lines.at(&format!("expected win, fastest, draw or first, found {word:?}")))?;
        let steps = lines.number("steps", 1..=20)?;
        let mut listed: Vec<(String, Worth, bool)> = Vec::new();
        while let Some(accept) = lines.next_is_move_list() {
            let field = lines.field(if accept { "accept" } else { "refute" })?;
            let (worth, moves) =
                field.split_once(": ").ok_or_else(|| lines.at("expected a value, a colon and moves"))?;
            let worth: Worth = worth.parse().map_err(|fault: String| lines.at(&fault))?;
            for text in moves.split(' ') {
                if listed.iter().any(|(other, ..)| other == text) {
                    return Err(lines.at(&format!("move {text:?} is there twice")));
                }
                game.fork().play(text).map_err(|error| lines.at(&format!("move {text:?}: {error}")))?;
                listed.push((text.to_owned(), worth, accept));
            }
        }
        let moves = game.legal_moves().into_iter().map(|text| {
            let found = listed.iter().find(|(other, ..)| *other == text);
            found
                .map(|(_, worth, _)| (text.clone(), *worth))
                .ok_or_else(|| lines.at(&format!("move {text:?} is not listed")))
        });
        let moves = moves.collect::<Result<Vec<_>, _>>()?;
        let line: Vec<String> = lines.field("line")?.split(' ').map(str::to_owned).collect();
        follow(&*game, &line, steps).map_err(|fault| lines.at(&fault))?;
        let mut puzzle = Puzzle { id, position, task, steps, moves, line, themes: Vec::new(), grade: 0 };
        if let Some((text, ..)) = listed.iter().find(|(_, worth, accept)| puzzle.accepts(*worth) != *accept) {
            return Err(lines.at(&format!("move {text:?} is on the wrong side for its value and the task")));
        }
        let right = puzzle.accepted().count();
        if right == 0 || right == puzzle.moves.len() {
            return Err(lines.at("there is nothing to find: all moves are right, or none"));
        }
        if !puzzle.accepted().any(|text| Some(text) == puzzle.line.first().map(String::as_str)) {
            return Err(lines.at("the line does not begin with a right move"));
        }
        for word in lines.field("themes")?.split(' ') {
            let theme = THEMES.iter().find(|theme| **theme == word);
            puzzle.themes.push(theme.ok_or_else(|| lines.at(&format!("unknown theme {word:?}")))?);
        }
        puzzle.grade = lines.number("grade", 1..=10)? as u8;
        Ok(puzzle)
    }
}

/// Whether the line can be played, and holds as many moves of the solver as there are steps or ends the game.
fn follow(game: &dyn AnyPlay, line: &[String], steps: u32) -> Result<(), String> {
    let mut game = game.fork();
    let solver = game.status();
    let mut own = 0;
    for text in line {
        own += u32::from(game.status() == solver);
        game.play(text).map_err(|error| format!("move {text:?}: {error}"))?;
    }
    if own != steps && !matches!(game.status(), Status::Over(_)) {
        return Err(format!("expected {steps} moves to find, found {own}"));
    }
    Ok(())
}

fn read_game(words: &str) -> Result<Collection, String> {
    let mut words = words.split(' ');
    let game: GameId = words.next().unwrap_or_default().parse().map_err(|error| format!("{error}"))?;
    let pair = |word: &str| word.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned()));
    let options = words.map(|word| pair(word).ok_or_else(|| format!("expected KEY=VALUE, found {word:?}")));
    let options = options.collect::<Result<Vec<_>, _>>()?;
    open(game, &Setup { options: options.clone(), ..Setup::default() }).map_err(|error| error.to_string())?;
    Ok(Collection { game, options, command: String::new(), puzzles: Vec::new() })
}

/// The lines that are neither empty nor comments, with their numbers.
pub(super) struct Lines<'a> {
    lines: Vec<(usize, &'a str)>,
    next: usize,
    count: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn of(text: &'a str) -> Lines<'a> {
        let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim_end()));
        let lines: Vec<_> = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).collect();
        Lines { lines, next: 0, count: text.lines().count() }
    }

    fn is_more(&self) -> bool {
        self.next < self.lines.len()
    }

    /// Whether the next line lists right moves, wrong ones, or neither.
    fn next_is_move_list(&self) -> Option<bool> {
        match self.lines.get(self.next)?.1.split(' ').next()? {
            "accept" => Some(true),
            "refute" => Some(false),
            _ => None,
        }
    }

    /// What follows the word the next line must begin with.
    fn field(&mut self, name: &str) -> Result<&'a str, String> {
        let Some((number, line)) = self.lines.get(self.next) else {
            return Err(format!("line {}: expected {name:?}, found the end", self.count + 1));
        };
        self.next += 1;
        let rest = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
        rest.ok_or_else(|| format!("line {number}: expected {name:?} and more, found {line:?}"))
    }

    fn number(&mut self, name: &str, range: std::ops::RangeInclusive<u32>) -> Result<u32, String> {
        let word = self.field(name)?;
        let number = word.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            self.at(&format!("expected a number from {} to {}, found {word:?}", range.start(), range.end()))
        })
    }

    /// A fault in the line last read.
    fn at(&self, fault: &str) -> String {
        let last = self.next.checked_sub(1).and_then(|i| self.lines.get(i));
        format!("line {}: {fault}", last.map_or(1, |(number, _)| *number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "# about\ngame squadro\ncommand ludoteca puzzles make squadro\n\n\
        puzzle 1-17\nposition b6c6a/4cc8c y\ntask win\nsteps 1\naccept win 9: Y1 Y4\nrefute loss 8: Y2 Y5\n\
        line Y1\nthemes race-home\ngrade 2\n";

    #[test]
    fn reading_undoes_writing() {
        let collection = Collection::read(GOOD).unwrap();
        assert_eq!(collection.puzzles[0].accepted().collect::<Vec<_>>(), ["Y1", "Y4"]);
        assert_eq!(collection.write("about"), GOOD);
    }

    #[track_caller]
    fn refused(change: (&str, &str), expected: &str) {
        let text = GOOD.replace(change.0, change.1);
        assert_ne!(text, GOOD);
        assert_eq!(Collection::read(&text).unwrap_err(), expected);
    }

    #[test]
    fn what_is_wrong_is_refused_with_its_line() {
        refused(("game squ", "gane squ"), "line 2: expected \"game\" and more, found \"gane squadro\"");
        refused(("game squadro", "game squadra"), "line 2: unknown game \"squadra\": did you mean squadro?");
        refused(("puzzle 1", "puzzle x"), "line 5: expected digits and -, found \"x-17\"");
        refused(("task win", "task wim"), "line 7: expected win, fastest, draw or first, found \"wim\"");
        refused(("steps 1", "steps 0"), "line 8: expected a number from 1 to 20, found \"0\"");
        refused(("steps 1", "steps 2"), "line 11: expected 2 moves to find, found 1");
        refused(("win 9:", "won 9:"), "line 9: expected win, draw or loss and plies, found \"won 9\"");
        refused(("Y2 Y5", "Y2 Y1"), "line 10: move \"Y1\" is there twice");
        refused(("refute loss 8: Y2 Y5\n", ""), "line 9: move \"Y2\" is not listed");
        refused(
            ("refute loss", "accept loss"),
            "line 11: move \"Y2\" is on the wrong side for its value and the task",
        );
        refused(
            ("refute loss", "accept win"),
            "line 11: there is nothing to find: all moves are right, or none",
        );
        refused(("line Y1", "line Y5"), "line 11: the line does not begin with a right move");
        refused(("themes race-home", "themes race"), "line 12: unknown theme \"race\"");
        refused(("grade 2", "grade 11"), "line 13: expected a number from 1 to 10, found \"11\"");
        refused(("grade 2\n", ""), "line 13: expected \"grade\", found the end");
        let twice = format!("{GOOD}{}", &GOOD[GOOD.find("puzzle 1").unwrap()..]);
        assert_eq!(Collection::read(&twice).unwrap_err(), "line 22: the puzzle 1-17 is there twice");
        assert_eq!(
            Collection::read("game peak\ncommand x\n").unwrap_err(),
            "line 2: expected a puzzle, found the end"
        );
    }
}
