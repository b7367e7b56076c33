//! How it is told that values were worked out anew.

/// What a value was that follows from a change.
pub(crate) const FOLLOWS: &str = "brought up to date";
/// What a value was that did not fit the rest.
pub(crate) const MENDED: &str = "worked out anew";

/// Says that fields of a table were worked out: `faces[3].normal and 5 more brought up to date`.
/// Nothing where there are none.
pub(crate) fn told(table: &str, field: &str, changed: &[usize], verb: &str) -> Option<String> {
    let (first, rest) = changed.split_first()?;
    let more = match rest.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Some(format!("{table}[{first}]{field}{more} {verb}"))
}
