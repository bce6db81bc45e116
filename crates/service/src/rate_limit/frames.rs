//! Rate limits for the frames of one socket.

use super::{Rate, too_fast};
use crate::error::RateLimited;
use governor::{
    DefaultDirectRateLimiter, RateLimiter,
    clock::{Clock, DefaultClock},
};
use std::{num::NonZeroU32, time::Duration};

/// The number of bytes of a frame that cost one charge; a larger frame costs several.
const SHARE: usize = 1024;
const MAX_SHARES: u32 = 64;

#[derive(Debug)]
pub struct FrameLimiter {
    frames: DefaultDirectRateLimiter,
    refusals: DefaultDirectRateLimiter,
}

impl FrameLimiter {
    pub(super) fn new(frames: Rate, refusals: Rate) -> FrameLimiter {
        FrameLimiter {
            frames: RateLimiter::direct(frames.quota()),
            refusals: RateLimiter::direct(refusals.quota()),
        }
    }

    /// Charges a frame of any kind, large ones several times.
    pub fn heard(&self, bytes: usize) -> Result<(), RateLimited> {
        let cost = u32::try_from(bytes / SHARE).unwrap_or(MAX_SHARES).min(MAX_SHARES) + 1;
        let cost = NonZeroU32::new(cost).unwrap_or(NonZeroU32::MIN);
        let wait = match self.frames.check_n(cost) {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(until)) => until.wait_time_from(DefaultClock::default().now()),
            // More than the burst.
            Err(_) => Duration::from_secs(1),
        };
        Err(too_fast("on-socket", "messages on one socket", wait))
    }

    /// Charges a rejected frame; returns whether the socket may stay open.
    pub fn may_go_on(&self) -> bool {
        self.refusals.check().is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_frames_count_several_times() {
        let socket = FrameLimiter::new(Rate::new(10, 1), Rate::new(2, 1));
        assert!(socket.heard(5 * SHARE).is_ok() && socket.heard(0).is_ok());
        let refused = socket.heard(3 * SHARE).unwrap_err();
        assert_eq!(refused.limit, "on-socket");
        assert!(socket.heard(SHARE - 1).is_ok(), "small ones still fit");
        assert!(socket.heard(usize::MAX).is_err());
    }

    #[test]
    fn refusals_end() {
        let socket = FrameLimiter::new(Rate::new(1, 1), Rate::new(2, 1));
        assert_eq!([(); 3].map(|()| socket.may_go_on()), [true, true, false]);
    }
}
