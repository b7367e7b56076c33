//! Stored records as objects and back, by their tables of fields.

use ngi_formats::FixedStr;
use ngi_formats::fxid::{FieldInfo, FieldKind};
use serde_json::Value;

use crate::json::{self, Object, Reader};
use crate::{Error, Result};

/// The `N` bytes at an offset; zeros where a table does not fit its record, which no table does.
fn array<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes.get(at..).and_then(|rest| rest.first_chunk()).copied().unwrap_or([0; N])
}

fn put<const N: usize>(bytes: &mut [u8], at: usize, value: [u8; N]) {
    if let Some(chunk) = bytes.get_mut(at..).and_then(|rest| rest.first_chunk_mut()) {
        *chunk = value;
    }
}

/// Adds the fields of a record that starts at `base`.
pub fn add(fields: &[FieldInfo], bytes: &[u8], base: usize, object: &mut Object) {
    for field in fields {
        let at = base + field.offset;
        if field.kind == FieldKind::Name {
            json::put_name(object, field.name, &FixedStr::<32>(array(bytes, at)));
            continue;
        }
        object.insert(field.name.into(), to_value(field.kind, bytes, at));
    }
}

fn to_value(kind: FieldKind, bytes: &[u8], at: usize) -> Value {
    let word = |at| u32::from_le_bytes(array(bytes, at));
    let float = |at| json::float(f32::from_bits(word(at)));
    let group = |fields: &[FieldInfo], at| {
        let mut object = Object::new();
        add(fields, bytes, at, &mut object);
        Value::Object(object)
    };
    match kind {
        FieldKind::Word => word(at).into(),
        FieldKind::Signed => i32::from_le_bytes(array(bytes, at)).into(),
        FieldKind::Float => float(at),
        FieldKind::Words(count) => (0..count).map(|index| word(at + index * 4)).collect(),
        FieldKind::Floats(count) => (0..count).map(|index| float(at + index * 4)).collect(),
        FieldKind::Name => FixedStr::<32>(array(bytes, at)).to_string().into(),
        FieldKind::Group(fields) => group(fields, at),
        FieldKind::List(count, fields) => {
            (0..count).map(|index| group(fields, at + index * size(fields))).collect()
        }
    }
}

fn size(fields: &[FieldInfo]) -> usize {
    fields.iter().map(|field| field.offset + field.size).max().unwrap_or(0)
}

/// Puts what an object says into a record; what it does not name stays. A name that is no field,
/// and none of `others`, is an error: it would be lost.
pub fn read(
    fields: &[FieldInfo],
    reader: &Reader<'_>,
    others: &[&str],
    bytes: &mut [u8],
    base: usize,
) -> Result<()> {
    let object = reader.value().as_object().ok_or_else(|| reader.wrong("an object"))?;
    let known = |key: &str| {
        let name = key.strip_suffix("_raw").unwrap_or(key);
        let raw = |field: &FieldInfo| field.kind == FieldKind::Name && field.name == name;
        others.contains(&key) || fields.iter().any(|field| field.name == key || raw(field))
    };
    if let Some(key) = object.keys().find(|key| !known(key)) {
        let there: Vec<&str> = fields.iter().map(|field| field.name).collect();
        return Err(reader.error(Error::Usage(format!(
            "there is no field \"{key}\"; there are {}",
            there.join(", ")
        ))));
    }
    for field in fields {
        let Some(value) = reader.get(field.name) else { continue };
        let at = base + field.offset;
        if field.kind == FieldKind::Name {
            put(bytes, at, reader.name::<32>(field.name)?.0);
        } else {
            read_value(field.kind, &value, bytes, at)?;
        }
    }
    Ok(())
}

fn read_value(kind: FieldKind, value: &Reader<'_>, bytes: &mut [u8], at: usize) -> Result<()> {
    let exactly = |count: usize| -> Result<Vec<Reader<'_>>> {
        let elements: Vec<_> = value.elements()?.collect();
        if elements.len() == count {
            return Ok(elements);
        }
        Err(value.wrong(&format!("a list of {count}")))
    };
    match kind {
        FieldKind::Word | FieldKind::Signed => put(bytes, at, word(kind, value)?),
        FieldKind::Float => put(bytes, at, float(value)?),
        FieldKind::Words(count) => {
            for (index, element) in exactly(count)?.iter().enumerate() {
                put(bytes, at + index * 4, word(FieldKind::Word, element)?);
            }
        }
        FieldKind::Floats(count) => {
            for (index, element) in exactly(count)?.iter().enumerate() {
                put(bytes, at + index * 4, float(element)?);
            }
        }
        // Names have their whole field beside them, so whoever holds both reads them.
        FieldKind::Name => {}
        FieldKind::Group(fields) => read(fields, value, &[], bytes, at)?,
        FieldKind::List(count, fields) => {
            for (index, element) in exactly(count)?.iter().enumerate() {
                read(fields, element, &["surface"], bytes, at + index * size(fields))?;
            }
        }
    }
    Ok(())
}

fn word(kind: FieldKind, value: &Reader<'_>) -> Result<[u8; 4]> {
    let number = value.value();
    let found = if kind == FieldKind::Signed {
        number.as_i64().and_then(|number| i32::try_from(number).ok()).map(i32::to_le_bytes)
    } else {
        number.as_u64().and_then(|number| u32::try_from(number).ok()).map(u32::to_le_bytes)
    };
    found.ok_or_else(|| value.wrong("a whole number of 32 bits"))
}

fn float(value: &Reader<'_>) -> Result<[u8; 4]> {
    let number = json::parse_float(value.value()).ok_or_else(|| value.wrong("a number"))?;
    Ok(number.to_bits().to_le_bytes())
}
