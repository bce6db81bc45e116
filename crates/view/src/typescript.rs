//! The types as TypeScript, from which the page takes its own.

use crate::{
    Beginning, ContestUpdate, Drawing, Failure, GameInfo, Imported, Moved, Opening, Proof, ProveRequest,
    RecordRequest, Rematch, Replayed, ThinkRequest, Thought, Tree, Typed, Word,
};
use ludoteca_catalog::GameId;
use ludoteca_contest::Action;
use std::collections::BTreeMap;
use ts_rs::{Config, TS, TypeVisitor};

/// Every type that goes to the page or comes from it, as one TypeScript file.
#[must_use]
pub fn typescript() -> String {
    let mut types = Types { config: Config::new().with_large_int("number"), found: BTreeMap::new() };
    types.visit::<GameInfo>();
    types.visit::<Word>();
    types.visit::<Opening>();
    types.visit::<RecordRequest>();
    types.visit::<Moved>();
    types.visit::<Typed>();
    types.visit::<Failure>();
    types.visit::<Replayed>();
    types.visit::<Rematch>();
    types.visit::<Tree>();
    types.visit::<Imported>();
    types.visit::<Drawing>();
    types.visit::<Beginning>();
    types.visit::<ContestUpdate>();
    types.visit::<Action>();
    types.visit::<ThinkRequest>();
    types.visit::<Thought>();
    types.visit::<ProveRequest>();
    types.visit::<Proof>();

    let ids = GameId::ALL.map(|id| format!("\"{}\"", id.info().id)).join(", ");
    let mut text = format!(
        "// Made from crates/view by `cargo xtask ts-types`. Do not change it by hand.\n\n\
         /** All games, by their names in links and records. */\n\
         export const GAMES = [{ids}] as const;\n\
         export type GameId = (typeof GAMES)[number];\n"
    );
    for declaration in types.found.values() {
        text += "\n";
        text += declaration;
    }
    text
}

/// Comments of one line on one line, nothing at the ends of lines.
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

/// The declarations found so far, by name.
struct Types {
    config: Config,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Types {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // What has no file of its own has no declaration: numbers, lists, text.
        if T::output_path().is_some() {
            let name = T::ident(&self.config);
            if self.found.contains_key(&name) {
                return;
            }
            let docs = T::docs().unwrap_or_default();
            self.found.insert(name, tidy(&format!("{docs}export {}\n", T::decl(&self.config))));
        }
        T::visit_dependencies(self);
    }
}
