//! Values as JSON and back, without losing a bit.
//!
//! Names are text, with the whole field in hex beside them where text would lose something.
//! Floats are numbers, or strings such as `"nan:7fc00001"` where JSON has no number for them.

use std::io;

use ngi_formats::schema::unhex;
use ngi_formats::{FixedStr, text};
use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter as _};
use serde_json::{Map, Value};

use crate::document::write::{Layout, write};
use crate::{Error, Result};

/// A JSON object whose keys keep their order.
pub type Object = Map<String, Value>;

/// An object that starts with its schema.
pub fn document(schema: &str) -> Object {
    let mut object = Object::new();
    object.insert("schema".into(), schema.into());
    object
}

/// Anything that serialises as a value: what its text says, so that a float has the digits that it
/// is written with.
pub fn to_value(document: &impl Serialize) -> Result<Value> {
    let mut text = Vec::new();
    write(document, Layout::Rows, &mut text)?;
    serde_json::from_slice(&text).map_err(|error| Error::json("", error.to_string()))
}

/// Anything that serialises, on one line.
pub fn line(value: &impl Serialize) -> Result<String> {
    let mut text = Vec::new();
    write(value, Layout::Line, &mut text)?;
    text.pop_if(|last| *last == b'\n');
    String::from_utf8(text).map_err(|error| Error::json("", error.to_string()))
}

/// Bytes as lower-case hex.
pub fn hex(bytes: &[u8]) -> String {
    let mut digits = vec![[0; 2]; bytes.len()];
    put_hex(bytes, &mut digits);
    String::from_utf8(digits.into_flattened()).unwrap_or_default()
}

/// Puts the digits of bytes where there is room for them.
pub(crate) fn put_hex(bytes: &[u8], digits: &mut [[u8; 2]]) {
    // No table and no branch, so that the compiler does many at a time: textures are all digits.
    let digit = |nibble: u8| nibble + if nibble < 10 { b'0' } else { b'a' - 10 };
    for (pair, byte) in digits.iter_mut().zip(bytes) {
        *pair = [digit(byte >> 4), digit(byte & 15)];
    }
}

/// A float that comes back with the same bits.
pub fn float(value: f32) -> Value {
    if value.is_nan() {
        return format!("nan:{:08x}", value.to_bits()).into();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf" } else { "-inf" }.into();
    }
    // Prints as 0.1, not as 0.10000000149011612.
    as_written(value).into()
}

/// Room for a float in text, so that none of the millions of them asks for memory.
#[derive(Default)]
struct Short {
    text: [u8; 24],
    len: usize,
}

impl Short {
    fn as_str(&self) -> &str {
        self.text.get(..self.len).and_then(|text| str::from_utf8(text).ok()).unwrap_or_default()
    }
}

impl io::Write for Short {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        let end = self.len + part.len();
        let room = self.text.get_mut(self.len..end).ok_or(io::ErrorKind::WriteZero)?;
        room.copy_from_slice(part);
        self.len = end;
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The double that prints as the shortest decimal that means a float.
pub fn as_written(value: f32) -> f64 {
    let mut text = Short::default();
    let written = CompactFormatter.write_f32(&mut text, value).ok();
    let short = written.and_then(|()| text.as_str().parse::<f64>().ok());
    #[allow(clippy::cast_possible_truncation)] // that it loses nothing is what is being asked
    let exact = |double: &f64| (*double as f32).to_bits() == value.to_bits();
    short.filter(exact).unwrap_or_else(|| f64::from(value))
}

/// Reads what [`float`] made, or any number.
pub fn parse_float(value: &Value) -> Option<f32> {
    if let Some(number) = value.as_f64() {
        #[allow(clippy::cast_possible_truncation)] // the nearest float is what is wanted
        let nearest = number as f32;
        // One that is too large has none.
        return Some(nearest).filter(|nearest| nearest.is_finite());
    }
    match value.as_str()? {
        "inf" => Some(f32::INFINITY),
        "-inf" => Some(f32::NEG_INFINITY),
        text => {
            let bits = u32::from_str_radix(text.strip_prefix("nan:")?, 16).ok()?;
            Some(f32::from_bits(bits)).filter(|value| value.is_nan())
        }
    }
}

/// Adds a name under `key`, and the whole field in hex under `<key>_raw` where text would lose
/// something.
pub fn put_name<const N: usize>(object: &mut Object, key: &str, name: &FixedStr<N>) {
    object.insert(key.into(), name.to_string().into());
    if !name.is_plain() {
        object.insert(format!("{key}_raw"), hex(&name.0).into());
    }
}

/// A value inside a document, together with its path: errors name it.
#[derive(Debug, Clone)]
pub struct Reader<'v> {
    value: &'v Value,
    path: String,
}

