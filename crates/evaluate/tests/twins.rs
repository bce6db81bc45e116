//! Slow, plain reference implementations of the features that are computed by shifting bit sets.

use crate::common::{features, start};
use ludoteca_conformance::for_each_random_position;
use ludoteca_core::{Notation, Position, Seat, Status};
use ludoteca_evaluate::Features;
use ludoteca_number_one::{NumberOne, Players, Size};
use ludoteca_one_piece::{Arrow, Cell, OnePiece, Piece};
use ludoteca_peak::{Peak, Space};
use std::collections::BTreeSet;

/// The amount of a feature that has one weight for each end of the game.
fn mixed<G: Features>(all: &[Vec<i32>], seat: Seat, name: &str, row: usize) -> i32 {
    let at = start::<G>(name) + 2 * row;
    let sum = all[seat.index()][at] + all[seat.index()][at + 1];
    assert_eq!(sum % G::UNIT, 0, "{name}");
    sum / G::UNIT
}

#[test]
fn peak_features_are_those_of_the_board() {
    let rules = ludoteca_peak::Rules::default();
    for_each_random_position::<Peak>(&rules, 60, 60, |position, seed| {
        let all = features(position);
        for seat in [Seat::FIRST, Seat::SECOND] {
            let rival = seat.other_of_two();
            let (own_jumps, rival_jumps) = (peak_jumps(position, seat), peak_jumps(position, rival));
            let landed = |jumps: &[(Space, Space)], space| jumps.iter().any(|&(_, to)| to == space);
            let towers: Vec<Space> =
                Space::all().filter(|&s| position.owner(s) == Some(seat) && position.height(s) > 1).collect();
            let pieces = |wanted: &dyn Fn(Space) -> bool| -> i32 {
                towers.iter().filter(|&&s| wanted(s)).map(|&s| i32::from(position.height(s))).sum()
            };
            let check = |name, wanted: i32| {
                let text = position.position_text();
                assert_eq!(
                    mixed::<Peak>(&all, seat, name, 0),
                    wanted,
                    "seed {seed}, {name}, {seat:?}: {text}"
                );
            };
            check("tower-pieces", position.score(seat) as i32);
            check("tower-pieces-attacked", pieces(&|s| landed(&rival_jumps, s)));
            check("tower-pieces-guarded", pieces(&|s| landed(&own_jumps, s)));
            check("tower-pieces-safe", pieces(&|s| !has_line_to(position, rival, s)));
            check("towers", towers.len() as i32);
            check("high-towers", towers.iter().filter(|&&s| position.height(s) > 2).count() as i32);
            check("jumps", own_jumps.len() as i32);
            check("landings", own_jumps.iter().map(|&(_, to)| to).collect::<BTreeSet<_>>().len() as i32);
            check("rival-cannot-jump", i32::from(rival_jumps.is_empty()));
            let singles: Vec<Space> = Space::all()
                .filter(|&s| position.owner(s) == Some(seat) && position.height(s) == 1)
                .collect();
            check("singles-attacked", singles.iter().filter(|&&s| landed(&rival_jumps, s)).count() as i32);
            for (row, ring) in [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)].into_iter().enumerate() {
                let in_ring = |s: &&Space| {
                    let (a, b) = (s.column().min(5 - s.column()), s.rank().min(5 - s.rank()));
                    (a.min(b), a.max(b)) == ring
                };
                let wanted = singles.iter().filter(in_ring).count() as i32;
                assert_eq!(mixed::<Peak>(&all, seat, "singles", row), wanted, "seed {seed} ring {ring:?}");
            }
        }
    });
}

const EIGHT: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The spaces from here on in one direction.
fn line(from: Space, (right, up): (i8, i8)) -> impl Iterator<Item = Space> {
    (1..6).map_while(move |n| {
        let column = u8::try_from(from.column() as i8 + n * right).ok()?;
        let rank = u8::try_from(from.rank() as i8 + n * up).ok()?;
        Space::new(column, rank)
    })
}

fn peak_jumps(position: &Peak, seat: Seat) -> Vec<(Space, Space)> {
    let mut jumps = Vec::new();
    for from in Space::all().filter(|&s| position.height(s) == 1 && position.owner(s) == Some(seat)) {
        for direction in EIGHT {
            let mut passed = 0;
            for to in line(from, direction) {
                if passed == 2 {
                    jumps.push((from, to));
                }
                passed += position.height(to);
            }
        }
    }
    jumps
}

