//! The computer players of a game, and their answers.

use ludoteca_catalog::{AnyPlay, Seat};
use ludoteca_engine::{Analysis, Budget, DEFAULT_TABLE_BYTES, Level, Outcome, Player, Value, Watch, engine};
use ludoteca_shell::thinking::Clock;
use std::{
    collections::BTreeMap,
    panic::resume_unwind,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

/// The computer's name in records, followed by its level.
const NAME: &str = "Ludoteca, level ";

/// The computer players by seat.
pub(super) struct Computers {
    /// For each seat, the computer's level; `None` for a person.
    levels: Vec<Option<Level>>,
    /// The engine at each level used so far, which remembers its earlier searches of the game.
    players: BTreeMap<Level, Box<dyn Player>>,
    /// The search in progress.
    thought: Option<Thought>,
}

/// An engine thinking on a thread of its own.
struct Thought {
    level: Level,
    stop: Arc<AtomicBool>,
    thread: JoinHandle<(Box<dyn Player>, Option<Analysis>)>,
}

impl Computers {
    pub(super) fn new(levels: Vec<Option<Level>>) -> Computers {
        Computers { levels, players: BTreeMap::new(), thought: None }
    }

    /// The computers among the names of a record.
    pub(super) fn named<'a>(names: impl IntoIterator<Item = Option<&'a str>>) -> Computers {
        let level = |name: &str| Level::new(name.strip_prefix(NAME)?.parse().ok()?);
        Computers::new(names.into_iter().map(|name| name.and_then(level)).collect())
    }

    pub(super) fn level(&self, seat: Seat) -> Option<Level> {
        self.levels.get(seat.index()).copied().flatten()
    }

    /// The player's name for records; empty for people.
    pub(super) fn name(&self, seat: Seat) -> String {
        self.level(seat).map_or_else(String::new, |level| format!("{NAME}{}", level.number()))
    }

    /// Starts a search in the background, with this time limit.
    pub(super) fn start(&mut self, game: Box<dyn AnyPlay>, level: Level, seed: u64, limit: Duration) {
        self.stop();
        let make = || engine(game.game(), level, DEFAULT_TABLE_BYTES, 1);
        let mut player = self.players.remove(&level).unwrap_or_else(make);
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            let clock = Clock::start(Some(limit));
            let stop = || clock.is_up() || stopped.load(Ordering::Relaxed);
            let mut watch = Watch { stop: &stop, report: &mut |_| {} };
            let analysis = player.think(&*game, &Budget { seed, ..Budget::default() }, &mut watch);
            (player, analysis)
        });
        self.thought = Some(Thought { level, stop, thread });
    }

    pub(super) fn is_thinking(&self) -> bool {
        self.thought.is_some()
    }

    /// Whether [`answer`](Self::answer) would return without waiting.
    pub(super) fn has_answer(&self) -> bool {
        self.thought.as_ref().is_some_and(|thought| thought.thread.is_finished())
    }

    /// Waits for the answer; `None` if no computer is thinking or the game is over.
    pub(super) fn answer(&mut self) -> Option<Analysis> {
        let Thought { level, thread, .. } = self.thought.take()?;
        let (player, analysis) = thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        self.players.insert(level, player);
        analysis
    }

    /// Stops the search and discards its result.
    pub(super) fn stop(&mut self) {
        if let Some(thought) = &self.thought {
            thought.stop.store(true, Ordering::Relaxed);
            self.answer();
        }
    }

    /// Searches in the foreground, with this time limit; `None` if the game is over.
    pub(super) fn think(
        &mut self,
        game: &dyn AnyPlay,
        level: Level,
        seed: u64,
        limit: Duration,
    ) -> Option<Analysis> {
        self.start(game.fork(), level, seed, limit);
        self.answer()
    }

    /// Whether the computer in this seat accepts the draw that the seat to act offers: yes, unless it
    /// considers itself better.
    pub(super) fn accepts_draw(&mut self, game: &dyn AnyPlay, seat: Seat, limit: Duration) -> bool {
        let Some(level) = self.level(seat) else { return false };
        let analysis = self.think(game, level, 0, limit);
        let value = analysis.and_then(|analysis| analysis.lines.into_iter().next()?.value);
        value.is_some_and(|value| !is_better_for_the_other(&value))
    }
}

/// Whether the seat to act is worse than the other of two.
fn is_better_for_the_other(value: &Value) -> bool {
    match value {
        Value::Proven { result, .. } => *result == Outcome::Loss,
        Value::Estimate(value) => *value < 0,
        // With more than two seats there are no draws by agreement.
        Value::Shares { .. } => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_records_tell_the_level() {
        let levels = vec![None, Level::new(3), Level::new(10)];
        let computers = Computers::new(levels.clone());
        let names: Vec<String> = Seat::all(3).map(|seat| computers.name(seat)).collect();
        assert_eq!(names, ["", "Ludoteca, level 3", "Ludoteca, level 10"]);
        assert_eq!(Computers::named(names.iter().map(|name| Some(name.as_str()))).levels, levels);
        assert_eq!(Computers::named([Some("Ludoteca, level 11"), Some("Anna"), None]).levels, [None; 3]);
    }

    #[test]
    fn a_draw_is_declined_only_when_the_computer_stands_better() {
        let proven = |result| Value::Proven { result, plies: 3 };
        assert!(is_better_for_the_other(&proven(Outcome::Loss)));
        assert!(is_better_for_the_other(&Value::Estimate(-1)));
        for value in [proven(Outcome::Win), proven(Outcome::Draw), Value::Estimate(0), Value::Estimate(9)] {
            assert!(!is_better_for_the_other(&value));
        }
    }
}
