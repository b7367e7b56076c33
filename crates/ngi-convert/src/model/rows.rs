//! Records of a model as JSON rows and back: one description for both directions. Those of a
//! landscape stand in `landscape/rows.rs`, in the same words.

use std::fmt::Display;

use ngi_formats::msh::{
    Aabb, Batch, BatchWord, Cylinder, Header, Key, Label, LightmapUv, Node, NodeFlags, NodeName,
    Normal, PathLink, PathNode, Slot, Sphere, Tangents, Triangle, TriangleFlags, Uv,
};
use ngi_formats::text;
use serde_json::Value;

use crate::json::{self, Object, Reader};
use crate::{Error, Result};

/// What a value should have been. Its path grows while the error travels outwards.
#[derive(Debug)]
pub struct Wrong {
    path: String,
    why: String,
}

impl Wrong {
    fn new(value: &Value, expected: &str) -> Self {
        let shown: String = value.to_string().chars().take(40).collect();
        Self { path: String::new(), why: format!("{shown} is not {expected}") }
    }

    /// The same, seen from one layer further out.
    pub fn below(self, step: impl Display) -> Self {
        Self { path: format!("{step}{}", self.path), ..self }
    }
}

impl From<Wrong> for Error {
    fn from(wrong: Wrong) -> Self {
        Self::json(wrong.path, wrong.why)
    }
}

/// A record or a field that has a JSON form.
pub trait Row: Sized {
    /// The JSON form.
    fn to_value(&self) -> Value;
    /// Reads the JSON form.
    fn parse(value: &Value) -> Result<Self, Wrong>;
}

macro_rules! numbers {
    ($($type:ty),+) => {$(
        impl Row for $type {
            fn to_value(&self) -> Value {
                (*self).into()
            }
            fn parse(value: &Value) -> Result<Self, Wrong> {
                let number = value.as_i64().and_then(|number| Self::try_from(number).ok());
                let expected = || format!("a whole number {}", json::span::<$type>());
                number.ok_or_else(|| Wrong::new(value, &expected()))
            }
        }
    )+};
}

numbers!(u8, i8, u16, i16, u32);

impl Row for f32 {
    fn to_value(&self) -> Value {
        json::float(*self)
    }
    fn parse(value: &Value) -> Result<Self, Wrong> {
        json::parse_float(value).ok_or_else(|| Wrong::new(value, "a number"))
    }
}

fn parse_list<T: Row, const N: usize>(value: &Value) -> Result<[T; N], Wrong> {
    let wrong = || Wrong::new(value, &format!("a list of {N}"));
    let list = value.as_array().filter(|list| list.len() == N).ok_or_else(wrong)?;
    parse_rows(list)?.try_into().map_err(|_| wrong())
}

/// Every element of a list.
pub fn parse_rows<T: Row>(list: &[Value]) -> Result<Vec<T>, Wrong> {
    let parse =
        |(index, row)| T::parse(row).map_err(|wrong| wrong.below(format_args!("[{index}]")));
    list.iter().enumerate().map(parse).collect()
}

// Not for every array: bytes that nobody understands are hex.
macro_rules! lists {
    ($($type:ty),+) => {$(
        impl Row for $type {
            fn to_value(&self) -> Value {
                self.iter().map(Row::to_value).collect()
            }
            fn parse(value: &Value) -> Result<Self, Wrong> {
                parse_list(value)
            }
        }
    )+};
}

lists!(
    [f32; 3],
    [[f32; 3]; 8],
    [i8; 3],
    [i8; 4],
    [u16; 3],
    [u16; 4],
    [u16; 15],
    [i16; 3],
    [i16; 4],
    [u32; 5],
    [u32; 8]
);

macro_rules! hex_bytes {
    ($($size:literal),+) => {$(
        impl Row for [u8; $size] {
            fn to_value(&self) -> Value {
                json::hex(self).into()
            }
            fn parse(value: &Value) -> Result<Self, Wrong> {
                let bytes = value.as_str().and_then(json::unhex).and_then(|b| b.try_into().ok());
                bytes.ok_or_else(|| {
                    Wrong::new(value, concat!("the hex digits of ", $size, " bytes"))
                })
            }
        }
    )+};
}

hex_bytes!(8, 24);

