//! The OpenAPI document as client generators read it.

use crate::description::described;
use serde_json::Value;
use std::collections::BTreeSet;

/// The document meets OpenAPI 3.1, on which client generators rely.
#[tokio::test]
async fn the_document_is_valid_openapi() {
    let (_, description) = described().await;
    let document = &description.0;
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1."));
    for field in ["title", "version"] {
        assert!(document["info"][field].as_str().is_some_and(|text| !text.is_empty()), "info.{field}");
    }
    assert!(document["servers"][0]["url"].is_string());
    let schemes = document["components"]["securitySchemes"].as_object().unwrap();
    let tags: BTreeSet<&str> =
        document["tags"].as_array().unwrap().iter().map(|tag| tag["name"].as_str().unwrap()).collect();
    let mut ids = BTreeSet::new();
    for (method, path) in description.operations() {
        let (operation, what) = (description.operation(&method, &path), format!("{method} {path}"));
        assert!(ids.insert(operation["operationId"].as_str().unwrap()), "{what}: not unique");
        assert!(tags.contains(operation["tags"][0].as_str().unwrap()), "{what}: {}", operation["tags"]);
        for requirement in operation["security"].as_array().into_iter().flatten() {
            requirement
                .as_object()
                .unwrap()
                .keys()
                .for_each(|name| assert!(schemes.contains_key(name), "{what}"));
        }
        let mut in_path = BTreeSet::new();
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let name = parameter["name"].as_str().unwrap();
            assert!(parameter["schema"].is_object(), "{what}: {name}");
            match parameter["in"].as_str().unwrap() {
                "path" => {
                    assert_eq!(parameter["required"], true, "{what}: {name}");
                    in_path.insert(name);
                }
                place => assert!(["query", "header", "cookie"].contains(&place), "{what}: {place}"),
            }
        }
        let named: BTreeSet<&str> =
            path.split('{').skip(1).map(|part| part.split('}').next().unwrap()).collect();
        assert_eq!(in_path, named, "{what}");
        let responses = operation["responses"].as_object().unwrap();
        for status in ["429", "503"] {
            assert!(responses.contains_key(status), "{what}: no {status}");
        }
        let asks_who = operation["security"].as_array().is_some_and(|schemes| !schemes.is_empty());
        assert!(!asks_who || responses.contains_key("401"), "{what}: no 401");
        for (status, response) in responses {
            assert!(status.parse::<u16>().is_ok_and(|code| (100..600).contains(&code)), "{what}: {status}");
            let words = response["description"].as_str().unwrap_or_default();
            assert!(!words.is_empty(), "{what}: {status} has no description");
            let content = response["content"].as_object();
            let has = |media: &str| content.is_some_and(|content| content.contains_key(media));
            if status.starts_with(['4', '5']) {
                assert!(has("application/problem+json") && !has("application/json"), "{what}: {status}");
            }
        }
    }
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        assert!(jsonschema::meta::is_valid(schema), "{name} is no schema");
    }
    sound(document, document, "");
}

/// All references resolve, discriminators name types, and integers have bounds.
fn sound(document: &Value, value: &Value, at: &str) {
    if let Some(path) = value["$ref"].as_str() {
        assert!(document.pointer(path.trim_start_matches('#')).is_some(), "{at}: {path}");
    }
    if let Some(discriminator) = value["discriminator"].as_object() {
        let options = value["oneOf"].as_array().unwrap();
        let mapping = discriminator["mapping"].as_object().unwrap();
        assert_eq!(mapping.len(), options.len(), "{at}");
        for option in options {
            assert!(mapping.values().any(|name| *name == option["$ref"]), "{at}: {option}");
        }
    }
    if value["type"] == "integer" && value["example"].is_null() {
        assert!(value["minimum"].is_number() && value["maximum"].is_number(), "{at}: {value}");
    }
    match value {
        Value::Array(values) => values.iter().for_each(|value| sound(document, value, at)),
        Value::Object(fields) => {
            for (name, value) in fields.iter().filter(|(name, _)| !name.starts_with("example")) {
                sound(document, value, &format!("{at}/{name}"));
            }
        }
        _ => {}
    }
}
