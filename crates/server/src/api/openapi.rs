//! What the macros leave out of the OpenAPI document: descriptions of responses, the bodies of errors, the
//! errors of all endpoints, security schemes, bounds of integers, and the types of events and actions.

use super::{caller, endpoint};
use axum::http::StatusCode;
use serde_json::{Map, Value, json};

/// The largest integer that every JSON parser keeps exact (2^53 - 1).
const EXACT: i64 = 9_007_199_254_740_991;

pub(super) fn complete(document: &mut Value) {
    document["servers"] = json!([{ "url": "/", "description": "This server" }]);
    document["components"]["securitySchemes"] = json!({
        (endpoint::TOKEN): {
            "type": "http",
            "scheme": "bearer",
            "description": "The token of a guest, a session, a bot, or a personal token with scopes."
        },
        (endpoint::COOKIE): {
            "type": "apiKey",
            "in": "cookie",
            "name": caller::COOKIE,
            "description": "The page's session."
        }
    });
    add_types(&mut document["components"]["schemas"]);
    for (path, methods) in document["paths"].as_object_mut().into_iter().flatten() {
        for (method, operation) in methods.as_object_mut().into_iter().flatten() {
            operation["operationId"] = operation_id(method, path).into();
            complete_operation(operation);
        }
    }
    bound_integers(document);
}

/// A unique id: the method and the words of the path.
fn operation_id(method: &str, path: &str) -> String {
    let mut id = method.to_owned();
    let words = path.trim_start_matches("/api/v1").split(|sign: char| !sign.is_ascii_alphanumeric());
    let mut any = false;
    for word in words.filter(|word| !word.is_empty()) {
        any = true;
        let (first, rest) = word.split_at(1);
        id += &(first.to_uppercase() + rest);
    }
    if !any {
        id += "Handbook";
    }
    id
}

fn complete_operation(operation: &mut Value) {
    let Some(responses) = operation["responses"].as_object_mut() else { return };
    for status in ["429", "503"] {
        responses.entry(status).or_insert_with(|| json!({}));
    }
    for (status, response) in responses {
        let is_error = status.starts_with(['4', '5']);
        let described = response["description"].as_str().is_some_and(|words| !words.is_empty());
        if !described {
            response["description"] = description(status).into();
        }
        if status == "429" {
            response["headers"] = json!({ "Retry-After": {
                "description": "Retry after this many seconds.",
                "schema": { "type": "integer", "format": "int64", "minimum": 0, "maximum": EXACT }
            } });
        }
        if is_error {
            response["content"] = json!({ "application/problem+json": { "schema": reference("Problem") } });
        }
    }
}

fn description(status: &str) -> String {
    let words = match status {
        "101" => "The connection is a WebSocket now.",
        "200" => "Success.",
        "201" => "Created.",
        "202" => "Accepted.",
        "400" => "The request is malformed.",
        "401" => "Authentication required, or the token is invalid.",
        "403" => "Not allowed.",
        "404" => "Not found, or not visible to you.",
        "408" => "The request body took too long.",
        "409" => "The request is based on an outdated state of the game.",
        "413" => "The body is too large.",
        "422" => "Against the rules; `key` and `ruling` say which.",
        "429" => "Too many requests.",
        "503" => {
            "Temporarily unavailable: the database or other servers are unreachable, or the server is shutting down."
        }
        other => {
            let code = other.parse().ok().and_then(|code| StatusCode::from_u16(code).ok());
            return code.and_then(|code| code.canonical_reason()).unwrap_or("Another answer").to_owned()
                + ".";
        }
    };
    words.to_owned()
}

/// Adds the bounds that the server enforces. What the macros call an int32 with the minimum 0 is an unsigned
/// number of at most 32 bits, which goes further.
fn bound_integers(value: &mut Value) {
    if let Value::Object(fields) = value {
        let kind = &fields.get("type");
        let is_integer = match kind {
            Some(Value::String(kind)) => kind == "integer",
            Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "integer"),
            _ => false,
        };
        // In an example, a field of this name is not a format.
        if is_integer && fields.get("example").is_none_or(|example| !example.is_object()) {
            bound(fields);
        }
    }
    match value {
        Value::Array(values) => values.iter_mut().for_each(bound_integers),
        Value::Object(fields) => {
            let skipped = ["example", "examples", "default", "enum"];
            fields
                .iter_mut()
                .filter(|(name, value)| !skipped.contains(&name.as_str()) || value["type"].is_string())
                .for_each(|(_, value)| bound_integers(value));
        }
        _ => {}
    }
}