/// Whether a single piece of this seat is in line with the space, with one or more spaces and no high tower
/// in between.
fn has_line_to(position: &Peak, seat: Seat, space: Space) -> bool {
    EIGHT.into_iter().any(|direction| {
        let mut open = true;
        line(space, direction).enumerate().any(|(between, from)| {
            let found =
                open && between > 0 && position.height(from) == 1 && position.owner(from) == Some(seat);
            open &= position.height(from) < 3;
            found
        })
    })
}

#[test]
fn one_piece_features_are_those_of_the_grid() {
    for (width, height, pieces) in [(8, 8, 20), (4, 4, 6), (10, 10, 30), (5, 9, 18)] {
        let rules = ludoteca_one_piece::Rules::new(width, height, pieces, Seat::FIRST).unwrap();
        for_each_random_position::<OnePiece>(&rules, 12, 40, |position, seed| {
            if matches!(position.status(), Status::Over(_)) {
                return;
            }
            check_one_piece(position, seed);
        });
    }
}

fn check_one_piece(position: &OnePiece, seed: u64) {
    let all = features(position);
    let grid = Grid::new(position);
    let in_box = position.in_box();
    if in_box == 0 {
        for seat in [Seat::FIRST, Seat::SECOND] {
            let mover = seat == position.mover();
            let [wins, threat] = ["lifting-wins", "lifting-threat"]
                .map(|name| all[seat.index()][start::<OnePiece>(name)] / OnePiece::UNIT);
            let text = position.position_text();
            assert_eq!(wins, i32::from(mover && position.wins_at_once()), "seed {seed}: {text}");
            let threatens = !mover && position.is_threatened() && !position.wins_at_once();
            assert_eq!(threat, i32::from(threatens), "seed {seed}: {text}");
            assert_eq!(all[seat.index()][2..].iter().find(|&&amount| amount != 0), None);
        }
        return;
    }
    let wins = [Seat::FIRST, Seat::SECOND].map(|seat| grid.winning_cells(position, seat));
    for seat in [Seat::FIRST, Seat::SECOND] {
        let mover = position.mover() == seat;
        // The player to act once the box is empty: the players alternate until then.
        let lifts_first = mover == in_box.is_multiple_of(2);
        let check = |name, row, wanted: usize| {
            let at = start::<OnePiece>(name) + 4 * row;
            let amounts = &all[seat.index()][at..at + 4];
            let (own, others) = if lifts_first { (0, 2) } else { (2, 0) };
            let full = i32::from(in_box).min(20);
            let text = position.position_text();
            let wanted = wanted as i32 * full;
            assert_eq!(amounts[own], wanted, "seed {seed}, {name} {row}: {text}");
            assert_eq!(amounts[own + 1] * full, wanted * (20 - full), "seed {seed}, {name} {row}: {text}");
            assert_eq!(amounts[others..others + 2], [0, 0], "seed {seed}, {name} {row}: {text}");
        };
        let mine = &wins[seat.index()];
        check("to-act", 0, usize::from(mover));
        check("wins", 0, usize::from(mover && !mine.is_empty()));
        check("threat", 0, usize::from(!mover && !mine.is_empty()));
        for (name, count) in [("ones", 1), ("twos", 2)] {
            for reach in 0..3 {
                let highest = |line: &[(i8, i8); 4]| {
                    let free = line.iter().filter(|&&(column, rank)| grid.is_free(column, rank));
                    free.map(|&(column, rank)| grid.free_below(column, rank)).max().unwrap()
                };
                let lines = grid.lines().filter(|line| grid.count(line, seat) == Some(count));
                check(name, reach, lines.filter(|line| (highest(line) / 2).min(2) as usize == reach).count());
            }
        }
        let completing: BTreeSet<(i8, i8)> = grid.free().filter(|&cell| grid.completes(cell, seat)).collect();
        let stacked =
            completing.iter().filter(|&&(column, rank)| completing.contains(&(column, rank - 1))).count();
        check("stacked", 0, stacked);
        for height in 0..6 {
            let here =
                completing.iter().filter(|&&(column, rank)| grid.free_below(column, rank).min(5) == height);
            check("completing", height as usize, here.count());
        }
    }
}

/// The grid as a table of cells, by column and rank.
struct Grid {
    cells: Vec<Vec<Option<Seat>>>,
}

impl Grid {
    fn new(position: &OnePiece) -> Grid {
        let mut cells = vec![vec![None; position.height().into()]; position.width().into()];
        for piece in position.pieces() {
            cells[usize::from(piece.red().column())][usize::from(piece.red().rank())] = Some(Seat::FIRST);
            cells[usize::from(piece.blue().column())][usize::from(piece.blue().rank())] = Some(Seat::SECOND);
        }
        Grid { cells }
    }

