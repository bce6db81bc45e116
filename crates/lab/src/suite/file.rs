//! The text format of a suite.

use ludoteca_catalog::{AnyPlay, GameId, Setup, open};
use ludoteca_engine::Outcome;

/// Positions of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Suite {
    pub(crate) game: GameId,
    pub(crate) options: Vec<(String, String)>,
    pub(crate) entries: Vec<Entry>,
}

/// A position whose value and moves are proven.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) position: String,
    /// For the seat to act; never a loss, in which every move keeps the value.
    pub(crate) value: Outcome,
    /// The moves that keep the value: at least one, and not all.
    pub(crate) keeping: Vec<String>,
    /// The depth from which on a fixed-depth search kept the value when the suite was made; 0 if none of
    /// those tried did.
    pub(crate) depth: u32,
    /// The number of positions visited by the proof.
    pub(crate) nodes: u64,
}

impl Entry {
    /// Its line in a suite.
    pub(crate) fn line(&self) -> String {
        let Entry { position, value, keeping, depth, nodes } = self;
        let value = if *value == Outcome::Win { "win" } else { "draw" };
        let (depth, nodes) = (depth.to_string(), nodes.to_string());
        [position, value, &keeping.join(" "), &depth, &nodes].join(BETWEEN)
    }
}

/// The separator of the fields of a line, which does not occur in any notation.
const BETWEEN: &str = "; ";

impl Suite {
    pub(crate) fn setup(&self, position: &str) -> Setup {
        Setup { options: self.options.clone(), position: Some(position.to_owned()), ..Setup::default() }
    }

    /// The text, with `about` as its header.
    pub(crate) fn write(&self, about: &str) -> String {
        let mut text: String = about.lines().map(|line| format!("# {line}\n")).collect();
        text += &format!("game {}", self.game);
        text.extend(self.options.iter().map(|(key, value)| format!(" {key}={value}")));
        text.push('\n');
        for entry in &self.entries {
            text += &entry.line();
            text.push('\n');
        }
        text
    }

    /// Parses the output of [`write`](Self::write), and checks every position and move by the rules.
    ///
    /// # Errors
    /// The line and its fault.
    pub(crate) fn read(text: &str) -> Result<Suite, String> {
        let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim_end()));
        let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let in_line = |number: usize| move |fault: String| format!("line {number}: {fault}");
        let (number, first) = lines.next().ok_or("line 1: expected the game, found the end")?;
        let mut suite = read_game(first).map_err(in_line(number))?;
        for (number, line) in lines {
            let entry = suite.read_entry(line).map_err(in_line(number))?;
            suite.entries.push(entry);
        }
        if suite.entries.is_empty() {
            return Err(format!("line {}: expected a position, found the end", text.lines().count() + 1));
        }
        Ok(suite)
    }

    /// Parses one line, and checks its position and moves by the rules.
    pub(super) fn read_entry(&self, line: &str) -> Result<Entry, String> {
        let fields: Vec<&str> = line.split(BETWEEN).collect();
        let [position, value, keeping, depth, nodes] = fields[..] else {
            return Err(format!(
                "expected position; value; keeping moves; depth; nodes, found {} of 5 fields",
                fields.len()
            ));
        };
        let game = open(self.game, &self.setup(position)).map_err(|error| error.to_string())?;
        let value = match value {
            "win" => Outcome::Win,
            "draw" => Outcome::Draw,
            _ => return Err(format!("expected win or draw, found {value:?}")),
        };
        let keeping: Vec<String> = keeping.split(' ').map(str::to_owned).collect();
        check_moves(&*game, &keeping)?;
        let depth = depth.parse().map_err(|_| format!("expected a depth, found {depth:?}"))?;
        let nodes = nodes.parse().map_err(|_| format!("expected a number of nodes, found {nodes:?}"))?;
        Ok(Entry { position: position.to_owned(), value, keeping, depth, nodes })
    }
}

fn read_game(line: &str) -> Result<Suite, String> {
    let mut words = line.split(' ');
    if words.next() != Some("game") {
        return Err(format!("expected \"game\" and the game's name, found {line:?}"));
    }
    let game: GameId = words.next().unwrap_or_default().parse().map_err(|error| format!("{error}"))?;
    let pair = |word: &str| word.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned()));
    let options = words.map(|word| pair(word).ok_or_else(|| format!("expected KEY=VALUE, found {word:?}")));
    let options = options.collect::<Result<Vec<_>, _>>()?;
    open(game, &Setup { options: options.clone(), ..Setup::default() }).map_err(|error| error.to_string())?;
    Ok(Suite { game, options, entries: Vec::new() })
}

fn check_moves(game: &dyn AnyPlay, keeping: &[String]) -> Result<(), String> {
    for (i, text) in keeping.iter().enumerate() {
        if keeping[..i].contains(text) {
            return Err(format!("move {text:?} is there twice"));
        }
        game.fork().play(text).map_err(|error| format!("move {text:?}: {error}"))?;
    }
    if keeping.len() >= game.legal_moves().len() {
        return Err("all moves keep the value: there is nothing to find".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "# about\ngame one-piece-for-two width=5 height=5\n\
        c1^,d1>,e2< b -; draw; a1^ a2v; 0; 17\n";

    #[test]
    fn reading_undoes_writing() {
        let suite = Suite::read(GOOD).unwrap();
        assert_eq!(suite.entries[0].keeping, ["a1^", "a2v"]);
        assert_eq!(suite.write("about"), GOOD);
    }

    #[track_caller]
    fn refused(change: (&str, &str), expected: &str) {
        let text = GOOD.replace(change.0, change.1);
        assert_ne!(text, GOOD);
        assert_eq!(Suite::read(&text).unwrap_err(), expected);
    }

    #[test]
    fn errors_name_their_line() {
        refused(
            ("game one", "play one"),
            "line 2: expected \"game\" and the game's name, found \"play one-piece-for-two width=5 height=5\"",
        );
        refused(
            ("for-two w", "for-tow w"),
            "line 2: unknown game \"one-piece-for-tow\": did you mean one-piece-for-two?",
        );
        refused(("height=5", "height"), "line 2: expected KEY=VALUE, found \"height\"");
        refused(("height=5", "height=3"), "line 2: option height cannot be \"3\": expected 4..10 (OP-1)");
        refused(
            ("; 17", ""),
            "line 3: expected position; value; keeping moves; depth; nodes, found 4 of 5 fields",
        );
        refused(
            ("e2< b", "e2< x"),
            "line 3: position \"c1^,d1>,e2< x -\": column 13: expected the player to move (r or b), found 'x'",
        );
        refused(("draw", "loss"), "line 3: expected win or draw, found \"loss\"");
        refused(("a2v", "z1v"), "line 3: move \"z1v\": z1 is not on the grid of 5 columns by 5 ranks (OP-1)");
        refused(("a2v", "a1^"), "line 3: move \"a1^\" is there twice");
        refused(("; 0;", "; x;"), "line 3: expected a depth, found \"x\"");
        refused(("17", "-1"), "line 3: expected a number of nodes, found \"-1\"");
        assert_eq!(Suite::read("# nothing\n").unwrap_err(), "line 1: expected the game, found the end");
        assert_eq!(Suite::read("game peak\n").unwrap_err(), "line 2: expected a position, found the end");
        let all = "game squadro\n0ccc0/00000 y; win; Y1 Y5; 0; 1\n";
        assert_eq!(
            Suite::read(all).unwrap_err(),
            "line 2: all moves keep the value: there is nothing to find"
        );
    }
}
