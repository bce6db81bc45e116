//! A second, slow and simple implementation of Number One that works only on texts and shares no code with
//! the crate.

use ludoteca_conformance::{Successor, check_perft_table_by_twin, for_each_random_position, twin};
use ludoteca_core::{Departure, Notation, Position, Seat, Status};
use ludoteca_number_one::{NumberOne, Players, Rules};
use std::collections::{BTreeMap, BTreeSet};

/// Row and number of a hole; rows count from 1 at the bottom.
type Place = (i32, i32);

#[derive(Clone, PartialEq)]
enum Content {
    Token,
    Empty,
    Peg { player: char, size: usize, turned: bool },
}

#[derive(Clone)]
struct Twin {
    holes: BTreeMap<Place, Content>,
    rows: i32,
    player: char,
    moved: Vec<usize>,
    out: Vec<char>,
}

fn letter_of(row: i32) -> char {
    "?abcdefghijk".chars().nth(row as usize).unwrap()
}

fn place_named(name: &str) -> Place {
    let row = "?abcdefghijk".find(&name[..1]).unwrap() as i32;
    (row, name[1..].parse().unwrap())
}

/// A hexagon. In the lower half, numbers start at 1 and each row has one hole more than the row below. In the
/// upper half, each row starts one number later and all rows end with the same number.
fn row_of_hexagon(rows: i32, row: i32) -> Vec<Place> {
    let side = (rows + 1) / 2;
    let numbers = if row <= side { 1..=side + row - 1 } else { row - side + 1..=rows };
    numbers.map(|number| (row, number)).collect()
}

impl Twin {
    fn read(text: &str) -> Twin {
        let fields: Vec<&str> = text.split(' ').collect();
        let lines: Vec<&str> = fields[0].split('/').collect();
        let rows = lines.len() as i32;
        let mut holes = BTreeMap::new();
        for (i, line) in lines.iter().enumerate() {
            let mut chars = line.chars();
            for place in row_of_hexagon(rows, rows - i as i32) {
                let content = match chars.next().unwrap() {
                    'o' => Content::Token,
                    '.' => Content::Empty,
                    letter => Content::Peg {
                        player: letter.to_ascii_lowercase(),
                        size: chars.next().unwrap().to_digit(10).unwrap() as usize,
                        turned: letter.is_ascii_uppercase(),
                    },
                };
                holes.insert(place, content);
            }
            assert_eq!(chars.next(), None, "{text}");
        }
        let list = |field: &str| field.chars().filter(|&c| c != '-').collect::<Vec<char>>();
        Twin {
            holes,
            rows,
            player: fields[1].chars().next().unwrap(),
            moved: list(fields[2]).iter().map(|c| c.to_digit(10).unwrap() as usize).collect(),
            out: list(fields[3]),
        }
    }

    fn write(&self) -> String {
        let mut lines = Vec::new();
        for row in (1..=self.rows).rev() {
            let mut line = String::new();
            for place in row_of_hexagon(self.rows, row) {
                line += &match &self.holes[&place] {
                    Content::Token => "o".to_owned(),
                    Content::Empty => ".".to_owned(),
                    Content::Peg { player, size, turned: false } => format!("{player}{size}"),
                    Content::Peg { player, size, turned: true } => {
                        format!("{}{size}", player.to_ascii_uppercase())
                    }
                };
            }
            lines.push(line);
        }
        let or_dash = |list: String| if list.is_empty() { "-".to_owned() } else { list };
        let mut moved = self.moved.clone();
        moved.sort_unstable();
        let moved = or_dash(moved.iter().map(ToString::to_string).collect());
        let out = or_dash(self.out.iter().collect());
        format!("{} {} {moved} {out}", lines.join("/"), self.player)
    }

    fn holds_peg(&self, place: Place) -> bool {
        matches!(self.holes.get(&place), Some(Content::Peg { .. }))
    }

    fn on_board(&self, place: Place) -> bool {
        self.holes.contains_key(&place)
    }