    /// Whether this is a free cell of the grid.
    fn is_free(&self, column: i8, rank: i8) -> bool {
        self.is_cell(column, rank) && self.at(column, rank).is_none()
    }

    fn is_cell(&self, column: i8, rank: i8) -> bool {
        (0..self.cells.len() as i8).contains(&column) && (0..self.cells[0].len() as i8).contains(&rank)
    }

    /// The seat whose half is on this cell; the cell must hold one.
    fn at(&self, column: i8, rank: i8) -> Option<Seat> {
        self.cells[column as usize][rank as usize]
    }

    fn all(&self) -> impl Iterator<Item = (i8, i8)> + '_ {
        let (width, height) = (self.cells.len() as i8, self.cells[0].len() as i8);
        (0..width).flat_map(move |column| (0..height).map(move |rank| (column, rank)))
    }

    fn free(&self) -> impl Iterator<Item = (i8, i8)> + '_ {
        self.all().filter(|&(column, rank)| self.is_free(column, rank))
    }

    fn free_below(&self, column: i8, rank: i8) -> i8 {
        (0..rank).filter(|&below| self.is_free(column, below)).count() as i8
    }

    fn lines(&self) -> impl Iterator<Item = [(i8, i8); 4]> + '_ {
        self.all().flat_map(move |(column, rank)| {
            [(0, 1), (1, -1), (1, 0), (1, 1)].into_iter().filter_map(move |(right, up)| {
                let line = [0, 1, 2, 3].map(|n| (column + n * right, rank + n * up));
                line.iter().all(|&(column, rank)| self.is_cell(column, rank)).then_some(line)
            })
        })
    }

    /// The number of cells of the line in this colour; `None` if one has the other colour.
    fn count(&self, line: &[(i8, i8); 4], seat: Seat) -> Option<usize> {
        let there: Vec<Option<Seat>> = line.iter().map(|&(column, rank)| self.at(column, rank)).collect();
        let clean = there.iter().all(|half| half.is_none() || *half == Some(seat));
        clean.then(|| there.iter().filter(|half| half.is_some()).count())
    }

    fn completes(&self, cell: (i8, i8), seat: Seat) -> bool {
        self.lines().any(|line| {
            line.contains(&cell) && line.iter().all(|&(c, r)| (c, r) == cell || self.at(c, r) == Some(seat))
        })
    }

    /// The cells where placing a half of this seat wins for it.
    fn winning_cells(&self, position: &OnePiece, seat: Seat) -> BTreeSet<(i8, i8)> {
        let rests = |column: i8, rank: i8| self.is_free(column, rank) && self.free_below(column, rank) == 0;
        let mut wins = BTreeSet::new();
        for (column, rank) in self.free() {
            for arrow in Arrow::ALL {
                let Some(piece) = Cell::new(column as u8, rank as u8).and_then(|red| Piece::new(red, arrow))
                else {
                    continue;
                };
                let blue = (piece.blue().column() as i8, piece.blue().rank() as i8);
                if !self.is_free(blue.0, blue.1) {
                    continue;
                }
                let lower = (piece.anchor().column() as i8, piece.anchor().rank() as i8);
                let fits = if piece.is_lying() {
                    rests(column, rank) && rests(blue.0, blue.1)
                } else {
                    rests(lower.0, lower.1)
                };
                let made = [self.completes((column, rank), Seat::FIRST), self.completes(blue, Seat::SECOND)];
                let (own, other) = (made[seat.index()], made[seat.other_of_two().index()]);
                if fits && own && !other {
                    wins.insert(if seat == Seat::FIRST { (column, rank) } else { blue });
                }
            }
        }
        assert_eq!(position.width() as usize, self.cells.len());
        wins
    }
}

#[test]
fn number_one_features_are_those_of_the_field() {
    for players in Players::ALL {
        let rules = ludoteca_number_one::Rules { players: Some(players) };
        for_each_random_position::<NumberOne>(&rules, 12, 200, |position, seed| {
            if !position.is_set_up() && matches!(position.status(), Status::ToAct(_)) {
                check_number_one(position, seed);
            }
        });
    }
}

/// The row and number of each hole.
fn holes(players: u8) -> Vec<(i8, i8)> {
    let side: i8 = if players == 4 { 6 } else { 5 };
    let numbers = |row: i8| if row < side { 1..=side + row } else { row + 2 - side..=2 * side - 1 };
    (0..2 * side - 1).flat_map(|row| numbers(row).map(move |number| (row, number))).collect()
}

