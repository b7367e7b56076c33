//! Single values: read out of their bytes, shown, and put back from what people write.

use std::borrow::Cow;

use super::kind::{Kind, Named, Part, Shows};
use crate::text;

/// One value as it is read.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Value<'a> {
    /// A whole number.
    Int(i64),
    /// A float.
    Float(f32),
    /// Yes or no.
    Flag(bool),
    /// A name and whatever is behind it in its field.
    Text(&'a [u8]),
    /// Bytes that are no numbers.
    Bytes(&'a [u8]),
}

/// What a value should have been: ends the sentence "`x` is not …".
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ValueError {
    /// What was expected.
    pub expected: String,
}

impl ValueError {
    fn new(expected: impl Into<String>) -> Self {
        Self { expected: expected.into() }
    }
}

type Put = Result<(), ValueError>;

/// The `N` bytes at the front; zeros where there are fewer, which no kind lets happen.
fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes.first_chunk().copied().unwrap_or([0; N])
}

impl Kind {
    /// The value in `bytes`; `None` for a list or a record, which are more than one.
    pub fn read<'a>(&self, bytes: &'a [u8]) -> Option<Value<'a>> {
        Some(match self {
            Self::F32 => Value::Float(f32::from_le_bytes(array(bytes))),
            Self::Text(size) | Self::FullText(size) => {
                Value::Text(bytes.get(..*size).unwrap_or(bytes))
            }
            Self::Bytes(size) => Value::Bytes(bytes.get(..*size).unwrap_or(bytes)),
            Self::Part(of, part) => part.read(of.read_int(bytes)),
            Self::Digits => Value::Int(digits(bytes)?),
            Self::List(..) | Self::Bgra | Self::Group(_) | Self::Word(_) => return None,
            _ => Value::Int(self.read_int(bytes)),
        })
    }

    /// The whole number in `bytes`; 0 for a kind that has none.
    pub fn read_int(&self, bytes: &[u8]) -> i64 {
        match self.stored() {
            Self::U8 => u8::from_le_bytes(array(bytes)).into(),
            Self::I8 => i8::from_le_bytes(array(bytes)).into(),
            Self::U16 => u16::from_le_bytes(array(bytes)).into(),
            Self::I16 => i16::from_le_bytes(array(bytes)).into(),
            Self::U32 => u32::from_le_bytes(array(bytes)).into(),
            Self::I32 => i32::from_le_bytes(array(bytes)).into(),
            Self::Digits => digits(bytes).unwrap_or(0),
            _ => 0,
        }
    }

    /// Whether a name would come back from its text alone.
    pub fn is_plain_text(&self, field: &[u8]) -> bool {
        let name = text::until_nul(field);
        let tail = field.get(name.len()..).unwrap_or_default();
        let ends = !tail.is_empty() || matches!(self, Self::FullText(_));
        ends && tail.iter().all(|&byte| byte == 0)
    }

    /// Puts a whole number into `out`.
    pub fn put_int(&self, number: i64, out: &mut [u8]) -> Put {
        if let Self::Part(of, part) = self {
            let word = part.with(of.read_int(out), number)?;
            return of.put_int(word, out);
        }
        let stored = self.stored();
        let wrong = || ValueError::new(format!("a whole number {}", stored.span()));
        let bytes: [u8; 8] = match stored {
            Self::U8 | Self::I8 | Self::U16 | Self::I16 | Self::U32 | Self::I32 => {
                let (low, high) = stored.range();
                (low..=high).contains(&number).then(|| number.to_le_bytes()).ok_or_else(wrong)?
            }
            Self::Digits => {
                let (low, high) = stored.range();
                let fits = (low..=high).contains(&number).then(|| number.to_string());
                let padded = fits.ok_or_else(wrong)?.into_bytes().into_iter();
                let padded = padded.chain(std::iter::repeat(0));
                out.iter_mut().zip(padded).for_each(|(slot, byte)| *slot = byte);
                return Ok(());
            }
            Self::F32 => {
                #[allow(clippy::cast_precision_loss)] // the nearest float is what is wanted
                let float = number as f32;
                return self.put_float(float, out);
            }
            _ => return Err(ValueError::new(self.expected())),
        };
        out.iter_mut().zip(bytes).take(stored.size()).for_each(|(slot, byte)| *slot = byte);
        Ok(())
    }

    /// Puts a float into `out`.
    pub fn put_float(&self, float: f32, out: &mut [u8]) -> Put {
        if *self != Self::F32 {
            return Err(ValueError::new(self.expected()));
        }
        out.iter_mut().zip(float.to_le_bytes()).for_each(|(slot, byte)| *slot = byte);
        Ok(())
    }

    /// Puts yes or no into `out`.
    pub fn put_flag(&self, flag: bool, out: &mut [u8]) -> Put {
        let named = if flag { "true" } else { "false" };
        match self {
            Self::Part(_, Part { shows: Shows::Flag, .. }) => self.put_int(flag.into(), out),
            _ => match self.named().iter().find(|known| known.is(named)) {
                Some(known) if !self.is_bits() => self.put_int(known.value, out),
                _ => Err(ValueError::new(self.expected())),
            },
        }
    }

    /// Puts a number into `out`, as text writes it: `12`, `-3`, `0x1f`, `1.5`, `2e-3`.
    pub fn put_number(&self, number: &str, out: &mut [u8]) -> Put {
        let wrong = || ValueError::new(self.expected());
        if *self == Self::F32 {
            let float: f32 = number.parse().map_err(|_| wrong())?;
            // One that is too large has no nearest float.
            return if float.is_finite() { self.put_float(float, out) } else { Err(wrong()) };
        }
        let digits = number.strip_prefix("0x").or_else(|| number.strip_prefix("0X"));
        let whole = match digits {
            Some(digits) if !digits.starts_with(['+', '-']) => i64::from_str_radix(digits, 16),
            _ => number.parse(),
        };
        self.put_int(whole.map_err(|_| wrong())?, out)
    }

    /// Puts what a piece of text says into `out`: a name, hex digits, the name of a value or of
    /// bits, a float that JSON has no number for.
    pub fn put_text(&self, said: &str, out: &mut [u8]) -> Put {
        let wrong = || ValueError::new(self.expected());
        match self {
            Self::Text(size) | Self::FullText(size) => {
                let room = if matches!(self, Self::FullText(_)) { *size } else { size - 1 };
                let bytes = text::encode(said).ok_or_else(|| ValueError::new("Windows-1251"))?;
                if bytes.len() > room || bytes.contains(&0) {
                    return Err(ValueError::new(format!("a name of at most {room} bytes")));
                }
                let padded = bytes.into_iter().chain(std::iter::repeat(0));
                out.iter_mut().zip(padded).take(*size).for_each(|(slot, byte)| *slot = byte);
                Ok(())
            }
            Self::Bytes(size) => {
                let bytes = unhex(said).filter(|bytes| bytes.len() == *size).ok_or_else(wrong)?;
                out.iter_mut().zip(bytes).for_each(|(slot, byte)| *slot = byte);
                Ok(())
            }
            Self::Bgra => {
                let colour = hex_colour(said).ok_or_else(wrong)?;
                out.iter_mut().zip(colour).for_each(|(slot, byte)| *slot = byte);
                Ok(())
            }
            Self::F32 => self.put_float(special_float(said).ok_or_else(wrong)?, out),
            _ if self.is_bits() => self.put_bits(said, out),
            _ => match (self.number_called(said)?, said) {
                (Some(number), _) => self.put_int(number, out),
                (None, "true" | "false") => self.put_flag(said == "true", out),
                _ => Err(wrong()),
            },
        }
    }

    /// The number of a name; an error where several numbers are called so.
    fn number_called(&self, said: &str) -> Result<Option<i64>, ValueError> {
        let called = |known: &&Named| known.constant.eq_ignore_ascii_case(said);
        if let Some(known) = self.named().iter().find(called) {
            return Ok(Some(known.value));
        }
        let mut known = self.named().iter().filter(|known| known.is(said));
        let first = known.next().map(|known| known.value);
        if known.any(|other| Some(other.value) != first) {
            let all: Vec<String> =
                self.named().iter().filter(|known| known.is(said)).map(Named::name).collect();
            return Err(ValueError::new(format!("one of them: {}", all.join(", "))));
        }
        Ok(first)
    }

    /// Puts named bits into `out`: `walkable|door` sets all, `+door`, `-door` change one; several
    /// are parted by commas.
    fn put_bits(&self, said: &str, out: &mut [u8]) -> Put {
        let wrong = || ValueError::new(self.expected());
        let bit = |name: &str| {
            let known = self.named().iter().find(|known| known.is(name.trim()));
            known.ok_or_else(wrong)
        };
        if said.trim().is_empty() {
            return Err(wrong());
        }
        let mut all = match said.starts_with(['+', '-']) {
            true => match self.read(out) {
                Some(Value::Int(number)) => number,
                _ => 0,
            },
            false => 0,
        };
        for word in self.words_of(said) {
            match (word.strip_prefix('+'), word.strip_prefix('-')) {
                // Bits that others share are theirs while another name is set.
                (_, Some(name)) => {
                    let known = bit(name)?;
                    all = if all & known.mask == known.value { all & !known.mask } else { all };
                }
                (Some(name), _) => all = bit(name)?.put_into(all),
                (None, None) => all = bit(word)?.put_into(all),
            }
        }
        self.put_int(all, out)
    }

    /// The names in a list of bits. A name may have spaces in it; where it has none, spaces part
    /// names too.
    fn words_of<'s>(&self, said: &'s str) -> impl Iterator<Item = &'s str> {
        let known = |word: &str| {
            let name = word.trim_start_matches(['+', '-']);
            self.named().iter().any(|known| known.is(name))
        };
        let parts = said.split([',', '|']).map(str::trim).filter(|word| !word.is_empty());
        let words: Vec<&str> = parts
            .flat_map(|part| match known(part) {
                true => vec![part],
                false => part.split_whitespace().collect(),
            })
            .collect();
        words.into_iter()
    }

    /// The names that say what a value is; empty where it has none.
    pub fn names_of(&self, value: &Value<'_>) -> Vec<Cow<'static, str>> {
        match value {
            Value::Int(number) if self.is_bits() => {
                set_bits(self.named(), *number).map(|known| self.shown(known)).collect()
            }
            Value::Int(number) => {
                let known = self.named().iter().find(|known| known.value == *number);
                known.map(|known| self.shown(known)).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// What people read for a name; the constant, where another number is called the same.
    fn shown(&self, known: &Named) -> Cow<'static, str> {
        let shared = |other: &&Named| other.value != known.value && other.is(known.text);
        let is_shared = !known.text.is_empty() && self.named().iter().any(|other| shared(&other));
        if is_shared { known.name().into() } else { known.shown() }
    }

    /// Which values it takes: ends the sentence "`x` is not …".
    pub fn expected(&self) -> String {
        let names = || -> String {
            let names: Vec<String> = self.named().iter().map(Named::name).collect();
            if names.is_empty() { String::new() } else { format!(", or {}", names.join(", ")) }
        };
        match self {
            Self::F32 => "a number".into(),
            Self::Text(_) | Self::FullText(_) => "text".into(),
            Self::Bytes(size) => format!("the hex digits of {size} bytes"),
            Self::List(count, of) => match of {
                Self::F32 => format!("a list of {count} numbers"),
                of if of.is_leaf() => format!("a list of {count} whole numbers {}", of.span()),
                _ => format!("a list of {count}"),
            },
            Self::Bgra => {
                "a list of 4 whole numbers from 0 to 255, or a colour like #afa5dc".into()
            }
            Self::Group(_) | Self::Word(_) => "an object".into(),
            Self::Part(_, Part { shows: Shows::Flag, .. }) => "true or false".into(),
            Self::Part(_, part) => format!("{}{}", part.expected(), names()),
            _ => format!("a whole number {}{}", self.span(), names()),
        }
    }

    /// The smallest and the largest whole number it holds.
    pub fn range(&self) -> (i64, i64) {
        match self.stored() {
            Self::U8 => (0, u8::MAX.into()),
            Self::I8 => (i8::MIN.into(), i8::MAX.into()),
            Self::U16 => (0, u16::MAX.into()),
            Self::I16 => (i16::MIN.into(), i16::MAX.into()),
            Self::I32 | Self::Digits => (i32::MIN.into(), i32::MAX.into()),
            Self::U32 => (0, u32::MAX.into()),
            _ => (0, 0),
        }
    }

    fn span(&self) -> String {
        let (low, high) = self.range();
        format!("from {low} to {high}")
    }
}

impl Part {
    fn read(&self, word: i64) -> Value<'static> {
        let bits = word >> self.low & i64::from(self.mask());
        match self.shows {
            Shows::Flag => Value::Flag(bits != 0),
            Shows::InPlace => Value::Int(bits << self.low),
            _ => Value::Int(bits),
        }
    }

    /// The word with another number in these bits.
    fn with(&self, word: i64, number: i64) -> Result<i64, ValueError> {
        let (mask, low) = (i64::from(self.mask()), self.low);
        let bits = if self.shows == Shows::InPlace { number >> low } else { number };
        let back = if self.shows == Shows::InPlace { bits << low } else { bits };
        if back != number || bits & !mask != 0 {
            return Err(ValueError::new(self.expected()));
        }
        Ok(word & !(mask << low) | bits << low)
    }

    fn expected(&self) -> String {
        match self.shows {
            Shows::InPlace => {
                format!("bits {} to {} of a word", self.low, self.low + self.width - 1)
            }
            _ => format!("a whole number from 0 to {}", self.mask()),
        }
    }
}

/// What decimal digits say, up to a NUL; `None` where 32 bits cannot.
fn digits(bytes: &[u8]) -> Option<i64> {
    let number: i32 = std::str::from_utf8(text::until_nul(bytes)).ok()?.parse().ok()?;
    Some(number.into())
}

/// The bits that are set and have names, lowest first.
pub(crate) fn set_bits(named: &'static [Named], bits: i64) -> impl Iterator<Item = &'static Named> {
    named.iter().filter(move |known| known.mask != 0 && bits & known.mask == known.value)
}

/// The floats that JSON has no number for, as documents write them.
fn special_float(said: &str) -> Option<f32> {
    match said {
        "inf" => Some(f32::INFINITY),
        "-inf" => Some(f32::NEG_INFINITY),
        _ => {
            let digits = said.strip_prefix("nan:").filter(|digits| !digits.starts_with('+'))?;
            let bits = u32::from_str_radix(digits, 16).ok()?;
            Some(f32::from_bits(bits)).filter(|value| value.is_nan())
        }
    }
}

/// A colour as people write it, `#rrggbb`, which is opaque, or `#rrggbbaa`: blue, green, red, alpha.
fn hex_colour(said: &str) -> Option<[u8; 4]> {
    let (red, green, blue, alpha) = match *unhex(said.strip_prefix('#')?)?.as_slice() {
        [red, green, blue] => (red, green, blue, u8::MAX),
        [red, green, blue, alpha] => (red, green, blue, alpha),
        _ => return None,
    };
    Some([blue, green, red, alpha])
}

/// Hex, upper or lower case, as bytes.
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let byte = |[high, low]: &[u8; 2]| u8::try_from(digit(*high)? << 4 | digit(*low)?).ok();
    if rest.is_empty() { pairs.iter().map(byte).collect() } else { None }
}

/// A doc comment as one line of plain text: without the marks of links and code.
pub fn plain(doc: &str) -> String {
    let words: Vec<&str> = doc.split_whitespace().collect();
    words.join(" ").replace("[`", "").replace("`]", "").replace('`', "")
}
