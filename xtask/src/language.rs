//! Checks the project's language: banned words, empty comments, long paragraphs.

/// Banned words and phrases, each in two parts so that this file does not contain them.
const BANNED: [[&str; 2]; 12] = [
    ["who", "ever"],
    ["whom", "ever"],
    ["some", "body"],
    ["no", "body"],
    ["every", "body"],
    ["any", "body"],
    ["comes of", " it"],
    ["what came of", " it"],
    ["in ", "earnest"],
    ["leads ", "nowhere"],
    ["is good", " for"],
    ["again by", " itself"],
];
/// Endings of identifiers that do not say what is named.
const BANNED_ENDINGS: [[&str; 2]; 2] = [["Wi", "sh"], ["Gla", "nce"]];
/// Names of types and modules that do not say what they are, after the word that declares them.
const BANNED_NAMES: [(&[&str], &[[&str; 2]]); 2] = [
    (
        &["struct", "enum", "trait", "type", "interface", "class"],
        &[["Wi", "sh"], ["Gla", "nce"], ["To", "ld"], ["Sa", "id"], ["He", "ard"], ["Ea", "rs"]],
    ),
    (&["mod"], &[["do", "ors"], ["trou", "ble"], ["pa", "ce"]]),
];
/// Derives of types whose doc comments are the program's help.
const HELP_DERIVES: [&str; 4] = ["Args", "Parser", "Subcommand", "ValueEnum"];
/// A doc comment with fewer words than this repeats the name below it.
const FEWEST_WORDS: usize = 4;
/// The maximum length of a paragraph in ARCHITECTURE.md, in lines.
const LONGEST_PARAGRAPH: usize = 6;

/// The faults of a file, each as `line: fault`.
pub(crate) fn faults(name: &str, text: &str) -> Vec<String> {
    let mut found = banned_words(text);
    if name.ends_with(".rs") {
        found.extend(empty_comments(text));
    } else if [".ts", ".svelte", ".mjs"].iter().any(|ending| name.ends_with(ending)) {
        found.extend(empty_block_comments(text));
    }
    if name == "ARCHITECTURE.md" {
        found.extend(long_paragraphs(text));
    }
    found
}

fn banned_words(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        if line.trim_start().starts_with("> ") {
            continue; // a quotation
        }
        let lower = line.to_ascii_lowercase();
        for word in BANNED.map(|parts| parts.concat()) {
            if contains(&lower, &word, |c| c.is_ascii_alphabetic()) {
                found.push(format!("{number}: \"{word}\": see CONTRIBUTING.md, Language"));
            }
        }
        for ending in BANNED_ENDINGS.map(|parts| parts.concat()) {
            if line.match_indices(&ending).any(|(at, _)| {
                let before = line[..at].chars().next_back();
                let after = line[at + ending.len()..].chars().next();
                before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
            }) {
                found.push(format!("{number}: a name that ends in {ending}: say what it is"));
            }
        }
        let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        for (declares, names) in BANNED_NAMES {
            let declared = words.windows(2).filter(|pair| declares.contains(&pair[0])).map(|pair| pair[1]);
            for name in declared.filter(|name| names.iter().any(|parts| parts.concat() == **name)) {
                found.push(format!("{number}: a type or module called {name}: say what it is"));
            }
        }
    }
    found
}

/// Whether the line contains these words, not as part of longer words.
fn contains(line: &str, words: &str, is_letter: impl Fn(char) -> bool) -> bool {
    line.match_indices(words).any(|(at, _)| {
        !line[..at].chars().next_back().is_some_and(&is_letter)
            && !line[at + words.len()..].chars().next().is_some_and(&is_letter)
    })
}

/// Doc comments of one short line, except those that are the program's help.
fn empty_comments(text: &str) -> Vec<String> {
    let lines: Vec<Option<&str>> =
        text.lines().map(|line| line.trim_start().strip_prefix("///").map(str::trim)).collect();
    let is_help = help_lines(text);
    let comment = |at: Option<usize>| at.and_then(|at| *lines.get(at)?);
    let found = lines.iter().enumerate().filter(|(at, line)| {
        let alone = comment(at.checked_sub(1)).is_none() && comment(at.checked_add(1)).is_none();
        line.is_some_and(|line| alone && !is_help[*at] && line.split_whitespace().count() < FEWEST_WORDS)
    });
    found.map(|(at, _)| repeats_name(at)).collect()
}

