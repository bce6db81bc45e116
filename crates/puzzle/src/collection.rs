//! The text format of puzzles.

use crate::{Lines, THEMES, Value, Worth};
use ludoteca_catalog::{AnyPlay, GameId, Setup, SetupError, Status, open};

/// The maximum length of a puzzle's name.
const MAX_ID_LENGTH: usize = 32;
/// Words with a special meaning where a puzzle is requested by name.
const WORDS: [&str; 2] = ["daily", "next"];

/// Puzzles of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Collection {
    pub game: GameId,
    /// The options that differ from their defaults.
    pub options: Vec<(String, String)>,
    pub command: String,
    /// The puzzles, from easy to hard.
    pub puzzles: Vec<Puzzle>,
}

/// A position with moves to find.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The seed and number of the game it comes from, such as `1-17`, or the name of an archived game.
    pub id: String,
    pub position: String,
    /// What the solver has to achieve.
    pub task: Task,
    /// The number of moves to find, unless the game ends earlier.
    pub steps: u32,
    /// Every legal move with its value, in the order of the rules.
    pub moves: Vec<(String, Worth)>,
    /// Best play of both sides, from the first move to find to the last.
    pub line: Vec<String>,
    /// For each further move to find on the line, all correct moves there: as good as the line's own.
    pub right: Vec<Vec<String>>,
    /// The themes it belongs to, from [`THEMES`].
    pub themes: Vec<&'static str>,
    /// The lowest level that finds the first move reliably, together with all levels above it; 10: not even
    /// level 9 does.
    pub grade: u8,
}

/// What the solver has to achieve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// Win: every winning move is right.
    Win,
    /// Win as fast as possible: only the shortest wins are right.
    Fastest,
    Draw,
    /// Keep the first place (Number One).
    First,
}

impl Task {
    const ALL: [(Task, &'static str); 4] =
        [(Task::Win, "win"), (Task::Fastest, "fastest"), (Task::Draw, "draw"), (Task::First, "first")];

    /// The word for this task in a file.
    #[must_use]
    pub fn word(self) -> &'static str {
        Task::ALL.iter().find(|(task, _)| *task == self).map_or("", |(_, word)| word)
    }
}

impl Puzzle {
    /// Whether a first move with this worth is right.
    #[must_use]
    pub fn accepts(&self, worth: Worth) -> bool {
        match self.task {
            Task::Win | Task::First => worth.value == Value::Win,
            Task::Draw => worth.value == Value::Draw,
            Task::Fastest => worth.value == Value::Win && worth.plies == self.nearest(),
        }
    }

    /// The number of plies to the shortest win.
    #[must_use]
    pub fn nearest(&self) -> Option<u32> {
        self.moves
            .iter()
            .filter(|(_, worth)| worth.value == Value::Win)
            .filter_map(|(_, worth)| worth.plies)
            .min()
    }

    /// The right first moves.
    pub fn accepted(&self) -> impl Iterator<Item = &str> {
        self.moves.iter().filter(|(_, worth)| self.accepts(*worth)).map(|(text, _)| text.as_str())
    }

    /// The puzzle's lines in a file.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![
            format!("puzzle {}", self.id),
            format!("position {}", self.position),
            format!("task {}", self.task.word()),
            format!("steps {}", self.steps),
        ];
        // The right ones first, each kind sorted best first.
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
        for (moves, step) in self.right.iter().zip(2..) {
            lines.push(format!("right {step}: {}", moves.join(" ")));
        }
        lines.push(format!("themes {}", self.themes.join(" ")));
        lines.push(format!("grade {}", self.grade));
        lines
    }
}

impl Collection {
    /// Opens a game of this collection at a position.
    ///
    /// # Errors
    /// If the rules reject the position.
    pub fn open(&self, position: &str) -> Result<Box<dyn AnyPlay>, SetupError> {
        let (options, position) = (self.options.clone(), Some(position.to_owned()));
        open(self.game, &Setup { options, position, ..Setup::default() })
    }

