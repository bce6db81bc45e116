use crate::{Successor, options};
use ludoteca_core::{
    Game,
    perft::{self, Leaves},
};

/// One position in a perft table with its known leaf counts.
#[derive(Clone, Debug)]
pub struct PerftCase {
    /// Options such as `players=3`, or empty.
    pub options: String,
    pub position: String,
    pub rows: Vec<(u32, Leaves)>,
}

/// Parses a perft table: lines `options …` (in effect until the next such line), `pos …`, `perft <depth>
/// <leaves> <digest>`, comments starting with `#`, and blank lines.
///
/// # Panics
/// If a line is none of these.
#[must_use]
pub fn read_perft_table(text: &str) -> Vec<PerftCase> {
    let mut cases: Vec<PerftCase> = Vec::new();
    let mut options = String::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "options" => options = rest.to_owned(),
            "pos" => cases.push(PerftCase {
                options: options.clone(),
                position: rest.to_owned(),
                rows: Vec::new(),
            }),
            "perft" => {
                let fields: Vec<_> = rest.split(' ').collect();
                let [depth, count, digest] = fields[..] else { panic!("perft table: {line}") };
                let count = count.parse().unwrap_or_else(|_| panic!("perft table: {line}"));
                let digest =
                    u64::from_str_radix(digest, 16).unwrap_or_else(|_| panic!("perft table: {line}"));
                let row = (
                    depth.parse().unwrap_or_else(|_| panic!("perft table: {line}")),
                    Leaves { count, digest },
                );
                cases.last_mut().expect("a pos line first").rows.push(row);
            }
            _ => panic!("perft table: {line}"),
        }
    }
    cases
}

/// Checks every row of a table.
///
/// # Panics
/// If a count or a digest differs.
pub fn check_perft_table<P: Game>(text: &str) {
    let cases = read_perft_table(text);
    assert!(!cases.is_empty(), "an empty perft table");
    for case in cases {
        let rules = P::rules(&options::<P>(&case.options));
        let position = P::read_position(&rules, &case.position)
            .unwrap_or_else(|error| panic!("{}: {error}", case.position));
        assert!(!case.rows.is_empty(), "{}: no rows", case.position);
        for (depth, expected) in case.rows {
            let found = perft::leaves(&position, depth);
            assert_eq!(found, expected, "{}: perft {depth}: {found}", case.position);
            assert_eq!(
                perft::count_in_bulk(&position, depth),
                expected.count,
                "{}: bulk {depth}",
                case.position
            );
        }
    }
}

/// Checks only the rows of at most `most` leaves, using a slow second implementation; the `slow` function
/// receives the options and the position.
///
/// # Panics
/// If a count or a digest differs, or if every row of a position is too large.
pub fn check_perft_table_by_twin(text: &str, most: u64, slow: impl Fn(&str, &str) -> Vec<Successor>) {
    for case in read_perft_table(text) {
        let mut checked = 0;
        let mut level = vec![case.position.clone()];
        let mut depth = 0;
        for (row_depth, expected) in case.rows.iter().filter(|(_, leaves)| leaves.count <= most) {
            while depth < *row_depth {
                level = level.iter().flat_map(|p| slow(&case.options, p)).map(|(_, next)| next).collect();
                depth += 1;
            }
            let mut digest = 0u64;
            for leaf in &level {
                digest = digest.wrapping_add(fnv1a(leaf));
            }
            let found = Leaves { count: level.len() as u64, digest };
            assert_eq!(found, *expected, "{}: perft {depth} by the slow twin: {found}", case.position);
            checked += 1;
        }
        assert!(checked > 0, "{}: no row of at most {most} leaves", case.position);
    }
}

/// Reimplemented here, so that the digest has a second implementation too.
fn fnv1a(text: &str) -> u64 {
    text.bytes().fold(14_695_981_039_346_656_037, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211)
    })
}