impl<'v> Reader<'v> {
    /// A value at a path.
    pub fn new(value: &'v Value, path: impl Into<String>) -> Self {
        Self { value, path: path.into() }
    }

    /// The document itself; it must have the schema.
    pub fn document(value: &'v Value, schema: &str) -> Result<Self> {
        let reader = Self { value, path: String::new() };
        match value.get("schema").and_then(Value::as_str) {
            Some(found) if found == schema => Ok(reader),
            Some(found) => Err(Error::json("schema", format!("\"{found}\" is not \"{schema}\""))),
            None => Err(Error::json("schema", format!("missing; it should be \"{schema}\""))),
        }
    }

    /// The value itself.
    pub fn value(&self) -> &'v Value {
        self.value
    }

    /// The value under `key`, if there is one.
    pub fn get(&self, key: &str) -> Option<Self> {
        let path =
            if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) };
        Some(Self { value: self.value.get(key)?, path })
    }

    /// The value under `key`.
    pub fn need(&self, key: &str) -> Result<Self> {
        let dot = if self.path.is_empty() { "" } else { "." };
        self.get(key).ok_or_else(|| Error::json(format!("{}{dot}{key}", self.path), "missing"))
    }

    /// The elements of an array.
    pub fn elements(&self) -> Result<impl ExactSizeIterator<Item = Self> + use<'v>> {
        let array = self.value.as_array().ok_or_else(|| self.wrong("an array"))?;
        let path = self.path.clone();
        Ok(array
            .iter()
            .enumerate()
            .map(move |(index, value)| Self { value, path: format!("{path}[{index}]") }))
    }

    /// The text under `key`.
    pub fn text(&self, key: &str) -> Result<&'v str> {
        let value = self.need(key)?;
        value.value.as_str().ok_or_else(|| value.wrong("text"))
    }

    /// The number under `key`, as any unsigned or signed whole type.
    pub fn number<T: TryFrom<i128>>(&self, key: &str) -> Result<T> {
        let reader = self.need(key)?;
        let number = reader.value.as_u64().map(i128::from);
        number
            .or_else(|| reader.value.as_i64().map(i128::from))
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| reader.wrong(&format!("a whole number {}", span::<T>())))
    }

    /// The array of exactly `N` numbers under `key`.
    pub fn numbers<T: TryFrom<i128>, const N: usize>(&self, key: &str) -> Result<[T; N]> {
        self.need(key)?.list()
    }

    /// The value itself as an array of exactly `N` numbers.
    pub fn list<T: TryFrom<i128>, const N: usize>(&self) -> Result<[T; N]> {
        let wrong = || self.wrong(&format!("a list of {N} whole numbers {}", span::<T>()));
        let number = |value: &Value| {
            let number = value.as_u64().map(i128::from).or_else(|| value.as_i64().map(i128::from));
            number.and_then(|number| T::try_from(number).ok())
        };
        let values = self.value.as_array().ok_or_else(wrong)?;
        let numbers: Option<Vec<T>> = values.iter().map(number).collect();
        numbers.and_then(|numbers| numbers.try_into().ok()).ok_or_else(wrong)
    }

    /// The hex bytes under `key`.
    pub fn bytes(&self, key: &str) -> Result<Vec<u8>> {
        let text = self.text(key)?;
        unhex(text).ok_or_else(|| self.need(key).map_or_else(|e| e, |r| r.wrong("hex digits")))
    }

    /// A name that [`put_name`] added. Where `<key>_raw` is there and still says the same name, it
    /// counts; where the text was changed, the text does.
    pub fn name<const N: usize>(&self, key: &str) -> Result<FixedStr<N>> {
        let shown = self.text(key)?;
        let raw_key = format!("{key}_raw");
        if self.get(&raw_key).is_some() {
            let raw: [u8; N] = self.bytes(&raw_key)?.try_into().map_err(|raw: Vec<u8>| {
                Error::json(
                    format!("{}.{raw_key}", self.path),
                    format!("{} bytes, not {N}", raw.len()),
                )
            })?;
            if FixedStr(raw).to_string() == shown {
                return Ok(FixedStr(raw));
            }
        }
        let bytes = text::encode(shown).ok_or_else(|| {
            Error::json(format!("{}.{key}", self.path), format!("\"{shown}\" is not Windows-1251"))
        })?;
        // A string does not know which field it is.
        let field = || format!("{}.{key}", self.path);
        let named = |error: ngi_formats::Error| error.named(field());
        Ok(FixedStr::new(&bytes).map_err(named)?)
    }

    /// An error that came up while following this value; one that names its own place stays.
    pub fn error(&self, error: Error) -> Error {
        match error {
            Error::Json { ref field, .. } if !matches!(field.as_str(), "file" | "payload") => error,
            other => Error::json(self.path.clone(), other.to_string()),
        }
    }

    /// An error: the value is not `expected`.
    pub fn wrong(&self, expected: &str) -> Error {
        let shown = self.value.to_string();
        let short: String = shown.chars().take(40).collect();
        Error::json(self.path.clone(), format!("{short} is not {expected}"))
    }
}

