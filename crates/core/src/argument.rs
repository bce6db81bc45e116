//! The arguments of sentences in refusals and narration.

use crate::{Reason, Seat};
use std::fmt;

/// An argument of a sentence. Its `Display` form is the text used in the English sentence.
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "kind", content = "value", rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arg {
    /// A seat, given by its English name.
    Seat(NamedSeat),
    /// A cell, given by name.
    Cell(String),
    /// A piece, given by name.
    Piece(String),
    /// A number, written in digits.
    Number(u32),
    /// Words known to translators, such as what a parser expected.
    Words(&'static str),
    /// Any other text, such as user input.
    Text(String),
}

/// A seat and its English name. Clients have names of their own.
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(as = "Seat"))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedSeat {
    /// The only part in JSON.
    pub seat: Seat,
    /// Its name in English sentences.
    pub name: &'static str,
}

#[cfg(feature = "serde")]
impl serde::Serialize for NamedSeat {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.seat.serialize(serializer)
    }
}

impl fmt::Display for Arg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Arg::Seat(NamedSeat { name, .. }) | Arg::Words(name) => f.write_str(name),
            Arg::Cell(text) | Arg::Piece(text) | Arg::Text(text) => f.write_str(text),
            Arg::Number(number) => number.fmt(f),
        }
    }
}

/// A value that can be an argument of a sentence.
pub trait ToArg {
    /// Converts the value to an argument.
    fn to_arg(&self) -> Arg;
}

impl ToArg for Arg {
    fn to_arg(&self) -> Arg {
        self.clone()
    }
}

impl<T: ToArg + ?Sized> ToArg for &T {
    fn to_arg(&self) -> Arg {
        (**self).to_arg()
    }
}

macro_rules! texts {
    ($($text:ty),*) => {
        $(impl ToArg for $text {
            fn to_arg(&self) -> Arg {
                Arg::Text(self.to_string())
            }
        })*
    };
}
texts!(str, String, char);

macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl ToArg for $number {
            fn to_arg(&self) -> Arg {
                Arg::Number(u32::try_from(*self).unwrap_or(u32::MAX))
            }
        })*
    };
}
numbers!(u8, u32, u64, usize);

impl Reason {
    /// Substitutes the arguments into the English sentence. Arguments may contain arbitrary user input, so
    /// they are not scanned for placeholders.
    #[must_use]
    pub fn in_english(&self, args: &[Arg]) -> String {
        let mut parts = self.text.split('{');
        let mut whole = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let place =
                part.split_once('}').and_then(|(place, rest)| Some((place.parse::<usize>().ok()?, rest)));
            match place.and_then(|(place, rest)| Some((args.get(place)?, rest))) {
                Some((arg, rest)) => whole.extend([&arg.to_string(), rest]),
                None => whole.extend(["{", part]),
            }
        }
        whole
    }
}
