//! The archive tests for every store.

use ludoteca_store::{
    ArchiveBatch, ArchiveSearch, ArchivedGame, ArchivedSeat, Person, PositionRow, Store, TallyRow, VisitPack,
};

fn seat(person: Option<&str>, outcome: &str, first_move: &str) -> ArchivedSeat {
    ArchivedSeat {
        person: person.map(str::to_owned),
        level: if person.is_some() { None } else { Some(3) },
        name: person.unwrap_or("Level 3").to_uppercase(),
        rating: person.map(|_| 1500),
        place: if outcome == "loss" { 2 } else { 1 },
        outcome: outcome.to_owned(),
        first_move: Some(first_move.to_owned()),
    }
}

fn game(number: u64, kind: &str, plies: u32, rating: Option<i64>, seats: Vec<ArchivedSeat>) -> ArchivedGame {
    ArchivedGame {
        number,
        game: format!("archived-{number}"),
        kind: kind.to_owned(),
        players: seats.len() as u8,
        options: if number.is_multiple_of(2) { "first=red".to_owned() } else { String::new() },
        position: (number == 3).then(|| "00000/00000 r".to_owned()),
        clock: (number != 2).then(|| "300+3".to_owned()),
        speed: if number == 2 { "untimed" } else { "blitz" }.to_owned(),
        rated: number == 1,
        result: if number == 3 { "0-1" } else { "1-0" }.to_owned(),
        termination: if number == 4 { "resignation" } else { "normal" }.to_owned(),
        plies,
        began: 1000 * number as i64,
        ended: 1000 * number as i64 + 500,
        rating,
        seats,
    }
}

pub(crate) fn games() -> Vec<ArchivedGame> {
    let (ada, bob) = (Some("arc-ada"), Some("arc-bob"));
    vec![
        game(1, "squadro", 20, Some(1500), vec![seat(ada, "win", "Y1"), seat(bob, "loss", "R1")]),
        game(2, "squadro", 30, None, vec![seat(ada, "draw", "Y1"), seat(None, "draw", "R2")]),
        game(3, "peak", 40, Some(1700), vec![seat(bob, "loss", "a1-d1"), seat(ada, "win", "a2-d2")]),
        game(4, "squadro", 50, Some(1900), vec![seat(bob, "win", "Y2"), seat(ada, "loss", "R1")]),
    ]
}

pub(crate) fn row(position: i64, bytes: &[u8]) -> PositionRow {
    PositionRow { position, counts: bytes.to_vec(), games: bytes.iter().rev().copied().collect() }
}

pub(crate) async fn the_archive(store: &dyn Store) {
    assert_eq!(store.archive_place().await.unwrap(), 0);
    let pack = |first, games: &[u8]| VisitPack { position: -7, first, games: games.to_vec() };
    let all = games();
    let batch = ArchiveBatch {
        games: all[..2].to_vec(),
        positions: vec![row(-7, &[0, 1, 255]), row(i64::MAX, &[])],
        visits: vec![pack(1, &[1]), pack(10, &[2])],
    };
    assert!(store.archive(0, 2, &batch).await.unwrap());
    let later = ArchiveBatch { games: all[2..].to_vec(), positions: vec![row(-7, &[9])], visits: Vec::new() };
    assert!(!store.archive(0, 4, &later).await.unwrap(), "another node has added them");
    assert_eq!(store.archive_place().await.unwrap(), 2);
    assert_eq!(store.archived(&[3, 1]).await.unwrap(), all[..1]);
    assert!(store.archive(2, 4, &later).await.unwrap());
    assert_eq!(store.archived_positions(&[-7, 1]).await.unwrap(), [row(-7, &[9])]);
    assert_eq!(store.archived_positions(&[i64::MAX]).await.unwrap(), [row(i64::MAX, &[])]);
    for (before, expected) in [(11, Some(pack(10, &[2]))), (10, Some(pack(1, &[1]))), (1, None)] {
        assert_eq!(store.archived_visits(-7, before).await.unwrap(), expected, "{before}");
    }
    searches(store, &all).await;
    names(store, &all).await;
    bots(store).await;
    store.empty_archive().await.unwrap();
    assert_eq!(store.archive_place().await.unwrap(), 0);
    assert!(store.search_archive(&ArchiveSearch::default(), 9).await.unwrap().is_empty());
    assert!(store.archived_positions(&[-7]).await.unwrap().is_empty());
    assert_eq!(store.archived_visits(-7, 99).await.unwrap(), None);
}

