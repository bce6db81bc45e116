//! Formatting of search results as `info` lines.

use ludoteca_engine::{Analysis, Outcome, Value};
use std::time::Duration;

/// One line per variation.
pub(super) fn lines(analysis: &Analysis, time: Duration) -> String {
    let nps = (analysis.nodes as f64 / time.as_secs_f64().max(0.001)).round() as u64;
    let written = analysis.lines.iter().enumerate().map(|(i, line)| {
        let score = line.value.as_ref().map_or_else(String::new, |value| format!(" score {}", score(value)));
        format!(
            "info depth {} nodes {} time {} nps {nps} multipv {}{score} pv {}",
            analysis.depth,
            analysis.nodes,
            time.as_millis(),
            i + 1,
            line.moves.join(" ")
        )
    });
    written.collect::<Vec<_>>().join("\n")
}

/// Hundredths of a clear advantage, plies to a proven end, or the share of each seat.
fn score(value: &Value) -> String {
    match value {
        Value::Proven { result: Outcome::Win, plies } => format!("mate {plies}"),
        Value::Proven { result: Outcome::Loss, plies } => format!("mate -{plies}"),
        Value::Proven { result: Outcome::Draw, .. } => "cp 0".to_owned(),
        Value::Estimate(thousandths) => format!("cp {}", thousandths / 10),
        Value::Shares { shares, .. } => {
            let shares: Vec<String> = shares.as_slice().iter().map(|share| format!("{share:.3}")).collect();
            format!("shares {}", shares.join(" "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludoteca_catalog::PerSeat;
    use ludoteca_engine::Line;

    #[test]
    fn every_value_has_a_score() {
        assert_eq!(score(&Value::Proven { result: Outcome::Win, plies: 3 }), "mate 3");
        assert_eq!(score(&Value::Proven { result: Outcome::Loss, plies: 2 }), "mate -2");
        assert_eq!(score(&Value::Proven { result: Outcome::Draw, plies: 2 }), "cp 0");
        assert_eq!(score(&Value::Estimate(-1234)), "cp -123");
        let shares = PerSeat::new(3, |seat| seat.index() as f32 / 2.0);
        assert_eq!(score(&Value::Shares { shares, proven: true }), "shares 0.000 0.500 1.000");
    }

    #[test]
    fn a_line_for_each_way_to_play() {
        let line = |text: &str, value| Line {
            moves: text.split(' ').map(str::to_owned).collect(),
            value: Some(Value::Estimate(value)),
            score: None,
        };
        let analysis = Analysis { lines: vec![line("a b", 500), line("c", -10)], nodes: 2000, depth: 3 };
        assert_eq!(
            lines(&analysis, Duration::from_millis(100)),
            "info depth 3 nodes 2000 time 100 nps 20000 multipv 1 score cp 50 pv a b\n\
             info depth 3 nodes 2000 time 100 nps 20000 multipv 2 score cp -1 pv c"
        );
    }
}
