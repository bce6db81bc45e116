//! The games of a match and their openings, determined by the settings alone.

use super::spec::Spec;
use ludoteca_catalog::{AnyPlay, GameId, Seat, Setup, Status, open};
use ludoteca_engine::{Budget, Level, Watch};
use ludoteca_shell::Failure;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::time::Duration;

/// The number of openings that may end the game before we give up.
const TRIES: u64 = 1000;
/// The nodes and memory of the engine's search that judges how balanced an opening is.
const JUDGED: (u64, usize) = (20_000, 1 << 20);

pub(super) struct Plan {
    pub(super) game: GameId,
    pub(super) setup: Setup,
    pub(super) seats: u8,
    pub(super) entrants: Vec<Spec>,
    /// For each chair, the number of its entrant. Chairs rotate through the seats.
    pub(super) pairings: Vec<Vec<usize>>,
    pub(super) opening_plies: u32,
    /// The most balanced of this many random openings is used.
    pub(super) opening_choice: u32,
    pub(super) seed: u64,
    pub(super) movetime: Duration,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Ticket {
    pub(super) pairing: usize,
    /// Counted from 0 within the pairing.
    pub(super) game: u32,
}

impl Plan {
    /// Checks everything possible before the first game.
    pub(super) fn check(&self) -> Result<(), Failure> {
        #[cfg(feature = "peer")]
        for spec in &self.entrants {
            if self.seats > 2 && matches!(spec.kind, super::spec::Kind::Minimax(_)) {
                return Err(Failure::Usage(format!("{spec} plays games of two only")));
            }
        }
        if matches!(open(self.game, &self.setup)?.status(), Status::Over(_)) {
            return Err(Failure::Other("the game is over in this position".to_owned()));
        }
        self.opening(0).map(|_| ())
    }

    /// The settings on one line, which determines the games.
    pub(super) fn header(&self) -> String {
        let names: Vec<String> = self.entrants.iter().map(Spec::to_string).collect();
        let mut line = format!(
            "{} of {}: {}; seed {}, openings of {} plies, movetime {} ms",
            self.game,
            self.seats,
            names.join(" / "),
            self.seed,
            self.opening_plies,
            self.movetime.as_millis()
        );
        if self.opening_choice > 1 {
            line += &format!(", the most level of {}", self.opening_choice);
        }
        for (key, value) in &self.setup.options {
            line += &format!(", {key}={value}");
        }
        if let Some(position) = &self.setup.position {
            line += &format!(", from {position}");
        }
        line
    }

    /// The chair whose player has this seat.
    pub(super) fn chair(&self, ticket: Ticket, seat: Seat) -> usize {
        let seats = usize::from(self.seats);
        (seat.index() + ticket.game as usize % seats) % seats
    }

    /// The entrant who has this seat.
    pub(super) fn entrant(&self, ticket: Ticket, seat: Seat) -> usize {
        self.pairings[ticket.pairing][self.chair(ticket, seat)]
    }

    /// The game with its opening played. Each opening is played from all sides, by all pairings.
    pub(super) fn begin(&self, ticket: Ticket) -> Result<Box<dyn AnyPlay>, Failure> {
        self.opening(ticket.game / u32::from(self.seats))
    }

    /// Random plies can decide a game before the players begin. The same side then wins both games of a pair,
    /// which says little about strength: hence the choice among several openings.
    fn opening(&self, number: u32) -> Result<Box<dyn AnyPlay>, Failure> {
        let start = open(self.game, &self.setup)?;
        let mut chosen: Option<(i32, Box<dyn AnyPlay>)> = None;
        let mut found = 0;
        for attempt in 0..TRIES {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(mix(&[self.seed, number.into(), attempt]));
            let mut game = start.fork();
            for _ in 0..self.opening_plies {
                let mut moves = game.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let chosen = moves.swap_remove((random.next_u64() % moves.len() as u64) as usize);
                game.play(&chosen).map_err(Failure::other)?;
            }
            if matches!(game.status(), Status::Over(_)) {
                continue;
            }
            let tilt = if self.opening_choice > 1 { tilt(self.game, &*game) } else { 0 };
            if chosen.as_ref().is_none_or(|&(least, _)| tilt < least) {
                chosen = Some((tilt, game));
            }
            found += 1;
            if found >= self.opening_choice {
                break;
            }
        }
        if let Some((_, game)) = chosen {
            return Ok(game);
        }
        let plies = self.opening_plies;
        Err(Failure::Other(format!("{TRIES} random openings of {plies} plies all end the game: take fewer")))
    }

