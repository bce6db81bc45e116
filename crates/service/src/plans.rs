//! Premoves, played one after the other whatever the opponents do, and conditional moves, a tree of answers
//! to their possible moves.

use super::{
    Games, Identity,
    active::{Holder, Originator, PendingCommit},
    error::{GameError, not_kept, not_read},
    ownership::Operation,
    slot::SlotState,
};
use ludoteca_contest::Action;
use ludoteca_protocol::{Branch, Plan};

pub(crate) const MAX_PREMOVES: usize = 50;
pub(crate) const MAX_BRANCHES: usize = 500;
const LONGEST: usize = 20_000;

/// The stored form of a plan; `None` if it is empty.
fn stored(plan: &Plan) -> Option<String> {
    (!plan.is_empty()).then(|| serde_json::to_string(plan).unwrap_or_default())
}

/// The next turn, given the moves since one's own last one, and the remaining plan.
fn next_turn(plan: &Plan, others: &[String]) -> Option<(Vec<String>, Plan)> {
    if let Some((first, rest)) = plan.premoves.split_first() {
        return Some((vec![first.clone()], Plan { premoves: rest.to_vec(), branches: Vec::new() }));
    }
    let branch = plan.branches.iter().find(|branch| branch.when == others)?;
    Some((branch.play.clone(), Plan { premoves: Vec::new(), branches: branch.then.clone() }))
}

fn count(branches: &[Branch]) -> usize {
    branches.iter().map(|branch| 1 + count(&branch.then)).sum()
}

impl Games {
    /// Stores a player's plan.
    pub async fn set_plan(&self, id: &str, who: &Identity, plan: &Plan) -> Result<(), GameError> {
        let text = serde_json::to_string(plan).unwrap_or_default();
        if plan.premoves.len() > MAX_PREMOVES || count(&plan.branches) > MAX_BRANCHES || text.len() > LONGEST
        {
            return Err(GameError::PlanTooLarge);
        }
        let ask = || Operation::SetPlan { who: who.clone(), plan: plan.clone() };
        self.at_owner(id, ask, || self.set_plan_here(id, who, plan)).await
    }

    pub(super) async fn set_plan_here(&self, id: &str, who: &Identity, plan: &Plan) -> Result<(), GameError> {
        self.with_game(id, async |inside| {
            let seat = inside.game()?.own_seat(&who.id)?;
            self.keep_plan(inside, seat.index() as u8, plan).await?;
            self.follow_plans(inside).await;
            Ok(())
        })
        .await
    }

    pub async fn plan(&self, id: &str, who: &Identity) -> Result<Plan, GameError> {
        let seat = self.look_at(id, |game| game.own_seat(&who.id)).await?;
        let plans = self.0.store.plans(id).await.map_err(not_read)?;
        let own = plans.into_iter().find(|(number, _)| usize::from(*number) == seat.index());
        Ok(own.and_then(|(_, text)| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    /// Plays the prepared moves of the player to move, if there are any. An illegal move ends the plan, and
    /// its player is notified of the reason.
    pub(crate) async fn follow_plans(&self, inside: &mut SlotState) {
        let Ok(game) = inside.game() else { return };
        let (Some(seat), id) = (game.contest.to_act(), game.id.to_string()) else { return };
        let Holder::User(user) = &game.holders[seat.index()] else { return };
        let (person, number) = (user.id.clone(), seat.index() as u8);
        let mut others: Vec<String> = game
            .contest
            .game()
            .played()
            .into_iter()
            .rev()
            .take_while(|(other, _)| *other != seat)
            .map(|(_, text)| text)
            .collect();
        others.reverse();
        let Ok(plans) = self.0.store.plans(&id).await else { return };
        let own = plans.into_iter().find(|(other, _)| *other == number);
        let Some(plan) = own.and_then(|(_, text)| serde_json::from_str::<Plan>(&text).ok()) else { return };
        // The plan ends where the tree does not contain the opponents' moves.
        let (moves, rest) = next_turn(&plan, &others).unwrap_or_default();
        if moves.is_empty() && others.is_empty() {
            return;
        }
        let Ok(game) = inside.game_mut() else { return };
        let (mut all, mut refused) = (None::<PendingCommit>, None);
        for text in moves {
            let originator = Originator::Player { person: person.clone(), action: None, lag: 0 };
            match game.act(&originator, Action::Move(text), self.now()) {
                Ok(decided) => match &mut all {
                    Some(all) => all.and_then(decided),
                    None => all = Some(decided),
                },
                Err(error) => {
                    refused = Some(error);
                    break;
                }
            }
        }
        // An illegal move ends the plan.
        let rest = if refused.is_some() { Plan::default() } else { rest };
        let done = match all {
            // The moves and the remaining plan are stored together: a move is neither lost nor played twice,
            // even after a crash.
            Some(mut decided) => {
                decided.append.plan = Some((number, stored(&rest)));
                game.planned[seat.index()] = !rest.is_empty();
                self.commit(inside, decided).await.map(|_| ())
            }
            None => self.keep_plan(inside, number, &rest).await,
        };
        if let Some(error) = refused.or(done.err()) {
            self.0.connections.notify_plan_refused(&person, &id, error);
        }
    }

    async fn keep_plan(&self, inside: &mut SlotState, seat: u8, plan: &Plan) -> Result<(), GameError> {
        let game = inside.game_mut()?;
        let kept = stored(plan);
        let stored = self.0.store.set_plan(&game.id, seat, kept.as_deref()).await;
        stored.map_err(not_kept)?;
        if let Some(planned) = game.planned.get_mut(usize::from(seat)) {
            *planned = kept.is_some();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn branch(when: &[&str], play: &[&str], then: Vec<Branch>) -> Branch {
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        Branch { when: words(when), play: words(play), then }
    }

    #[test]
    fn a_tree_answers_what_was_played_and_keeps_what_follows() {
        let plan = Plan {
            premoves: Vec::new(),
            branches: vec![
                branch(&["R1"], &["Y2"], vec![branch(&["R3"], &["Y4"], Vec::new())]),
                branch(&["R2"], &["Y1"], Vec::new()),
            ],
        };
        let (moves, rest) = next_turn(&plan, &["R1".to_owned()]).unwrap();
        assert_eq!(moves, ["Y2"]);
        assert_eq!(next_turn(&rest, &["R3".to_owned()]).unwrap().0, ["Y4"]);
        assert!(next_turn(&rest, &["R1".to_owned()]).is_none());
        assert!(next_turn(&plan, &["R5".to_owned()]).is_none());
    }

    #[test]
    fn premoves_are_played_in_order_whatever_the_others_do() {
        let plan = Plan { premoves: vec!["Y1".to_owned(), "Y2".to_owned()], branches: Vec::new() };
        let (first, rest) = next_turn(&plan, &["R4".to_owned()]).unwrap();
        assert_eq!(first, ["Y1"]);
        let (second, rest) = next_turn(&rest, &[]).unwrap();
        assert_eq!(second, ["Y2"]);
        assert!(rest.is_empty());
    }
}
