//! A fair queue for expensive work. Each key has a line of its own, and the line that has used the least so
//! far is served next. A flood delays only its own line.

use std::{
    collections::{HashMap, VecDeque},
    fmt,
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::{sync::oneshot, time::Instant};

/// When more idle lines than this are stored, those that have had no more than others are removed.
const MAX_IDLE: usize = 64;

/// The limits of a queue.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QueueLimits {
    /// The number of concurrent turns.
    pub(crate) workers: usize,
    /// The most places in one line, including running ones.
    pub(crate) per_line: usize,
    /// The most waiting places in all lines.
    pub(crate) waiting: usize,
}

/// What a turn costs its line.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cost {
    /// The same for all turns.
    Each,
    /// The milliseconds a turn takes; until that is known, this estimate.
    Time(u64),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Full;

pub(crate) struct FairQueue<K: Key>(Arc<Inner<K>>);

pub(crate) trait Key: Hash + Eq + Clone + Send + 'static {}

impl<K: Hash + Eq + Clone + Send + 'static> Key for K {}

struct Inner<K: Key> {
    limits: QueueLimits,
    cost: Cost,
    state: Mutex<State<K>>,
}

struct State<K: Key> {
    lines: HashMap<K, Line<K>>,
    running: usize,
    waiting: usize,
    /// The previous usage of the line that was served last.
    clock: u64,
    /// Counts all arrivals so far.
    came: u64,
}

struct Line<K: Key> {
    waiting: VecDeque<Waiter<K>>,
    running: usize,
    reserved: usize,
    used: u64,
}

struct Waiter<K: Key> {
    came: u64,
    go: oneshot::Sender<Turn<K>>,
}

/// A place in a line.
pub(crate) struct Waiting<K: Key>(oneshot::Receiver<Turn<K>>);

/// The right to work, until it is dropped.
pub(crate) struct Turn<K: Key> {
    queue: Arc<Inner<K>>,
    key: K,
    begun: Instant,
}

/// A place reserved for work that may follow, until it is dropped.
pub(crate) struct Reservation<K: Key> {
    queue: Arc<Inner<K>>,
    key: K,
}

impl<K: Key> Clone for FairQueue<K> {
    fn clone(&self) -> FairQueue<K> {
        FairQueue(Arc::clone(&self.0))
    }
}

impl<K: Key> fmt::Debug for FairQueue<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FairQueue").field("limits", &self.0.limits).finish_non_exhaustive()
    }
}

impl<K: Key> FairQueue<K> {
    pub(crate) fn new(limits: QueueLimits, cost: Cost) -> FairQueue<K> {
        let state = State { lines: HashMap::new(), running: 0, waiting: 0, clock: 0, came: 0 };
        FairQueue(Arc::new(Inner { limits, cost, state: Mutex::new(state) }))
    }

    /// Takes a place in a line, if there is one. If the whole queue is full, the last place of the longest
    /// line is dropped in favour of a shorter one.
    pub(crate) fn try_enter(&self, key: K) -> Result<Waiting<K>, Full> {
        let mut state = self.0.state();
        state.forget_cancelled(&key);
        let own = state.line(&key);
        if own.places() >= self.0.limits.per_line {
            return Err(Full);
        }
        let own = own.waiting.len();
        if state.waiting >= self.0.limits.waiting && !state.shorten_longest(own) {
            return Err(Full);
        }
        Ok(self.0.enter(state, key))
    }

    /// Takes a place in a line, however long it is.
    pub(crate) fn enter(&self, key: K) -> Waiting<K> {
        self.0.enter(self.0.state(), key)
    }

    /// Whether work waits for its turn.
    pub(crate) fn has_waiting(&self) -> bool {
        self.0.state().waiting > 0
    }

    /// Reserves a place in a line that has fewer than `most`.
    pub(crate) fn reserve(&self, key: K, most: usize) -> Result<Reservation<K>, Full> {
        let mut state = self.0.state();
        let line = state.line(&key);
        if line.places() >= most {
            return Err(Full);
        }
        line.reserved += 1;
        drop(state);
        Ok(Reservation { queue: Arc::clone(&self.0), key })
    }
}

impl<K: Key> Inner<K> {
    /// A panic while it is locked leaves it consistent.
    fn state(&self) -> MutexGuard<'_, State<K>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enter(self: &Arc<Self>, mut state: MutexGuard<'_, State<K>>, key: K) -> Waiting<K> {
        let (go, going) = oneshot::channel();
        state.came += 1;
        let waiter = Waiter { came: state.came, go };
        state.line(&key).waiting.push_back(waiter);
        state.waiting += 1;
        self.serve(state);
        Waiting(going)
    }

    /// Starts the next turns.
    fn serve(self: &Arc<Self>, mut state: MutexGuard<'_, State<K>>) {
        let mut turns = Vec::new();
        while state.running < self.limits.workers
            && let Some((key, waiter)) = state.next(self.cost)
        {
            turns.push((waiter.go, Turn { queue: Arc::clone(self), key, begun: Instant::now() }));
        }
        drop(state);
        for (go, turn) in turns {
            // If the waiter was cancelled, its turn ends here and the next one begins.
            drop(go.send(turn));
        }
    }
}

