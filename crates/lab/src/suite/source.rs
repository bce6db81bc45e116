//! The source of a suite's positions: games between the engine's levels.

use super::Entry;
use ludoteca_catalog::{AnyPlay, ForGame, GameId, Setup, Status, open, play_of};
use ludoteca_core::Game;
use ludoteca_engine::{Budget, Level, Outcome, Player, Random, Watch, engine};
use ludoteca_search::Stop;
use ludoteca_shell::Failure;
use ludoteca_solve::{Proved, Prover};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The number of random plies at the start of a game, before the levels take over.
pub(super) const OPENING: std::ops::RangeInclusive<u64> = 2..=6;
pub(super) const LEVELS: std::ops::RangeInclusive<u64> = 2..=5;
/// A game's positions are judged backwards from its end, until this many could not be proven.
const GIVE_UP: u32 = 2;
/// The maximum number of positions judged in one game.
const JUDGED: usize = 8;
/// The maximum depth of the fixed-depth searches that measure how hard a position is.
pub(super) const DEEPEST: u32 = 4;
const PROOF_TABLE: usize = 64 << 20;
const SEARCH_TABLE: usize = 4 << 20;
const MAX_PLIES: usize = 300;

/// Plays games and finds positions in them for a suite.
pub(crate) struct Source<'a> {
    pub(crate) game: GameId,
    pub(crate) options: &'a [(String, String)],
    pub(crate) seed: u64,
    /// The maximum number of positions per proof.
    pub(crate) nodes: u64,
}

impl Source<'_> {
    /// The usable positions of one game, last first.
    pub(super) fn entries(&self, number: u64) -> Result<Vec<Entry>, Failure> {
        // No larger than the proofs of one game can fill.
        let bytes = PROOF_TABLE.min(usize::try_from(self.nodes).unwrap_or(PROOF_TABLE).saturating_mul(4096));
        let mut judge = Prover::new(bytes, self.nodes);
        let mut entries = Vec::new();
        let (mut beyond, mut judged) = (0, 0);
        for position in self.positions(number)?.into_iter().rev() {
            match self.game.with(JudgeText { game: &*position, judge: &mut judge }) {
                None => beyond += 1,
                Some(found) => {
                    judged += 1;
                    entries.extend(self.entry(&*position, found)?);
                }
            }
            if beyond == GIVE_UP || judged == JUDGED {
                break;
            }
        }
        Ok(entries)
    }

    /// The positions of a game between two levels after a random opening, each without its history.
    pub(crate) fn positions(&self, number: u64) -> Result<Vec<Box<dyn AnyPlay>>, Failure> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ number.rotate_left(32));
        let mut within = |range: std::ops::RangeInclusive<u64>| {
            range.start() + random.next_u64() % (range.end() - range.start() + 1)
        };
        let opening = within(OPENING) as usize;
        let mut players = [(); 2].map(|()| {
            let level = Level::new(within(LEVELS) as u8).unwrap_or(Level::FULL);
            engine(self.game, level, SEARCH_TABLE, 1)
        });
        let budget = Budget { seed: within(0..=u64::MAX - 1), ..Budget::default() };
        let setup = Setup { options: self.options.to_vec(), ..Setup::default() };
        let mut game = open(self.game, &setup)?;
        let mut positions = Vec::new();
        while let Status::ToAct(seat) = game.status() {
            let plies = game.steps();
            if plies >= MAX_PLIES {
                break;
            }
            let player = if plies < opening { &mut Random } else { &mut *players[seat.index() % 2] };
            let chosen = choose(player, &*game, &budget)?;
            if plies >= opening {
                positions.push(game.without_past());
            }
            game.play(&chosen).map_err(Failure::other)?;
        }
        // Skip repeated positions.
        let mut seen = std::collections::HashSet::new();
        positions.retain(|position| seen.insert(position.position()));
        Ok(positions)
    }

    /// A position is usable if there is something to find: there is no immediate win, and at most half of the
    /// moves keep the value.
    fn entry(&self, game: &dyn AnyPlay, judged: JudgedText) -> Result<Option<Entry>, Failure> {
        let JudgedText { value, keeping, moves, wins_at_once, nodes } = judged;
        if value == Outcome::Loss || wins_at_once || 2 * keeping.len() > moves {
            return Ok(None);
        }
        let depth = self.depth(game, &keeping)?;
        Ok(Some(Entry { position: game.position(), value, keeping, depth, nodes }))
    }

    /// The depth from which on a fixed-depth search keeps the value; 0 if even the deepest does not.
    fn depth(&self, game: &dyn AnyPlay, keeping: &[String]) -> Result<u32, Failure> {
        let mut least = 0;
        for depth in (1..=DEEPEST).rev() {
            let mut player = engine(self.game, Level::FULL, SEARCH_TABLE, 1);
            let chosen = choose(&mut *player, game, &Budget { depth: Some(depth), ..Budget::default() })?;
            if !keeping.contains(&chosen) {
                break;
            }
            least = depth;
        }
        Ok(least)
    }
}

pub(crate) fn choose(
    player: &mut dyn Player,
    game: &dyn AnyPlay,
    budget: &Budget,
) -> Result<String, Failure> {
    let found = player.think(game, budget, &mut Watch { stop: &|| false, report: &mut |_| {} });
    found
        .map(|found| found.best().to_owned())
        .ok_or_else(|| Failure::Other("the engine found no move".to_owned()))
}

/// The text form of [`Proved`].
struct JudgedText {
    value: Outcome,
    keeping: Vec<String>,
    moves: usize,
    wins_at_once: bool,
    nodes: u64,
}

struct JudgeText<'a> {
    game: &'a dyn AnyPlay,
    judge: &'a mut Prover,
}

impl ForGame for JudgeText<'_> {
    type Output = Option<JudgedText>;

    fn run<G: Game>(self) -> Self::Output {
        let position = play_of::<G>(self.game)?.position();
        let judged = self.judge.judge(position, Stop::never())?;
        let ends = |m| matches!(position.after(m).status(), Status::Over(_));
        let Proved { value, nodes, .. } = judged;
        Some(JudgedText {
            value,
            keeping: judged.keeping().map(|m| position.move_text(m)).collect(),
            moves: judged.moves.len(),
            wins_at_once: value == Outcome::Win && judged.keeping().any(ends),
            nodes,
        })
    }
}