const SIX: [(i8, i8); 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

fn around((row, number): (i8, i8), distance: i8) -> BTreeSet<(i8, i8)> {
    SIX.iter().map(|(up, right)| (row + distance * up, number + distance * right)).collect()
}

/// The holes that a small peg has reached after each number of steps.
type Walk = Vec<BTreeSet<(i8, i8)>>;

fn check_number_one(position: &NumberOne, seed: u64) {
    let holes = holes(position.seats());
    let variant = usize::from(position.seats()) - 2;
    let tokens: BTreeSet<(i8, i8)> = (0..holes.len())
        .filter(|&index| position.tokens() >> (index + 1) & 1 == 1)
        .map(|index| holes[index])
        .collect();
    let all = features(position);
    let walks: Vec<Option<Walk>> = Seat::all(position.seats())
        .map(|seat| {
            let small = position.peg(seat, Size::Small)?;
            let mut walk = vec![BTreeSet::from([holes[small.hole.index()]])];
            for step in 0..5 {
                let mut next: BTreeSet<_> = walk[step].iter().flat_map(|&hole| around(hole, 1)).collect();
                next.retain(|hole| tokens.contains(hole));
                next.extend(&walk[step]);
                walk.push(next);
            }
            Some(walk)
        })
        .collect();
    let pegs: Vec<(Seat, (i8, i8))> =
        position.pegs().map(|(seat, _, peg)| (seat, holes[peg.hole.index()])).collect();
    for seat in Seat::all(position.seats()) {
        let own = &all[seat.index()];
        let text = position.position_text();
        let Some(walk) = &walks[seat.index()] else {
            assert!(own.iter().all(|&amount| amount == 0), "seed {seed}: {text}");
            continue;
        };
        let reached = |steps: usize| walk[steps].iter().filter(|hole| tokens.contains(hole)).count();
        let one = |name, wanted: usize| {
            assert_eq!(
                own[start::<NumberOne>(name) + variant],
                wanted as i32,
                "seed {seed}, {name}, {seat:?}: {text}"
            );
        };
        let table = |name, row: usize, wanted: Option<usize>| {
            let from = start::<NumberOne>(name) + variant * row;
            assert_eq!(
                own[from..from + row].iter().position(|&amount| amount != 0),
                wanted,
                "seed {seed}, {name}, {seat:?}: {text}"
            );
        };
        one("near-two", reached(2));
        one("near-three", reached(3));
        table("reach", 24, Some(reached(5).min(23)));
        let steps_to = |seat: Seat, hole| {
            walks[seat.index()]
                .as_ref()
                .and_then(|walk| walk.iter().position(|reached| reached.contains(&hole)))
        };
        let first = tokens.iter().filter(|&&hole| {
            steps_to(seat, hole).is_some_and(|own| {
                let rivals = Seat::all(position.seats()).filter(|&rival| rival != seat);
                rivals.filter_map(|rival| steps_to(rival, hole)).all(|theirs| own < theirs)
            })
        });
        table("first", 24, Some(first.count().min(23)));
        for (size, name) in Size::ALL.into_iter().zip(["small-ways", "medium-ways", "large-ways"]) {
            let ways = position.peg(seat, size).map(|peg| {
                let there = around(holes[peg.hole.index()], size.distance() as i8);
                there.iter().filter(|hole| tokens.contains(hole)).count() + if peg.turned { 0 } else { 7 }
            });
            table(name, 14, ways);
        }
        let small = holes[position.peg(seat, Size::Small).unwrap().hole.index()];
        let away = |(row, number): (i8, i8)| {
            let (up, right) = (row - small.0, number - small.1);
            up.abs().max(right.abs()).max((up - right).abs())
        };
        let rivals = |distance: i8| {
            pegs.iter().filter(|&&(whose, hole)| whose != seat && away(hole) == distance).count()
        };
        one("rivals-beside", rivals(1));
        one("rivals-near", rivals(2));
        if position.peg(seat, Size::Small).unwrap().turned {
            one("beyond", 0);
        } else {
            let free = |hole: &(i8, i8)| {
                holes.contains(hole) && !tokens.contains(hole) && pegs.iter().all(|(_, peg)| peg != hole)
            };
            let flips: BTreeSet<_> = walk[5].iter().flat_map(|&hole| around(hole, 1)).filter(free).collect();
            let new = |hole: &(i8, i8)| tokens.contains(hole) && !walk[5].contains(hole);
            let mut beyond: BTreeSet<_> =
                flips.iter().flat_map(|&hole| around(hole, 1)).filter(new).collect();
            let further: Vec<_> = beyond.iter().flat_map(|&hole| around(hole, 1)).filter(new).collect();
            beyond.extend(further);
            one("beyond", beyond.len());
        }
    }
}
