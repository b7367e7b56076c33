//! Differences in words: the thing that differs by its name, its place, and its field.

use serde_json::Value;

use super::{Difference, DifferenceKind};
use crate::show::{printable, scalar};

/// Most characters of a value that are shown.
const MOST: usize = 60;

/// Difference as people describe it: `Added: Hero (UNITS/UNITS/scout.dat) at 566, 264`.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Wording {
    /// Kind of the difference.
    pub kind: DifferenceKind,
    /// Name of the thing that differs; its path if it has no name.
    pub thing: String,
    /// Field of the thing, `position x`; empty if the whole thing differs.
    pub field: String,
    /// East and north of the thing, if it has a place.
    pub place: Option<[f64; 2]>,
    /// Value on the left; empty if there is none.
    pub from: String,
    /// Value on the right; empty if there is none.
    pub to: String,
}

impl Wording {
    /// Describes a difference. `value_at` returns the value of a field of the compared file.
    pub fn of(difference: &Difference, value_at: &dyn Fn(&str) -> Option<Value>) -> Self {
        let Difference { path, kind, field, a, b } = difference;
        // An item that only one of two lists has is a field with one value.
        let kind = match kind {
            DifferenceKind::Changed if field.ends_with(']') && a.is_null() => DifferenceKind::Added,
            DifferenceKind::Changed if field.ends_with(']') && b.is_null() => {
                DifferenceKind::Removed
            }
            other => *other,
        };
        let mut wording = Self {
            kind,
            thing: path.clone(),
            field: String::new(),
            place: None,
            from: short(a),
            to: short(b),
        };
        let whole = match kind {
            DifferenceKind::Added => Some(b),
            DifferenceKind::Removed => Some(a),
            _ => None,
        };
        match whole {
            Some(value) if value.is_object() && !field.is_empty() => {
                let name = name_of(value).unwrap_or_else(|| words(field));
                wording.thing = join(path, &name);
                wording.place = place_of(value);
                (wording.from, wording.to) = (String::new(), String::new());
            }
            _ if field.is_empty() => {}
            _ => {
                let named = prefixes(field).find_map(|end| {
                    let (front, rest) = field.split_at_checked(end)?;
                    Some((name_of(&value_at(front)?)?, rest.trim_start_matches('.')))
                });
                let is_summary = kind == DifferenceKind::Summary;
                let (thing, rest) = match named.filter(|_| !is_summary) {
                    Some((name, rest)) => (join(path, &name), words(rest)),
                    None if is_summary => (join(path, field), String::new()),
                    None => (join(path, &words(field)), String::new()),
                };
                (wording.thing, wording.field) = (thing, rest);
            }
        }
        wording
    }
}

fn join(path: &str, rest: &str) -> String {
    if path.is_empty() { rest.to_owned() } else { format!("{path}: {rest}") }
}

/// Ends of the parts of a path that are items of lists, the outermost first.
fn prefixes(field: &str) -> impl Iterator<Item = usize> + '_ {
    field.match_indices(']').map(|(at, _)| at + 1).filter(|end| *end < field.len())
}

/// Members that name a thing, and those that name its file.
const NAMES: [&str; 3] = ["name", "title", "label"];
const FILES: [&str; 4] = ["path", "member", "texture", "object"];

/// Returns the name of a thing, with its file if it has one.
fn name_of(value: &Value) -> Option<String> {
    let text = |keys: &[&str]| {
        let found =
            keys.iter().find_map(|key| value.get(*key)?.as_str().filter(|it| !it.is_empty()));
        found.map(|text| printable(text.trim()))
    };
    let file = text(&FILES).map(|file| file.replace('\\', "/"));
    match (text(&NAMES), file) {
        (Some(name), Some(file)) => Some(format!("{name} ({file})")),
        (name, file) => name.or(file),
    }
}

/// Members that say where a thing is.
const PLACES: [&str; 4] = ["position", "center", "camera", "base"];

fn place_of(value: &Value) -> Option<[f64; 2]> {
    let list = PLACES.iter().find_map(|key| value.get(*key)?.as_array())?;
    Some([list.first()?.as_f64()?, list.get(1)?.as_f64()?])
}

/// Writes a field path in words: `position[0]` is `position x`.
fn words(field: &str) -> String {
    let axes = [("[0]", " x"), ("[1]", " y"), ("[2]", " z")];
    let is_place = ["position", "center", "turn", "scale", "camera", "target"];
    for (index, axis) in axes {
        if let Some(front) = field.strip_suffix(index)
            && is_place.iter().any(|place| front.ends_with(place))
        {
            return words(front) + axis;
        }
    }
    field.replace(['.', '_'], " ")
}

/// Writes a value, as far as it is short.
fn short(value: &Value) -> String {
    let text = match value {
        Value::Null => return String::new(),
        Value::Object(members) => match members.get("size") {
            Some(size) => format!("{size} B"),
            None => name_of(value).unwrap_or_else(|| "…".to_owned()),
        },
        Value::Number(number) => match number.as_f64().filter(|_| number.is_f64()) {
            Some(number) => {
                let text = format!("{number:.3}");
                text.trim_end_matches('0').trim_end_matches('.').to_owned()
            }
            None => number.to_string(),
        },
        other => scalar(other),
    };
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn hero() -> Value {
        json!({"path": "UNITS\\UNITS\\scout.dat", "name": "Hero", "position": [566.4, 264.0, 21.9]})
    }

    fn of(kind: DifferenceKind, field: &str, a: Value, b: Value) -> Wording {
        let difference = Difference { path: String::new(), kind, field: field.into(), a, b };
        Wording::of(&difference, &|field| (field == "objects[3]").then(hero))
    }

    #[test]
    fn an_added_object_has_name_file_and_place() {
        let added = of(DifferenceKind::Changed, "objects[29]", Value::Null, hero());
        assert_eq!(added.kind, DifferenceKind::Added, "as lists are compared");
        assert_eq!(added.thing, "Hero (UNITS/UNITS/scout.dat)");
        assert_eq!((added.place, added.to.as_str()), (Some([566.4, 264.0]), ""));
        let nameless = of(DifferenceKind::Removed, "routes[2]", json!({"points": []}), Value::Null);
        assert_eq!((nameless.thing.as_str(), nameless.place), ("routes[2]", None));
    }

    #[test]
    fn a_changed_field_is_said_of_its_thing() {
        let moved =
            of(DifferenceKind::Changed, "objects[3].position[0]", json!(559.125), json!(566.0));
        assert_eq!(moved.thing, "Hero (UNITS/UNITS/scout.dat)");
        assert_eq!((moved.field.as_str(), moved.from.as_str()), ("position x", "559.125"));
        assert_eq!(moved.to, "566");
        let plain = of(DifferenceKind::Changed, "map_word", json!(0), json!(7));
        assert_eq!((plain.thing.as_str(), plain.from.as_str()), ("map word", "0"));
        let text = "colours: 3 of 256 differ";
        let summary = of(DifferenceKind::Summary, text, json!(256), json!(256));
        assert_eq!((summary.thing.as_str(), summary.field.as_str()), (text, ""));
    }
}
