//! What the macros leave out of the OpenAPI document: descriptions of responses, the bodies of errors, the
//! errors of all endpoints, security schemes, bounds of integers, and names for the variants of types.

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
    let schemas = document["components"]["schemas"].clone();
    join_parts(document, &schemas);
    if let Some(schemas) = document["components"]["schemas"].as_object_mut() {
        schemas.values_mut().for_each(join_words);
        name_variants(schemas);
        schemas.remove("u64");
    }
    inline_aliases(document);
    for (path, methods) in document["paths"].as_object_mut().into_iter().flatten() {
        for (method, operation) in methods.as_object_mut().into_iter().flatten() {
            operation["operationId"] = operation_id(method, path).into();
            complete_operation(method, operation);
        }
    }
    bound_integers(document);
}

/// A unique id: the method and the words of the path.
fn operation_id(method: &str, path: &str) -> String {
    match capitalised(path.trim_start_matches("/api/v1")).as_str() {
        "" => format!("{method}Handbook"),
        words => method.to_owned() + words,
    }
}

/// What may happen before a request reaches its handler: a wrong `Host`, too many requests, a server that is
/// shutting down or cut off.
const OF_EVERY_ENDPOINT: [&str; 4] = ["400", "421", "429", "503"];
/// Requests that change something are refused to pages of other sites.
const OF_EVERY_CHANGE: &str = "403";

fn complete_operation(method: &str, operation: &mut Value) {
    let Some(responses) = operation["responses"].as_object_mut() else { return };
    let changes = (method != "get").then_some(OF_EVERY_CHANGE);
    for status in OF_EVERY_ENDPOINT.into_iter().chain(changes) {
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
        "421" => "The server does not serve this host.",
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

/// Replaces a type that consists of parts (`allOf`) by one object, or by one object for each variant of a
/// part. A type that allows no further fields on its own must allow them as a part.
fn join_parts(value: &mut Value, schemas: &Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(|value| join_parts(value, schemas)),
        Value::Object(fields) => {
            fields.values_mut().for_each(|value| join_parts(value, schemas));
            let Some(Value::Array(parts)) = fields.remove("allOf") else { return };
            let mut variants = vec![Map::new()];
            for part in parts {
                let options = variants_of(part, schemas);
                let with = |variant: &Map<String, Value>| {
                    let variant = variant.clone();
                    options.iter().map(move |option| joined(variant.clone(), option)).collect::<Vec<_>>()
                };
                variants = variants.iter().flat_map(with).collect();
            }
            match <[_; 1]>::try_from(variants) {
                Ok([only]) => {
                    let own = std::mem::replace(fields, only);
                    fields.extend(own);
                }
                Err(variants) => {
                    fields.insert("oneOf".to_owned(), variants.into_iter().map(Value::Object).collect());
                }
            }
        }
        _ => {}
    }
}

/// Replaces references to the type that the macros make of an alias, `Millis`.
fn inline_aliases(value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(inline_aliases),
        Value::Object(fields) => {
            if fields.get("$ref").is_some_and(|name| *name == reference("u64")["$ref"]) {
                fields.remove("$ref");
                fields.extend([("type".to_owned(), "integer".into()), ("minimum".to_owned(), 0.into())]);
            }
            fields.values_mut().for_each(inline_aliases);
        }
        _ => {}
    }
}

/// The objects that a part may be.
fn variants_of(mut part: Value, schemas: &Value) -> Vec<Map<String, Value>> {
    let name = part["$ref"].as_str().and_then(|path| path.rsplit('/').next());
    if let Some(name) = name {
        part = schemas[name].clone();
        part.as_object_mut().and_then(|fields| fields.remove("description"));
    }
    join_parts(&mut part, schemas);
    let Value::Object(mut fields) = part else { return Vec::new() };
    match fields.remove("oneOf") {
        Some(Value::Array(options)) => {
            options.into_iter().flat_map(|option| variants_of(option, schemas)).collect()
        }
        _ => vec![fields],
    }
}

fn joined(mut whole: Map<String, Value>, part: &Map<String, Value>) -> Map<String, Value> {
    for (key, value) in part {
        match (key.as_str(), whole.get_mut(key), value) {
            ("additionalProperties" | "example" | "examples", ..) => {}
            (_, Some(Value::Object(fields)), Value::Object(more)) => fields.extend(more.clone()),
            (_, Some(Value::Array(items)), Value::Array(more)) => items.extend(more.clone()),
            (_, Some(_), _) => {}
            (_, None, _) => {
                whole.insert(key.clone(), value.clone());
            }
        }
    }
    whole
}

