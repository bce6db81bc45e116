//! A line reader for text files.

/// The lines that are neither empty nor comments, with their numbers.
#[derive(Debug)]
pub struct Lines<'a> {
    lines: Vec<(usize, &'a str)>,
    next: usize,
    count: usize,
}

impl<'a> Lines<'a> {
    #[must_use]
    pub fn of(text: &'a str) -> Lines<'a> {
        let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim_end()));
        let lines: Vec<_> = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).collect();
        Lines { lines, next: 0, count: text.lines().count() }
    }

    pub(crate) fn is_more(&self) -> bool {
        self.next < self.lines.len()
    }

    /// The first word of the next line.
    pub(crate) fn word(&self) -> &'a str {
        self.lines.get(self.next).and_then(|(_, line)| line.split(' ').next()).unwrap_or("")
    }

    /// The rest of the next line, which must begin with `name`.
    pub(crate) fn field(&mut self, name: &str) -> Result<&'a str, String> {
        let Some((number, line)) = self.lines.get(self.next) else {
            return Err(format!("line {}: expected {name:?}, found the end", self.count + 1));
        };
        self.next += 1;
        let rest = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
        rest.ok_or_else(|| format!("line {number}: expected {name:?} and more, found {line:?}"))
    }

    pub(crate) fn number(&mut self, name: &str, range: std::ops::RangeInclusive<u32>) -> Result<u32, String> {
        let word = self.field(name)?;
        let number = word.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            self.at(&format!("expected a number from {} to {}, found {word:?}", range.start(), range.end()))
        })
    }

    /// An error message for the line last read.
    pub(crate) fn at(&self, fault: &str) -> String {
        let last = self.next.checked_sub(1).and_then(|i| self.lines.get(i));
        format!("line {}: {fault}", last.map_or(1, |(number, _)| *number))
    }
}