/// Which lines belong to arguments of the command line, with the comments before them.
fn help_lines(text: &str) -> Vec<bool> {
    let lines: Vec<&str> = text.lines().collect();
    let mut is_help = vec![false; lines.len()];
    let mut inside = false;
    for (at, line) in lines.iter().enumerate() {
        let derives = line.trim_start().strip_prefix("#[derive(").unwrap_or_default();
        if derives.split([',', ' ', ')']).any(|name| HELP_DERIVES.contains(&name)) {
            inside = true;
            let before = lines[..at].iter().rev().take_while(|line| line.trim_start().starts_with("///"));
            let first = at - before.count();
            is_help[first..at].fill(true);
        }
        is_help[at] |= inside;
        inside &= line.trim_start() != "}";
    }
    is_help
}

/// Comments `/** … */` of one short line.
fn empty_block_comments(text: &str) -> Vec<String> {
    let comment = |line: &str| {
        let words = line.trim().strip_prefix("/**")?.strip_suffix("*/")?.split_whitespace().count();
        Some(words < FEWEST_WORDS)
    };
    let lines = text.lines().enumerate().filter(|(_, line)| comment(line) == Some(true));
    lines.map(|(at, _)| repeats_name(at)).collect()
}

fn repeats_name(at: usize) -> String {
    format!("{}: this comment repeats the name", at + 1)
}

fn long_paragraphs(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let (mut fenced, mut begun, mut length) = (false, 0, 0);
    for (index, line) in text.lines().enumerate() {
        let trimmed = line.trim_start();
        if trimmed.starts_with("```") {
            fenced = !fenced;
        }
        let digits = trimmed.bytes().take_while(u8::is_ascii_digit).count();
        let numbered = digits > 0 && trimmed[digits..].starts_with(". ");
        let item = trimmed.starts_with("- ") || trimmed.starts_with("* ") || numbered;
        if fenced || trimmed.is_empty() || trimmed.starts_with(['|', '#', '`', '<']) {
            length = 0;
        } else if item || length == 0 {
            (begun, length) = (index + 1, 1);
        } else {
            length += 1;
            if length == LONGEST_PARAGRAPH + 1 {
                found.push(format!("{begun}: a paragraph longer than {LONGEST_PARAGRAPH} lines"));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(faults: &[String]) -> Vec<&str> {
        faults.iter().filter_map(|fault| fault.split(':').next()).collect()
    }

    #[test]
    fn banned_words_are_found_in_prose_and_in_names_but_not_in_quotations() {
        let word = BANNED[3].concat();
        let text =
            format!("// {word} knows\nfn {word}_joins()\nanti{word}\n> {word}\n\"{}\"", word.to_uppercase());
        assert_eq!(lines(&banned_words(&text)), ["1", "2", "5"]);
        let ending = BANNED_ENDINGS[0].concat();
        let text = format!("struct Seat{ending};\nSeat{ending}es\n{ending}\nSeat{ending}(x)");
        assert_eq!(lines(&banned_words(&text)), ["1", "4"]);
    }

    #[test]
    fn short_doc_comments_are_found_unless_they_are_part_of_a_longer_one() {
        let text = "/// Its name.\nname: String,\n\n/// The name, as\n/// shown.\nx,\n    /// In order of their seats.\ny";
        assert_eq!(lines(&faults("a.rs", text)), ["1"]);
    }

    #[test]
    fn short_comments_of_arguments_are_allowed_and_others_in_the_same_file_are_not() {
        let text = "/// Play it.\n#[derive(Args)]\nstruct Play {\n    /// The game.\n    game: u8,\n}\n\n/// Plays it.\nfn";
        assert_eq!(lines(&faults("a.rs", text)), ["8"]);
    }

    #[test]
    fn short_block_comments_are_found() {
        let text = "/** Its name. */\nname: string;\n/** The name that is shown. */\nx;\n/**\n * Long.\n */";
        assert_eq!(lines(&faults("a.ts", text)), ["1"]);
        assert!(faults("a.rs", text).is_empty());
    }

    #[test]
    fn vague_names_of_types_and_modules_are_found_where_they_are_declared() {
        let (name, module) = (BANNED_NAMES[0].1[2].concat(), BANNED_NAMES[1].1[0].concat());
        let text =
            format!("pub struct {name};\nlet x = {name};\nmod {module};\nuse {module};\nstruct {name}Again;");
        assert_eq!(lines(&banned_words(&text)), ["1", "3"]);
    }

    #[test]
    fn long_paragraphs_are_found_and_lists_and_code_are_not() {
        let line = "words\n";
        let text = format!(
            "{}\n- a\n{}- b\n{}\n```\n{}```\n1. a\n10. b\n{}",
            line.repeat(7),
            line.repeat(5),
            line.repeat(6),
            line.repeat(9),
            line.repeat(5)
        );
        assert_eq!(lines(&long_paragraphs(&text)), ["1", "15"]);
    }
}
