//! Who wants nothing to do with whom. A block works in both ways where two would meet: in the lobby, by
//! challenges, on seats that are still free. In chat it works in one: whoever blocks does not hear the other.

use crate::hub::{
    Hub, Identity,
    active::time,
    errors::{not_kept, not_read},
    problem,
};
use ludoteca_protocol::{BlockList, BlockView, Problem};
use ludoteca_store::Block;
use std::collections::HashSet;

/// The most that one person may block.
const MOST: usize = 1000;

impl Hub {
    /// Whom somebody blocks.
    pub(crate) async fn blocked_by(&self, person: &str) -> Result<HashSet<String>, Problem> {
        let blocks = self.0.store.blocks_of(person).await.map_err(|error| not_read(&error))?;
        Ok(blocks.into_iter().map(|block| block.other).collect())
    }

    /// Who blocks somebody.
    pub(crate) async fn blockers_of(&self, person: &str) -> Result<HashSet<String>, Problem> {
        let blockers = self.0.store.blockers_of(person).await.map_err(|error| not_read(&error))?;
        Ok(blockers.into_iter().collect())
    }

    /// Whom somebody must not meet: whom they block, and who blocks them.
    pub(crate) async fn apart_from(&self, person: &str) -> Result<HashSet<String>, Problem> {
        let mut apart = self.blocked_by(person).await?;
        apart.extend(self.blockers_of(person).await?);
        Ok(apart)
    }

    /// Refuses a challenge between two of whom one blocks the other. Only whoever blocks is told so; for
    /// everybody else it is as if the other were not there.
    pub(crate) async fn may_challenge(
        &self,
        who: &Identity,
        other: &str,
        shown: &str,
    ) -> Result<(), Problem> {
        if self.blocked_by(&who.id).await?.contains(other) {
            return Err(problem(422, "you-block-them", "you block them: take that back first"));
        }
        match self.blockers_of(&who.id).await?.contains(other) {
            true => Err(super::super::games::no_such_user(shown)),
            false => Ok(()),
        }
    }

    /// Everybody whom somebody blocks, for themselves.
    pub(crate) async fn blocks(&self, who: &Identity) -> Result<BlockList, Problem> {
        let found = self.0.store.blocks_of(&who.id).await.map_err(|error| not_read(&error))?;
        let mut blocks = Vec::with_capacity(found.len());
        for block in found {
            let user = self.user_view(&block.other).await?;
            blocks.push(BlockView { user, at: block.at.unsigned_abs() });
        }
        Ok(BlockList { blocks })
    }

    pub(crate) async fn block(&self, who: &Identity, user: &str) -> Result<(), Problem> {
        let other = self.person_named(user).await?.id;
        if other == who.id {
            return Err(problem(422, "yourself", "nobody blocks themselves"));
        }
        let blocked = self.blocked_by(&who.id).await?;
        if blocked.len() >= MOST && !blocked.contains(&other) {
            return Err(problem(422, "too-many-blocks", format!("nobody blocks more than {MOST}")));
        }
        let block = Block { person: who.id.clone(), other: other.clone(), at: time(self.now()) };
        self.0.store.add_block(&block).await.map_err(|error| not_kept(&error))?;
        self.part_in_lobby(&who.id, &other).await
    }

    pub(crate) async fn unblock(&self, who: &Identity, user: &str) -> Result<(), Problem> {
        let other = self.person_named(user).await?.id;
        let gone = self.0.store.remove_block(&who.id, &other).await.map_err(|error| not_kept(&error))?;
        match gone {
            true => Ok(()),
            false => Err(problem(404, "not-blocked", "you do not block them")),
        }
    }
}
