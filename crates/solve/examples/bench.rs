use ludoteca_solve::squadro::*;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;
struct Two {
    layout: Layout,
    pairs: Mutex<HashMap<Pair, [Arc<[u8]>; 2]>>,
    low: AtomicUsize,
}
impl Shelf for Two {
    type Error = ();
    fn has(&self, _: Pair) -> bool {
        false
    }
    fn load(&self, pair: Pair, mover: usize) -> Result<Arc<[u8]>, ()> {
        self.pairs.lock().unwrap().get(&pair).map(|h| h[mover].clone()).ok_or(())
    }
    fn save(&self, pair: Pair, payload: &[u8]) -> Result<(), ()> {
        let halves = [0, 1].map(|m| payload[self.layout.half(pair, m)].into());
        let level = self.layout.level(pair);
        let mut pairs = self.pairs.lock().unwrap();
        if level < self.low.load(Ordering::Relaxed) {
            self.low.store(level, Ordering::Relaxed);
            pairs.retain(|p, _| self.layout.level(*p) <= level + 1);
        }
        pairs.insert(pair, halves);
        Ok(())
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let tracks: usize = a[1].parse().unwrap();
    let values = if a[2] == "wdl" { Values::Wdl } else { Values::Distance };
    let threads: usize = a[3].parse().unwrap();
    let limit: f64 = a[4].parse().unwrap();
    let layout = Layout::new(Arc::new(Sides::new(Board::new(tracks).unwrap())), values);
    let shelf = Two { layout: layout.clone(), pairs: Mutex::default(), low: AtomicUsize::new(99) };
    let stop = AtomicBool::new(false);
    let start = Instant::now();
    let last = Mutex::new((99, Instant::now(), 0_u64));
    let total = AtomicU64::new(0);
    let r = solve(
        &layout,
        &shelf,
        threads,
        &|p: Progress| {
            let mut l = last.lock().unwrap();
            if p.level != l.0 {
                eprintln!(
                    "level {} ended: {:.3e} entries in {:.2} s = {:.3e}/s; all {:.3e} of {:.3e} in {:.1}",
                    l.0,
                    (p.done - l.2) as f64,
                    l.1.elapsed().as_secs_f64(),
                    (p.done - l.2) as f64 / l.1.elapsed().as_secs_f64(),
                    p.done as f64,
                    p.all as f64,
                    start.elapsed().as_secs_f64()
                );
                *l = (p.level, Instant::now(), p.done);
            }
            total.fetch_max(p.done, Ordering::Relaxed);
            if start.elapsed().as_secs_f64() > limit {
                stop.store(true, Ordering::Relaxed);
            }
        },
        &stop,
    );
    let t = start.elapsed().as_secs_f64();
    let total = total.into_inner() as f64;
    eprintln!("{r:?} {total:.3e} in {t:.2} s {:.3e}/s", total / t);
}
