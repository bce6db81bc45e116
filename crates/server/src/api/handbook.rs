//! The API reference as an HTML page, generated from the OpenAPI document, so both always agree. Plain HTML
//! without scripts or external resources.

use serde_json::Value;
use std::fmt::Write as _;

pub(crate) const STYLE: &str = include_str!("handbook.css");
pub(crate) const STYLE_PATH: &str = "/api/v1/handbook.css";

/// Renders an OpenAPI document.
pub(crate) fn page(document: &Value) -> String {
    let mut page = Writer { document, html: String::new() };
    page.write();
    page.html
}

struct Writer<'a> {
    document: &'a Value,
    html: String,
}

/// An endpoint: method and path.
struct Operation<'a> {
    method: &'a str,
    path: &'a str,
    about: &'a Value,
}

impl Operation<'_> {
    fn anchor(&self) -> String {
        format!("{}{}", self.method, self.path.replace(['/', '{', '}', '.'], "-"))
    }

    fn is_tagged(&self, tag: &str) -> bool {
        self.about["tags"].as_array().is_some_and(|tags| tags.iter().any(|other| other == tag))
    }
}

impl<'a> Writer<'a> {
    fn write(&mut self) {
        let info = &self.document["info"];
        let title = text(&info["title"]);
        let _ = write!(
            self.html,
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}: the API</title>\n\
             <link rel=\"stylesheet\" href=\"{STYLE_PATH}\">\n</head>\n<body>\n<h1>{title}: the API</h1>\n"
        );
        self.words(&info["description"]);
        self.html += "<p>Machine-readable version: <a href=\"/api/v1/openapi.json\">openapi.json</a>.</p>\n";
        let operations = self.operations();
        self.contents(&operations);
        for tag in self.tags() {
            let _ = writeln!(self.html, "<h2>{}</h2>", escaped(&capitalised(tag)));
            operations
                .iter()
                .filter(|operation| operation.is_tagged(tag))
                .for_each(|operation| self.operation(operation));
        }
        self.html += "<h2 id=\"types\">Types</h2>\n";
        if let Some(schemas) = self.document["components"]["schemas"].as_object() {
            schemas.iter().for_each(|(name, schema)| self.schema(name, schema));
        }
        self.html += "</body>\n</html>\n";
    }

    fn tags(&self) -> Vec<&'a str> {
        let tags = self.document["tags"].as_array().map_or(&[][..], Vec::as_slice);
        tags.iter().filter_map(|tag| tag["name"].as_str()).collect()
    }

    fn operations(&self) -> Vec<Operation<'a>> {
        let paths = self.document["paths"].as_object().into_iter().flatten();
        let of_path = |(path, methods): (&'a String, &'a Value)| {
            let methods = methods.as_object().into_iter().flatten();
            methods.map(move |(method, about)| Operation { method, path, about })
        };
        paths.flat_map(of_path).collect()
    }

    fn contents(&mut self, operations: &[Operation<'_>]) {
        self.html += "<nav>\n<ul>\n";
        for operation in operations {
            let (anchor, method) = (operation.anchor(), operation.method.to_uppercase());
            let _ = writeln!(
                self.html,
                "<li><a href=\"#{anchor}\"><code><span class=\"method\">{method}</span> {}</code></a></li>",
                escaped(operation.path)
            );
        }
        self.html += "<li><a href=\"#types\">Types</a>: request and response bodies, and the socket's messages \
                      (<a href=\"#FromClient\">FromClient</a>, <a href=\"#FromServer\">FromServer</a>)</li>\n\
                      </ul>\n</nav>\n";
    }

    fn operation(&mut self, operation: &Operation<'_>) {
        let (anchor, method) = (operation.anchor(), operation.method.to_uppercase());
        let _ = writeln!(
            self.html,
            "<section>\n<h3 id=\"{anchor}\"><code><span class=\"method\">{method}</span> {}</code></h3>",
            escaped(operation.path)
        );
        self.words(&operation.about["summary"]);
        self.words(&operation.about["description"]);
        if let Some(parameters) = operation.about["parameters"].as_array() {
            self.html += "<h4>Parameters</h4>\n<table>\n";
            for parameter in parameters {
                let needed = if parameter["required"] == true { "" } else { ", optional" };
                let _ = writeln!(
                    self.html,
                    "<tr><td><code>{}</code></td><td>{}{needed}</td><td>{}</td></tr>",
                    text(&parameter["name"]),
                    self.kind(&parameter["schema"]),
                    text(&parameter["description"])
                );
            }
            self.html += "</table>\n";
        }
        if let Some(content) = operation.about["requestBody"]["content"].as_object() {
            content.iter().for_each(|(_, body)| {
                let kind = self.kind(&body["schema"]);
                let _ = writeln!(self.html, "<h4>Body: {kind}</h4>");
                self.example(body);
            });
        }
        self.html += "<h4>Answers</h4>\n";
        for (status, answer) in operation.about["responses"].as_object().into_iter().flatten() {
            self.answer(status, answer);
        }
        self.html += "</section>\n";
    }

    fn answer(&mut self, status: &str, answer: &Value) {
        let words = text(&answer["description"]);
        let Some((media, body)) = answer["content"].as_object().and_then(|content| content.iter().next())
        else {
            let _ = writeln!(self.html, "<p><code>{status}</code> {words}</p>");
            return;
        };
        let media = if media.ends_with("json") { String::new() } else { format!(" ({})", escaped(media)) };
        let _ = writeln!(
            self.html,
            "<details>\n<summary><code>{status}</code> {}{media} {words}</summary>",
            self.kind(&body["schema"])
        );
        self.example(body);
        self.html += "</details>\n";
    }

    /// The example of a body, or else that of its type.
    fn example(&mut self, body: &Value) {
        let schema = self.resolved(&body["schema"]);
        for example in examples(body).into_iter().chain(examples(schema)).take(1) {
            self.pre(example);
        }
    }

    fn schema(&mut self, name: &str, schema: &Value) {
        let _ = writeln!(self.html, "<section>\n<h3 id=\"{0}\"><code>{0}</code></h3>", escaped(name));
        self.words(&schema["description"]);
        self.fields(schema);
        for variant in schema["oneOf"].as_array().into_iter().flatten() {
            let tag =
                parts(variant).into_iter().find_map(|part| part["properties"]["type"]["enum"][0].as_str());
            let tag = tag.map_or_else(|| self.kind(variant), |tag| format!("<code>{}</code>", escaped(tag)));
            let _ = writeln!(self.html, "<h4>{tag}</h4>");
            self.words(&variant["description"]);
            self.fields(variant);
        }
        examples(schema).into_iter().for_each(|example| self.pre(example));
        self.html += "</section>\n";
    }

    fn fields(&mut self, schema: &Value) {
        self.html += "<table>\n";
        for part in parts(schema) {
            let needed = |name: &str| {
                part["required"].as_array().is_some_and(|names| names.iter().any(|other| other == name))
            };
            for (name, field) in part["properties"].as_object().into_iter().flatten() {
                let optional = if needed(name) { "" } else { ", optional" };
                let _ = writeln!(
                    self.html,
                    "<tr><td><code>{}</code></td><td>{}{optional}</td><td>{}</td></tr>",
                    escaped(name),
                    self.kind(field),
                    text(&field["description"])
                );
            }
        }
        self.html += "</table>\n";
    }

    /// A short description of a value's type; our own types become links.
    fn kind(&self, schema: &Value) -> String {
        if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
            return format!("<a href=\"#{0}\">{0}</a>", escaped(name));
        }
        if let Some(words) = schema["enum"].as_array() {
            let words = words.iter().map(|word| format!("<code>{}</code>", escaped(&word.to_string())));
            return words.collect::<Vec<_>>().join(" or ");
        }
        for of in ["oneOf", "anyOf", "allOf"] {
            if let Some(kinds) = schema[of].as_array() {
                return kinds.iter().map(|kind| self.kind(kind)).collect::<Vec<_>>().join(" or ");
            }
        }
        match &schema["type"] {
            Value::String(kind) if kind == "array" => format!("list of {}", self.kind(&schema["items"])),
            Value::String(kind) => escaped(kind),
            Value::Array(kinds) => {
                let kinds = kinds.iter().filter_map(Value::as_str);
                let word = |kind: &str| match kind {
                    "array" => format!("list of {}", self.kind(&schema["items"])),
                    kind => escaped(kind),
                };
                kinds.map(word).collect::<Vec<_>>().join(" or ")
            }
            _ => "anything".to_owned(),
        }
    }

    fn resolved(&self, schema: &'a Value) -> &'a Value {
        let name = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next());
        name.map_or(schema, |name| &self.document["components"]["schemas"][name])
    }

    fn words(&mut self, words: &Value) {
        if let Some(words) = words.as_str() {
            let _ = writeln!(self.html, "<p>{}</p>", with_code(words));
        }
    }

    fn pre(&mut self, example: &Value) {
        let shown = match example {
            Value::String(text) => text.clone(),
            other => serde_json::to_string_pretty(other).unwrap_or_default(),
        };
        let _ = writeln!(self.html, "<pre>{}</pre>", escaped(shown.trim_end()));
    }
}