fn bound(schema: &mut Map<String, Value>) {
    let is_small = schema.get("format").is_some_and(|format| format == "int32");
    let is_unsigned =
        schema.get("minimum").is_some_and(|minimum| minimum.as_f64().is_some_and(|least| least >= 0.0));
    let (least, most) = match (is_small, is_unsigned) {
        (true, true) => (0, i64::from(u32::MAX)),
        (true, false) => (i64::from(i32::MIN), i64::from(i32::MAX)),
        (false, true) => (0, EXACT),
        (false, false) => (-EXACT, EXACT),
    };
    schema.entry("minimum").or_insert(least.into());
    schema.entry("maximum").or_insert(most.into());
    let within = schema["maximum"].as_i64().is_some_and(|most| most <= i64::from(i32::MAX));
    schema.insert("format".to_owned(), if within { "int32" } else { "int64" }.into());
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// A number of milliseconds, or of an event.
fn count(words: &str) -> Value {
    json!({ "type": "integer", "format": "int64", "minimum": 0, "description": words })
}

fn seat(words: &str) -> Value {
    json!({ "type": "integer", "format": "int32", "minimum": 0, "maximum": 3, "description": words })
}

fn word(words: &str) -> Value {
    json!({ "type": "string", "description": words })
}

fn one_of(options: &[&str], words: &str) -> Value {
    json!({ "type": "string", "enum": options, "description": words })
}

/// Milliseconds for each seat.
fn by_seat(words: &str) -> Value {
    json!({ "type": "array", "items": { "type": "integer", "format": "int64", "minimum": 0 }, "description": words })
}

/// An event type: its tag, description, required fields and optional fields.
type EventType = (&'static str, &'static str, Vec<(&'static str, Value)>, Vec<(&'static str, Value)>);

fn event_types() -> Vec<EventType> {
    let used = || count("The time charged to the seat to act until then, in milliseconds.");
    let left =
        || ("left_ms", by_seat("The remaining time of each seat, in milliseconds; missing without a clock."));
    let position = || ("position", word("The position after the event."));
    let offers = || one_of(&["draw", "take-back"], "The kind of offer.");
    let began = json!({ "type": "array", "description": "The players by seat; only in a rated game.", "items": {
        "type": "object", "required": ["kind"], "properties": {
            "kind": one_of(&["guest", "person", "bot", "level"], "The kind of player."),
            "rating": reference("RatingView")
        } } });
    vec![
        (
            "created",
            "The game was created.",
            vec![("terms", json!({ "type": "object", "description": "The agreed terms." }))],
            vec![(
                "made",
                json!({ "type": "object", "description": "The creator and the invited players." }),
            )],
        ),
        (
            "joined",
            "A seat was taken.",
            vec![("seat", seat("Which.")), ("name", word("The player's name; may be empty."))],
            vec![
                ("user", reference("UserView")),
                (
                    "level",
                    json!({ "type": "integer", "format": "int32", "minimum": 1, "maximum": 11, "description": "The computer's level." }),
                ),
                (
                    "elsewhere",
                    json!({ "type": "boolean", "description": "The player is unknown to this server." }),
                ),
            ],
        ),
        ("started", "All seats are taken.", vec![], vec![("began", began), left()]),
        (
            "moved",
            "A ply.",
            vec![
                ("seat", seat("Whose.")),
                ("move", word("The move in the game's notation.")),
                (
                    "used",
                    count(
                        "The thinking time without `lag`, in milliseconds; a first decision is not charged.",
                    ),
                ),
            ],
            vec![("lag", count("The credit for network delay, in milliseconds.")), position(), left()],
        ),
        ("offered", "A player made an offer.", vec![("seat", seat("By whom.")), ("offer", offers())], vec![]),
        (
            "answered",
            "An offer was answered.",
            vec![
                ("seat", seat("By whom.")),
                ("offer", offers()),
                ("answer", one_of(&["accepted", "declined", "withdrawn"], "The answer.")),
            ],
            vec![],
        ),
        (
            "taken-back",
            "The last steps were taken back.",
            vec![
                ("seat", seat("Who asked.")),
                ("steps", count("The number of steps that remain.")),
                ("used", used()),
            ],
            vec![position(), left()],
        ),
        (
            "left",
            "A seat left.",
            vec![
                ("seat", seat("Which.")),
                ("how", one_of(&["resigns", "time", "absent"], "How.")),
                ("used", used()),
            ],
            vec![position(), left()],
        ),
        (
            "time-given",
            "A player gave time to an opponent.",
            vec![("seat", seat("By whom.")), ("to", seat("To whom.")), ("time", count("Milliseconds."))],
            vec![left()],
        ),
        (
            "clocks-set",
            "The clocks were set.",
            vec![("left", by_seat("The remaining time of each seat, in milliseconds."))],
            vec![],
        ),
        ("paused", "The clocks are paused.", vec![("used", used())], vec![]),
        ("unpaused", "The clocks run again.", vec![], vec![]),
        (
            "resumed",
            "The server has restarted; no player is charged for the downtime.",
            vec![("away", count("The length of the downtime, in milliseconds.")), ("used", used())],
            vec![left()],
        ),
        ("returned", "The seat to act is back after `resumed`, and its clock runs.", vec![], vec![]),
        (
            "vacation",
            "A player's vacation has started, changed or ended.",
            vec![
                ("seat", seat("Who.")),
                ("until", count("The end of the vacation, in milliseconds since 1970.")),
                ("used", used()),
            ],
            vec![left()],
        ),
        (
            "ended",
            "The end.",
            vec![
                (
                    "termination",
                    one_of(
                        &[
                            "normal",
                            "resignation",
                            "time forfeit",
                            "absence",
                            "agreement",
                            "repetition",
                            "aborted",
                            "unterminated",
                            "adjudication",
                        ],
                        "Why it ended.",
                    ),
                ),
                (
                    "places",
                    json!({ "type": "array", "items": { "type": "integer", "format": "int32", "minimum": 1, "maximum": 4 },
                        "description": "A place for each seat; empty when it was aborted." }),
                ),
            ],
            vec![
                ("result", word("The result, as in records.")),
                ("seat", seat("The seat responsible for the abort; missing: the server.")),
                (
                    "why",
                    one_of(
                        &["asked", "first-decision", "resignation", "time", "absence", "declined"],
                        "Why it was aborted.",
                    ),
                ),
            ],
        ),
    ]
}

/// The name of the type in the document.
fn event_name(kind: &str) -> String {
    let parts = kind.split('-').map(|part| {
        let (first, rest) = part.split_at(part.len().min(1));
        first.to_uppercase() + rest
    });
    format!("Event{}", parts.collect::<String>())
}

/// Adds the types that the macros cannot see: events are stored as text, and actions belong to the contest
/// crate.
fn add_types(schemas: &mut Value) {
    let mut kinds = Vec::new();
    let mut mapping = Map::new();
    for (kind, words, always, sometimes) in event_types() {
        let mut properties = Map::new();
        properties.insert("seq".to_owned(), count("The event's number: 1, 2, 3 and so on."));
        properties.insert("at".to_owned(), count("The time, in milliseconds since 1970."));
        properties.insert("type".to_owned(), json!({ "type": "string", "enum": [kind] }));
        let mut required = vec!["seq", "at", "type"];
        required.extend(always.iter().map(|(name, _)| *name));
        for (name, schema) in always.into_iter().chain(sometimes) {
            properties.insert(name.to_owned(), schema);
        }
        let name = event_name(kind);
        schemas[&name] =
            json!({ "type": "object", "description": words, "required": required, "properties": properties });
        mapping.insert(kind.to_owned(), format!("#/components/schemas/{name}").into());
        kinds.push(reference(&name));
    }
    let example = schemas["EventView"]["examples"].clone();
    schemas["EventView"] = json!({
        "description": "An event of a game. Later versions may add fields and types.",
        "oneOf": kinds,
        "discriminator": { "propertyName": "type", "mapping": mapping },
        "examples": example
    });
    let only = |name: &str, value: Value| json!({ "type": "object", "required": [name], "properties": { name: value }, "additionalProperties": false });
    schemas["PlayerAction"] = json!({
        "description": "A player's action.",
        "oneOf": [
            only("move", word("A move in the game's notation.")),
            one_of(
                &["resign", "abort", "offer-draw", "take-back", "accept", "decline", "withdraw", "claim"],
                "`claim` alone means that the absent player leaves."
            ),
            only("claim", one_of(&["leave", "draw", "abort"], "The claim against an absent player (TB-8).")),
            only("give-time", seat("The seat that gets fifteen seconds; only in unrated games."))
        ],
        "examples": [{ "move": "Y3" }, "resign", { "claim": "draw" }]
    });
    schemas["NewAction"]["properties"]["do"] = reference("PlayerAction");
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludoteca_contest::{Action, Event};

    /// One event of each type, as the contest crate writes them; a new type needs a new line here.
    const EVENTS: [&str; 16] = [
        r#"{"type":"created","terms":{"game":"squadro"}}"#,
        r#"{"type":"joined","seat":0,"name":"Ada"}"#,
        r#"{"type":"started"}"#,
        r#"{"type":"moved","seat":0,"move":"Y1","used":5,"lag":3}"#,
        r#"{"type":"offered","seat":0,"offer":"draw"}"#,
        r#"{"type":"answered","seat":1,"offer":"take-back","answer":"declined"}"#,
        r#"{"type":"taken-back","seat":0,"steps":2,"used":5}"#,
        r#"{"type":"left","seat":0,"how":"resigns","used":5}"#,
        r#"{"type":"time-given","seat":0,"to":1,"time":15000}"#,
        r#"{"type":"clocks-set","left":[1,2]}"#,
        r#"{"type":"paused","used":5}"#,
        r#"{"type":"unpaused"}"#,
        r#"{"type":"resumed","away":9,"used":5}"#,
        r#"{"type":"returned"}"#,
        r#"{"type":"vacation","seat":1,"until":9,"used":5}"#,
        r#"{"type":"ended","termination":"aborted","places":[],"seat":1,"why":"first-decision"}"#,
    ];

    fn schemas() -> Value {
        let mut schemas = json!({ "RatingView": { "type": "object" }, "UserView": { "type": "object" },
            "EventView": { "examples": [] }, "NewAction": { "properties": {} } });
        add_types(&mut schemas);
        schemas
    }

    fn fits(schemas: &Value, name: &str, value: &Value) -> bool {
        let mut schema = schemas[name].clone();
        schema["components"] = json!({ "schemas": schemas });
        jsonschema::validator_for(&schema).unwrap().is_valid(value)
    }

    #[test]
    fn every_kind_of_event_of_the_contest_is_described_and_no_other() {
        let schemas = schemas();
        for text in EVENTS {
            let mut value: Value = serde_json::from_str(text).unwrap();
            (value["seq"], value["at"]) = (3.into(), 4.into());
            let event: Event = serde_json::from_value(value.clone()).unwrap();
            let written = serde_json::to_value(&event).unwrap();
            assert!(fits(&schemas, "EventView", &written), "{written}");
            assert_eq!(written["type"], value["type"]);
            value["type"] = "shouted".into();
            assert!(!fits(&schemas, "EventView", &value));
        }
        assert_eq!(schemas["EventView"]["oneOf"].as_array().unwrap().len(), EVENTS.len());
    }

    #[test]
    fn every_action_of_a_player_is_described() {
        let schemas = schemas();
        for text in [
            r#"{"move":"Y1"}"#,
            r#""resign""#,
            r#""abort""#,
            r#""offer-draw""#,
            r#""take-back""#,
            r#""accept""#,
            r#""decline""#,
            r#""withdraw""#,
            r#"{"claim":"draw"}"#,
            r#"{"give-time":1}"#,
        ] {
            let value: Value = serde_json::from_str(text).unwrap();
            assert!(serde_json::from_value::<Action>(value.clone()).is_ok(), "{text}");
            assert!(fits(&schemas, "PlayerAction", &value), "{text}");
        }
        assert!(fits(&schemas, "PlayerAction", &json!("claim")));
        for wrong in [json!("dance"), json!({ "move": 3 }), json!({ "claim": "all" }), json!({})] {
            assert!(!fits(&schemas, "PlayerAction", &wrong), "{wrong}");
        }
    }

    #[test]
    fn integers_have_the_bounds_that_are_read() {
        let mut schema = json!({ "a": { "type": "integer", "format": "int32", "minimum": 0 },
            "b": { "type": ["integer", "null"], "format": "int64" },
            "c": { "type": "integer", "format": "int32" },
            "d": { "type": "integer", "minimum": 1, "maximum": 1000 } });
        bound_integers(&mut schema);
        assert_eq!((&schema["a"]["maximum"], &schema["a"]["format"]), (&json!(u32::MAX), &json!("int64")));
        assert_eq!((&schema["b"]["minimum"], &schema["b"]["maximum"]), (&json!(-EXACT), &json!(EXACT)));
        assert_eq!((&schema["c"]["minimum"], &schema["c"]["format"]), (&json!(i32::MIN), &json!("int32")));
        assert_eq!((&schema["d"]["minimum"], &schema["d"]["maximum"]), (&json!(1), &json!(1000)));
    }
}
