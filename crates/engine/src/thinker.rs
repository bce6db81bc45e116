use crate::{
    Analysis, Budget, Level, Line, Player, Watch,
    full::Full,
    kept_tree::{KeptTree, new_tree},
    level::{Sight, blurred},
};
use ludoteca_catalog::{AnyPlay, GameId, play_of, with_game_type};
use ludoteca_core::{Seat, Status};
use ludoteca_evaluate::Judged;
use ludoteca_search::{Answer, Leaf, Limits, MctsOptions, Stop, Team, TranspositionTable, Value};
use std::fmt;

/// The engine: alpha-beta for two seats, a Monte Carlo tree with evaluated leaves for more.
///
/// At full strength a two-seat position is searched by `threads` threads. A lower level plays the same on
/// every machine, so it uses one thread and a table no larger than it can fill. The tree may be as large as
/// the table. At full strength it is kept from move to move; a lower level starts anew for each position.
#[must_use]
pub fn engine(id: GameId, level: Level, table_bytes: usize, threads: usize) -> Box<dyn Player> {
    let tree = MctsOptions { bytes: table_bytes, ..MctsOptions::default() };
    let (threads, table_bytes) =
        if level == Level::FULL { (threads, table_bytes) } else { (1, table_bytes.min(LEVEL_TABLE_BYTES)) };
    make(id, Mind::Engine { strength: Strength::Level(level), search: Team::new(threads, table_bytes), tree })
}

/// Monte Carlo tree search for any number of seats, with proven values and leaves evaluated by knowledge of
/// the game or by random games. The tree is kept from move to move and never takes more than `tree_bytes`.
#[must_use]
pub fn monte_carlo(id: GameId, leaf: Leaf, tree_bytes: usize) -> Box<dyn Player> {
    make(id, Mind::Tree(MctsOptions { bytes: tree_bytes, leaf, ..MctsOptions::default() }))
}

/// The engine with any sight, for calibrating the levels.
#[must_use]
pub fn engine_with_sight(id: GameId, sight: Sight) -> Box<dyn Player> {
    let search = Team::new(1, LEVEL_TABLE_BYTES);
    make(id, Mind::Engine { strength: Strength::Sight(sight), search, tree: MctsOptions::default() })
}

/// Plain UCT with random games, no knowledge and a new tree for every move: the baseline for measurements.
#[must_use]
pub fn plain_uct(id: GameId) -> Box<dyn Player> {
    make(id, Mind::PlainUct)
}

/// More than enough for the nodes of any level but the last.
const LEVEL_TABLE_BYTES: usize = 4 << 20;

/// A table of this size is safe on a phone.
pub const DEFAULT_TABLE_BYTES: usize = TranspositionTable::DEFAULT_BYTES;

fn make(id: GameId, mind: Mind) -> Box<dyn Player> {
    with_game_type!(id, G => Box::new(Thinker::<G>::new(mind)))
}

#[derive(Debug)]
enum Mind {
    Engine {
        strength: Strength,
        search: Team,
        /// For games of more than two seats.
        tree: MctsOptions,
    },
    Tree(MctsOptions),
    PlainUct,
}

#[derive(Clone, Copy, Debug)]
enum Strength {
    Level(Level),
    Sight(Sight),
}

impl Strength {
    fn sight(self, game: GameId, seats: u8) -> Sight {
        match self {
            Strength::Level(level) => level.sight(game, seats),
            Strength::Sight(sight) => sight,
        }
    }
}

/// A player with the concrete types of its game.
struct Thinker<G: Judged> {
    knowledge: G::Judge,
    mind: Mind,
    kept: KeptTree<G>,
    ending: G::Ending,
}

impl<G: Judged> Thinker<G> {
    fn new(mind: Mind) -> Self {
        Thinker { knowledge: G::Judge::default(), mind, kept: KeptTree::none(), ending: G::Ending::default() }
    }
}

impl<G: Judged> fmt::Debug for Thinker<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Thinker").field("mind", &self.mind).finish_non_exhaustive()
    }
}

impl<G: Judged> Player for Thinker<G> {
    fn name(&self) -> String {
        match &self.mind {
            Mind::Engine { strength: Strength::Level(Level::FULL) | Strength::Sight(_), .. } => {
                "engine".to_owned()
            }
            Mind::Engine { strength: Strength::Level(level), .. } => format!("level {}", level.number()),
            Mind::Tree(MctsOptions { leaf: Leaf::Evaluation, .. }) => "mcts".to_owned(),
            Mind::Tree(_) => "mcts with random games".to_owned(),
            Mind::PlainUct => "uct".to_owned(),
        }
    }