impl<K: Key> State<K> {
    fn line(&mut self, key: &K) -> &mut Line<K> {
        let clock = self.clock;
        let new = || Line { waiting: VecDeque::new(), running: 0, reserved: 0, used: clock };
        let line = self.lines.entry(key.clone()).or_insert_with(new);
        if line.waiting.is_empty() && line.running == 0 {
            // Unused turns are not saved up for later.
            line.used = line.used.max(clock);
        }
        line
    }

    fn next(&mut self, cost: Cost) -> Option<(K, Waiter<K>)> {
        loop {
            let first = |line: &Line<K>| Some((line.used, line.waiting.front()?.came));
            let lines = self.lines.iter().filter_map(|(key, line)| Some((key, first(line)?)));
            let key = lines.min_by_key(|(_, first)| *first)?.0.clone();
            let line = self.lines.get_mut(&key)?;
            let waiter = line.waiting.pop_front()?;
            self.waiting -= 1;
            if waiter.go.is_closed() {
                continue;
            }
            self.clock = self.clock.max(line.used);
            line.used += cost.expected();
            line.running += 1;
            self.running += 1;
            return Some((key, waiter));
        }
    }

    fn forget_cancelled(&mut self, key: &K) {
        if let Some(line) = self.lines.get_mut(key) {
            let before = line.waiting.len();
            line.waiting.retain(|waiter| !waiter.go.is_closed());
            self.waiting -= before - line.waiting.len();
        }
    }

    /// Drops the last place of the longest line, if that line is longer than one of this length will be.
    fn shorten_longest(&mut self, length: usize) -> bool {
        let longest = self.lines.values_mut().max_by_key(|line| line.waiting.len());
        let Some(longest) = longest.filter(|line| line.waiting.len() > length + 1) else { return false };
        let gone = longest.waiting.pop_back().is_some();
        self.waiting -= usize::from(gone);
        gone
    }

    fn tidy(&mut self, key: &K) {
        let clock = self.clock;
        let is_idle = |line: &Line<K>| line.places() == 0;
        if self.running == 0 && self.waiting == 0 {
            self.lines.retain(|_, line| !is_idle(line));
        } else if self.lines.get(key).is_some_and(|line| is_idle(line) && line.used <= clock) {
            self.lines.remove(key);
        } else if self.lines.len() > 2 * (self.running + self.waiting) + MAX_IDLE {
            self.lines.retain(|_, line| !is_idle(line) || line.used > clock);
        }
    }
}

impl<K: Key> Line<K> {
    fn places(&self) -> usize {
        self.waiting.len() + self.running + self.reserved
    }
}

impl Cost {
    fn expected(self) -> u64 {
        match self {
            Cost::Each => 1,
            Cost::Time(millis) => millis,
        }
    }

    fn real(self, begun: Instant) -> u64 {
        match self {
            Cost::Each => 1,
            Cost::Time(_) => u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX).max(1),
        }
    }
}

impl<K: Key> Waiting<K> {
    /// Waits for the turn; `None` when the place was given to another line.
    pub(crate) async fn turn(self) -> Option<Turn<K>> {
        self.0.await.ok()
    }
}

impl<K: Key> Turn<K> {
    /// Starts the next turn, and keeps the place in the line.
    pub(crate) fn finish(self) -> Reservation<K> {
        let (queue, key) = (Arc::clone(&self.queue), self.key.clone());
        queue.state().line(&key).reserved += 1;
        Reservation { queue, key }
    }
}

impl<K: Key> Drop for Turn<K> {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        state.running -= 1;
        if let Some(line) = state.lines.get_mut(&self.key) {
            line.running -= 1;
            let (expected, real) = (self.queue.cost.expected(), self.queue.cost.real(self.begun));
            line.used = (line.used + real).saturating_sub(expected);
        }
        state.tidy(&self.key);
        self.queue.serve(state);
    }
}

impl<K: Key> Drop for Reservation<K> {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        if let Some(line) = state.lines.get_mut(&self.key) {
            line.reserved -= 1;
        }
        state.tidy(&self.key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(workers: usize, per_line: usize, waiting: usize) -> FairQueue<&'static str> {
        FairQueue::new(QueueLimits { workers, per_line, waiting }, Cost::Each)
    }