/// Gives the variants of types names, which client generators use: by their tag, then with a discriminator,
/// or by their only field.
fn name_variants(schemas: &mut Map<String, Value>) {
    let mut named = Map::new();
    for (name, schema) in schemas.iter_mut() {
        let Some(variants) = schema.get_mut("oneOf").and_then(Value::as_array_mut) else { continue };
        let tags: Vec<Option<String>> = variants.iter().map(|variant| tag(variant, "type")).collect();
        let mut mapping = Map::new();
        for (variant, tag) in variants.iter_mut().zip(&tags) {
            let word = match (tag, variant["required"].as_array().map(Vec::as_slice)) {
                (Some(tag), _) => tag.clone(),
                (None, _) if variant["enum"].is_array() => "word".to_owned(),
                (None, Some([Value::String(only)])) => only.clone(),
                _ => continue,
            };
            let name = name.trim_end_matches("View").to_owned() + &capitalised(&word);
            mapping.insert(word, format!("#/components/schemas/{name}").into());
            let part = std::mem::replace(variant, reference(&name));
            named.insert(name, part);
        }
        if tags.iter().all(Option::is_some) {
            schema["discriminator"] = json!({ "propertyName": "type", "mapping": mapping });
        }
    }
    schemas.extend(named);
}

/// The only value that a field may have.
fn tag(variant: &Value, field: &str) -> Option<String> {
    match variant["properties"][field]["enum"].as_array()?.as_slice() {
        [Value::String(only)] => Some(only.clone()),
        _ => None,
    }
}

/// Makes one type of the words that a type may be.
fn join_words(schema: &mut Value) {
    let Some(variants) = schema.get_mut("oneOf").and_then(Value::as_array_mut) else { return };
    let (words, others): (Vec<Value>, Vec<Value>) =
        std::mem::take(variants).into_iter().partition(|variant| variant["enum"].is_array());
    *variants = others;
    if words.is_empty() {
        return;
    }
    let all: Vec<&Value> =
        words.iter().flat_map(|one| one["enum"].as_array().into_iter().flatten()).collect();
    let line = |one: &Value| {
        let word = one["enum"][0].as_str()?;
        Some(format!("`{word}`: {}", one["description"].as_str()?))
    };
    let lines: Vec<String> = words.iter().filter_map(line).collect();
    variants.push(json!({ "type": "string", "enum": all, "description": lines.join("\n") }));
}

/// Type names have no hyphens: `TakenBack` for the tag `taken-back`.
fn capitalised(words: &str) -> String {
    let words = words.split(|sign: char| !sign.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words
        .map(|word| {
            let (first, rest) = word.split_at(1);
            first.to_uppercase() + rest
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn parts_are_joined_and_variants_get_names() {
        let schemas = json!({
            "Part": { "type": "object", "additionalProperties": false, "required": ["b"], "properties": { "b": {} } },
            "Kind": { "oneOf": [
                { "type": "object", "description": "One.", "required": ["type"], "properties": { "type": { "enum": ["so-one"] } } },
                { "type": "object", "required": ["type"], "properties": { "type": { "enum": ["two"] } } },
            ] },
            "Whole": { "description": "All.", "allOf": [{ "type": "object", "required": ["a"], "properties": { "a": {} } },
                { "$ref": "#/components/schemas/Part" }] },
            "NewsView": { "description": "News.", "allOf": [{ "$ref": "#/components/schemas/Whole" },
                { "$ref": "#/components/schemas/Kind" }] },
        });
        let mut made = schemas.clone();
        join_parts(&mut made, &schemas);
        name_variants(made.as_object_mut().unwrap());
        let whole = json!({ "description": "All.", "type": "object", "required": ["a", "b"],
            "properties": { "a": {}, "b": {} } });
        assert_eq!(made["Whole"], whole);
        let one = json!({ "description": "One.", "type": "object", "required": ["a", "b", "type"],
            "properties": { "a": {}, "b": {}, "type": { "enum": ["so-one"] } } });
        assert_eq!(made["NewsSoOne"], one);
        assert_eq!(made["NewsView"]["oneOf"], json!([reference("NewsSoOne"), reference("NewsTwo")]));
        let mapping = &made["NewsView"]["discriminator"]["mapping"];
        assert_eq!(mapping["so-one"], "#/components/schemas/NewsSoOne");
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
