use clap::Args;
use ludoteca_catalog::{GameId, GameInfo, Values};
use ludoteca_shell::{
    Failure,
    output::{self, print, print_json},
};
use serde_json::json;

/// List the games with their names, players and options
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    output: output::Arguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let games = GameId::ALL.map(GameId::info);
    if arguments.output.json {
        return print_json(&games.iter().map(as_json).collect::<Vec<_>>());
    }
    let width = |text: fn(&GameInfo) -> &str| games.iter().map(|info| text(info).len()).max().unwrap_or(0);
    let (ids, names) = (width(|info| info.id), width(|info| info.name));
    let mut lines = String::new();
    for info in &games {
        let players = match (info.min_players, info.max_players()) {
            (min, max) if min == max => min.to_string(),
            (min, max) => format!("{min}-{max}"),
        };
        let options: Vec<_> =
            info.options.iter().map(|o| format!("{}={} ({})", o.key, o.values, o.default)).collect();
        let options = if options.is_empty() { "-".to_owned() } else { options.join(" ") };
        lines += &format!("{:ids$}  {:names$}  {players:3}  {options}\n", info.id, info.name);
    }
    print(&lines)
}

fn as_json(info: &GameInfo) -> serde_json::Value {
    let options: Vec<_> = info
        .options
        .iter()
        .map(|option| {
            let mut value = json!({ "key": option.key, "default": option.default, "ruling": option.ruling });
            match option.values {
                Values::Words { words } => value["values"] = json!(words),
                Values::Numbers { from: min, to: max } => {
                    value["min"] = json!(min);
                    value["max"] = json!(max);
                }
            }
            value
        })
        .collect();
    json!({
        "id": info.id,
        "name": info.name,
        "players": { "min": info.min_players, "max": info.max_players() },
        "seats": info.seats,
        "options": options,
    })
}
