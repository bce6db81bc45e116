//! Random requests: games of all kinds, and actions that are sensible, silly or forbidden.

use super::random::Chance;
use ludoteca_catalog::Seat;
use ludoteca_contest::Contest;
use serde_json::{Value, json};

/// The request for a game, and its number of players.
pub(crate) fn game(chance: &mut Chance) -> (Value, usize) {
    let (mut request, seats) = match chance.within(0..6) {
        0 => (json!({ "game": "squadro" }), 2),
        1 => (json!({ "game": "peak" }), 2),
        2 => (json!({ "game": "one-piece-for-two", "options": { "width": 4, "height": 5, "pieces": 3 } }), 2),
        seats => (json!({ "game": "number-one", "players": seats - 1 }), seats as usize - 1),
    };
    let seconds = chance.within(5..90);
    request["clock"] = match chance.within(0..7) {
        0 => Value::Null,
        1 => json!({ "system": "sudden-death", "initial": 1000 * seconds }),
        2 => json!({ "system": "increment", "initial": 1000 * seconds, "increment": 2000 }),
        3 => json!({ "system": "delay", "initial": 1000 * seconds, "delay": 3000 }),
        4 => json!({ "system": "byo-yomi", "initial": 1000 * seconds, "period": 5000, "periods": 3 }),
        5 => json!({ "system": "per-turn", "time": 1000 * (10 + seconds / 3) }),
        _ => json!({ "system": "correspondence", "perTurn": 86_400, "bank": 43_200 }),
    };
    request["rated"] = json!(chance.one_in(4));
    request["listed"] = json!(chance.one_in(2));
    request["take_back"] = json!(!chance.one_in(4));
    (request, seats)
}

/// An action of this seat's holder; `None`: nothing.
pub(crate) fn action(contest: &Contest, seat: Seat, chance: &mut Chance) -> Option<Value> {
    let mine = contest.to_act() == Some(seat);
    if let Some(pending) = contest.pending()
        && chance.one_in(2)
    {
        let words = if pending.by == seat { ["withdraw", "accept"] } else { ["accept", "decline"] };
        return Some(json!(chance.pick(&words)));
    }
    match chance.within(0..if mine { 60 } else { 200 }) {
        0 => Some(json!("offer-draw")),
        1 => Some(json!("take-back")),
        2 => Some(json!(chance.pick(&["accept", "decline", "withdraw"]))),
        3 => Some(json!({ "claim": chance.pick(&["leave", "draw", "abort"]) })),
        4 => Some(json!({ "give-time": chance.within(0..4) })),
        5 if chance.one_in(6) => Some(json!("resign")),
        6 if chance.one_in(6) => Some(json!("abort")),
        7 if chance.one_in(2) => Some(json!({ "move": "nonsense" })),
        // Reserved for the server.
        8 if chance.one_in(2) => Some(json!(chance.pick(&["pause", "unpause", "return"]))),
        9 if chance.one_in(2) => Some(json!({ "resume": { "away": 1_000_000 } })),
        10 if chance.one_in(2) => Some(json!({ "adjudicate": { "places": [1, 2] } })),
        11..30 if !mine && chance.one_in(4) => Some(json!({ "claim": "leave" })),
        30..34 => Some(json!({ "move": chance.pick(&["R1", "Y1", "LMS", "a1"]) })),
        _ if mine => {
            let moves = contest.game().legal_moves();
            (!moves.is_empty()).then(|| json!({ "move": chance.pick(&moves) }))
        }
        _ => None,
    }
}

/// A plan of moves, perhaps.
pub(crate) fn plan(contest: &Contest, seat: Seat, chance: &mut Chance) -> Value {
    let mut game = contest.game().fork();
    let mut moves: Vec<(Seat, String)> = Vec::new();
    for _ in 0..chance.within(0..6) {
        let ludoteca_catalog::Status::ToAct(to_act) = game.status() else { break };
        let text = chance.pick(&game.legal_moves()).clone();
        if game.play(&text).is_err() {
            break;
        }
        moves.push((to_act, text));
    }
    let of = |own: bool| -> Vec<&String> {
        moves.iter().filter(|(to_act, _)| (*to_act == seat) == own).map(|(_, text)| text).collect()
    };
    match chance.one_in(2) {
        true => json!({ "premoves": of(true) }),
        false => json!({ "branches": [{ "when": of(false), "play": of(true) }] }),
    }
}
