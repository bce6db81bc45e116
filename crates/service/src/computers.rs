//! The computer levels as players. The engine is injected, so that a server can be built without it.

use super::{Games, active::Originator, slot::SlotState};
use ludoteca_catalog::{AnyPlay, GameId, Seat};
use ludoteca_contest::{Action, Contest, Offer};
use std::{fmt, sync::Arc};

/// A source of computer moves. Called from threads that may block.
pub trait Computers: fmt::Debug + Send + Sync + 'static {
    /// The highest level of a game; the lowest is 1.
    fn highest(&self, game: GameId) -> u8;

    /// The move of a level, with at most this time to think; `None` when the game is over.
    fn best(&self, game: &dyn AnyPlay, level: u8, millis: u64) -> Option<String>;

    /// Whether the computer on this seat, at this level, agrees to a draw.
    fn agrees_to_draw(&self, game: &dyn AnyPlay, level: u8, seat: Seat) -> bool;
}

/// The longest thinking time for a move, in milliseconds.
pub(crate) const LONGEST: u64 = 2000;
/// The same while other moves wait. Half of the two seconds that one person's games may delay another's is
/// left for everything else.
pub(crate) const LONGEST_IN_QUEUE: u64 = 1000;

impl Games {
    /// Starts the computer's move or answer, if it is its turn.
    pub(crate) fn let_computers(&self, inside: &SlotState) {
        let (Some(computers), Ok(game)) = (self.0.computers.clone(), inside.game()) else { return };
        let answering = offered_to(&game.contest, game);
        let moving = game.computer_to_act();
        if answering.is_none() && moving.is_none() {
            return;
        }
        let (games, id, seq) = (self.clone(), Arc::clone(&game.id), game.contest.seq());
        let board = game.contest.game().fork();
        let millis = moving.and_then(|(seat, _)| {
            let now = ludoteca_contest::Now::at(self.now());
            Some(game.contest.reading(seat, now)?.left / 20)
        });
        // One line for each creator of games.
        let place = self.0.quotas.thinking.enter(game.made.by.clone());
        tokio::spawn(async move {
            let Some(turn) = place.turn().await else { return };
            // If the game has moved on during the wait, the computer was asked again.
            let current = games.with_game(&id, async |inside| Ok(inside.game()?.contest.seq())).await;
            if current.is_ok_and(|current| current != seq) {
                return;
            }
            let longest = if games.0.quotas.thinking.has_waiting() { LONGEST_IN_QUEUE } else { LONGEST };
            let thought = tokio::task::spawn_blocking(move || match (answering, moving) {
                (Some((seat, level, Offer::Draw)), _) => {
                    let agrees = computers.agrees_to_draw(&*board, level, seat);
                    Some((seat, if agrees { Action::Accept } else { Action::Decline }))
                }
                (Some((seat, _, Offer::TakeBack)), _) => Some((seat, Action::Accept)),
                (None, Some((seat, level))) => {
                    let millis = millis.unwrap_or(longest).clamp(20, longest);
                    let text = computers.best(&*board, level, millis)?;
                    Some((seat, Action::Move(text)))
                }
                (None, None) => None,
            });
            let thought = thought.await;
            // Keep the place until the move is stored and the next computer is asked: until then the game
            // still counts as one in which a computer has to move.
            let _place = turn.finish();
            let Ok(Some((seat, action))) = thought else { return };
            let done = games
                .with_game(&id, async |inside| {
                    let game = inside.game_mut()?;
                    // If the game has moved on meanwhile, the computer was asked again.
                    if game.contest.seq() != seq {
                        return Ok(());
                    }
                    let decided = game.act(&Originator::Computer(seat), action, games.now())?;
                    games.commit(inside, decided).await.map(|_| ())
                })
                .await;
            if let Err(error) = done {
                tracing::warn!(game = &*id, "the computer could not act: {error}");
            }
        });
    }
}

/// A computer that must answer an offer.
fn offered_to(contest: &Contest, game: &super::active::ActiveGame) -> Option<(Seat, u8, Offer)> {
    let pending = contest.pending()?;
    Seat::all(contest.game().seats()).find_map(|seat| match game.holders[seat.index()] {
        super::active::Holder::Level(level)
            if seat != pending.by && !pending.agreed[seat] && contest.is_in(seat) =>
        {
            Some((seat, level, pending.offer))
        }
        _ => None,
    })
}