    /// The seed of a player in a game.
    pub(super) fn player_seed(&self, ticket: Ticket, seat: Seat) -> u64 {
        mix(&[self.seed, !0, ticket.pairing as u64, ticket.game.into(), self.chair(ticket, seat) as u64])
    }
}

/// How unbalanced a two-player position is by a short search of the engine.
fn tilt(game: GameId, now: &dyn AnyPlay) -> i32 {
    let (nodes, bytes) = JUDGED;
    let budget = Budget { nodes: Some(nodes), ..Budget::default() };
    let mut watch = Watch { stop: &|| false, report: &mut |_| {} };
    let analysis = ludoteca_engine::engine(game, Level::FULL, bytes, 1).think(now, &budget, &mut watch);
    let value = analysis.and_then(|analysis| analysis.lines.first()?.value);
    value.map_or(0, |value| value.rank().saturating_abs())
}

/// A hash of several numbers.
fn mix(numbers: &[u64]) -> u64 {
    numbers.iter().fold(0, |mixed, number| {
        Xoshiro256PlusPlus::seed_from_u64(mixed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).next_u64()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(seats: u8, pairing: Vec<usize>) -> Plan {
        Plan {
            game: GameId::NumberOne,
            setup: Setup { players: Some(seats), ..Setup::default() },
            seats,
            entrants: vec!["random".parse().unwrap(), "uct".parse().unwrap()],
            pairings: vec![pairing],
            opening_plies: 6,
            opening_choice: 1,
            seed: 1,
            movetime: Duration::from_millis(100),
        }
    }

    #[test]
    fn every_chair_sits_everywhere_in_the_same_opening() {
        let plan = plan(3, vec![0, 1, 1]);
        for opening in 0..4 {
            let tickets = (0..3).map(|i| Ticket { pairing: 0, game: opening * 3 + i });
            let mut seats_of_first: Vec<usize> = Vec::new();
            let mut positions = Vec::new();
            for ticket in tickets {
                let first: Vec<Seat> = Seat::all(3).filter(|seat| plan.entrant(ticket, *seat) == 0).collect();
                assert_eq!(first.len(), 1);
                seats_of_first.push(first[0].index());
                positions.push(plan.begin(ticket).unwrap().position());
            }
            seats_of_first.sort_unstable();
            assert_eq!(seats_of_first, [0, 1, 2]);
            positions.dedup();
            assert_eq!(positions.len(), 1);
        }
        let position = |game| plan.begin(Ticket { pairing: 0, game }).unwrap().position();
        assert_ne!(position(0), position(3));
    }

    #[test]
    fn the_most_level_opening_is_chosen() {
        let mut peak = plan(2, vec![0, 1]);
        peak.game = GameId::Peak;
        peak.setup = Setup::default();
        let tilts = |plan: &Plan| -> Vec<i32> {
            (0..4).map(|number| tilt(GameId::Peak, &*plan.opening(number).unwrap())).collect()
        };
        let any = tilts(&peak);
        assert!(!peak.header().contains("level"));
        peak.opening_choice = 8;
        let chosen = tilts(&peak);
        assert!(chosen.iter().zip(&any).all(|(chosen, any)| chosen <= any), "{chosen:?} {any:?}");
        assert!(chosen.iter().sum::<i32>() * 3 < any.iter().sum::<i32>(), "{chosen:?} {any:?}");
        assert_eq!(chosen, tilts(&peak));
        assert!(peak.header().contains("openings of 6 plies, movetime 100 ms, the most level of 8"));
    }

    #[test]
    fn openings_that_end_the_game_are_skipped_or_refused() {
        let mut squadro = plan(2, vec![0, 1]);
        squadro.game = GameId::Squadro;
        squadro.setup = Setup { position: Some("bccc0/00000 y".to_owned()), ..Setup::default() };
        squadro.opening_plies = 1;
        for number in 0..20 {
            assert_eq!(squadro.opening(number).unwrap().last_move().unwrap(), "Y5");
        }
        squadro.opening_plies = 100_000;
        assert!(squadro.check().unwrap_err().to_string().contains("all end the game"));
        squadro.setup.position = Some("cccc0/00000 r".to_owned());
        assert!(squadro.check().unwrap_err().to_string().contains("is over"));
    }
}
