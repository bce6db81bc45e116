//! Actions in online games other than moves.

use super::super::{app::Request, question::Question, screen::GameScreen};
use ludoteca_contest::{Action, Actor, Claim, Offer, Pending};

impl GameScreen {
    pub(in super::super) fn is_online(&self) -> bool {
        self.online.is_some()
    }

    /// Asks the others to take back the user's last decision.
    pub(in super::super) fn ask_to_take_back(&mut self) {
        if let Some(seat) = self.asker()
            && self.try_to(Actor::Seat(seat), Action::TakeBack)
        {
            self.message = "You asked for a takeback.".to_owned();
        }
    }

    /// Answers another player's offer, or withdraws our own.
    pub(in super::super) fn answer_offer(&mut self, yes: bool) {
        let Some(you) = self.online.as_ref().and_then(|online| online.you) else { return };
        let Some(Pending { by, .. }) = self.contest.pending() else { return };
        let action = match (by == you, yes) {
            (true, false) => Action::Withdraw,
            (true, true) => return,
            (false, true) => Action::Accept,
            (false, false) => Action::Decline,
        };
        self.try_to(Actor::Seat(you), action);
    }

    /// Offers a draw, or asks how to answer an offer.
    pub(in super::super) fn offer_draw_online(&mut self) {
        let Some(you) = self.asker() else { return };
        match self.contest.pending() {
            Some(Pending { by, offer: Offer::Draw, .. }) if by != you => {
                self.question = Some(Question::Draw(by, you));
            }
            Some(Pending { offer: Offer::Draw, .. }) => {
                self.message = "Waiting for a reply to your draw offer.".to_owned();
            }
            _ if self.try_to(Actor::Seat(you), Action::OfferDraw) => {
                self.message = "You offered a draw.".to_owned();
            }
            _ => {}
        }
    }

    /// Continues with the next game of the series.
    pub(in super::super) fn next_game_online(&mut self) -> Request {
        let Some(online) = &self.online else { return Request::Nothing };
        match online.next() {
            Ok(screen) => Request::Open(Box::new(screen)),
            Err(why) => {
                self.message = why;
                Request::Nothing
            }
        }
    }

    /// TB-8: removes the player to move, who has been absent for too long.
    pub(in super::super) fn claim(&mut self) {
        if let Some(seat) = self.asker() {
            self.try_to(Actor::Seat(seat), Action::Claim(Claim::Leave));
        }
    }
}
