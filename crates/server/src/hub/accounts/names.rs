//! Names of accounts. They are compared in a form in which names that look the same are the same, as far as
//! Unicode says so: compatible characters are one (NFKC), and so are large and small letters.

use crate::hub::problem;
use ludoteca_protocol::Problem;
use unicode_normalization::UnicodeNormalization;

const SHORTEST: usize = 2;
pub(crate) const LONGEST: usize = 30;
/// Nobody can be called like this: others would take them for somebody else.
const OF_THE_HOUSE: [&str; 7] =
    ["admin", "administrator", "computer", "ludoteca", "moderator", "root", "support"];

/// The form in which names are compared. What cannot be seen does not count.
pub(crate) fn folded(name: &str) -> String {
    let folded: String = name.nfkc().flat_map(char::to_lowercase).filter(|sign| is_seen(*sign)).collect();
    folded.nfkc().collect()
}

fn is_seen(sign: char) -> bool {
    let is_hidden = matches!(sign, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}');
    !is_hidden && !sign.is_whitespace() && !sign.is_control()
}

/// A name that an account may have, and the form in which it is compared; or what is wrong with it.
pub(crate) fn checked(name: &str) -> Result<(String, String), Problem> {
    let name: String = name.trim().nfkc().collect();
    let refuse = |detail: String| Err(problem(422, "bad-name", detail));
    let count = name.chars().count();
    if !(SHORTEST..=LONGEST).contains(&count) {
        return refuse(format!("the name of an account has {SHORTEST} to {LONGEST} characters, not {count}"));
    }
    let wrong = name.chars().find(|sign| !sign.is_alphanumeric() && !matches!(sign, '-' | '_'));
    if let Some(wrong) = wrong {
        let detail = format!("the name of an account has letters, digits, - and _, and not {wrong:?}");
        return refuse(detail);
    }
    if !name.chars().next().is_some_and(char::is_alphabetic) {
        return refuse("the name of an account begins with a letter".to_owned());
    }
    let folded = folded(&name);
    if is_of_the_server(&folded) || OF_THE_HOUSE.contains(&folded.as_str()) {
        return refuse(format!("the name {name:?} is kept for the server: choose another"));
    }
    Ok((name, folded))
}

/// The server itself calls people and computers so: `Guest 12345`, `Level 7`, `deleted-k2vq8m`.
fn is_of_the_server(folded: &str) -> bool {
    let has_letters = |rest: &str| rest.chars().any(char::is_alphabetic);
    let is_numbered = |start| folded.strip_prefix(start).is_some_and(|rest| !has_letters(rest));
    is_numbered("guest") || is_numbered("level") || folded.starts_with("deleted")
}

pub(crate) fn taken(name: &str) -> Problem {
    let detail = format!("the name {name:?} belongs to an account: choose another, or log in");
    Problem { args: vec![name.to_owned()], ..problem(422, "name-taken", detail) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_the_same_are_the_same() {
        for name in ["Ada", "ADA", "ada", "Ａda", "A\u{200b}da", " Ada", "A\u{ad}da"] {
            assert_eq!(folded(name), "ada", "{name:?}");
        }
        assert_eq!(folded("Ada\u{308}"), folded("adä"));
        assert_eq!(folded("ﬁn"), "fin");
        assert_ne!(folded("Ada"), folded("Adb"));
    }

    #[test]
    fn what_is_wrong_with_a_name_is_named() {
        for (name, part) in [
            ("a", "2 to 30"),
            ("", "2 to 30"),
            (&"x".repeat(31), "2 to 30"),
            ("Ada L", "not ' '"),
            ("Ada<b>", "not '<'"),
            ("1ada", "begins with a letter"),
            ("-ada", "begins with a letter"),
            ("Guest-1", "kept for the server"),
            ("deleted-user", "kept for the server"),
            ("Level7", "kept for the server"),
            ("ADMIN", "kept for the server"),
        ] {
            let refused = checked(name).unwrap_err();
            assert_eq!((refused.status, refused.key.as_str()), (422, "bad-name"));
            assert!(refused.detail.contains(part), "{name}: {}", refused.detail);
        }
        for name in ["Ada-L_1", "Żółw", "王将", "Guestbook", "levels", "ab", &"x".repeat(30)] {
            assert!(checked(name).is_ok(), "{name}");
        }
        assert_eq!(checked(" Ａda ").unwrap(), ("Ada".to_owned(), "ada".to_owned()));
    }
}
