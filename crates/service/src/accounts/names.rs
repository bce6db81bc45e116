//! User names and how they are compared: folded (NFKC and full case folding), so that spellings of one name
//! are one name, and by skeleton (UTS #39), so that names that look alike belong to one account.

use crate::error::NameError;
use ludoteca_store::NameForms;
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};
use unicode_script::{Script, UnicodeScript};
use unicode_security::{mixed_script::AugmentedScriptSet, skeleton as prototypes};

pub(crate) const SHORTEST: usize = 2;
pub(crate) const LONGEST: usize = 30;
/// The most combining marks on one character. Generic accents stack on any letter and can cover other lines;
/// the marks of a script's own letters cannot.
pub(crate) const MAX_ACCENTS: usize = 2;
const MAX_MARKS: usize = 4;
/// Names that could be mistaken for the server or its operators.
const RESERVED: [&str; 11] = [
    "admin",
    "administrator",
    "computer",
    "ludoteca",
    "moderator",
    "official",
    "root",
    "server",
    "staff",
    "support",
    "system",
];
/// The server itself uses these words followed by a number.
const NUMBERED: [&str; 2] = ["guest", "level"];
/// Deleted users get this name, followed by some letters.
const DELETED: &str = "deleted";

/// A valid account name with its normalized forms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AccountName {
    pub(crate) text: String,
    /// The form by which an account is found.
    pub(crate) folded: String,
    /// The form in which names that look alike are the same.
    pub(crate) skeleton: String,
}

/// The form by which an account is found. Invisible characters are removed.
pub(crate) fn folded(name: &str) -> String {
    let seen: String = name.nfkc().filter(|sign| is_seen(*sign)).collect();
    caseless::default_case_fold_str(&seen).nfkc().collect()
}

/// The form of a name, however long, under which wrong passwords for it are counted.
pub fn name_key(name: &str) -> String {
    folded(&name.chars().take(2 * LONGEST).collect::<String>())
}

/// An earlier version of [`folded`] without full case folding, which older accounts have stored.
fn folded_by_character(name: &str) -> String {
    let folded: String = name.nfkc().flat_map(char::to_lowercase).filter(|sign| is_seen(*sign)).collect();
    folded.nfkc().collect()
}

/// The folded forms in which an account with this name may be stored, the most likely one first.
pub(crate) fn stored_forms(name: &str) -> Vec<String> {
    let (by_character, folded) = (folded_by_character(name), folded(name));
    if by_character == folded { vec![folded] } else { vec![by_character, folded] }
}

/// The form in which names that look alike are the same.
pub(crate) fn skeleton(name: &str) -> String {
    looks(&folded(name))
}

/// The skeleton of a name as written: a capital I looks like a small l, although its case folds to i.
fn skeleton_as_written(name: &str) -> String {
    looks(&name.nfkc().filter(|sign| is_seen(*sign)).collect::<String>())
}

/// Some prototypes of the table are capitals, so case is folded once more.
fn looks(name: &str) -> String {
    caseless::default_case_fold_str(&prototypes(name).collect::<String>())
}

/// All forms by which a name may collide with that of an account.
pub(crate) fn forms(name: &str) -> NameForms {
    let mut skeletons = vec![skeleton(name), skeleton_as_written(name)];
    skeletons.dedup();
    NameForms { folded: stored_forms(name), skeletons }
}

fn is_seen(sign: char) -> bool {
    !is_invisible(sign) && !sign.is_whitespace() && !sign.is_control()
}

