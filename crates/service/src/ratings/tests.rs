//! Ten thousand finished games in a store: compares our ratings with those of the crate `skillratings`,
//! called here without our code.

use super::RatingsConsumer;
use crate::{
    Environment,
    active::{ActiveGame, Holder, Originator},
    services::Services,
};
use ludoteca_catalog::{GameId, Seat};
use ludoteca_contest::{Action, Clock, Terms};
use ludoteca_protocol::{GameOrigin, MatchGame, PlayerKind, RatingAtStart, UserView};
use ludoteca_store::{Memory, Ratings, Store};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use skillratings::{
    MultiTeamOutcome, Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2, glicko2_rating_period},
    weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team},
};
use std::{collections::BTreeMap, sync::Arc};

const WEEK: f64 = 7.0 * 24.0 * 3600.0 * 1000.0;

struct Game<'a> {
    id: &'a str,
    game: GameId,
    players: Vec<Holder>,
    /// `None`: it is aborted.
    places: Option<&'a [u8]>,
    unit: Option<MatchGame>,
    previous: Option<&'a str>,
    kind: PlayerKind,
    rated: bool,
    clock: Option<Clock>,
}

const BLITZ: Clock = Clock::Increment { initial: 300_000, increment: 0 };

impl<'a> Game<'a> {
    fn new(id: &'a str, players: Vec<Holder>, places: &'a [u8]) -> Game<'a> {
        let game = if players.len() == 2 { GameId::Squadro } else { GameId::NumberOne };
        Game {
            id,
            game,
            players,
            places: Some(places),
            unit: None,
            previous: None,
            kind: PlayerKind::Person,
            rated: true,
            clock: Some(BLITZ),
        }
    }

    /// Plays it in the store: all players sit down, and the server ends the game with this result.
    async fn play(self, store: &dyn Store, now: u64) {
        let players = Some(self.players.len() as u8);
        let terms = Terms { clock: self.clock, rated: self.rated, players, ..Terms::new(self.game) };
        let previous = self.previous.map(str::to_owned);
        let made =
            GameOrigin { listed: true, by: String::new(), invited: Vec::new(), previous, unit: self.unit };
        let (mut game, decided) = ActiveGame::create(self.id, terms, made, None, now).unwrap();
        store.append(&[decided.append]).await.unwrap();
        let kind = |holder: &Holder| match holder {
            Holder::Level(_) => PlayerKind::Level,
            _ => self.kind,
        };
        if self.rated {
            game.began = self
                .players
                .iter()
                .map(|holder| RatingAtStart { kind: kind(holder), rating: None })
                .collect();
        }
        for (seat, holder) in Seat::all(self.players.len() as u8).zip(self.players) {
            store.append(&[game.join(seat, holder, "x", now).unwrap().append]).await.unwrap();
        }
        let end = match self.places {
            Some(places) => Action::Adjudicate { places: places.to_vec() },
            None => Action::Abort,
        };
        let ended = game.act(&Originator::System, end, now).unwrap().append;
        assert!(ended.finishes);
        store.append(&[ended]).await.unwrap();
    }
}

fn person(id: &str) -> Holder {
    Holder::User(UserView { id: id.to_owned(), name: id.to_owned(), bot: false })
}

fn pair() -> Vec<Holder> {
    vec![person("ada"), person("bob")]
}

/// Processes all stored games.
async fn taken_in(store: &Arc<Memory>) {
    let store: Arc<dyn Store> = Arc::clone(store) as _;
    let environment = Environment::simulated(|| 5_000_000, 1);
    let services = Services::prepare(store, environment, None, Arc::new(crate::ownership::Local::default()))
        .await
        .unwrap();
    services.consumers.consume_all(&RatingsConsumer).await.unwrap();
}

/// A person's rating in a pool; `None` if unrated.
async fn rating(store: &Memory, who: &str, pool: &str) -> Option<(f64, f64, u64)> {
    let row = store.rating(who, pool).await.unwrap()?;
    Some((row.rating, row.deviation, row.games))
}

