//! Full strength for two seats: the search, and the solved endgame if it can be solved in the available time.

use ludoteca_core::{Play, Status};
use ludoteca_evaluate::{Ending, Judged};
use ludoteca_search::{Answer, Limits, Line, Outcome, Stop, Team, Value};

/// Without a node limit the available time is unknown here, so searching and solving take turns, each turn
/// longer than the last. Positions searched in the first turn,
const FIRST_NODES: u64 = 100_000;
/// the growth factor of the following turns,
const LONGER: u64 = 3;
/// and table entries solved per position searched, which takes about six times as long.
const ENTRIES_A_NODE: u64 = 200;
/// With a node limit, this many entries count as one position; they take half as long.
const ENTRIES_FOR_A_NODE: u64 = 16;
/// The memory for the solved endgame: what a phone can spare, and what a computer solves within two or three
/// moves of a second each. Larger sizes lost more in search time than they gained.
const ENDING_BYTES: u64 = if cfg!(target_family = "wasm") { 100_000_000 } else { 400_000_000 };
const MAX_LINE_LENGTH: usize = 40;

/// The parts that full strength combines.
pub(crate) struct Full<'a, G: Judged> {
    pub(crate) search: &'a mut Team,
    pub(crate) ending: &'a mut G::Ending,
    pub(crate) knowledge: &'a G::Judge,
}

impl<G: Judged> Full<'_, G> {
    pub(crate) fn answer(
        &mut self,
        play: &Play<G>,
        limits: &Limits,
        stop: &(dyn Fn() -> bool + Sync),
        report: &mut dyn FnMut(&Answer<G::Move>),
    ) -> Answer<G::Move> {
        let now = play.position();
        let history: Vec<G> = play.past().map(|(position, _)| position).collect();
        let look = |search: &mut Team, limits: &Limits, report: &mut dyn FnMut(&Answer<G::Move>)| {
            search.search(now, &history, self.knowledge, limits, Stop::when(stop), report)
        };
        let missing = if limits.depth.is_none() { self.ending.missing(now, ENDING_BYTES) } else { None };
        let Some(missing) = missing else { return look(self.search, limits, report) };
        if let Some(nodes) = limits.nodes {
            let affordable = missing <= nodes.saturating_mul(ENTRIES_FOR_A_NODE);
            let solved = affordable && self.ending.solve(now, u64::MAX, stop);
            let exact = if solved { exact(self.ending, play, limits.lines) } else { None };
            return exact.map_or_else(
                || look(self.search, limits, report),
                |answer| Answer { nodes: missing / ENTRIES_FOR_A_NODE, ..answer },
            );
        }
        let mut nodes = FIRST_NODES;
        let mut deepest = 0;
        let mut before: Option<Answer<G::Move>> = None;
        loop {
            if self.ending.missing(now, ENDING_BYTES) == Some(0)
                && let Some(answer) = exact(self.ending, play, limits.lines)
            {
                return Answer { nodes: missing / ENTRIES_FOR_A_NODE, ..answer };
            }
            let answer = look(self.search, &Limits { nodes: Some(nodes), ..limits.clone() }, &mut |answer| {
                // A new turn restarts at a lower depth than the previous one reached.
                if answer.depth > deepest {
                    deepest = answer.depth;
                    report(answer);
                }
            });
            let searched = answer.nodes;
            let certain = answer.lines.iter().all(|line| line.value.is_proven());
            // A search that was stopped early knows less than the one before it.
            let answer = match before {
                Some(before) if !certain && before.depth > answer.depth => before,
                _ => answer,
            };
            if certain || stop() || searched < nodes / 2 {
                return answer;
            }
            if !self.ending.solve(now, nodes * ENTRIES_A_NODE, stop) && stop() {
                return answer;
            }
            before = Some(answer);
            nodes *= LONGER;
        }
    }
}

/// The moves of a solved position, best first, each with the best line that follows; `None` if something is
/// unsolved.
fn exact<G: Judged>(ending: &G::Ending, play: &Play<G>, lines: usize) -> Option<Answer<G::Move>> {
    let now = play.position();
    let mut found = Vec::new();
    let mut all = true;
    now.for_each_move(|m| match value_of(ending, play, now, m) {
        Some(value) => found.push((m, value)),
        None => all = false,
    });
    if !all || found.is_empty() {
        return None;
    }
    found.sort_by_key(|(_, value)| std::cmp::Reverse(value.rank()));
    found.truncate(lines.max(1));
    let lines: Vec<_> = found
        .into_iter()
        .map(|(m, value)| {
            let mut moves = vec![m];
            let mut position = now.after(m);
            while moves.len() < MAX_LINE_LENGTH {
                let mut best: Option<(G::Move, Value)> = None;
                position.for_each_move(|m| {
                    let value = value_of(ending, play, &position, m);
                    if let Some(value) = value.filter(|v| best.is_none_or(|(_, b)| v.rank() > b.rank())) {
                        best = Some((m, value));
                    }
                });
                let Some((m, Value::Proven { result: Outcome::Win | Outcome::Loss, .. })) = best else {
                    break;
                };
                moves.push(m);
                position.play_unchecked(m);
            }
            Line { moves, value }
        })
        .collect();
    let depth = lines.first().map_or(0, |line| line.moves.len() as u32);
    Some(Answer { lines, nodes: 0, depth })
}

/// The value of a move for its player. A position that has occurred twice before ends the game when it
/// recurs.
fn value_of<G: Judged>(ending: &G::Ending, play: &Play<G>, from: &G, m: G::Move) -> Option<Value> {
    let Status::ToAct(mover) = from.status() else { return None };
    let after = from.after(m);
    if let Status::Over(standing) = after.status() {
        let result = match standing.winner() {
            Some(winner) if winner == mover => Outcome::Win,
            Some(_) => Outcome::Loss,
            None => Outcome::Draw,
        };
        return Some(Value::Proven { result, plies: 1 });
    }
    let seen = play.past().map(|(position, _)| position).chain([play.position().clone()]);
    if seen.filter(|position| *position == after).count() >= 2 {
        return Some(Value::Proven { result: Outcome::Draw, plies: 1 });
    }
    let worth = ending.worth(&after)?;
    let result = match worth.value {
        Outcome::Win => Outcome::Loss,
        Outcome::Draw => Outcome::Draw,
        Outcome::Loss => Outcome::Win,
    };
    Some(Value::Proven { result, plies: worth.plies.map_or(1, |plies| plies + 1) })
}
