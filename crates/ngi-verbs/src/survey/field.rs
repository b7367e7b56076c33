//! How one field is used.

use ngi_formats::schema::{Kind, Value};
use ngi_formats::text;

use super::values::Values;

/// What the values of a field are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// Whole numbers, and yes or no.
    Number,
    /// Floats.
    Float,
    /// Text: only its length is told.
    Text,
    /// Bytes: only how many they are is told.
    Bytes,
    /// Lists: how long they are.
    List,
}

impl What {
    /// In one word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Float => "float",
            Self::Text => "text",
            Self::Bytes => "bytes",
            Self::List => "list",
        }
    }
}

/// How one field is used, in all files of its format.
#[derive(Debug, Clone)]
pub struct Use {
    /// What its values are.
    pub what: What,
    /// How many values there are.
    pub count: u64,
    /// The least and the most: of numbers themselves, of the rest how long they are.
    pub span: Option<(f64, f64)>,
    /// The values and how often each occurs: text by a hash.
    pub values: Values,
    /// Floats that are none.
    pub not_finite: u64,
    /// Bits that have a name.
    known_bits: Option<u64>,
    /// Bits without a name that are set somewhere.
    pub unnamed_bits: u64,
    /// Numbers out of a set of names that have none.
    pub unnamed: u64,
    /// Texts that are not ASCII.
    pub not_ascii: u64,
}

impl Use {
    /// A field of a kind that nobody has looked at yet.
    pub fn new(kind: Kind) -> Self {
        let what = match kind {
            Kind::F32 => What::Float,
            Kind::Text(_) | Kind::FullText(_) => What::Text,
            Kind::Bytes(_) => What::Bytes,
            _ => What::Number,
        };
        let known = kind.named().iter().fold(0, |bits, named| bits | named.mask.cast_unsigned());
        Self { known_bits: kind.is_bits().then_some(known), ..Self::of(what) }
    }

    /// A field of such values.
    pub fn of(what: What) -> Self {
        Self {
            what,
            count: 0,
            span: None,
            values: Values::default(),
            not_finite: 0,
            known_bits: None,
            unnamed_bits: 0,
            unnamed: 0,
            not_ascii: 0,
        }
    }

    /// Whether its numbers are words of bits.
    pub fn is_bits(&self) -> bool {
        self.known_bits.is_some()
    }

    /// One more value of a kind.
    pub fn add(&mut self, kind: Kind, bytes: &[u8]) {
        match kind.read(bytes) {
            Some(Value::Int(number)) => self.add_number(kind, number),
            Some(Value::Flag(flag)) => self.add_number(kind, flag.into()),
            Some(Value::Float(float)) => self.add_float(float),
            Some(Value::Text(field)) => self.add_text(text::until_nul(field)),
            Some(Value::Bytes(bytes)) => self.add_length(bytes.len()),
            _ => {}
        }
    }

    fn add_number(&mut self, kind: Kind, number: i64) {
        #[expect(clippy::cast_precision_loss, reason = "what is stored has 32 bits")]
        self.widen(number as f64);
        self.values.add(number.cast_unsigned());
        if let Some(known) = self.known_bits {
            self.unnamed_bits |= number.cast_unsigned() & !known;
        } else if matches!(kind, Kind::Choice(_)) {
            let is_named = kind.named().iter().any(|named| named.value == number);
            self.unnamed += u64::from(!is_named);
        }
    }

    fn add_float(&mut self, float: f32) {
        if float.is_finite() {
            self.widen(float.into());
        } else {
            self.count += 1;
            self.not_finite += 1;
        }
        self.values.add(float.to_bits().into());
    }

    /// One more text.
    pub fn add_text(&mut self, text: &[u8]) {
        self.add_length(text.len());
        self.values.add(hash(text));
        self.not_ascii += u64::from(!text.is_ascii());
    }

    /// One more of something so long.
    pub fn add_length(&mut self, length: usize) {
        #[expect(clippy::cast_precision_loss, reason = "no file is that long")]
        self.widen(length as f64);
        if self.what != What::Text {
            self.values.add(length as u64);
        }
    }

    fn widen(&mut self, value: f64) {
        self.count += 1;
        let (least, most) = self.span.unwrap_or((value, value));
        self.span = Some((least.min(value), most.max(value)));
    }

    /// Adds what was counted elsewhere.
    pub fn merge(&mut self, other: &Self) {
        let Self { what: _, count, span, values, not_finite, known_bits: _, .. } = other;
        self.count += count;
        if let Some((least, most)) = *span {
            let (own_least, own_most) = self.span.unwrap_or((least, most));
            self.span = Some((own_least.min(least), own_most.max(most)));
        }
        self.values.merge(values);
        self.not_finite += not_finite;
        self.unnamed_bits |= other.unnamed_bits;
        self.unnamed += other.unnamed;
        self.not_ascii += other.not_ascii;
    }

    /// How many values have all these bits; `None` where there are too many values to know.
    pub fn with_bits(&self, bits: u64) -> Option<u64> {
        self.values.distinct()?;
        let has = |(value, _): &(u64, u64)| value & bits == bits;
        Some(self.values.iter().filter(has).map(|(_, count)| count).sum())
    }

    /// The sum of all values; `None` where there are too many to know.
    pub fn sum(&self) -> Option<u64> {
        self.values.distinct()?;
        Some(self.values.iter().map(|(value, count)| value.wrapping_mul(count)).sum())
    }
}

/// FNV-1a: of a text only this is kept.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}
