use clap::Args;
use ludoteca_catalog::{GameInfo, Seat, Status};
use ludoteca_engine::{Analysis, Budget, Line, Watch};
use ludoteca_shell::{
    Failure,
    output::{self, print, print_json},
    setup,
    thinking::{self, Clock, value_json, value_text},
};
use serde_json::{Value as Json, json};

/// Ask the engine for the best move, its value and the line
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    setup: setup::Arguments,
    #[command(flatten)]
    thinking: thinking::Arguments,
    /// Number of moves to show with value and line
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=500))]
    lines: u16,
    #[command(flatten)]
    output: output::Arguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let game = arguments.setup.open()?;
    let info = game.game().info();
    if let Status::Over(standing) = game.status() {
        return Err(Failure::Other(format!("the game is over: {}", info.result(&standing))));
    }
    let mut player = arguments.thinking.engine(game.game())?;
    let budget = Budget { lines: arguments.lines.into(), ..arguments.thinking.budget() };
    let clock = Clock::start(arguments.thinking.movetime());
    let stop = || clock.is_up();
    let analysis = player
        .think(&*game, &budget, &mut Watch { stop: &stop, report: &mut |_| {} })
        .ok_or_else(|| Failure::Other("the engine found no move".to_owned()))?;
    let seconds = clock.seconds();
    if arguments.output.json {
        return print_json(&as_json(&info, &analysis, seconds));
    }
    let mut text = String::new();
    for line in &analysis.lines {
        text += &format!("{}\n  value: {}\n", line.moves[0], value_of(&info, line));
        if let Some([first, second]) = line.score {
            let [light, dark] = [Seat::FIRST, Seat::SECOND].map(|seat| info.seat_name(seat));
            text += &format!("  expected score: {light} {first:.1}, {dark} {second:.1}\n");
        }
        text += &format!("  line: {}\n", line.moves.join(" "));
    }
    let speed = analysis.nodes as f64 / seconds.max(1e-9) / 1e6;
    text += &format!(
        "depth {}, {} nodes, {seconds:.3} s, {speed:.1} M nodes/s\n",
        analysis.depth, analysis.nodes
    );
    print(&text)
}

fn value_of(info: &GameInfo, line: &Line) -> String {
    line.value.as_ref().map_or_else(|| "-".to_owned(), |value| value_text(info, value))
}

fn as_json(info: &GameInfo, analysis: &Analysis, seconds: f64) -> Json {
    let lines: Vec<Json> = analysis
        .lines
        .iter()
        .map(|line| {
            let value = line.value.as_ref().map_or(Json::Null, |value| value_json(info, value));
            let mut json = json!({ "move": line.moves[0], "value": value, "line": line.moves });
            if let Some(score) = line.score {
                json["expectedScore"] = json!(score);
            }
            json
        })
        .collect();
    json!({
        "game": info.id, "best": analysis.best(), "lines": lines, "depth": analysis.depth,
        "nodes": analysis.nodes, "seconds": seconds,
    })
}
