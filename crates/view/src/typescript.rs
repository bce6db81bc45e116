//! The types as TypeScript, from which the page's types are generated.

use crate::{
    Beginning, ContestUpdate, Failure, GameInfo, Imported, Moved, Opening, Proof, ProveRequest,
    RecordRequest, Rematch, Replayed, ThinkRequest, Thought, Tree, Typed, Word,
};
use ludoteca_catalog::GameId;
use ludoteca_contest::Action;
use std::collections::BTreeMap;
use ts_rs::{Config, TS, TypeVisitor};

/// Every type exchanged with the page, as one TypeScript file.
#[must_use]
pub fn typescript() -> String {
    let ids = GameId::ALL.map(|id| format!("\"{}\"", id.info().id)).join(", ");
    let mut text = format!(
        "// Made from crates/view by `cargo xtask ts-types`. Do not change it by hand.\n\n\
         /** All games, by their names in links and records. */\n\
         export const GAMES = [{ids}] as const;\n"
    );
    for (_, declaration) in declarations().iter() {
        text += "\n";
        text += declaration;
    }
    text
}

/// The types of this crate that the page uses.
#[must_use]
pub fn declarations() -> Declarations {
    Declarations::default()
        .with::<GameInfo>()
        .with::<Word>()
        .with::<Opening>()
        .with::<RecordRequest>()
        .with::<Moved>()
        .with::<Typed>()
        .with::<Failure>()
        .with::<Replayed>()
        .with::<Rematch>()
        .with::<Tree>()
        .with::<Imported>()
        .with::<Beginning>()
        .with::<ContestUpdate>()
        .with::<Action>()
        .with::<ThinkRequest>()
        .with::<Thought>()
        .with::<ProveRequest>()
        .with::<Proof>()
}

/// Puts one-line comments on one line and removes trailing whitespace.
fn tidy(declaration: &str) -> String {
    let mut parts = declaration.split("/**\n * ");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once("\n */") {
            Some((comment, rest)) if !comment.contains('\n') => text += &format!("/** {comment} */{rest}"),
            _ => text += &format!("/**\n * {part}"),
        }
    }
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// TypeScript declarations of types and all their dependencies.
#[derive(Debug, Default)]
pub struct Declarations {
    found: BTreeMap<String, String>,
}

impl Declarations {
    /// Adds a type and all its dependencies.
    #[must_use]
    pub fn with<T: TS + 'static + ?Sized>(mut self) -> Declarations {
        self.visit::<T>();
        self
    }

    /// The declarations by name, each with its text.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.found.iter().map(|(name, text)| (name.as_str(), text.as_str()))
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Types without a file of their own have no declaration: numbers, lists, text.
        if T::output_path().is_some() {
            let config = Config::new().with_large_int("number");
            let name = T::ident(&config);
            if self.found.contains_key(&name) {
                return;
            }
            let docs = T::docs().unwrap_or_default();
            self.found.insert(name, tidy(&format!("{docs}export {}\n", T::decl(&config))));
        }
        T::visit_dependencies(self);
    }
}
