//! Answers as readable text, bytes as a hex dump.

use std::fmt::Write;

use serde::Serialize;
use serde_json::Value;

use crate::json;

/// Columns wider than this are not lined up.
pub(crate) const WIDE: usize = 40;

/// Returns a number with its noun: `1 mission`, `2 missions`.
pub fn counted(number: usize, what: &str) -> String {
    match (number, what) {
        (1, what) => format!("1 {what}"),
        (number, "vertex") => format!("{number} vertices"),
        (number, "entry") => format!("{number} entries"),
        (number, what) => format!("{number} {what}s"),
    }
}

/// A document as text: a line per value, a table per list of like objects.
pub fn as_text(value: &Value) -> String {
    let mut out = String::new();
    match value {
        Value::Object(object) => {
            object.iter().for_each(|(key, value)| write_member(&mut out, 0, key, value));
        }
        other => out.push_str(&scalar(other)),
    }
    if !out.ends_with('\n') {
        out.push('\n');
    }
    out
}

fn write_member(out: &mut String, depth: usize, key: &str, value: &Value) {
    let pad = "  ".repeat(depth);
    match value {
        Value::Object(object) if !object.is_empty() => {
            let _ = writeln!(out, "{pad}{key}:");
            object.iter().for_each(|(key, value)| write_member(out, depth + 1, key, value));
        }
        Value::Array(list) if list.iter().any(|item| item.is_object() || item.is_array()) => {
            let _ = writeln!(out, "{pad}{key}: {}", list.len());
            match table(list) {
                Some(table) => {
                    table.lines().for_each(|line| {
                        let _ = writeln!(out, "{pad}  {line}");
                    });
                }
                None => list.iter().enumerate().for_each(|(index, item)| {
                    write_member(out, depth + 1, &format!("[{index}]"), item);
                }),
            }
        }
        other => {
            let _ = writeln!(out, "{pad}{key}: {}", scalar(other));
        }
    }
}

/// A value on one line.
pub fn scalar(value: &Value) -> String {
    match value {
        Value::String(text) => printable(text),
        Value::Array(list) => {
            let items: Vec<String> = list.iter().map(scalar).collect();
            items.join(" ")
        }
        Value::Null => "-".into(),
        other => other.to_string(),
    }
}

/// Text that cannot move the cursor, change colours or break a line: control characters become
/// `\u{1b}` and the like.
pub fn printable(text: &str) -> String {
    let escape = |character: char| {
        let control = character.is_control();
        let plain = (!control).then_some(character);
        let escaped = control.then(|| character.escape_unicode()).into_iter().flatten();
        plain.into_iter().chain(escaped)
    };
    text.chars().flat_map(escape).collect()
}

/// Rows of anything that serialises as an object with plain members, as a table.
pub fn table_of(rows: &[impl Serialize]) -> String {
    let rows: Option<Vec<Value>> = rows.iter().map(|row| json::to_value(row).ok()).collect();
    rows.and_then(|rows| table(&rows)).unwrap_or_default()
}

/// Objects with plain members only, as a table with a column per key that any of them has.
pub fn table(rows: &[Value]) -> Option<String> {
    let mut keys: Vec<&str> = Vec::new();
    for row in rows {
        for (key, value) in row.as_object()? {
            if value.is_object() || value.as_array().is_some_and(|list| list.len() > 4) {
                return None;
            }
            if !keys.contains(&key.as_str()) {
                keys.push(key);
            }
        }
    }
    // A column that says nothing in any row is left out.
    keys.retain(|key| rows.iter().any(|row| row.get(key).is_some_and(|value| !value.is_null())));
    let cell = |row: &Value, key: &str| row.get(key).map_or_else(String::new, scalar);
    let mut lines: Vec<Vec<String>> = vec![keys.iter().map(|&key| key.to_owned()).collect()];
    lines.extend(rows.iter().map(|row| keys.iter().map(|key| cell(row, key)).collect()));
    let right: Vec<bool> = keys
        .iter()
        .map(|key| rows.iter().all(|r| r.get(key).is_none_or(|v| v.is_number() || v.is_null())))
        .collect();
    Some(line_up(&lines, &right))
}

/// Pads cells so that columns stand below each other.
pub(crate) fn line_up(lines: &[Vec<String>], right: &[bool]) -> String {
    let len = |cell: &String| cell.chars().count();
    let columns = lines.first().map_or(0, Vec::len);
    let width = |column: usize| {
        lines.iter().filter_map(|line| line.get(column).map(len)).max().unwrap_or(0).min(WIDE)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
    for line in lines {
        let mut text = String::new();
        for ((cell, &width), &right) in line.iter().zip(&widths).zip(right) {
            let _ = if right {
                write!(text, "{cell:>width$}  ")
            } else {
                write!(text, "{cell:<width$}  ")
            };
        }
        out.push_str(text.trim_end());
        out.push('\n');
    }
    out
}

/// Bytes in lines of sixteen: offset, hex, and what is printable.
pub fn hex_dump(bytes: &[u8], out: &mut impl std::io::Write) -> std::io::Result<()> {
    for (line, chunk) in bytes.chunks(16).enumerate() {
        let hex: Vec<String> = chunk.iter().map(|byte| format!("{byte:02x}")).collect();
        let shown: String = chunk
            .iter()
            .map(
                |&byte| {
                    if byte.is_ascii_graphic() || byte == b' ' { char::from(byte) } else { '.' }
                },
            )
            .collect();
        writeln!(out, "{:08x}  {:<47}  |{shown}|", line * 16, hex.join(" "))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn lists_of_like_objects_are_tables() {
        let value = json!({"schema": "x/1", "name": "a", "list": [{"i": 1, "n": "b"}, {"i": 22, "n": "c d"}]});
        assert_eq!(as_text(&value), "schema: x/1\nname: a\nlist: 2\n   i  n\n   1  b\n  22  c d\n");
    }

    #[test]
    fn nested_values_are_indented() {
        let value = json!({"a": {"b": [1, 2], "c": {}}, "d": [[1], [2]], "e": null});
        assert_eq!(as_text(&value), "a:\n  b: 1 2\n  c: {}\nd: 2\n  [0]: 1\n  [1]: 2\ne: -\n");
    }

    #[test]
    fn dumps_like_hexdump() {
        let mut out = Vec::new();
        hex_dump(b"NRes\x00 0123456789!", &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(
            text,
            "00000000  4e 52 65 73 00 20 30 31 32 33 34 35 36 37 38 39  |NRes. 0123456789|\n\
             00000010  21                                               |!|\n"
        );
    }
}