macro_rules! open_sets {
    ($($type:ident($inner:ty)),+) => {$(
        impl $crate::model::rows::Row for $type {
            fn to_value(&self) -> ::serde_json::Value {
                self.0.into()
            }
            fn parse(
                value: &::serde_json::Value,
            ) -> Result<Self, $crate::model::rows::Wrong> {
                <$inner>::parse(value).map(Self)
            }
        }
    )+};
}
pub(crate) use open_sets;

open_sets!(NodeFlags(u16), TriangleFlags(u16), BatchWord(u32));

/// A field of an object.
pub fn member<T: Row>(value: &Value, key: &str) -> Result<T, Wrong> {
    let missing = || Wrong { path: format!(".{key}"), why: "missing".into() };
    T::parse(value.get(key).ok_or_else(missing)?)
        .map_err(|wrong| wrong.below(format_args!(".{key}")))
}

macro_rules! objects {
    ($( $type:ident { $($field:ident),+ } )+) => {$(
        impl $crate::model::rows::Row for $type {
            fn to_value(&self) -> ::serde_json::Value {
                let Self { $($field),+ } = self;
                let mut object = $crate::json::Object::new();
                $( object.insert(stringify!($field).into(), $field.to_value()); )+
                ::serde_json::Value::Object(object)
            }
            fn parse(
                value: &::serde_json::Value,
            ) -> Result<Self, $crate::model::rows::Wrong> {
                Ok(Self {
                    $( $field: $crate::model::rows::member(value, stringify!($field))?, )+
                })
            }
        }
    )+};
}
pub(crate) use objects;

objects! {
    Node { flags, parent, map_start, fallback_key, slots }
    Aabb { min, max }
    Sphere { center, radius }
    Cylinder { low, high, radius }
    Header { corners, sphere, cylinder }
    Slot {
        triangle_start, triangle_count, batch_start, batch_count, aabb, sphere, area, volume,
        unk_0x38, unk_0x3c, unk_0x40
    }
    Normal { xyz, unk_0x03 }
    Uv { u, v }
    LightmapUv { u, v }
    Tangents { tangent, bitangent }
    Triangle { flags, neighbours, normal, twins }
    Key { position, time, rotation }
    Batch {
        word, material, lightmap, portal, index_count, index_start, vertex_count, base_vertex
    }
    PathNode { position, flags, node }
    PathLink { a, b, unk_0x08 }
}

impl Row for NodeName {
    fn to_value(&self) -> Value {
        let mut object = Object::new();
        json::put_name(&mut object, "name", self);
        Value::Object(object)
    }
    fn parse(value: &Value) -> Result<Self, Wrong> {
        Reader::new(value, "").name("name").map_err(|error| match error {
            Error::Json { field, why } => {
                let dot = if field.is_empty() || field.starts_with('.') { "" } else { "." };
                Wrong { path: format!("{dot}{field}"), why }
            }
            other => Wrong { path: ".name".into(), why: other.to_string() },
        })
    }
}

/// `{"label": …}`, with text and end byte in hex beside it where text would lose something.
impl Row for Label {
    fn to_value(&self) -> Value {
        let Self { text, end } = self;
        let shown = text::decode(text);
        let plain = *end == 0 && !text.contains(&0) && text::encode(&shown).as_ref() == Some(text);
        let mut object = Object::new();
        object.insert("label".into(), shown.into());
        if !plain {
            let raw = [text.as_slice(), &[*end]].concat();
            object.insert("label_raw".into(), json::hex(&raw).into());
        }
        Value::Object(object)
    }
    fn parse(value: &Value) -> Result<Self, Wrong> {
        let shown = value.get("label").and_then(Value::as_str);
        let shown = shown.ok_or_else(|| Wrong::new(value, "an object with a label"))?;
        if let Some(raw) = value.get("label_raw") {
            let wrong = || Wrong::new(raw, "hex digits").below(".label_raw");
            let bytes = raw.as_str().and_then(json::unhex).ok_or_else(wrong)?;
            let (end, text) = bytes.split_last().ok_or_else(wrong)?;
            // Where the text was changed, the text counts.
            if text::decode(text) == shown {
                return Ok(Self { text: text.to_vec(), end: *end });
            }
        }
        let wrong =
            || Wrong { path: ".label".into(), why: format!("\"{shown}\" is not Windows-1251") };
        Ok(Self::new(&text::encode(shown).ok_or_else(wrong)?))
    }
}
