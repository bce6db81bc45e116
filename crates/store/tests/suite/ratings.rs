//! The rating tests for every store.

use super::{append, row};
use ludoteca_store::{
    Append, GameRow, OpenUnit, RatingChanges, RatingLine, RatingRow, SeatRow, SeatScore, Stage, Store,
};

pub(super) async fn run(store: &dyn Store) {
    changes_come_together_with_the_place(store).await;
    late_writes_change_nothing(store).await;
    derived_data_can_be_deleted(store).await;
    pairs_and_games_in_play_are_found(store).await;
}

fn rating(person: &str, rating: f64, deviation: f64) -> RatingRow {
    RatingRow {
        person: person.to_owned(),
        pool: "pool".to_owned(),
        rating,
        deviation,
        volatility: 0.059_999_999_9,
        games: 3,
        changed: 77,
    }
}

fn line(number: u64, seat: u8, person: &str) -> RatingLine {
    RatingLine {
        number,
        seat,
        game: format!("rated-{number}"),
        person: person.to_owned(),
        pool: "pool".to_owned(),
        at: 70 + number as i64,
        before: 1500.0,
        rating: 1500.0 + 1.0 / 3.0,
        deviation: 290.318_961_7,
    }
}

fn score(seat: u8, games: u64, halves: u64) -> SeatScore {
    SeatScore { pool: "pool".to_owned(), seat, games, halves }
}

async fn changes_come_together_with_the_place(store: &dyn Store) {
    assert_eq!(store.ratings_place().await.unwrap(), 0);
    let unit = OpenUnit { game: "first".to_owned(), number: 2, at: 72 };
    let changes = RatingChanges {
        from: 0,
        to: 2,
        ratings: vec![rating("r-ada", 1_662.212_345_678_9, 90.0), rating("r-bob", 1700.0, 290.0)],
        lines: vec![line(1, 0, "r-ada"), line(1, 1, "r-bob"), line(2, 0, "r-ada")],
        seats: vec![score(0, 2, 3), score(1, 2, 1)],
        opened: vec![unit.clone()],
        closed: Vec::new(),
    };
    assert!(store.change_ratings(&changes).await.unwrap());
    assert_eq!(store.ratings_place().await.unwrap(), 2);
    assert_eq!(store.rating("r-ada", "pool").await.unwrap(), Some(changes.ratings[0].clone()));
    assert_eq!(store.rating("r-ada", "other").await.unwrap(), None);
    assert_eq!(store.open_units().await.unwrap(), [unit]);
    let more = RatingChanges {
        from: 2,
        to: 3,
        ratings: vec![rating("r-ada", 1640.5, 80.0)],
        lines: vec![line(3, 1, "r-ada")],
        seats: vec![score(1, 1, 2)],
        closed: vec!["first".to_owned()],
        ..RatingChanges::default()
    };
    assert!(store.change_ratings(&more).await.unwrap());
    assert_eq!(store.ratings_of("r-ada").await.unwrap(), more.ratings);
    assert_eq!(store.seat_scores().await.unwrap(), [score(0, 2, 3), score(1, 3, 3)]);
    assert_eq!(store.open_units().await.unwrap(), []);
    let history = store.rating_history("r-ada", "pool", 1, 10).await.unwrap();
    assert_eq!(history, [line(2, 0, "r-ada"), line(3, 1, "r-ada")]);
    assert_eq!(store.rating_history("r-ada", "pool", 0, 1).await.unwrap(), [line(1, 0, "r-ada")]);
    assert_eq!(store.rating_lines("rated-1").await.unwrap(), [line(1, 0, "r-ada"), line(1, 1, "r-bob")]);
    let leaders = async |deviation| {
        let rows = store.leaders("pool", deviation, 10).await.unwrap();
        rows.into_iter().map(|row| row.person).collect::<Vec<_>>()
    };
    assert_eq!(leaders(350.0).await, ["r-bob", "r-ada"]);
    assert_eq!(leaders(110.0).await, ["r-ada"], "the other is not known well enough");
}

async fn late_writes_change_nothing(store: &dyn Store) {
    let late = RatingChanges {
        from: 2,
        to: 4,
        ratings: vec![rating("r-ada", 1.0, 1.0)],
        lines: vec![line(4, 0, "r-ada")],
        seats: vec![score(0, 1, 2)],
        ..RatingChanges::default()
    };
    assert!(!store.change_ratings(&late).await.unwrap());
    assert_eq!(store.ratings_place().await.unwrap(), 3);
    assert_eq!(store.rating("r-ada", "pool").await.unwrap().unwrap().rating, 1640.5);
    assert!(store.rating_lines("rated-4").await.unwrap().is_empty());
}

async fn derived_data_can_be_deleted(store: &dyn Store) {
    store.clear_ratings().await.unwrap();
    assert_eq!(store.ratings_place().await.unwrap(), 0);
    assert!(store.ratings_of("r-ada").await.unwrap().is_empty());
    assert!(store.seat_scores().await.unwrap().is_empty());
    assert!(store.rating_lines("rated-1").await.unwrap().is_empty());
}

async fn pairs_and_games_in_play_are_found(store: &dyn Store) {
    let game = |id: &str, created, stage, people: &[&str]| {
        let row = GameRow { created, stage, ..row(id, 1) };
        let seats = people
            .iter()
            .zip(0..)
            .map(|(person, seat)| SeatRow { seat, person: (*person).to_owned() })
            .collect();
        Append { row: Some(row), seats, ..append(id, 1..=1) }
    };
    let games = [
        game("pair-1", 100, Stage::Over, &["r-ada", "r-bob"]),
        game("pair-2", 200, Stage::Playing, &["r-bob", "r-ada"]),
        game("pair-3", 300, Stage::Waiting, &["r-ada", "r-bob"]),
        game("three", 400, Stage::Playing, &["r-ada", "r-bob", "r-eve"]),
    ];
    store.append(&games).await.unwrap();
    assert_eq!(store.last_seats("squadro", ["r-ada", "r-bob"]).await.unwrap(), Some([1, 0]));
    assert_eq!(store.last_seats("peak", ["r-ada", "r-bob"]).await.unwrap(), None);
    assert_eq!(store.last_seats("squadro", ["r-ada", "r-eve"]).await.unwrap(), None);
    let playing = store.playing("r-ada", "squadro").await.unwrap();
    let mut ids: Vec<&str> = playing.iter().map(|row| row.id.as_str()).collect();
    ids.sort_unstable();
    assert_eq!(ids, ["pair-2", "three"]);
    assert!(store.playing("r-ada", "peak").await.unwrap().is_empty());
}
