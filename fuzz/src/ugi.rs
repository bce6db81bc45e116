//! The UGI protocol.

use ludoteca_catalog::GameId;

/// UGI: the first byte selects the game, the rest is the client's input. Every line of output must follow the
/// protocol.
pub fn ugi(data: &[u8]) {
    let Some((&choice, lines)) = data.split_first() else { return };
    let game = GameId::ALL[usize::from(choice) % GameId::ALL.len()];
    let said = String::from_utf8(ludoteca_cli::ugi_answers(game, lines)).expect("answers are text");
    for line in said.lines() {
        let known = ["id ", "option ", "ugiok", "readyok", "info ", "bestmove ", "response "];
        assert!(known.iter().any(|word| line.starts_with(word)), "{line:?}");
        assert!(!line.contains(|c: char| c.is_control()), "{line:?}");
        assert!(line != "bestmove ", "a move, or 0000");
    }
}
