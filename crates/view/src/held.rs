//! The content of a session: a play to view and try moves on, or a contest, in which only the judge plays.

use crate::Failure;
use ludoteca_catalog::AnyPlay;
#[cfg(feature = "contest")]
use ludoteca_contest::Contest;
use std::ops::Deref;

#[derive(Debug)]
pub(crate) enum Held {
    Play(Box<dyn AnyPlay>),
    #[cfg(feature = "contest")]
    Contest(Box<Contest>),
}

impl Deref for Held {
    type Target = dyn AnyPlay;

    fn deref(&self) -> &(dyn AnyPlay + 'static) {
        match self {
            Held::Play(play) => &**play,
            #[cfg(feature = "contest")]
            Held::Contest(contest) => contest.game(),
        }
    }
}

impl Held {
    /// The play, if it may be changed.
    #[cfg_attr(
        not(feature = "contest"),
        expect(clippy::unnecessary_wraps, reason = "there are no contests then")
    )]
    pub(crate) fn play_mut(&mut self) -> Result<&mut dyn AnyPlay, Failure> {
        match self {
            Held::Play(play) => Ok(&mut **play),
            #[cfg(feature = "contest")]
            Held::Contest(_) => Err(Failure::request("a contest is changed by actions")),
        }
    }
}