/// Compares each search with a linear scan of all games.
async fn searches(store: &dyn Store, all: &[ArchivedGame]) {
    let text = |text: &str| Some(text.to_owned());
    let none = ArchiveSearch::default;
    let searches = [
        (none(), vec![4, 3, 2, 1]),
        (ArchiveSearch { before: Some(3), ..none() }, vec![2, 1]),
        (ArchiveSearch { kind: text("squadro"), ..none() }, vec![4, 2, 1]),
        (ArchiveSearch { kind: text("squadro"), not_before: Some(2), ..none() }, vec![4, 2]),
        (ArchiveSearch { player: text("arc-bob"), ..none() }, vec![4, 3, 1]),
        (ArchiveSearch { player: text("arc-bob"), before: Some(4), ..none() }, vec![3, 1]),
        (ArchiveSearch { player: text("arc-ada"), with: text("arc-bob"), ..none() }, vec![4, 3, 1]),
        (ArchiveSearch { player: text("arc-ada"), outcome: text("win"), ..none() }, vec![3, 1]),
        (ArchiveSearch { player: text("stranger"), ..none() }, vec![]),
        (ArchiveSearch { result: text("0-1"), ..none() }, vec![3]),
        (ArchiveSearch { termination: text("resignation"), ..none() }, vec![4]),
        (ArchiveSearch { options: text("first=red"), kind: text("squadro"), ..none() }, vec![4, 2]),
        (ArchiveSearch { options: text(""), ..none() }, vec![3, 1]),
        (ArchiveSearch { speed: text("untimed"), ..none() }, vec![2]),
        (ArchiveSearch { rated: Some(true), ..none() }, vec![1]),
        (ArchiveSearch { players: Some(3), ..none() }, vec![]),
        (ArchiveSearch { min_plies: Some(30), max_plies: Some(40), ..none() }, vec![3, 2]),
        (ArchiveSearch { from: Some(2500), to: Some(4500), ..none() }, vec![3, 2]),
        (ArchiveSearch { min_rating: Some(1700), ..none() }, vec![4, 3]),
        (ArchiveSearch { max_rating: Some(1500), ..none() }, vec![1]),
    ];
    for (search, expected) in searches {
        let found = store.search_archive(&search, 9).await.unwrap();
        assert_eq!(found.iter().map(|game| game.number).collect::<Vec<_>>(), expected, "{search:?}");
        assert!(found.iter().all(|game| all.contains(game)), "{found:?}");
        let one_by_one = all.iter().rev().filter(|game| search.fits(game)).map(|game| game.number);
        assert_eq!(one_by_one.collect::<Vec<_>>(), expected, "{search:?}");
    }
    assert_eq!(store.search_archive(&none(), 1).await.unwrap(), all[3..]);
    let tally = |kind: &str, seat, outcome: &str, first_move: &str| TallyRow {
        kind: kind.to_owned(),
        seat,
        outcome: outcome.to_owned(),
        first_move: Some(first_move.to_owned()),
        games: 1,
    };
    assert_eq!(
        store.archive_tally("arc-ada").await.unwrap(),
        [
            tally("peak", 1, "win", "a2-d2"),
            tally("squadro", 0, "draw", "Y1"),
            tally("squadro", 0, "win", "Y1"),
            tally("squadro", 1, "loss", "R1")
        ]
    );
}

async fn names(store: &dyn Store, all: &[ArchivedGame]) {
    store.forget_name("arc-bob", "Renamed").await.unwrap();
    let game = store.archived(&[1]).await.unwrap().remove(0);
    assert_eq!((game.seats[0].name.as_str(), game.seats[1].name.as_str()), ("ARC-ADA", "Renamed"));
    assert_eq!(game.seats[1].person, all[0].seats[1].person);
    let names = store.forgotten_names(&["arc-ada", "arc-bob"]).await.unwrap();
    assert_eq!(names, [("arc-bob".to_owned(), "Renamed".to_owned())]);
}

async fn bots(store: &dyn Store) {
    for (id, bot) in [("arc-robo", true), ("arc-eve", false)] {
        let (id, name) = (id.to_owned(), id.to_owned());
        store.add_person(&Person { id, name, guest: false, created: 1, vacation: None, bot }).await.unwrap();
    }
    assert_eq!(store.bots_among(&["arc-eve", "arc-robo", "stranger"]).await.unwrap(), ["arc-robo"]);
    assert!(store.bots_among(&[]).await.unwrap().is_empty());
}
