//! Flags from a file. Each key is the name of a flag, and its value is parsed like the flag's. Values from
//! the file become the flags' defaults, so flags and environment variables take precedence.

use super::CONFIG;
use clap::{ArgAction, ArgMatches, Command};
use ludoteca_shell::{
    data,
    failure::{Failure, one_line_of},
};
use std::{
    fs, io,
    path::{Path, PathBuf},
};
use toml::de::{DeTable, DeValue};

const SERVE: &str = "serve";
/// Flags that name a folder; in a file they are relative to the file's folder.
const FOLDERS: [&str; 3] = ["data", "puzzles", "tables"];
/// Flags that are refused in a file.
const NOT_IN_A_FILE: [&str; 3] = ["config", "help", "open"];

/// Parses the command line again, with the values from the file for `ludoteca serve` as defaults; `None` if
/// there is no such file, or another command was given.
pub(crate) fn with_file(command: &Command, matches: &ArgMatches) -> Result<Option<Command>, Failure> {
    let Some(serve) = matches.subcommand_matches(SERVE) else { return Ok(None) };
    let named = serve.get_one::<PathBuf>("config").cloned();
    let beside_data = named.is_none();
    let path = match named {
        Some(path) => path,
        None => data::folder(serve.get_one::<PathBuf>("data").map(PathBuf::as_path))?.join(CONFIG),
    };
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if beside_data && error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Failure::Usage(format!("{}: {error}", path.display()))),
    };
    let mut file = File { path: &path, text: &text, beside_data, command: command.clone() };
    file.read()?;
    Ok(Some(file.command))
}

struct File<'a> {
    path: &'a Path,
    text: &'a str,
    /// It was found in the data folder.
    beside_data: bool,
    command: Command,
}

impl File<'_> {
    fn refuse(&self, at: usize, why: &str) -> Failure {
        let line = self.text[..at.min(self.text.len())].matches('\n').count() + 1;
        Failure::Usage(format!("{}:{line}: {why}", self.path.display()))
    }

    fn read(&mut self) -> Result<(), Failure> {
        let table = DeTable::parse(self.text).map_err(|error| {
            self.refuse(error.span().map_or(0, |span| span.start), error.message().trim())
        })?;
        for (key, value) in table.get_ref() {
            self.take(key.get_ref(), key.span().start, value.get_ref())?;
        }
        Ok(())
    }

    /// Validates a key and its value like a flag, and makes the value the default.
    fn take(&mut self, key: &str, at: usize, value: &DeValue<'_>) -> Result<(), Failure> {
        let serve = self.command.find_subcommand(SERVE);
        let flags: Vec<_> = serve.into_iter().flat_map(Command::get_arguments).collect();
        let usable = |name: &&str| !NOT_IN_A_FILE.contains(name);
        let flag = flags.iter().find(|flag| flag.get_long().filter(usable) == Some(key));
        let Some(flag) = flag else {
            let names: Vec<&str> = flags.iter().filter_map(|flag| flag.get_long()).filter(usable).collect();
            return Err(self.refuse(at, &format!("unknown key {key:?}: expected {}", names.join(", "))));
        };
        if key == "data" && self.beside_data {
            return Err(self.refuse(at, "\"data\" is not allowed in a file found in the data folder"));
        }
        let (id, is_switch) = (flag.get_id().clone(), matches!(flag.get_action(), ArgAction::SetTrue));
        let is_list = matches!(flag.get_action(), ArgAction::Append);
        let text = match value {
            DeValue::Array(list) if is_list => {
                let texts: Option<Vec<&str>> = list.iter().map(|one| one.get_ref().as_str()).collect();
                let wrong =
                    || self.refuse(at, &format!("{key:?} must be a list of texts in quotation marks"));
                texts.ok_or_else(wrong)?.join(",")
            }
            DeValue::Boolean(true) if is_switch => "true".to_owned(),
            DeValue::Boolean(false) if is_switch => return Ok(()),
            _ if is_switch => return Err(self.refuse(at, &format!("{key:?} must be true or false"))),
            DeValue::String(text) if FOLDERS.contains(&key) => {
                self.path.parent().unwrap_or(Path::new("")).join(text.as_ref()).display().to_string()
            }
            DeValue::String(text) => text.to_string(),
            DeValue::Integer(number) => number.as_str().to_owned(),
            _ => return Err(self.refuse(at, &format!("{key:?} must be a text in quotation marks"))),
        };
        if !is_switch {
            let words = ["ludoteca".to_owned(), SERVE.to_owned(), format!("--{key}={text}")];
            if let Err(error) = self.command.clone().try_get_matches_from(words) {
                return Err(self.refuse(at, &one_line_of(&error)));
            }
        }
        if is_list && text.is_empty() {
            return Ok(());
        }
        let command = std::mem::take(&mut self.command);
        self.command = command.mut_subcommand(SERVE, |serve| {
            serve.mut_arg(id, |flag| flag.required(false).default_value(text))
        });
        Ok(())
    }
}
