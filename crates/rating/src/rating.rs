//! A rating with its uncertainty.

use skillratings::glicko2::Glicko2Rating;

/// A rating above this deviation is provisional: it is shown with a mark and does not appear on leaderboards.
pub const PROVISIONAL: f64 = 110.0;
/// Rating points per unit of Glicko-2's internal scale.
pub(crate) const SCALE: f64 = 173.7178;
/// A deviation never exceeds that of a new player.
const WIDEST: f64 = 350.0;
/// The time without a game, in milliseconds, that widens a deviation by one step of the volatility, as a game
/// does.
const PERIOD: f64 = 7.0 * 24.0 * 60.0 * 60.0 * 1000.0;

/// A player's strength and its uncertainty.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    pub value: f64,
    /// Its uncertainty: with 95 % probability the true strength is within two deviations.
    pub deviation: f64,
    /// How much the strength itself is expected to change.
    pub volatility: f64,
}

impl Rating {
    /// The rating of a new player.
    pub const NEW: Rating = Rating { value: 1500.0, deviation: WIDEST, volatility: 0.06 };

    /// The rating after some time without a game, in milliseconds: the longer, the more uncertain.
    #[must_use]
    pub fn after_idling(self, millis: u64) -> Rating {
        self.widened(millis as f64 / PERIOD)
    }

    pub(crate) fn widened(self, periods: f64) -> Rating {
        if periods <= 0.0 {
            return self;
        }
        let step = SCALE * self.volatility * periods.sqrt();
        Rating { deviation: self.deviation.hypot(step).min(WIDEST.max(self.deviation)), ..self }
    }

    /// Whether the rating is too uncertain to be compared with others.
    #[must_use]
    pub fn is_provisional(&self) -> bool {
        self.deviation > PROVISIONAL
    }

    /// The rounded value for display.
    #[must_use]
    pub fn shown(&self) -> i32 {
        self.value.round() as i32
    }
}

impl From<Rating> for Glicko2Rating {
    fn from(rating: Rating) -> Glicko2Rating {
        Glicko2Rating { rating: rating.value, deviation: rating.deviation, volatility: rating.volatility }
    }
}

impl From<Glicko2Rating> for Rating {
    fn from(rating: Glicko2Rating) -> Rating {
        Rating { value: rating.rating, deviation: rating.deviation, volatility: rating.volatility }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idling_widens_the_deviation_up_to_that_of_a_new_player() {
        let known = Rating { value: 1800.0, deviation: 60.0, volatility: 0.06 };
        assert_eq!(known.after_idling(0), known);
        let year = known.after_idling(365 * 24 * 60 * 60 * 1000);
        assert!((year.deviation - 96.3).abs() < 0.5, "{}", year.deviation);
        assert_eq!(year.value, 1800.0);
        assert_eq!(known.after_idling(u64::MAX).deviation, 350.0);
        assert!(Rating::NEW.is_provisional() && !known.is_provisional());
    }
}