/// Characters without a shape of their own: format and bidirectional controls, fillers, variation selectors.
fn is_invisible(sign: char) -> bool {
    matches!(sign, '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}'
        | '\u{890}' | '\u{891}' | '\u{8e2}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{110bd}' | '\u{110cd}' | '\u{13430}'..='\u{13455}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Validates a name for an account.
pub(crate) fn checked(name: &str) -> Result<AccountName, NameError> {
    let name: String = name.trim().nfkc().collect();
    let count = name.chars().count();
    if !(SHORTEST..=LONGEST).contains(&count) {
        return Err(NameError::Length(count));
    }
    let wrong = name.chars().find(|sign| !sign.is_alphanumeric() && !matches!(sign, '-' | '_'));
    if let Some(wrong) = wrong {
        return Err(NameError::Sign(wrong));
    }
    if !name.chars().next().is_some_and(char::is_alphabetic) {
        return Err(NameError::First);
    }
    check_signs(&name)?;
    let (folded, skeleton) = (folded(&name), skeleton(&name));
    if is_reserved(&name) || folded == NUMBERED[0] || folded == NUMBERED[1] {
        return Err(NameError::Reserved(name));
    }
    Ok(AccountName { text: name, folded, skeleton })
}

/// Validates a name for a guest: one line of visible text that does not claim to be an operator.
pub(crate) fn checked_for_guest(name: &str) -> Result<String, NameError> {
    if name.chars().count() > LONGEST || name.chars().any(char::is_control) {
        return Err(NameError::GuestLength);
    }
    check_signs(name)?;
    if is_reserved(name) {
        return Err(NameError::Reserved(name.to_owned()));
    }
    Ok(name.to_owned())
}

/// Rejects invisible characters, stacked accents and mixed scripts.
fn check_signs(name: &str) -> Result<(), NameError> {
    // A heart and other characters that are also emoji carry a selector for their coloured form.
    let is_selector = |before: Option<char>, sign: char| {
        sign == '\u{fe0f}' && before.is_some_and(|before| !before.is_alphabetic() && is_seen(before))
    };
    let (mut before, mut accents, mut marks) = (None, 0, 0);
    for sign in name.nfc() {
        if is_invisible(sign) && !is_selector(before, sign) {
            return Err(NameError::Invisible(sign));
        }
        let is_mark = is_combining_mark(sign) && sign != '\u{fe0f}';
        if is_mark && before.is_none() {
            return Err(NameError::CombiningMark);
        }
        marks = if is_mark { marks + 1 } else { 0 };
        accents = if is_mark && sign.script() == Script::Inherited { accents + 1 } else { 0 };
        if accents > MAX_ACCENTS || marks > MAX_MARKS {
            return Err(NameError::Accents);
        }
        before = Some(sign);
    }
    if !name.chars().any(|sign| is_seen(sign) && !is_combining_mark(sign)) {
        return Err(NameError::NothingVisible);
    }
    match has_one_script(name) {
        true => Ok(()),
        false => Err(NameError::Scripts),
    }
}

/// One script, or Latin together with Chinese, Japanese or Korean: UTS #39 calls that highly restrictive.
fn has_one_script(name: &str) -> bool {
    let letters: String = name.nfkc().filter(|sign| sign.is_alphanumeric()).collect();
    if !AugmentedScriptSet::for_str(&letters).is_empty() {
        return true;
    }
    let others: String = letters.chars().filter(|sign| sign.script() != Script::Latin).collect();
    let scripts = AugmentedScriptSet::for_str(&others);
    scripts.hanb || scripts.jpan || scripts.kore
}

/// Whether a name looks like one reserved for the server and its operators.
fn is_reserved(name: &str) -> bool {
    [skeleton(name), skeleton_as_written(name)].iter().any(|looks| {
        let letters: String = looks.chars().filter(|sign| sign.is_alphanumeric()).collect();
        // The text after a word, if it is empty or a number.
        let number_after =
            |word: &str| letters.strip_prefix(&skeleton(word)).filter(|rest| rest.chars().all(is_digit));
        RESERVED.iter().any(|word| number_after(word).is_some())
            || NUMBERED.iter().any(|word| number_after(word).is_some_and(|number| !number.is_empty()))
            || letters.strip_prefix(&skeleton(DELETED)).is_some_and(|rest| !rest.is_empty())
    })
}

/// A digit in a skeleton, in which 0 and 1 are letters.
fn is_digit(sign: char) -> bool {
    sign.is_numeric() || matches!(sign, 'o' | 'l')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_name_are_the_same() {
        for name in ["Ada", "ADA", "ada", "Ａda", "A\u{200b}da", " Ada", "A\u{ad}da"] {
            assert_eq!(folded(name), "ada", "{name:?}");
        }
        assert_eq!(folded("Ada\u{308}"), folded("adä"));
        assert_eq!(folded("ﬁn"), "fin");
        assert_ne!(folded("Ada"), folded("Adb"));
        assert_eq!(folded("οδος"), folded("ΟΔΟΣ"));
        assert_eq!(folded("straße"), folded("STRASSE"));
    }

    #[test]
    fn accounts_of_before_are_found_by_the_form_they_stored() {
        assert_eq!(stored_forms("Ada"), ["ada"]);
        assert_eq!(stored_forms("straße"), ["straße", "strasse"]);
        assert_eq!(stored_forms("οδος"), ["οδος", "οδοσ"]);
    }

    #[test]
    fn names_that_look_alike_have_one_skeleton() {
        for (one, other) in [
            ("Adaaa", "Аdaaa"),
            ("aaaa", "аааа"),
            ("Admin", "Admіn"),
            ("paypal", "раураl"),
            ("Ada0", "AdaO"),
            ("modern", "rnodern"),
            ("straße", "STRASSE"),
        ] {
            assert_eq!(skeleton(one), skeleton(other), "{one} {other}");
        }
        assert_ne!(skeleton("Ada"), skeleton("Ava"));
        assert!(forms("Iudo").skeletons.contains(&skeleton("ludo")), "a capital I");
    }

    #[test]
    fn bad_names_are_explained() {
        for (name, part) in [
            ("a", "2 to 30"),
            ("", "2 to 30"),
            (&"x".repeat(31), "2 to 30"),
            ("Ada L", "not ' '"),
            ("Ada<b>", "not '<'"),
            ("1ada", "begin with a letter"),
            ("-ada", "begin with a letter"),
            ("Guest-1", "is reserved"),
            ("deleted-user", "is reserved"),
            ("Level7", "is reserved"),
            ("Levell", "is reserved"),
            ("ADMIN", "is reserved"),
            ("Admin_1", "is reserved"),
            ("AdmIn", "is reserved"),
            ("Iudoteca", "is reserved"),
            ("mоderator", "one script"),
            ("Аdaaa", "one script"),
        ] {
            let refused = checked(name).unwrap_err();
            assert!(refused.to_string().contains(part), "{name}: {refused}");
        }
        for name in [
            "Ada-L_1",
            "Żółw",
            "王将",
            "Guestbook",
            "levels",
            "ab",
            "Ada王",
            "ひらカタ漢",
            "김철수",
            "Nguyễn",
            "Ελένη",
            "Алёна",
            "Modesta",
            "Rooter",
        ] {
            assert!(checked(name).is_ok(), "{name}: {:?}", checked(name));
        }
        assert!(checked(&"x".repeat(30)).is_ok());
        let ada = checked(" Ａda ").unwrap();
        assert_eq!((ada.text.as_str(), ada.folded.as_str()), ("Ada", "ada"));
    }

    #[test]
    fn guest_names_must_be_visible_and_not_misleading() {
        for (name, part) in [
            ("\u{202e}adA", "invisible"),
            ("\u{200b}", "invisible"),
            ("A\u{200d}da", "invisible"),
            ("A\u{2028}da", "invisible"),
            ("\u{2800}", "invisible"),
            ("A\u{fe0f}da", "invisible"),
            ("A\u{301}\u{302}\u{303}\u{304}", "accents"),
            ("\u{301}", "combining mark"),
            ("Admin", "is reserved"),
            ("moderator", "is reserved"),
            ("аdmin", "one script"),
            ("Computer", "is reserved"),
            ("Level 7", "is reserved"),
            ("Level l", "is reserved"),
            ("Ludoteca", "is reserved"),
            ("deleted-abc", "is reserved"),
            ("Guest 12345", "is reserved"),
            ("Ａ.d-m_i n", "is reserved"),
        ] {
            let refused = checked_for_guest(name).unwrap_err();
            assert!(refused.to_string().contains(part), "{name:?}: {refused}");
        }
        for name in [
            "Ada L.",
            "Guest",
            "Guest of old",
            "Ada ❤\u{fe0f}",
            "♟ Ada",
            "Żółw & Co",
            "क्षिति",
            "မြို့",
            "Zoë O'Hara",
            "1",
            "12345",
        ] {
            assert!(checked_for_guest(name).is_ok(), "{name}: {:?}", checked_for_guest(name));
        }
    }
}