#[tokio::test]
async fn ten_thousand_games_make_what_skillratings_says() {
    const PEOPLE: usize = 40;
    let store = Arc::new(Memory::default());
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(10_000);
    let mut two: BTreeMap<usize, (Glicko2Rating, u64)> = BTreeMap::new();
    let mut more: BTreeMap<(usize, usize), (WengLinRating, u64)> = BTreeMap::new();
    let mut now = 1_000_000;
    for number in 0..10_000 {
        let seats = 2 + number % 3;
        let mut people: Vec<usize> = (0..PEOPLE).collect();
        for i in 0..seats {
            people.swap(i, i + chance.next_u64() as usize % (PEOPLE - i));
        }
        people.truncate(seats);
        let mut places: Vec<u8> = (1..=seats as u8).collect();
        for i in (1..seats).rev() {
            places.swap(i, chance.next_u64() as usize % (i + 1));
        }
        if chance.next_u64().is_multiple_of(4) {
            let shared = 1 + chance.next_u64() as u8 % (seats as u8 - 1);
            places.iter_mut().filter(|place| **place == shared + 1).for_each(|place| *place = shared);
        }
        now += chance.next_u64() % 10_000_000;
        let holders = people.iter().map(|who| person(&format!("p{who}"))).collect();
        Game::new(&format!("g{number}"), holders, &places).play(&*store, now).await;
        let idle = |last: u64| (now - last) as f64 / WEEK;
        let wider = |deviation: f64, volatility: f64, periods: f64| match periods > 0.0 {
            true => deviation.hypot(173.7178 * volatility * periods.sqrt()).min(350.0),
            false => deviation,
        };
        if seats == 2 {
            let came = [people[0], people[1]].map(|who| {
                let new = (Glicko2Rating { rating: 1500.0, deviation: 350.0, volatility: 0.06 }, now);
                let (known, last) = two.get(&who).copied().unwrap_or(new);
                let deviation = wider(known.deviation, known.volatility, idle(last));
                Glicko2Rating { deviation, ..known }
            });
            let outcome = match places[0].cmp(&places[1]) {
                std::cmp::Ordering::Less => Outcomes::WIN,
                std::cmp::Ordering::Equal => Outcomes::DRAW,
                std::cmp::Ordering::Greater => Outcomes::LOSS,
            };
            let after = glicko2(&came[0], &came[1], &outcome, &Glicko2Config::default());
            two.insert(people[0], (after.0, now));
            two.insert(people[1], (after.1, now));
        } else {
            let came: Vec<[WengLinRating; 1]> = people
                .iter()
                .map(|who| {
                    let new = (WengLinRating { rating: 1500.0, uncertainty: 350.0 }, now);
                    let (known, last) = more.get(&(seats, *who)).copied().unwrap_or(new);
                    let rested = wider(known.uncertainty, 0.06, idle(last));
                    [WengLinRating { uncertainty: wider(rested, 0.06, 1.0), ..known }]
                })
                .collect();
            let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> = came
                .iter()
                .zip(&places)
                .map(|(own, place)| (&own[..], MultiTeamOutcome::new(usize::from(*place))))
                .collect();
            let config = WengLinConfig { beta: 173.7178 / f64::sqrt(2.0), ..WengLinConfig::default() };
            for (who, after) in people.iter().zip(weng_lin_multi_team(&ranked, &config)) {
                more.insert((seats, *who), (after[0], now));
            }
        }
    }
    taken_in(&store).await;
    assert_eq!(store.ratings_place().await.unwrap(), 10_000);
    for (who, (theirs, _)) in two {
        let row = store.rating(&format!("p{who}"), "squadro.2.blitz.people").await.unwrap().unwrap();
        let own = (row.rating, row.deviation, row.volatility);
        assert_eq!(own, (theirs.rating, theirs.deviation, theirs.volatility));
    }
    for ((seats, who), (theirs, _)) in more {
        let pool = format!("number-one.{seats}.blitz.people");
        let row = store.rating(&format!("p{who}"), &pool).await.unwrap().unwrap();
        assert_eq!((row.rating, row.deviation), (theirs.rating, theirs.uncertainty), "{pool}");
    }
    let scores = store.seat_scores().await.unwrap();
    let of_two: Vec<_> = scores.iter().filter(|score| score.pool.starts_with("squadro")).collect();
    assert_eq!(of_two.iter().map(|score| score.games).collect::<Vec<_>>(), [3334, 3334]);
    assert_eq!(of_two.iter().map(|score| score.halves).sum::<u64>(), 2 * 3334, "a point for each game");
}

