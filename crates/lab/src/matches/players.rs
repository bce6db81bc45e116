//! Creates players from their specifications.

use super::spec::{Kind, Limit, Spec};
use ludoteca_catalog::{AnyPlay, GameId};
use ludoteca_engine::{
    Analysis, Budget, DEFAULT_TABLE_BYTES, Level, Player, Random, UgiClient, Watch, engine_with_sight,
    monte_carlo, plain_uct,
};
use ludoteca_shell::{
    Failure,
    engine_options::{EngineOptions, engine},
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::Duration,
};

/// A player with its limit per move.
pub(super) struct Seated {
    player: Inner,
    pub(super) time: Option<Duration>,
    budget: Budget,
}

enum Inner {
    Own(Box<dyn Player>),
    Outside(UgiClient),
}

impl Seated {
    /// Creates a player; `movetime` applies if its specification has no limit.
    pub(super) fn new(game: GameId, spec: &Spec, movetime: Duration) -> Result<Seated, Failure> {
        let limit = match (&spec.kind, spec.limit) {
            // These end by themselves.
            (Kind::Random | Kind::Sight(_), limit) => limit,
            (Kind::Level(level), limit) if *level < Level::FULL => limit,
            (_, limit) => Some(limit.unwrap_or(Limit::Time(movetime))),
        };
        let time = if let Some(Limit::Time(time)) = limit { Some(time) } else { None };
        let budget = Budget {
            nodes: if let Some(Limit::Nodes(nodes)) = limit { Some(nodes) } else { None },
            depth: if let Some(Limit::Depth(depth)) = limit { Some(depth) } else { None },
            ..Budget::default()
        };
        let player = match &spec.kind {
            Kind::Random => Inner::Own(Box::new(Random)),
            Kind::Uct => Inner::Own(plain_uct(game)),
            Kind::Mcts(leaf) => Inner::Own(monte_carlo(game, *leaf, DEFAULT_TABLE_BYTES)),
            Kind::Engine => Inner::Own(engine(game, &EngineOptions::default())),
            Kind::Level(level) => {
                let options = EngineOptions { level: u64::from(level.number()), ..EngineOptions::default() };
                Inner::Own(engine(game, &options))
            }
            Kind::Sight(sight) => Inner::Own(engine_with_sight(game, *sight)),
            #[cfg(feature = "peer")]
            Kind::Minimax(strategy) => {
                Inner::Own(ludoteca_peer::player(game, *strategy, time.unwrap_or(movetime)))
            }
            Kind::Ugi(command) => Inner::Outside(
                UgiClient::start(command, time)
                    .map_err(|error| Failure::Other(format!("player {spec}: {error}")))?,
            ),
        };
        Ok(Seated { player, time, budget })
    }

    pub(super) fn new_game(&mut self) {
        match &mut self.player {
            Inner::Own(player) => player.new_game(),
            Inner::Outside(client) => client.new_game(),
        }
    }

    /// A move in a game that is not over, or why there is none.
    pub(super) fn choose(
        &mut self,
        game: &dyn AnyPlay,
        seed: u64,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<String, String> {
        let budget = Budget { seed, ..self.budget.clone() };
        let mut report = |_: &Analysis| {};
        let mut watch = Watch { stop, report: &mut report };
        let answer = match &mut self.player {
            Inner::Own(player) => catch_unwind(AssertUnwindSafe(|| player.think(game, &budget, &mut watch)))
                .map_err(|_| "it broke down".to_owned())?
                .ok_or("it gave no move"),
            Inner::Outside(client) => match client.think(game, &budget, &mut watch) {
                Some(analysis) => Ok(analysis),
                None => return Err(client.failure().unwrap_or("it gave no move").to_owned()),
            },
        };
        Ok(answer?.best().to_owned())
    }
}