    /// The text, below the lines of `about` as comments.
    #[must_use]
    pub fn write(&self, about: &str) -> String {
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

    /// Reads the format of [`write`](Self::write), and checks every position and move by the rules.
    ///
    /// # Errors
    /// The line number and what is wrong there.
    pub fn read(text: &str) -> Result<Collection, String> {
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
    ///
    /// # Errors
    /// The line number and what is wrong there.
    pub fn read_puzzle(&self, lines: &mut Lines<'_>) -> Result<Puzzle, String> {
        let id = lines.field("puzzle")?.to_owned();
        let is_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if !(1..=MAX_ID_LENGTH).contains(&id.len())
            || !id.bytes().all(is_name)
            || WORDS.contains(&id.as_str())
        {
            return Err(lines.at(&format!("expected digits, small letters and -, found {id:?}")));
        }
        let position = lines.field("position")?.to_owned();
        let game = self.open(&position).map_err(|error| lines.at(&error.to_string()))?;
        let word = lines.field("task")?;
        let task = Task::ALL.iter().find(|(_, name)| *name == word).map(|(task, _)| *task);
        let task =
            task.ok_or_else(|| lines.at(&format!("expected win, fastest, draw or first, found {word:?}")))?;
        let steps = lines.number("steps", 1..=20)?;
        let mut listed: Vec<(String, Worth, bool)> = Vec::new();
        while let word @ ("accept" | "refute") = lines.word() {
            let accept = word == "accept";
            let field = lines.field(word)?;
            let (worth, moves) =
                field.split_once(": ").ok_or_else(|| lines.at("expected a value, a colon and moves"))?;
            let worth: Worth = worth.parse().map_err(|fault: String| lines.at(&fault))?;
            for text in moves.split(' ') {
                if listed.iter().any(|(other, ..)| other == text) {
                    return Err(lines.at(&format!("move {text:?} is there twice")));
                }
                check_move(&*game, text).map_err(|fault| lines.at(&fault))?;
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
        let right = Vec::new();
        let mut puzzle =
            Puzzle { id, position, task, steps, moves, line, right, themes: Vec::new(), grade: 0 };
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
        puzzle.right = read_right(&*game, &puzzle.line, lines)?;
        for word in lines.field("themes")?.split(' ') {
            let theme = THEMES.iter().find(|theme| **theme == word);
            puzzle.themes.push(theme.ok_or_else(|| lines.at(&format!("unknown theme {word:?}")))?);
        }
        puzzle.grade = lines.number("grade", 1..=10)? as u8;
        Ok(puzzle)
    }
}

/// Checks that a text is a legal move; leaving the game does not count.
fn check_move(game: &dyn AnyPlay, text: &str) -> Result<(), String> {
    let mut next = game.fork();
    next.play(text).map_err(|error| format!("move {text:?}: {error}"))?;
    next.last_leaving().map_or(Ok(()), |_| Err(format!("{text:?} is no move")))
}

/// Checks that the line can be played, and that it either has as many moves of the solver as there are steps
/// or ends the game.
fn follow(game: &dyn AnyPlay, line: &[String], steps: u32) -> Result<(), String> {
    let mut game = game.fork();
    let solver = game.status();
    let mut own = 0;
    for text in line {
        own += u32::from(game.status() == solver);
        check_move(&*game, text)?;
        game.play(text).map_err(|error| error.to_string())?;
    }
    if own != steps && !matches!(game.status(), Status::Over(_)) {
        return Err(format!("expected {steps} moves to find, found {own}"));
    }
    Ok(())
}

/// Reads the right moves at each further move of the solver on the line.
fn read_right(
    game: &dyn AnyPlay,
    line: &[String],
    lines: &mut Lines<'_>,
) -> Result<Vec<Vec<String>>, String> {
    let solver = game.status();
    let mut game = game.fork();
    let mut right = Vec::new();
    for (ply, text) in line.iter().enumerate() {
        if ply > 0 && game.status() == solver {
            let step = right.len() + 2;
            let field = lines.field("right")?;
            let moves = field.split_once(": ").filter(|(number, _)| *number == step.to_string());
            let (_, moves) = moves.ok_or_else(|| lines.at(&format!("expected {step}, a colon and moves")))?;
            let moves: Vec<String> = moves.split(' ').map(str::to_owned).collect();
            for (i, text) in moves.iter().enumerate() {
                if moves[..i].contains(text) {
                    return Err(lines.at(&format!("move {text:?} is there twice")));
                }
                check_move(&*game, text).map_err(|fault| lines.at(&fault))?;
            }
            if !moves.contains(text) {
                return Err(lines.at(&format!("the line's own move {text:?} is not listed")));
            }
            right.push(moves);
        }
        game.play(text).map_err(|error| lines.at(&format!("move {text:?}: {error}")))?;
    }
    Ok(right)
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

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "# about\ngame squadro\ncommand ludoteca-lab puzzles make squadro\n\n\
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
    fn errors_name_their_line() {
        refused(("game squ", "gane squ"), "line 2: expected \"game\" and more, found \"gane squadro\"");
        refused(("game squadro", "game squadra"), "line 2: unknown game \"squadra\": did you mean squadro?");
        refused(("puzzle 1", "puzzle X"), "line 5: expected digits, small letters and -, found \"X-17\"");
        refused(
            ("puzzle 1-17", "puzzle daily"),
            "line 5: expected digits, small letters and -, found \"daily\"",
        );
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
