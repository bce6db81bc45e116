//! Retrograde analysis: which seat can force what, and in how many plies.

use super::{GRAIN, PackedWorth, Stage, Unsolved};

/// The moves between numbered positions, each with a bit for whether the same seat acts again.
#[derive(Default, Debug)]
pub(super) struct Edges {
    /// For each source position: where its targets end, and whether it also has a move that draws at once.
    rows: Vec<Row>,
    targets: Vec<Target>,
}

#[derive(Debug)]
struct Row {
    from: u32,
    end: usize,
    draws: bool,
}

/// A position's number; the highest bit is set if the same seat acts at the other end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Target(u32);

impl Target {
    fn new(number: u32, own: bool) -> Self {
        Target(number | u32::from(own) << 31)
    }

    fn number(self) -> usize {
        (self.0 & !(1 << 31)) as usize
    }

    fn own(self) -> bool {
        self.0 >> 31 == 1
    }
}

impl Edges {
    /// The memory per numbered position while values are propagated back: where its row begins and how many
    /// moves it has left.
    pub(super) const BYTES_A_NODE: usize = size_of::<usize>() + size_of::<u32>() + size_of::<u32>();

    pub(super) fn push(&mut self, from: u32, mut to: Vec<(u32, bool)>, draws: bool) {
        to.sort_unstable();
        to.dedup();
        self.targets.extend(to.into_iter().map(|(number, own)| Target::new(number, own)));
        self.rows.push(Row { from, end: self.targets.len(), draws });
    }

    pub(super) fn len(&self) -> usize {
        self.targets.len()
    }

    /// The memory including a copy of the edges in reverse direction.
    pub(super) fn bytes(&self) -> usize {
        (self.targets.capacity() + self.targets.len()) * size_of::<Target>()
            + self.rows.capacity() * size_of::<Row>()
    }

    fn rows(&self) -> impl Iterator<Item = (&Row, &[Target])> {
        let begins = std::iter::once(0).chain(self.rows.iter().map(|row| row.end));
        self.rows.iter().zip(begins).map(|(row, begin)| (row, &self.targets[begin..row.end]))
    }

    /// For each of `count` positions, the number of moves that must lose before the position is lost; and the
    /// reversed edges: where those of each position begin, and their sources.
    fn turn_round(self, count: usize) -> (Vec<u32>, Vec<usize>, Vec<Target>) {
        let mut left = vec![0; count];
        let mut begins = vec![0; count + 1];
        for (row, targets) in self.rows() {
            left[row.from as usize] = targets.len() as u32 + u32::from(row.draws);
            for target in targets {
                begins[target.number() + 1] += 1;
            }
        }
        let mut sum = 0;
        for begin in &mut begins {
            sum += *begin;
            *begin = sum;
        }
        // Each row is filled from its end down, so that its counter becomes its beginning.
        let mut sources = vec![Target(0); sum];
        let mut ends = begins;
        for (row, targets) in self.rows() {
            for target in targets {
                let end = &mut ends[target.number() + 1];
                *end -= 1;
                sources[*end] = Target::new(row.from, target.own());
            }
        }
        // The former end of each row is its beginning now, one index further on.
        ends.remove(0);
        ends.push(sum);
        (left, ends, sources)
    }
}

/// Propagates the known worths (those one ply from the end) back to all positions that follow from them,
/// nearest first, so that the first worth a position gets is that of best play.
pub(super) fn search_back(
    mut worths: Vec<PackedWorth>,
    edges: Edges,
    go_on: &mut dyn FnMut(Stage) -> bool,
) -> Result<Vec<PackedWorth>, Unsolved> {
    let (mut left, begins, sources) = edges.turn_round(worths.len());
    let known = |number: &u32| worths[*number as usize] != PackedWorth::Open;
    let mut front: Vec<u32> = (0..worths.len() as u32).filter(known).collect();
    let mut valued = front.len();
    let mut plies: u16 = 1;
    while !front.is_empty() {
        plies = plies.saturating_add(1);
        let mut next = Vec::new();
        for (i, &number) in front.iter().enumerate() {
            if i.is_multiple_of(GRAIN) && !go_on(Stage::Valuing { valued, all: worths.len() }) {
                return Err(Unsolved::Stopped);
            }
            let number = number as usize;
            let won = matches!(worths[number], PackedWorth::Win(_));
            for source in &sources[begins[number]..begins[number + 1]] {
                let before = source.number();
                if worths[before] != PackedWorth::Open {
                    continue;
                }
                if won == source.own() {
                    worths[before] = PackedWorth::Win(plies);
                } else {
                    left[before] -= 1;
                    if left[before] > 0 {
                        continue;
                    }
                    worths[before] = PackedWorth::Loss(plies);
                }
                valued += 1;
                next.push(before as u32);
            }
        }
        front = next;
    }
    Ok(worths)
}
