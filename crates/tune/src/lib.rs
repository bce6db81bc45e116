//! The tuner: plays self-play games, fits the weights to their results, and repeats with the better weights.
//! `cargo xtask tune` runs it; no shipped program contains it.

mod files;
mod fit;
mod score;
mod self_play;

pub use files::{Files, TuneError, tune, tune_by_id};
pub use score::{ScoreReport, tune_score};
pub use self_play::{Tally, compare};

use fit::Examples;
use ludoteca_evaluate::{Features, Knowledge, logistic};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use self_play::Sight;
use std::{fmt, ops::ControlFlow};

struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// The same two numbers give the same random sequence.
    fn new(seed: u64, stream: u64) -> Dice {
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed ^ stream.wrapping_mul(0x9E37_79B9_7F4A_7C15)))
    }

    fn bits(&mut self) -> u32 {
        self.0.next_u32()
    }

    fn below(&mut self, limit: usize) -> usize {
        ((u64::from(self.bits()) * limit as u64) >> 32) as usize
    }
}

/// How much to play and fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Budget {
    /// The number of rounds of playing and fitting.
    pub generations: u32,
    pub games: u32,
    /// How many plies the players look ahead, limited to the number of the generation, since looking ahead is
    /// of little use without knowledge.
    pub depth: u32,
    /// The number of positions that players of two-seat games search per move, to any depth; 0: they look
    /// `depth` plies ahead.
    pub nodes: u64,
    /// The number of passes over the examples in each generation.
    pub epochs: u32,
    /// The weight of the game's result in the target value of a two-seat position, in percent; the rest is
    /// the player's own expectation.
    pub trust: u32,
    /// The percentage of random moves.
    pub stray: u32,
    /// The seed of all random choices.
    pub seed: u64,
}

impl Budget {
    /// The settings with which this game's weights were made: a few minutes.
    #[must_use]
    pub fn of(game: &str) -> Budget {
        let plain = Budget {
            generations: 6,
            games: 4000,
            depth: 1,
            nodes: 0,
            epochs: 3,
            trust: 100,
            stray: 0,
            seed: 1,
        };
        match game {
            "peak" => Budget { games: 10_000, depth: 2, ..plain },
            "one-piece-for-two" => Budget { generations: 3, nodes: 1000, trust: 50, stray: 3, ..plain },
            _ => Budget { games: 10_000, ..plain },
        }
    }
}

/// How well weights predict the results of games: the mean of -ln of the probability given to what happened,
/// on the games they were fitted to and on others. 0.693 means no knowledge.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Loss {
    /// On the games used for fitting.
    pub training: f64,
    /// On the tenth of the games held out.
    pub validation: f64,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "loss {:.4} in training, {:.4} in validation", self.training, self.validation)
    }
}

/// The progress of a tuner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Progress {
    /// Games of this generation have been played.
    Games {
        /// The generation, from 1, and the number of generations.
        generation: (u32, u32),
        /// The games played, and the number of games.
        games: (u32, u32),
    },
    /// Another pass over the examples of this generation is complete.
    Epoch {
        /// The generation, from 1, and the number of generations.
        generation: (u32, u32),
        /// The epoch, from 1 (0: before the first), and the number of epochs.
        epoch: (u32, u32),
        /// The loss of the current weights.
        loss: Loss,
    },
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Progress::Games { generation, games } => {
                write!(f, "generation {}/{}: {}/{} games", generation.0, generation.1, games.0, games.1)
            }
            Progress::Epoch { generation, epoch, loss } => {
                write!(
                    f,
                    "generation {}/{}: epoch {}/{}: {loss}",
                    generation.0, generation.1, epoch.0, epoch.1
                )
            }
        }
    }
}

/// The result of a tuner's run.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Report {
    /// Generations played and fitted, including those before an interruption.
    pub generations: u32,
    /// Pairs of seats compared in the last generation.
    pub examples: usize,
    /// The loss on the last generation's games with the weights before it.
    pub before: Loss,
    /// The loss on the same games with the weights fitted to them.
    pub after: Loss,
    /// Whether it was stopped before the end.
    pub stopped: bool,
}

/// One round of playing and fitting.
struct Generation<'a> {
    number: u32,
    budget: &'a Budget,
}

