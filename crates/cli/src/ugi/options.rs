//! Options of the engine and the game.

use ludoteca_catalog::{GameInfo, Setup, Values};
use ludoteca_shell::engine_options::{EngineOptions, MAX_THREADS, Search};
struct Spin {
    name: &'static str,
    min: u64,
    max: u64,
    value: fn(&mut Settings) -> &mut u64,
}

const SPINS: [Spin; 6] = [
    Spin { name: "Hash", min: 1, max: 65_536, value: |settings| &mut settings.engine.hash_mib },
    Spin { name: "Threads", min: 1, max: MAX_THREADS, value: |settings| &mut settings.engine.threads },
    Spin { name: "MultiPV", min: 1, max: 256, value: |settings| &mut settings.lines },
    Spin { name: "Level", min: 1, max: 10, value: |settings| &mut settings.engine.level },
    Spin { name: "Move Overhead", min: 0, max: 5000, value: |settings| &mut settings.overhead },
    Spin { name: "Seed", min: 0, max: u32::MAX as u64, value: |settings| &mut settings.seed },
];

/// In milliseconds: more than the latency of the engine and a pipe.
const DEFAULT_OVERHEAD: u64 = 5;

/// The option that selects the search algorithm.
const SEARCH: &str = "Search";

/// The values of all options.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Settings {
    pub(super) engine: EngineOptions,
    pub(super) lines: u64,
    pub(super) seed: u64,
    /// Milliseconds subtracted from every time limit, for the latency of the answer.
    pub(super) overhead: u64,
    pub(super) setup: Setup,
}

impl Default for Settings {
    fn default() -> Self {
        let engine = EngineOptions::default();
        Settings { engine, lines: 1, seed: 0, overhead: DEFAULT_OVERHEAD, setup: Setup::default() }
    }
}

impl Settings {
    /// The lines that declare the options.
    pub(super) fn offer(info: &GameInfo) -> Vec<String> {
        let mut defaults = Settings::default();
        let mut lines: Vec<String> = SPINS
            .iter()
            .map(|spin| {
                let default = *(spin.value)(&mut defaults);
                format!(
                    "option name {} type spin default {default} min {} max {}",
                    spin.name, spin.min, spin.max
                )
            })
            .collect();
        let searches: String = Search::NAMED.iter().map(|(name, _)| format!(" var {name}")).collect();
        lines.push(format!("option name {SEARCH} type combo default auto{searches}"));
        if info.min_players != info.max_players() {
            let (min, max) = (info.min_players, info.max_players());
            lines.push(format!("option name players type spin default {min} min {min} max {max}"));
        }
        lines.extend(info.options.iter().map(|option| {
            let head = format!("option name {} type", option.key);
            match option.values {
                Values::Numbers { from: min, to: max } => {
                    format!("{head} spin default {} min {min} max {max}", option.default)
                }
                Values::Words { words } => {
                    let words: String = words.iter().map(|word| format!(" var {word}")).collect();
                    format!("{head} combo default {}{words}", option.default)
                }
            }
        }));
        lines
    }

    /// The settings with this one changed; names are case-insensitive.
    ///
    /// The caller must check whether the game can be opened with these options.
    pub(super) fn with(&self, info: &GameInfo, name: &str, value: &str) -> Result<Settings, String> {
        let mut changed = self.clone();
        if let Some(spin) = SPINS.iter().find(|spin| spin.name.eq_ignore_ascii_case(name)) {
            let number = value.parse().ok().filter(|number| (spin.min..=spin.max).contains(number));
            *(spin.value)(&mut changed) = number.ok_or_else(|| {
                format!("{} cannot be {value:?}: expected {} to {}", spin.name, spin.min, spin.max)
            })?;
        } else if name.eq_ignore_ascii_case(SEARCH) {
            let search = Search::NAMED.iter().find(|(name, _)| name.eq_ignore_ascii_case(value));
            let (_, search) = search
                .ok_or_else(|| format!("{SEARCH} cannot be {value:?}: expected auto, mcts or rollout"))?;
            changed.engine.search = *search;
        } else if name.eq_ignore_ascii_case("players") {
            let number = value.parse().map_err(|_| format!("players cannot be {value:?}"))?;
            changed.setup.players = Some(number);
        } else if let Some(option) = info.options.iter().find(|option| option.key.eq_ignore_ascii_case(name))
        {
            changed.setup.options.retain(|(key, _)| key != option.key);
            changed.setup.options.push((option.key.to_owned(), value.to_owned()));
        } else {
            return Err(format!("unknown option {name:?}"));
        }
        Ok(changed)
    }
}
