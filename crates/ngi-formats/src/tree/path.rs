//! Paths of fields: `entries[3].name`.

/// One step of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<'p> {
    /// The part of this name.
    Key(&'p str),
    /// The part of this number.
    Index(usize),
}

/// Takes a path apart; `None` for what is none. The empty path has no steps.
pub fn steps(path: &str) -> Option<Vec<Step<'_>>> {
    let mut steps = Vec::new();
    if path.is_empty() {
        return Some(steps);
    }
    for part in path.split('.') {
        let (key, mut rest) = part.split_at(part.find('[').unwrap_or(part.len()));
        if !key.is_empty() {
            steps.push(Step::Key(key));
        } else if rest.is_empty() {
            return None;
        }
        while let Some(inner) = rest.strip_prefix('[') {
            let (index, after) = inner.split_once(']')?;
            let digits = index.bytes().all(|byte| byte.is_ascii_digit());
            steps.push(Step::Index(index.parse().ok().filter(|_| digits)?));
            rest = after;
        }
        if !rest.is_empty() {
            return None;
        }
    }
    Some(steps)
}

/// Where the prefixes of a path end: before each dot and bracket, and at its end.
pub fn ends(path: &str) -> impl DoubleEndedIterator<Item = usize> + '_ {
    let breaks = path.char_indices().filter(|(at, c)| *at > 0 && matches!(c, '.' | '['));
    breaks.map(|(at, _)| at).chain([path.len()])
}

/// A path of a file without its numbers: `phases[3].texture` as `phases[].texture`.
pub fn without_numbers(path: &str) -> String {
    let parts = path.split_inclusive('[');
    parts.map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit())).collect()
}