/// Which numbers a whole type holds, for messages.
pub fn span<T>() -> &'static str {
    match std::any::type_name::<T>() {
        "u8" => "from 0 to 255",
        "i8" => "from -128 to 127",
        "u16" => "from 0 to 65535",
        "i16" => "from -32768 to 32767",
        "u32" => "from 0 to 4294967295",
        "i32" => "from -2147483648 to 2147483647",
        _ => "that fits",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_goes_both_ways() {
        assert_eq!(hex(&[0, 0xab, 0xff]), "00abff");
        assert_eq!(unhex("00ABff"), Some(vec![0, 0xab, 0xff]));
        assert_eq!(unhex("0"), None);
        assert_eq!(unhex("0g"), None);
        assert_eq!(unhex("+1"), None);
    }

    #[test]
    fn floats_keep_their_bits() {
        let odd = [0.1, -0.0, 1e-45, f32::MAX, 16_777_216.0, 1.0 / 3.0];
        let special = [0x7fc0_0001, 0xffc0_0000, 0x7f80_0000, 0xff80_0000, 0x7f80_0001];
        let bits = odd.map(f32::to_bits).into_iter().chain(special);
        for bits in bits.chain((0..200_000u32).map(|i| i.wrapping_mul(2_654_435_761))) {
            let text = float(f32::from_bits(bits)).to_string();
            let back: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(parse_float(&back).map(f32::to_bits), Some(bits), "{text}");
        }
        assert_eq!(float(0.1).to_string(), "0.1");
        assert_eq!(float(f32::from_bits(0x7fc0_0001)), "nan:7fc00001");
    }

    #[test]
    fn names_come_back_with_their_tails() {
        let odd = FixedStr(*b"ab\0junk\0");
        let mut object = Object::new();
        put_name(&mut object, "name", &odd);
        let mut value = Value::Object(object);
        let reader =
            |value: &Value| Reader { value, path: String::new() }.name::<8>("name").unwrap();
        assert_eq!(reader(&value), odd);
        value["name"] = "abc".into();
        assert_eq!(reader(&value), FixedStr(*b"abc\0\0\0\0\0"), "changed text wins");
        assert!(Reader { value: &value, path: String::new() }.name::<3>("name").is_err());
    }

    #[test]
    fn errors_name_the_path() {
        let value = serde_json::json!({"schema": "s/1", "list": [{"a": 1}, {"a": -1}]});
        let reader = Reader::document(&value, "s/1").unwrap();
        let second = reader.need("list").unwrap().elements().unwrap().nth(1).unwrap();
        let error = second.number::<u32>("a").unwrap_err().to_string();
        assert_eq!(error, "list[1].a: -1 is not a whole number from 0 to 4294967295");
        assert_eq!(second.number::<i8>("a").unwrap(), -1);
        assert_eq!(second.text("b").unwrap_err().to_string(), "list[1].b: missing");
        assert!(Reader::document(&value, "t/1").is_err());
    }
}
