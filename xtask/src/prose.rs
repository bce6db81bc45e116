//! Checks that lines of prose, in documents and comments, have at most [`WIDEST`] columns.

/// The maximum width in characters.
const WIDEST: usize = 110;

/// The numbers of the lines of prose in a file that are too long; `extension` is the file's type.
pub(crate) fn too_wide(extension: &str, text: &str) -> Vec<usize> {
    let is_prose = match extension {
        "md" => in_document,
        "rs" | "ts" | "mjs" | "svelte" | "css" => in_comment,
        "toml" | "py" => in_hash_comment,
        _ => return Vec::new(),
    };
    let mut fenced = false;
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        // Examples are code, whose lines may be as long as needed.
        if line.trim_start_matches(['/', '!', '*', ' ']).starts_with("```") {
            fenced = !fenced;
        }
        if !fenced && line.chars().count() > WIDEST && is_prose(line) {
            found.push(number + 1);
        }
    }
    found
}

/// Tables cannot be wrapped, and a position in a document is one line.
fn in_document(line: &str) -> bool {
    !line.trim_start().starts_with('|') && !line.starts_with("    ")
}

fn in_comment(line: &str) -> bool {
    let line = line.trim_start();
    // Svelte's compiler requires this one on a single line.
    ["//", "/*", "* ", "<!--"].iter().any(|start| line.starts_with(start)) && !line.contains("svelte-ignore")
}

fn in_hash_comment(line: &str) -> bool {
    line.trim_start().starts_with("# ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_prose_is_found_and_long_code_is_not() {
        let long = "word ".repeat(25);
        assert_eq!(too_wide("rs", &format!("//! Short.\n    /// {long}\nlet x = \"{long}\";")), [2]);
        assert_eq!(too_wide("rs", &format!("/// ```\n/// {long}\n/// ```\n/// {long}")), [4]);
        assert_eq!(
            too_wide("md", &format!("{long}\n| {long} |\n    {long}\n```\n{long}\n```\n- {long}")),
            [1, 7]
        );
        assert_eq!(too_wide("svelte", &format!("<!-- {long} -->\n<p>{long}</p>\n * {long}")), [1, 3]);
        assert_eq!(too_wide("toml", &format!("# {long}\nkey = \"{long}\"")), [1]);
        assert!(too_wide("txt", &long).is_empty());
        let umlauts = "ä".repeat(WIDEST - 3);
        assert!(too_wide("rs", &format!("// {umlauts}")).is_empty());
    }
}
