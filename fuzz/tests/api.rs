//! Fuzzes the server's endpoints with mutations of the stored inputs: changed bytes, and parts removed,
//! duplicated and combined. `LUDOTECA_SEED=7 LUDOTECA_INPUTS=100000 cargo nextest run --package ludoteca-fuzz
//! --test api` tries more of them.

use ludoteca_fuzz::{TARGETS, Target, corpus};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Words inserted into inputs.
const WORDS: [&[u8]; 20] = [
    b"null",
    b"{}",
    b"[[[[",
    b"-1",
    b"18446744073709551616",
    b"1e999",
    b"\"\"",
    b"\\u0000",
    b"\xff\xfe",
    b"GAME",
    b"TOKEN",
    b"\xf0\x9f\x8e\xb2",
    b",",
    b":",
    b"{\"do\":",
    b"\"seats\":[",
    b"%00",
    b"&since=",
    b"\n",
    b"../",
];

struct Chance(Xoshiro256PlusPlus);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        (self.0.next_u64() % limit.max(1) as u64) as usize
    }

    /// An input derived from stored ones.
    fn input(&mut self, stored: &[Vec<u8>]) -> Vec<u8> {
        let mut input = stored[self.below(stored.len())].clone();
        for _ in 0..self.below(5) {
            let (from, to) = (self.below(input.len() + 1), self.below(input.len() + 1));
            let (from, to) = (from.min(to), from.max(to));
            match self.below(6) {
                0 if !input.is_empty() => {
                    let at = self.below(input.len());
                    input[at] = self.0.next_u64() as u8;
                }
                1 => drop(input.drain(from..to)),
                2 => {
                    let part = input[from..to].to_vec();
                    input.splice(to..to, part);
                }
                3 => {
                    let other = &stored[self.below(stored.len())];
                    let part = other[self.below(other.len() + 1)..].to_vec();
                    input.truncate(from);
                    input.extend(part);
                }
                _ => drop(input.splice(from..from, WORDS[self.below(WORDS.len())].iter().copied())),
            }
        }
        input
    }
}

fn number(name: &str, otherwise: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name}={text} is no number")),
        Err(_) => otherwise,
    }
}

fn try_out(name: &str) {
    let target: Target = TARGETS.iter().find(|(other, _)| *other == name).unwrap().1;
    let stored = corpus::read(name).unwrap();
    let stored: Vec<Vec<u8>> = stored.into_iter().map(|(_, input)| input).collect();
    let (seed, inputs) = (number("LUDOTECA_SEED", 1), number("LUDOTECA_INPUTS", 2000));
    println!("LUDOTECA_SEED={seed} LUDOTECA_INPUTS={inputs}");
    let mut chance = Chance(Xoshiro256PlusPlus::seed_from_u64(seed));
    for tried in 0..inputs {
        let input = chance.input(&stored);
        let done = std::panic::catch_unwind(|| target(&input));
        if done.is_err() {
            panic!("input {tried} of seed {seed}: {:?}", String::from_utf8_lossy(&input));
        }
    }
}

#[test]
fn any_body() {
    try_out("api_body");
}

#[test]
fn any_path() {
    try_out("api_path");
}

#[test]
fn any_headers() {
    try_out("api_headers");
}

#[test]
fn any_messages_on_the_socket() {
    try_out("socket_messages");
}

#[test]
fn any_damage_of_the_log() {
    try_out("stored_events");
}