    /// A player's pegs: place, size and whether turned over.
    fn pegs_of(&self, whose: char) -> Vec<(Place, usize, bool)> {
        let mut pegs = Vec::new();
        for (&place, content) in &self.holes {
            if let Content::Peg { player, size, turned } = content
                && *player == whose
            {
                pegs.push((place, *size, *turned));
            }
        }
        pegs
    }

    /// NO-5 and NO-6: follows every path from `at`, which the peg reached by a step in `direction`.
    fn follow(&self, at: Place, direction: Place, steps_left: usize, ends: &mut BTreeSet<Place>) {
        if steps_left == 0 {
            ends.insert(at);
            return;
        }
        let ahead = add(at, direction);
        if !self.on_board(ahead) {
            return;
        }
        if !self.holds_peg(ahead) {
            self.follow(ahead, direction, steps_left - 1, ends);
            return;
        }
        for turned in NEIGHBOURS {
            // Two of the six directions are 60 degrees apart if their difference is one of the six.
            let sixty_degrees = NEIGHBOURS.contains(&(turned.0 - direction.0, turned.1 - direction.1));
            let beside = add(at, turned);
            if sixty_degrees && self.on_board(beside) && !self.holds_peg(beside) {
                self.follow(beside, turned, steps_left - 1, ends);
            }
        }
    }

    /// The places where the peg may land.
    fn landings(&self, from: Place, size: usize, turned: bool) -> BTreeSet<Place> {
        let mut ends = BTreeSet::new();
        for direction in NEIGHBOURS {
            let first = add(from, direction);
            if self.on_board(first) && !self.holds_peg(first) {
                self.follow(first, direction, size - 1, &mut ends);
            }
        }
        // NO-7
        ends.retain(|end| !turned || self.holes[end] == Content::Token);
        ends
    }

    /// All moves of the pegs not yet moved: size and landing place.
    fn moves(&self) -> Vec<(usize, Place)> {
        let mut moves = Vec::new();
        for (place, size, turned) in self.pegs_of(self.player) {
            if !self.moved.contains(&size) {
                moves.extend(self.landings(place, size, turned).into_iter().map(|end| (size, end)));
            }
        }
        moves
    }

    fn players_left(&self) -> Vec<char> {
        ('a'..='d').filter(|&player| !self.pegs_of(player).is_empty()).collect()
    }

    fn play(&mut self, size: usize, to: Place) {
        let (from, _, was_turned) =
            *self.pegs_of(self.player).iter().find(|(_, other, _)| *other == size).unwrap();
        let turned = was_turned || self.holes[&to] == Content::Empty;
        self.holes.insert(from, Content::Empty);
        self.holes.insert(to, Content::Peg { player: self.player, size, turned });
        self.moved.push(size);
        self.run_on();
    }

    /// NO-14: removes a player from the game.
    fn leave(&mut self, leaver: char) {
        for (place, ..) in self.pegs_of(leaver) {
            self.holes.insert(place, Content::Empty);
        }
        self.out.push(leaver);
        let left = self.players_left();
        if self.player == leaver || left.len() == 1 {
            self.moved.clear();
            self.player = *left.iter().find(|&&player| player > self.player).unwrap_or(&left[0]);
        }
        if left.len() > 1 {
            self.run_on();
        }
    }

    /// NO-13: passes over players who cannot move.
    fn run_on(&mut self) {
        while self.moves().is_empty() {
            let waiting: Vec<(Place, usize, bool)> = self
                .pegs_of(self.player)
                .into_iter()
                .filter(|(_, size, _)| !self.moved.contains(size))
                .collect();
            // NO-9, NO-11
            for (place, ..) in &waiting {
                self.holes.insert(*place, Content::Empty);
            }
            // NO-10
            if waiting.iter().any(|(_, size, _)| *size == 1) {
                for (place, ..) in self.pegs_of(self.player) {
                    self.holes.insert(place, Content::Empty);
                }
                self.out.push(self.player);
            }
            let left = self.players_left();
            self.moved.clear();
            // Clockwise: the next letter still in the game, or else the first.
            self.player = *left.iter().find(|&&player| player > self.player).unwrap_or(&left[0]);
            if left.len() == 1 {
                return;
            }
        }
    }
}