    fn new_game(&mut self) {
        self.kept = KeptTree::none();
        self.ending = G::Ending::default();
        if let Mind::Engine { search, .. } = &mut self.mind {
            search.clear();
        }
    }

    fn think(&mut self, game: &dyn AnyPlay, budget: &Budget, watch: &mut Watch<'_>) -> Option<Analysis> {
        let Status::ToAct(mover) = game.status() else { return None };
        let play = play_of::<G>(game)?;
        let now = play.position();
        let stop = Stop::when(watch.stop);
        let mut limits =
            Limits { nodes: budget.nodes, depth: budget.depth, lines: budget.lines, seed: budget.seed };
        let report_text = &mut *watch.report;
        let sight = match &self.mind {
            Mind::Engine { strength, .. } => strength.sight(game.game(), game.seats()),
            Mind::Tree(_) | Mind::PlainUct => Sight::FULL,
        };
        let mut report = |answer: &Answer<G::Move>| {
            // The order after blurring is known only at the end.
            if sight.blur == 0.0
                && let Some(analysis) = in_text(now, answer)
            {
                report_text(&analysis);
            }
        };
        let answer = match &mut self.mind {
            Mind::PlainUct => {
                let mut tree = new_tree(play, &MctsOptions::plain_uct());
                tree.search(&self.knowledge, &limits, stop, &mut report)
            }
            Mind::Tree(options) => {
                self.kept.at(play, options).search(&self.knowledge, &limits, stop, &mut report)
            }
            Mind::Engine { search, tree, .. } => {
                narrow(&mut limits, &sight);
                let all_lines = sight.blur > 0.0;
                if all_lines {
                    limits.lines = usize::MAX;
                }
                let mut answer = if game.seats() == 2 && sight == Sight::FULL {
                    let (ending, knowledge) = (&mut self.ending, &self.knowledge);
                    Full { search, ending, knowledge }.answer(play, &limits, watch.stop, &mut report)
                } else if game.seats() == 2 {
                    let history: Vec<G> = play.past().map(|(position, _)| position).collect();
                    search.search(now, &history, &self.knowledge, &limits, stop, &mut report)
                } else if sight == Sight::FULL {
                    self.kept.at(play, tree).search(&self.knowledge, &limits, stop, &mut report)
                } else {
                    new_tree(play, tree).search(&self.knowledge, &limits, stop, &mut report)
                };
                if all_lines {
                    look_blurred(
                        &mut answer,
                        mover,
                        &sight,
                        budget.seed ^ ludoteca_core::perft::leaves(now, 0).digest,
                    );
                    answer.lines.truncate(budget.lines.max(1));
                }
                answer
            }
        };
        in_text(now, &answer)
    }
}

/// A level never exceeds its own sight, whatever the budget allows.
fn narrow(limits: &mut Limits, sight: &Sight) {
    limits.nodes = limits.nodes.into_iter().chain(sight.nodes).min();
    limits.depth = limits.depth.into_iter().chain(sight.depth).min();
}

/// Sorts the moves as a weaker, less accurate player would rank them.
fn look_blurred<M: Copy>(answer: &mut Answer<M>, mover: Seat, sight: &Sight, seed: u64) {
    let share = |value: &Value| match value {
        Value::Shares { shares, .. } => shares[mover],
        _ => 0.0,
    };
    let mut seen: Vec<_> = std::mem::take(&mut answer.lines)
        .into_iter()
        .enumerate()
        .map(|(i, line)| {
            let seed = seed.wrapping_add((i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            (blurred(&line.value, share(&line.value), sight.blur, seed), line)
        })
        .collect();
    seen.sort_by(|a, b| b.0.total_cmp(&a.0));
    answer.lines = seen.into_iter().map(|(_, line)| line).collect();
}

fn in_text<G: Judged>(now: &G, answer: &Answer<G::Move>) -> Option<Analysis> {
    let lines: Vec<Line> = answer
        .lines
        .iter()
        .map(|line| {
            let mut position = now.clone();
            let moves = line.moves.iter().map(|&m| {
                let text = position.move_text(m);
                position.play_unchecked(m);
                text
            });
            let moves = moves.collect();
            Line { moves, value: Some(line.value), score: position.expected_score() }
        })
        .collect();
    (!lines.is_empty()).then_some(Analysis { lines, nodes: answer.nodes, depth: answer.depth })
}
