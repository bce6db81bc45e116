//! Work on several threads with results in order.

use std::{
    collections::BTreeMap,
    num::NonZeroUsize,
    ops::ControlFlow,
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc::channel,
    },
    thread,
};

/// The requested number of threads, or the number of cores.
pub fn threads(asked: Option<NonZeroUsize>) -> usize {
    asked.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
}

/// Runs the tasks from 0 up to `count` and passes their results to `take`, in the order of the tasks, until
/// it breaks off. The result is therefore the same for any number of threads.
pub fn in_order<T: Send, B>(
    threads: usize,
    count: usize,
    work: impl Fn(usize) -> T + Sync,
    mut take: impl FnMut(T) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let next = AtomicUsize::new(0);
    let (sender, results) = channel();
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, count.max(1)) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let task = next.fetch_add(1, Ordering::Relaxed);
                    if task >= count || sender.send((task, work(task))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut turn = 0;
        for (task, result) in results {
            waiting.insert(task, result);
            while let Some(result) = waiting.remove(&turn) {
                turn += 1;
                if let ControlFlow::Break(end) = take(result) {
                    // No more tasks are started; those in progress are waited for.
                    next.store(count, Ordering::Relaxed);
                    return ControlFlow::Break(end);
                }
            }
        }
        ControlFlow::Continue(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn results_come_in_order_and_no_more_than_wanted() {
        for threads in [1, 3] {
            let mut taken = Vec::new();
            let end = in_order(
                threads,
                50,
                |task| {
                    thread::sleep(Duration::from_micros(((task * 7919) % 13) as u64 * 100));
                    task * task
                },
                |square| {
                    taken.push(square);
                    if taken.len() == 20 { ControlFlow::Break("enough") } else { ControlFlow::Continue(()) }
                },
            );
            assert_eq!(end, ControlFlow::Break("enough"));
            assert_eq!(taken, (0..20).map(|n| n * n).collect::<Vec<_>>());
        }
    }

    #[test]
    fn without_tasks_nothing_happens() {
        let end = in_order(2, 0, |task| task, |_| ControlFlow::Break(()));
        assert_eq!(end, ControlFlow::Continue(()));
    }
}
