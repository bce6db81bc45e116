//! The stored inputs of a target, all in `corpus/<target>.txt`: a line `# name` before each input, and
//! `\x0d` for a byte that would not survive in a text file. A `\x` or a leading `# ` of an input is escaped,
//! too.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// A stored input and its name.
pub type Input = (String, Vec<u8>);

/// Reads the stored inputs of a target.
pub fn read(target: &str) -> io::Result<Vec<Input>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target).with_extension("txt");
    Ok(parse(&fs::read_to_string(path)?))
}

/// Writes each stored input of a target to a file of its own, as libFuzzer reads them, and returns their
/// folder.
pub fn unpack(target: &str) -> io::Result<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/corpus").join(target);
    fs::create_dir_all(&folder)?;
    for (name, input) in read(target)? {
        fs::write(folder.join(name), input)?;
    }
    Ok(folder)
}

fn parse(text: &str) -> Vec<Input> {
    let mut inputs: Vec<Input> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("# ") {
            inputs.push((name.to_owned(), Vec::new()));
        } else if let Some((_, input)) = inputs.last_mut() {
            input.extend(unescaped(line));
            input.push(b'\n');
        }
    }
    for (_, input) in &mut inputs {
        input.pop();
    }
    inputs
}

fn unescaped(line: &str) -> Vec<u8> {
    let mut parts = line.split("\\x");
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let byte = part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        let byte = byte.unwrap_or_else(|| panic!("two hexadecimal digits must follow \\x: {line}"));
        bytes.push(byte);
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_may_have_several_lines_and_any_bytes() {
        let text = "# one\n\\x00a\\xffb\n\n# two\n\n# three\n\\x23 x\\x5cx\n";
        let inputs = [("one", &b"\0a\xffb\n"[..]), ("two", b""), ("three", b"# x\\x")];
        assert_eq!(parse(text), inputs.map(|(name, input)| (name.to_owned(), input.to_vec())));
    }
}
