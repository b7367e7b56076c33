//! Memory layout of stored values, as descriptions for numpy's `dtype`.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use ngi_formats::schema::{Field, Kind, Shape};
use serde_json::{Value, json};

/// Cached layouts of records by the addresses of their shapes, which never move. A game has
/// thousands of tables, but only a few dozen kinds of records.
static KNOWN: LazyLock<Mutex<HashMap<usize, String>>> = LazyLock::new(Mutex::default);

/// Returns the layout of a kind as JSON text, cached for records; `None` if it has no fixed size.
pub fn text_of(kind: Kind) -> Option<String> {
    let Kind::Group(shape) = kind.stored() else {
        return of(kind).map(|layout| layout.to_string());
    };
    let address = std::ptr::from_ref(shape).addr();
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(text) = known.get(&address) {
        return Some(text.clone());
    }
    let text = record(shape)?.to_string();
    known.insert(address, text.clone());
    Some(text)
}

/// Returns the layout of a kind for numpy's `dtype`: text for a plain value, `[kind, count]` for a
/// list, an object with names, formats, offsets and size for a record. `None` if the kind has no
/// fixed size.
///
/// Numbers with named bits or values are described as plain numbers; documents have the names.
fn of(kind: Kind) -> Option<Value> {
    Some(match kind.stored() {
        Kind::U8 => "|u1".into(),
        Kind::I8 => "|i1".into(),
        Kind::U16 => "<u2".into(),
        Kind::I16 => "<i2".into(),
        Kind::U32 => "<u4".into(),
        Kind::I32 => "<i4".into(),
        Kind::F32 => "<f4".into(),
        Kind::Text(size) | Kind::FullText(size) => format!("|S{size}").into(),
        Kind::Bytes(size) => json!(["|u1", size]),
        Kind::Bgra => json!(["|u1", 4]),
        Kind::List(count, of_what) => json!([of(*of_what)?, count]),
        Kind::Group(shape) => record(shape)?,
        // Numbers stored as text have no fixed size. `stored` maps all other kinds to those above.
        _ => return None,
    })
}

fn record(shape: &'static Shape) -> Option<Value> {
    let own = |field: &&Field| field.offset >= shape.start;
    let fields: Vec<&Field> = shape.fields.iter().filter(own).collect();
    let formats: Option<Vec<Value>> = fields.iter().map(|field| of(field.kind)).collect();
    let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
    let offsets: Vec<usize> = fields.iter().map(|field| field.offset).collect();
    Some(json!({
        "names": names, "formats": formats?, "offsets": offsets, "itemsize": shape.size,
    }))
}
