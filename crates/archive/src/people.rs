//! Profiles of people.

use ludoteca_protocol::{GameTallyView, OpeningView, ProfileView, UserView};
use ludoteca_store::{Person, Store, StoreError};

/// The number of first moves shown for each game and seat.
const OPENINGS: usize = 3;

/// Finds a person by id or name.
///
/// # Errors
/// If the store fails.
pub async fn person_named(store: &dyn Store, text: &str) -> Result<Option<Person>, StoreError> {
    store.person(text).await
}

/// A person's public profile.
///
/// # Errors
/// If the store fails.
pub async fn profile(store: &dyn Store, person: Person) -> Result<ProfileView, StoreError> {
    let (mut by_game, mut openings) = (Vec::<GameTallyView>::new(), Vec::<OpeningView>::new());
    for row in store.archive_tally(&person.id).await? {
        let counts = |outcome: &str| if row.outcome == outcome { row.games } else { 0 };
        let (wins, draws, losses) = (counts("win"), counts("draw"), counts("loss"));
        if by_game.last().is_none_or(|last| last.game != row.kind) {
            by_game.push(GameTallyView { game: row.kind.clone(), ..GameTallyView::default() });
        }
        if let Some(tally) = by_game.last_mut() {
            tally.games += row.games;
            (tally.wins, tally.draws, tally.losses) =
                (tally.wins + wins, tally.draws + draws, tally.losses + losses);
        }
        let Some(text) = row.first_move.clone() else { continue };
        let is_it = |one: &&mut OpeningView| one.game == row.kind && one.seat == row.seat && one.text == text;
        match openings.iter_mut().find(is_it) {
            Some(one) => {
                one.games += row.games;
                (one.wins, one.draws, one.losses) = (one.wins + wins, one.draws + draws, one.losses + losses);
            }
            None => openings.push(OpeningView {
                game: row.kind.clone(),
                seat: row.seat,
                text,
                games: row.games,
                wins,
                draws,
                losses,
            }),
        }
    }
    openings.sort_by(|a, b| {
        (&a.game, a.seat, std::cmp::Reverse(a.games), &a.text).cmp(&(
            &b.game,
            b.seat,
            std::cmp::Reverse(b.games),
            &b.text,
        ))
    });
    let mut rank = 0;
    let mut last = None;
    openings.retain(|one| {
        let of = (one.game.clone(), one.seat);
        rank = if last.as_ref() == Some(&of) { rank + 1 } else { 0 };
        last = Some(of);
        rank < OPENINGS
    });
    Ok(ProfileView {
        games: by_game.iter().map(|tally| tally.games).sum(),
        user: UserView { id: person.id, name: person.name, bot: person.bot },
        guest: person.guest,
        since: person.created,
        by_game,
        openings,
    })
}
