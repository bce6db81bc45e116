//! Compares the GPU's tables with the processor's and with another solver's. Needs an NVIDIA GPU, so it runs
//! only on request: `cargo test --release -p ludoteca-solve-cuda -- --ignored --nocapture`.

use ludoteca_solve::squadro::{Board, Sides, ValueTable};
use ludoteca_solve_cuda::Gpu;

#[test]
#[ignore = "needs an NVIDIA GPU"]
fn small_boards_are_those_of_the_processor_byte_for_byte() {
    for tracks in [2, 3] {
        let sides = || Sides::new(Board::new(tracks).unwrap());
        let mut gpu = Gpu::new(sides()).unwrap();
        gpu.solve(|_| ()).unwrap();
        let table = ValueTable::solve(sides(), |_| ());
        assert!(gpu.bytes().unwrap() == table.bytes(), "{tracks} tracks");
        let middle = table.bytes().len() / 3..table.bytes().len() / 2;
        assert!(gpu.range(middle.clone()).unwrap() == table.bytes()[middle], "{tracks} tracks, a part");
        assert!(gpu.range(0..table.bytes().len() + 1).is_err());
    }
}

#[test]
#[ignore = "needs an NVIDIA GPU with 118 GB of memory"]
fn the_full_board_agrees_with_another_solver() {
    let mut gpu = Gpu::new(Sides::new(Board::FULL)).unwrap();
    gpu.solve(|_| ()).unwrap();
    let sides = gpu.sides();
    let (mut entries, mut expected) = (Vec::new(), Vec::new());
    for line in include_str!("../../../data/squadro-exact.txt").lines().filter(|line| !line.starts_with('#'))
    {
        let words: Vec<&str> = line.split_whitespace().collect();
        let digits: Vec<u8> =
            words[0].chars().filter_map(|c| c.to_digit(16)).map(|digit| digit as u8).collect();
        let mover = usize::from(words[1] == "r");
        let byte = |word: &str| (word.parse::<i32>().unwrap() + 1) as u8; // plies plus one; -1 is endless
        let (y, r) =
            (sides.seats[0].number(&digits[..5]).unwrap(), sides.seats[1].number(&digits[5..]).unwrap());
        entries.push(sides.entry(mover, y, r) as u64);
        expected.push(byte(words[3]));
        sides.for_each_move(mover, y, r, |track, [y, r]| {
            entries.push(sides.entry(1 - mover, y, r) as u64);
            expected.push(byte(words[4 + track]));
        });
    }
    let found = gpu.read(&entries).unwrap();
    let same = found.iter().zip(&expected).filter(|(found, expected)| found == expected).count();
    println!("{same} of {} values agree", expected.len());
    assert!(found == expected && expected.len() > 20_000);
}