/// In the order of the notation page.
const NEIGHBOURS: [Place; 6] = [(0, -1), (0, 1), (1, 0), (1, 1), (-1, 0), (-1, -1)];

fn add(place: Place, step: Place) -> Place {
    (place.0 + step.0, place.1 + step.1)
}

/// In the order of the notation page.
fn start_holes(players: usize) -> Vec<&'static str> {
    match players {
        2 => vec!["a2 a1 b1", "i8 i9 h9"],
        3 => vec!["a2 a1 b1", "h4 i5 i6", "f9 e9 d8"],
        _ => vec!["a2 a1 b1", "e1 f1 g2", "k10 k11 j11", "g11 f11 e10"],
    }
}

fn arranged(players: usize, arrangements: &[&str]) -> String {
    if arrangements.len() < players {
        return format!("setup {players} {}", arrangements.join(","));
    }
    let rows = if players == 4 { 11 } else { 9 };
    let mut holes = BTreeMap::new();
    for row in 1..=rows {
        for place in row_of_hexagon(rows, row) {
            holes.insert(place, Content::Token);
        }
    }
    for ((player, names), arrangement) in ('a'..).zip(start_holes(players)).zip(arrangements) {
        for (name, letter) in names.split(' ').zip(arrangement.chars()) {
            let size = "?SML".find(letter).unwrap();
            holes.insert(place_named(name), Content::Peg { player, size, turned: false });
        }
    }
    Twin { holes, rows, player: 'a', moved: Vec::new(), out: Vec::new() }.write()
}

fn successors(_options: &str, position: &str) -> Vec<Successor> {
    if let Some(rest) = position.strip_prefix("setup ") {
        let (players, chosen) = rest.split_once(' ').unwrap();
        let chosen: Vec<&str> = chosen.split(',').filter(|&text| text != "-").collect();
        return ["LMS", "LSM", "MLS", "MSL", "SLM", "SML"]
            .iter()
            .map(|&next| {
                let all: Vec<&str> = chosen.iter().copied().chain([next]).collect();
                (next.to_owned(), arranged(players.parse().unwrap(), &all))
            })
            .collect();
    }
    let table = Twin::read(position);
    if table.players_left().len() == 1 {
        return Vec::new();
    }
    table
        .moves()
        .into_iter()
        .map(|(size, to)| {
            let letter = "?SML".chars().nth(size).unwrap();
            let star = if table.holes[&to] == Content::Empty { "*" } else { "" };
            let mut next = table.clone();
            next.play(size, to);
            (format!("{letter}{}{}{star}", letter_of(to.0), to.1), next.write())
        })
        .collect()
}

#[test]
fn the_slow_twin_knows_the_same_moves() {
    for players in Players::ALL {
        twin::<NumberOne>(&Rules { players: Some(players) }, 60, 100, |position| successors("", position));
    }
}

/// NO-14: whichever seat leaves, in any position, the twin reaches the same position.
#[test]
fn the_slow_twin_leaves_the_same_way() {
    let mut departures = 0;
    for players in [Players::Three, Players::Four] {
        for_each_random_position::<NumberOne>(
            &Rules { players: Some(players) },
            60,
            100,
            |position, seed| {
                if position.is_set_up() || matches!(position.status(), Status::Over(_)) {
                    return;
                }
                for (letter, seat) in ('a'..).zip(Seat::all(players.number())) {
                    let mut table = Twin::read(&position.position_text());
                    match position.departure(seat) {
                        Departure::PlaysOn(rest) => {
                            table.leave(letter);
                            assert_eq!(rest.position_text(), table.write(), "seed {seed}: {letter} leaves");
                            departures += 1;
                        }
                        Departure::AlreadyOut => {
                            assert!(table.out.contains(&letter), "seed {seed}: {letter}")
                        }
                        other => panic!("seed {seed}: {letter}: {other:?}"),
                    }
                }
            },
        );
    }
    assert!(departures > 10_000, "{departures}");
}

#[test]
fn the_slow_twin_counts_the_same_leaves() {
    check_perft_table_by_twin(include_str!("../../../data/perft/number-one.txt"), 5_000, successors);
}