/// Tunes in memory, from generation `done` on. `progress` may stop it, and `saved` is called after each
/// generation with its number.
///
/// # Errors
/// The first error of `saved`.
pub fn tune_game<G: Features, E>(
    knowledge: &mut Knowledge<G>,
    budget: &Budget,
    done: u32,
    mut progress: impl FnMut(Progress) -> ControlFlow<()>,
    mut saved: impl FnMut(&Knowledge<G>, u32, &Report) -> Result<(), E>,
) -> Result<Report, E> {
    let mut report = Report { generations: done, ..Report::default() };
    for number in done + 1..=budget.generations {
        let generation = Generation { number, budget };
        let Some(next) = generation.run(knowledge, &mut progress) else {
            report.stopped = true;
            return Ok(report);
        };
        report = next;
        saved(knowledge, number, &report)?;
    }
    Ok(report)
}

impl Generation<'_> {
    /// `None` if stopped; the knowledge is then unchanged.
    fn run<G: Features>(
        &self,
        knowledge: &mut Knowledge<G>,
        progress: &mut impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Option<Report> {
        let [training, validation] = self.play(knowledge, progress)?;
        let mut weights = fit::of(knowledge);
        let loss =
            |weights: &[f32]| Loss { training: training.loss(weights), validation: validation.loss(weights) };
        let before = loss(&weights);
        self.report_epoch(progress, 0, before)?;
        let (mut best, mut after) = (weights.clone(), before);
        let mut dice = Dice::new(self.budget.seed ^ 0xF17, u64::from(self.number));
        // Later generations start closer to the goal.
        let rate = 0.1 / (self.number as f32).sqrt();
        for epoch in 1..=self.budget.epochs {
            fit::descend(&training, &mut weights, rate / (epoch as f32).sqrt(), &mut dice);
            let now = loss(&weights);
            self.report_epoch(progress, epoch, now)?;
            // Without held-out games the training games are the best available measure.
            let judged = |loss: Loss| if validation.len() == 0 { loss.training } else { loss.validation };
            if judged(now) < judged(after) {
                (best, after) = (weights.clone(), now);
            }
        }
        fit::keep(knowledge, &best);
        Some(Report {
            generations: self.number,
            examples: training.len() + validation.len(),
            before,
            after,
            stopped: false,
        })
    }

    fn report_epoch(
        &self,
        progress: &mut impl FnMut(Progress) -> ControlFlow<()>,
        epoch: u32,
        loss: Loss,
    ) -> Option<()> {
        let (generation, epoch) = ((self.number, self.budget.generations), (epoch, self.budget.epochs));
        progress(Progress::Epoch { generation, epoch, loss }).is_continue().then_some(())
    }

    /// Examples for training and for validation: every tenth game is for validation only.
    fn play<G: Features>(
        &self,
        knowledge: &Knowledge<G>,
        progress: &mut impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Option<[Examples; 2]> {
        let mut examples = [(); 2].map(|()| Examples::new(G::UNIT));
        let rules = G::tuned_for();
        for game in 0..self.budget.games {
            if game % 64 == 0 {
                let (generation, games) = ((self.number, self.budget.generations), (game, self.budget.games));
                if progress(Progress::Games { generation, games }).is_break() {
                    return None;
                }
            }
            let Some(rules) = rules.get(game as usize % rules.len().max(1)) else { continue };
            let mut dice = Dice::new(self.budget.seed, u64::from(self.number) << 32 | u64::from(game));
            self.play_one(knowledge, rules, &mut dice, &mut examples[usize::from(game % 10 == 9)]);
        }
        Some(examples)
    }

    /// With two seats the target is partly the game's result, partly what the searching player expected from
    /// it; with more, what one player expects says too little about the others.
    fn play_one<G: Features>(
        &self,
        knowledge: &Knowledge<G>,
        rules: &G::Rules,
        dice: &mut Dice,
        examples: &mut Examples,
    ) {
        let mut play = self_play::opening::<G>(rules, dice);
        let mut expected = Vec::new();
        let Budget { depth, nodes, stray, .. } = *self.budget;
        let sight = if nodes > 0 { Sight::Nodes(nodes) } else { Sight::Plies(depth.min(self.number)) };
        let end = self_play::finish(
            &mut play,
            |_| knowledge,
            (sight, stray),
            dice,
            |seat, value| expected.push((seat, value)),
        );
        let Some(standing) = end else { return };
        for ((position, _), &(seat, value)) in play.past().zip(&expected) {
            // A search does not evaluate these positions, it searches further.
            if position.wins_at_once() || position.is_threatened() {
                continue;
            }
            if position.seats() > 2 {
                examples.add_outcome(&position, &standing);
                continue;
            }
            let seats = [seat, seat.other_of_two()];
            let [came, hoped] = [fit::outcome(&standing, seats), logistic(value as f32 / 1000.0)];
            let trust = self.budget.trust as f32 / 100.0;
            examples.add(&position, seats, trust * came + (1.0 - trust) * hoped);
        }
    }
}
