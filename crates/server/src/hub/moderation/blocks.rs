//! Blocking other users. A block works both ways where the two would meet: in the lobby, in challenges, on
//! free seats. In chat it works one way: the blocker does not see the other's messages.

use crate::hub::{
    Hub, Identity,
    active::time,
    errors::{not_kept, not_read},
    problem,
};
use ludoteca_protocol::{BlockList, BlockView, Problem};
use ludoteca_store::Block;
use std::collections::HashSet;

/// The most users that one person may block.
const MOST: u32 = 1000;

impl Hub {
    /// The users that a person blocks.
    pub(crate) async fn blocked_by(&self, person: &str) -> Result<HashSet<String>, Problem> {
        let blocks = self.0.store.blocks_of(person).await.map_err(|error| not_read(&error))?;
        Ok(blocks.into_iter().map(|block| block.other).collect())
    }

    /// The users who block a person.
    pub(crate) async fn blockers_of(&self, person: &str) -> Result<HashSet<String>, Problem> {
        let blockers = self.0.store.blockers_of(person).await.map_err(|error| not_read(&error))?;
        Ok(blockers.into_iter().collect())
    }

    /// The users that a person must not meet: those they block, and those who block them.
    pub(crate) async fn apart_from(&self, person: &str) -> Result<HashSet<String>, Problem> {
        let mut apart = self.blocked_by(person).await?;
        apart.extend(self.blockers_of(person).await?);
        Ok(apart)
    }

    /// Rejects a challenge between two people if one blocks the other. Only the blocker gets that reason; to
    /// the other it looks as if the user did not exist.
    pub(crate) async fn may_challenge(
        &self,
        who: &Identity,
        other: &str,
        shown: &str,
    ) -> Result<(), Problem> {
        if self.blocked_by(&who.id).await?.contains(other) {
            return Err(problem(422, "you-block-them", "you block this user: unblock them first"));
        }
        match self.blockers_of(&who.id).await?.contains(other) {
            true => Err(super::super::games::no_such_user(shown)),
            false => Ok(()),
        }
    }

    /// The users that a person blocks, for the person themself.
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
            return Err(problem(422, "yourself", "you cannot block yourself"));
        }
        let block = Block { person: who.id.clone(), other: other.clone(), at: time(self.now()) };
        if !self.0.store.add_block(&block, MOST).await.map_err(|error| not_kept(&error))? {
            return Err(problem(422, "too-many-blocks", format!("you can block at most {MOST} users")));
        }
        self.part_in_lobby(&who.id, &other).await
    }

    pub(crate) async fn unblock(&self, who: &Identity, user: &str) -> Result<(), Problem> {
        let other = self.person_named(user).await?.id;
        let gone = self.0.store.remove_block(&who.id, &other).await.map_err(|error| not_kept(&error))?;
        match gone {
            true => Ok(()),
            false => Err(problem(404, "not-blocked", "you do not block this user")),
        }
    }
}
