//! Blocking other users. A block works both ways where the two would meet: in the lobby, in challenges, on
//! free seats. In chat it works one way: the blocker does not see the other's messages.

use crate::{
    Identity, Moderation, People,
    active::time,
    error::{ModerationError, PersonError, SetupError, Unavailable, not_kept, not_read},
};
use ludoteca_protocol::{BlockList, BlockView};
use ludoteca_store::{Block, Store};
use std::{collections::HashSet, sync::Arc};

/// The most users that one person may block.
pub(crate) const MOST: u32 = 1000;

/// Who must not meet whom.
#[derive(Clone, Debug)]
pub struct Blocks {
    store: Arc<dyn Store>,
    people: People,
}

impl Blocks {
    pub(crate) fn new(store: Arc<dyn Store>, people: People) -> Blocks {
        Blocks { store, people }
    }

    /// The users that a person blocks.
    pub(crate) async fn blocked_by(&self, person: &str) -> Result<HashSet<String>, Unavailable> {
        let blocks = self.store.blocks_of(person).await.map_err(not_read)?;
        Ok(blocks.into_iter().map(|block| block.other).collect())
    }

    /// The users who block a person.
    pub async fn blockers_of(&self, person: &str) -> Result<HashSet<String>, Unavailable> {
        let blockers = self.store.blockers_of(person).await.map_err(not_read)?;
        Ok(blockers.into_iter().collect())
    }

    /// The users that a person must not meet: those they block, and those who block them.
    pub(crate) async fn apart_from(&self, person: &str) -> Result<HashSet<String>, Unavailable> {
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
    ) -> Result<(), SetupError> {
        if self.blocked_by(&who.id).await?.contains(other) {
            return Err(SetupError::YouBlockThem);
        }
        match self.blockers_of(&who.id).await?.contains(other) {
            true => Err(PersonError::no_account(shown).into()),
            false => Ok(()),
        }
    }

    /// The users that a person blocks, for the person themself.
    pub async fn blocks(&self, who: &Identity) -> Result<BlockList, Unavailable> {
        let found = self.store.blocks_of(&who.id).await.map_err(not_read)?;
        let mut blocks = Vec::with_capacity(found.len());
        for block in found {
            let user = self.people.user_view(&block.other).await?;
            blocks.push(BlockView { user, at: block.at.unsigned_abs() });
        }
        Ok(BlockList { blocks })
    }
}

impl Moderation {
    pub async fn block(&self, who: &Identity, user: &str) -> Result<(), ModerationError> {
        let other = self.people.person_named(user).await?.id;
        if other == who.id {
            return Err(ModerationError::BlocksYourself);
        }
        let block = Block { person: who.id.clone(), other: other.clone(), at: time(self.environment.now()) };
        if !self.store.add_block(&block, MOST).await.map_err(not_kept)? {
            return Err(ModerationError::TooManyBlocks);
        }
        Ok(self.lobby.part(&who.id, &other).await?)
    }

    pub async fn unblock(&self, who: &Identity, user: &str) -> Result<(), ModerationError> {
        let other = self.people.person_named(user).await?.id;
        let gone = self.store.remove_block(&who.id, &other).await.map_err(not_kept)?;
        match gone {
            true => Ok(()),
            false => Err(ModerationError::NotBlocked),
        }
    }
}