#[tokio::test]
async fn unrated_games_change_no_rating() {
    let store = Arc::new(Memory::default());
    let won: &[u8] = &[1, 2];
    let game = |id| Game::new(id, pair(), won);
    Game { rated: false, ..game("not rated") }.play(&*store, 1).await;
    Game { clock: None, ..game("unlimited") }.play(&*store, 2).await;
    Game { kind: PlayerKind::Guest, ..game("guests") }.play(&*store, 3).await;
    Game { places: None, ..game("aborted") }.play(&*store, 4).await;
    Game::new("levels", vec![Holder::Level(1), Holder::Level(2)], won).play(&*store, 5).await;
    taken_in(&store).await;
    assert_eq!(store.ratings_place().await.unwrap(), 5);
    assert!(store.seat_scores().await.unwrap().is_empty());
    assert!(store.ratings_of("ada").await.unwrap().is_empty());
}

#[tokio::test]
async fn bots_and_levels_are_rated_apart() {
    let store = Arc::new(Memory::default());
    Game { kind: PlayerKind::Bot, ..Game::new("bots", pair(), &[1, 2]) }.play(&*store, 1).await;
    Game::new("level", vec![person("ada"), Holder::Level(3)], &[1, 2]).play(&*store, 2).await;
    taken_in(&store).await;
    assert!(rating(&store, "bob", "squadro.2.blitz.bots").await.unwrap().0 < 1500.0);
    assert!(rating(&store, "ada", "squadro.2.blitz.engine").await.unwrap().0 > 1500.0);
    assert_eq!(rating(&store, "ada", "squadro.2.blitz.people").await, None);
}

const PEOPLE: &str = "squadro.2.blitz.people";

#[tokio::test]
async fn a_match_of_two_counts_as_one_when_the_second_has_ended() {
    let store = Arc::new(Memory::default());
    let first = Game { unit: Some(MatchGame::First), ..Game::new("first", pair(), &[1, 2]) };
    first.play(&*store, 1000).await;
    taken_in(&store).await;
    assert_eq!(rating(&store, "ada", PEOPLE).await, None, "it waits");
    // Bob has the first seat now, and draws.
    let players = vec![person("bob"), person("ada")];
    let second = Game::new("second", players, &[1, 1]);
    let second = Game { unit: Some(MatchGame::Second), previous: Some("first"), ..second };
    second.play(&*store, 2000).await;
    taken_in(&store).await;
    let new = Glicko2Rating { rating: 1500.0, deviation: 350.0, volatility: 0.06 };
    let both = [(new, Outcomes::WIN), (new, Outcomes::DRAW)];
    let theirs = glicko2_rating_period(&new, &both, &Glicko2Config::default());
    assert_eq!(rating(&store, "ada", PEOPLE).await, Some((theirs.rating, theirs.deviation, 2)));
    let lines = store.rating_lines("second").await.unwrap();
    assert_eq!((lines.len(), lines[1].person.as_str(), lines[1].number), (2, "ada", 2));
    assert!(store.rating_lines("first").await.unwrap().is_empty());
    assert!(store.open_units().await.unwrap().is_empty());
    assert_eq!(store.seat_scores().await.unwrap()[0].halves, 3, "each game by its own seats");
}

#[tokio::test]
async fn a_first_game_without_a_second_counts_alone() {
    let day = 24 * 60 * 60 * 1000;
    let new = Glicko2Rating { rating: 1500.0, deviation: 350.0, volatility: 0.06 };
    let (alone, _) = glicko2(&new, &new, &Outcomes::WIN, &Glicko2Config::default());
    let alone = Some((alone.rating, alone.deviation, 1));
    let first = || Game { unit: Some(MatchGame::First), ..Game::new("first", pair(), &[1, 2]) };
    let others = |id| Game::new(id, vec![person("eve"), person("tim")], &[1, 2]);

    let aborted = Arc::new(Memory::default());
    first().play(&*aborted, 1000).await;
    let second = Game { unit: Some(MatchGame::Second), previous: Some("first"), ..first() };
    Game { id: "second", places: None, ..second }.play(&*aborted, 2000).await;
    taken_in(&aborted).await;
    assert_eq!(rating(&aborted, "ada", PEOPLE).await, alone);

    let never = Arc::new(Memory::default());
    first().play(&*never, 1000).await;
    others("soon").play(&*never, 1000 + day).await;
    taken_in(&never).await;
    assert_eq!(rating(&never, "ada", PEOPLE).await, None, "there is time left");
    others("late").play(&*never, 1001 + day).await;
    taken_in(&never).await;
    assert_eq!(rating(&never, "ada", PEOPLE).await, alone);
}
