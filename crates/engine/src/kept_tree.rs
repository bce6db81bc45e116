use ludoteca_core::{Play, Position};
use ludoteca_search::{Mcts, MctsOptions};

/// The Monte Carlo tree of a game, kept from one position to the next.
#[derive(Debug)]
pub(crate) struct KeptTree<P: Position>(Option<Mcts<P>>);

impl<P: Position> KeptTree<P> {
    pub(crate) fn none() -> Self {
        KeptTree(None)
    }

    /// The tree for the current position: the previous tree's subtree if the game continues from it, and a
    /// new tree otherwise.
    pub(crate) fn at(&mut self, play: &Play<P>, options: &MctsOptions) -> &mut Mcts<P> {
        let mut last = self.0.take();
        let past: Vec<_> = play.past().collect();
        let follows = last.as_mut().is_some_and(|tree| tree.follow(&past, play.position()));
        self.0.insert(last.filter(|_| follows).unwrap_or_else(|| new_tree(play, options)))
    }
}

pub(crate) fn new_tree<P: Position>(play: &Play<P>, options: &MctsOptions) -> Mcts<P> {
    let history: Vec<P> = play.past().map(|(position, _)| position).collect();
    Mcts::new(play.position(), &history, options.clone())
}