/// A schema and the schemas it is composed of.
fn parts(schema: &Value) -> Vec<&Value> {
    [schema].into_iter().chain(schema["allOf"].as_array().into_iter().flatten()).collect()
}

fn examples(of: &Value) -> Vec<&Value> {
    let one = of.get("example").into_iter();
    let many = of.get("examples").and_then(Value::as_array).into_iter().flatten();
    one.chain(many).collect()
}

fn text(value: &Value) -> String {
    value.as_str().map(with_code).unwrap_or_default()
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Renders text between backticks as code.
fn with_code(words: &str) -> String {
    let parts = words.split('`').enumerate();
    parts
        .map(|(number, part)| match number % 2 {
            0 => escaped(part),
            _ => format!("<code>{}</code>", escaped(part)),
        })
        .collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn texts_of_the_document_are_escaped() {
        let document = json!({
            "info": { "title": "T", "description": "a `b < c` & <script>" },
            "tags": [{ "name": "games" }],
            "paths": { "/x/{id}": { "get": {
                "tags": ["games"], "summary": "See <b>.",
                "parameters": [{ "name": "id", "required": true, "schema": { "type": "string" } }],
                "responses": { "200": { "description": "", "content": { "application/json": {
                    "schema": { "$ref": "#/components/schemas/X" } } } } }
            } } },
            "components": { "schemas": { "X": { "type": "object", "required": ["a"],
                "properties": { "a": { "type": ["string", "null"] }, "b": { "type": "array",
                "items": { "type": "integer" } } }, "example": { "a": "</pre>" } } } }
        });
        let page = page(&document);
        for part in [
            "a <code>b &lt; c</code> &amp; &lt;script&gt;",
            "<h3 id=\"get-x--id-\"><code><span class=\"method\">GET</span> /x/{id}</code></h3>",
            "See &lt;b&gt;.",
            "<td><code>b</code></td><td>list of integer, optional</td>",
            "<a href=\"#X\">X</a>",
            "&lt;/pre&gt;",
        ] {
            assert!(page.contains(part), "{part}\n{page}");
        }
        assert!(!page.contains("<script") && !page.contains("style="));
    }
}