    /// Takes turns one after the other, and returns their keys.
    fn order(waiting: Vec<(&'static str, Waiting<&'static str>)>) -> Vec<&'static str> {
        let mut waiting: Vec<_> = waiting.into_iter().map(Some).collect();
        let mut order = Vec::new();
        loop {
            let ready = waiting.iter_mut().find_map(|one| {
                let (key, mut place) = one.take()?;
                match place.0.try_recv() {
                    Ok(turn) => Some((key, turn)),
                    Err(_) => {
                        *one = Some((key, place));
                        None
                    }
                }
            });
            let Some((key, turn)) = ready else { return order };
            order.push(key);
            drop(turn);
        }
    }

    #[test]
    fn a_flood_delays_only_its_own_line() {
        let queue = queue(1, 100, 100);
        let mut waiting: Vec<_> =
            (0..20).map(|_| ("flood", queue.try_enter("flood").ok().unwrap())).collect();
        waiting.extend(["ada", "bob"].map(|key| (key, queue.try_enter(key).ok().unwrap())));
        let order = order(waiting);
        assert_eq!(order[..4], ["flood", "ada", "bob", "flood"]);
        assert_eq!(order.len(), 22);
        assert!(queue.0.state().lines.is_empty());
    }

    #[test]
    fn lines_take_turns() {
        let queue = queue(1, 100, 100);
        let mut waiting = Vec::new();
        for key in ["one", "one", "one", "two", "two", "two"] {
            waiting.push((key, queue.try_enter(key).ok().unwrap()));
        }
        assert_eq!(order(waiting), ["one", "two", "one", "two", "one", "two"]);
    }

    #[tokio::test(start_paused = true)]
    async fn long_work_counts_for_more() {
        let limits = QueueLimits { workers: 1, per_line: 100, waiting: 100 };
        let queue = FairQueue::new(limits, Cost::Time(2000));
        let (slow, quick) = (queue.enter("slow"), queue.enter("quick"));
        let slow = slow.turn().await.unwrap();
        tokio::time::advance(std::time::Duration::from_millis(2000)).await;
        drop(slow);
        let again = queue.enter("slow");
        let quick = quick.turn().await.unwrap();
        tokio::time::advance(std::time::Duration::from_millis(5)).await;
        let others: Vec<_> = (0..3).map(|_| queue.enter("quick")).collect();
        drop(quick);
        for other in others {
            let turn = tokio::time::timeout(std::time::Duration::from_secs(1), other.turn()).await;
            let turn = turn.expect("quick ones are next").unwrap();
            tokio::time::advance(std::time::Duration::from_millis(5)).await;
            drop(turn);
        }
        assert!(again.turn().await.is_some());
    }

    #[test]
    fn a_line_has_only_so_many_places() {
        let queue = queue(1, 3, 100);
        let places: Vec<_> = (0..3).map(|_| queue.try_enter("ada").ok().unwrap()).collect();
        assert_eq!(queue.try_enter("ada").err(), Some(Full));
        assert_eq!(queue.reserve("ada", 3).err(), Some(Full));
        assert!(queue.try_enter("bob").is_ok());
        let forced = queue.enter("ada");
        drop((places, forced));
        let kept: Vec<_> = (0..3).map(|_| queue.reserve("ada", 3).ok().unwrap()).collect();
        assert_eq!(queue.try_enter("ada").err(), Some(Full));
        drop(kept);
        assert!(queue.try_enter("ada").is_ok());
        assert!(queue.0.state().lines.is_empty(), "nothing is left of them");
    }

    #[tokio::test]
    async fn a_finished_turn_keeps_its_place() {
        let queue = queue(1, 1, 100);
        let turn = queue.enter("ada").turn().await.unwrap();
        let other = queue.enter("bob");
        let place = turn.finish();
        assert_eq!(queue.reserve("ada", 1).err(), Some(Full));
        assert!(other.turn().await.is_some(), "the worker is free");
        drop(place);
        assert!(queue.reserve("ada", 1).is_ok());
        assert!(queue.0.state().lines.is_empty());
    }

    #[test]
    fn in_a_full_queue_the_longest_line_gives_way() {
        let queue = queue(1, 100, 4);
        let mut waiting: Vec<_> = (0..5).map(|_| ("flood", queue.try_enter("flood").ok().unwrap())).collect();
        assert_eq!(queue.try_enter("flood").err(), Some(Full));
        for key in ["ada", "bob", "cid"] {
            waiting.push((key, queue.try_enter(key).ok().unwrap()));
        }
        assert_eq!(queue.try_enter("dan").err(), Some(Full), "all lines have one place");
        assert_eq!(order(waiting), ["flood", "ada", "bob", "cid", "flood"]);
    }

    #[test]
    fn an_abandoned_place_does_not_block_the_queue() {
        let queue = queue(1, 3, 100);
        let first = queue.try_enter("ada").ok().unwrap();
        drop([queue.try_enter("ada").ok().unwrap(), queue.try_enter("ada").ok().unwrap()]);
        let last = queue.try_enter("ada").ok().unwrap();
        assert_eq!(order(vec![("first", first), ("last", last)]), ["first", "last"]);
        assert!(queue.0.state().lines.is_empty());
    }
}
