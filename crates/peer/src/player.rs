use crate::{AlphaBeta, Mcts};
use ludoteca_catalog::{AnyPlay, GameId, play_of, with_game_type};
use ludoteca_engine::{Analysis, Budget, Line, Player, Watch};
use ludoteca_evaluate::Judged;
use std::time::Duration;

/// The search algorithms of `minimax`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Alpha-beta with the engine's own evaluation.
    AlphaBeta,
    /// Monte Carlo tree search with random games.
    Mcts,
}

/// `minimax` as a player that takes this time for each move. It supports neither node limits nor stopping,
/// and returns no move in games of three or four.
#[must_use]
pub fn player(game: GameId, strategy: Strategy, time: Duration) -> Box<dyn Player> {
    with_game_type!(game, G => Box::new(Peer::<G>::new(strategy, time)))
}

struct Peer<G: Judged> {
    strategy: Strategy,
    time: Duration,
    search: Search<G>,
}

enum Search<G: Judged> {
    AlphaBeta(AlphaBeta<G, G::Judge>),
    Mcts(Mcts<G>),
}

impl<G: Judged> Peer<G> {
    fn new(strategy: Strategy, time: Duration) -> Self {
        let search = match strategy {
            Strategy::AlphaBeta => Search::AlphaBeta(AlphaBeta::new(G::Judge::default())),
            Strategy::Mcts => Search::Mcts(Mcts::new()),
        };
        Peer { strategy, time, search }
    }
}

impl<G: Judged> Player for Peer<G> {
    fn name(&self) -> String {
        match self.strategy {
            Strategy::AlphaBeta => "minimax alpha-beta".to_owned(),
            Strategy::Mcts => "minimax MCTS".to_owned(),
        }
    }

    fn new_game(&mut self) {
        *self = Peer::new(self.strategy, self.time);
    }

    fn think(&mut self, game: &dyn AnyPlay, _budget: &Budget, _watch: &mut Watch<'_>) -> Option<Analysis> {
        let position = play_of::<G>(game)?.position();
        let m = match &mut self.search {
            Search::AlphaBeta(search) => search.choose(position, self.time),
            Search::Mcts(search) => search.choose(position, self.time),
        }?;
        let line = Line { moves: vec![position.move_text(m)], value: None, score: None };
        Some(Analysis { lines: vec![line], nodes: 0, depth: 0 })
    }
}
