use ludoteca_solve::squadro::{Board, Sides, Table};
use ludoteca_solve_cuda::Gpu;
use std::io::Write;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let tracks: usize = std::env::args().nth(1).map_or(5, |a| a.parse().unwrap());
    let count: usize = std::env::args().nth(2).map_or(0, |a| a.parse().unwrap());
    let out = std::env::args().nth(3);
    let board = Board::new(tracks).unwrap();
    let start = Instant::now();
    let mut gpu = Gpu::new(Sides::new(board))?;
    println!("ready {:.2?} entries {}", start.elapsed(), gpu.sides().entries());
    let t = Instant::now();
    let mut last = t;
    gpu.solve(|p| {
        let now = Instant::now();
        if tracks == 5 && (now - last).as_millis() > 1500 {
            println!(
                "{:?} {:.2} {:.1}%",
                p,
                (now - t).as_secs_f64(),
                100.0 * p.done as f64 / p.entries as f64
            );
            last = now;
        }
    })?;
    println!("solved {:.2?}", t.elapsed());
    let t = Instant::now();
    gpu.reach(|_| {})?;
    println!("reached {:.2?}", t.elapsed());
    let t = Instant::now();
    let counts = gpu.count()?;
    println!("counted {:.2?}: {}", t.elapsed(), counts.iter().flatten().sum::<u64>());
    for (mover, counts) in counts.iter().enumerate() {
        let sum = |parity: usize| {
            counts.iter().enumerate().skip(1).filter(|(i, _)| i % 2 == parity).map(|(_, c)| c).sum::<u64>()
        };
        println!("mover {mover}: win {} loss {} endless {} over {}", sum(0), sum(1), counts[0], counts[1]);
        println!("longest {:?}", counts.iter().rposition(|&c| c > 0));
        println!("{counts:?}");
    }
    if tracks <= 3 {
        let table = Table::solve(Sides::new(board));
        println!("same as CPU: {}", table.bytes() == gpu.bytes()?);
    }
    if tracks == 5 {
        let text = std::fs::read_to_string("data/squadro-exact.txt")?;
        let (mut entries, mut expected) = (Vec::new(), Vec::new());
        let sides = gpu.sides();
        let mut skipped = 0;
        for line in text.lines().filter(|l| !l.starts_with('#') && !l.is_empty()) {
            let f: Vec<&str> = line.split_whitespace().collect();
            let digits: Vec<u8> = f[0].chars().filter_map(|c| c.to_digit(16)).map(|d| d as u8).collect();
            let mover = usize::from(f[1] == "r");
            let (Some(y), Some(r)) =
                (sides.seats[0].number(&digits[..5]), sides.seats[1].number(&digits[5..]))
            else {
                skipped += 1;
                continue;
            };
            entries.push(sides.entry(mover, y, r) as u64);
            expected.push((f[3].parse::<i32>()? + 1) as u8);
            sides.for_each_move(mover, y, r, |track, [y, r]| {
                entries.push(sides.entry(1 - mover, y, r) as u64);
                expected.push((f[4 + track].parse::<i32>().unwrap() + 1) as u8);
            });
        }
        let values = gpu.read(&entries)?;
        let same = values.iter().zip(&expected).filter(|(a, b)| a == b).count();
        println!("exact: {same} of {} agree, {skipped} skipped", values.len());
        for (a, b) in values.iter().zip(&expected).filter(|(a, b)| a != b).take(10) {
            println!("  {a} {b}");
        }
    }
    if let Some(out) = out {
        let t = Instant::now();
        let samples = gpu.sample(count, 1)?;
        let mut file = std::io::BufWriter::new(std::fs::File::create(out)?);
        for s in &samples {
            file.write_all(&s.to_le_bytes())?;
        }
        println!("{} samples {:.2?}", samples.len(), t.elapsed());
    }
    Ok(())
}
