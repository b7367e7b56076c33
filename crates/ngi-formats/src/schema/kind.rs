//! Kinds of values, and records of named fields.

use std::borrow::Cow;
use std::fmt;

/// How a value is stored, and so how it is read, written, shown and set.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Kind {
    /// A `u8`.
    U8,
    /// An `i8`.
    I8,
    /// A `u16`.
    U16,
    /// An `i16`.
    I16,
    /// A `u32`.
    U32,
    /// An `i32`.
    I32,
    /// An `f32`.
    F32,
    /// A number out of an open set: some have names.
    Choice(&'static Names),
    /// A word of bits: some have names.
    Bits(&'static Names),
    /// A word that holds several fields. They stand in the place of the word.
    Word(&'static Word),
    /// One field of a word.
    Part(&'static Kind, &'static Part),
    /// A name in a field of so many bytes, ended by a NUL.
    Text(usize),
    /// A name in a field of so many bytes that may fill it without a NUL.
    FullText(usize),
    /// So many bytes that are no numbers, as far as anybody knows.
    Bytes(usize),
    /// A whole number of 32 bits written out in decimal digits: as many bytes as it has.
    Digits,
    /// So many values of a kind.
    List(usize, &'static Kind),
    /// A colour: blue, green, red and a fourth byte. A list of red, green, blue and the fourth.
    Bgra,
    /// A record.
    Group(&'static Shape),
}

/// A record of fixed size: what its bytes are.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Shape {
    /// Its name.
    pub name: &'static str,
    /// What it is: the doc comment of its declaration.
    pub doc: &'static str,
    /// Where its fields begin: what is before belongs to the record around it.
    pub start: usize,
    /// Bytes of the record.
    pub size: usize,
    /// The fields in stored order.
    pub fields: &'static [Field],
}

/// One field of a record.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Field {
    /// Its name, as paths use it.
    pub name: &'static str,
    /// Offset in the record.
    pub offset: usize,
    /// What is stored there.
    pub kind: Kind,
    /// What it means: the doc comment of its declaration.
    pub doc: &'static str,
    /// What was observed on the shipped game.
    pub game: Option<Observed>,
    /// What its numbers are.
    pub numbers: Numbers,
}

/// What the numbers of a field are, beyond how they are stored.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub struct Numbers {
    /// The lists of the same document that they count, such as `nodes`; or, with a member, by which
    /// number of theirs things are known: `objects.logical_id`. Of several numbers each has its own,
    /// empty for none; a single one holds for all.
    pub of: &'static [&'static str],
    /// The least and the most that make sense.
    pub bounds: Option<[f64; 2]>,
}

impl Numbers {
    /// Any numbers.
    pub const ANY: Self = Self { of: &[], bounds: None };

    /// Numbers that count something, and have bounds.
    pub const fn new(of: &'static [&'static str], bounds: Option<[f64; 2]>) -> Self {
        Self { of, bounds }
    }

    /// What the number at a place counts; `None` for nothing.
    pub fn counts(&self, place: usize) -> Option<&'static str> {
        let own = match self.of {
            [all] => Some(all),
            several => several.get(place),
        };
        own.copied().filter(|of| !of.is_empty())
    }
}

/// What was observed on the shipped game, and how it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Observed {
    /// How it is known.
    pub mark: Mark,
    /// What it is.
    pub text: &'static str,
}

/// How something is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Measured on the files of the game.
    M,
    /// Read in the engine's code.
    R,
    /// A guess.
    G,
}

/// An open set of numbers or bits.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Names {
    /// What the set is called.
    pub name: &'static str,
    /// What it is about.
    pub doc: &'static str,
    /// How it is stored.
    pub of: Kind,
    /// The values or bits that have names.
    pub named: &'static [Named],
}

/// A number or a bit that has a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Named {
    /// The number, or the bits.
    pub value: i64,
    /// The bits it is told by: its own, or more where several names share them.
    pub mask: i64,
    /// The name of the constant.
    pub constant: &'static str,
    /// What people read; empty where the constant says it.
    pub text: &'static str,
    /// What it means.
    pub doc: &'static str,
}

/// A word that holds several fields.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Word {
    /// How the word is stored.
    pub of: Kind,
    /// Its fields; together they are all of its bits.
    pub parts: &'static [Part],
}

/// A field of a few bits in a word.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Part {
    /// Its name, as paths use it.
    pub name: &'static str,
    /// Its lowest bit.
    pub low: u32,
    /// How many bits it has.
    pub width: u32,
    /// How it is shown.
    pub shows: Shows,
    /// What it means.
    pub doc: &'static str,
    /// What was observed on the shipped game.
    pub game: Option<Observed>,
}

/// How a field of a word is shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shows {
    /// As a number.
    Number(&'static [Named]),
    /// As a number, and beside it under `<name>_name` what it is called.
    NumberAndName(&'static [Named]),
    /// As bits that have names.
    Bits(&'static [Named]),
    /// As what the number is called.
    Name(&'static [Named]),
    /// As true or false.
    Flag,
    /// As the bits they are, where they are in the word.
    InPlace,
}

impl Kind {
    /// Bytes that a value of this kind takes.
    pub const fn size(&self) -> usize {
        match self {
            Self::U8 | Self::I8 => 1,
            Self::U16 | Self::I16 => 2,
            Self::U32 | Self::I32 | Self::F32 | Self::Bgra => 4,
            Self::Choice(names) | Self::Bits(names) => names.of.size(),
            Self::Word(word) => word.of.size(),
            Self::Part(of, _) => of.size(),
            Self::Text(size) | Self::FullText(size) | Self::Bytes(size) => *size,
            // The longest: a sign and ten digits.
            Self::Digits => 11,
            Self::List(count, of) => *count * of.size(),
            Self::Group(shape) => shape.size,
        }
    }

    /// Where its bytes begin: past 0 for a record whose front belongs to what is around it.
    pub const fn start(&self) -> usize {
        match self {
            Self::Group(shape) => shape.start,
            _ => 0,
        }
    }

    /// What is stored, without the names that are known: `u32` of a word of flags.
    pub const fn stored(&self) -> Self {
        match self {
            Self::Choice(names) | Self::Bits(names) => names.of,
            Self::Word(word) => word.of,
            Self::Part(of, _) => **of,
            other => *other,
        }
    }

    /// The names of its values or bits.
    pub const fn named(&self) -> &'static [Named] {
        match self {
            Self::Choice(names) | Self::Bits(names) => names.named,
            Self::Part(_, part) => part.shows.named(),
            _ => &[],
        }
    }

    /// Whether its numbers are words of bits.
    pub const fn is_bits(&self) -> bool {
        match self {
            Self::Bits(_) => true,
            Self::Part(_, part) => matches!(part.shows, Shows::Bits(_) | Shows::InPlace),
            _ => false,
        }
    }

    /// Whether it is one value: no list and no record.
    pub const fn is_leaf(&self) -> bool {
        !matches!(self, Self::List(..) | Self::Bgra | Self::Group(_) | Self::Word(_))
    }

    /// Whether it is text of fixed length.
    pub const fn is_text(&self) -> bool {
        matches!(self, Self::Text(_) | Self::FullText(_))
    }

    /// How many values it is a list of; `None` for what is no list.
    pub const fn count(&self) -> Option<usize> {
        match self {
            Self::List(count, _) => Some(*count),
            Self::Bgra => Some(4),
            _ => None,
        }
    }

    /// One value of a list: how many bytes in it begins, and what it is.
    pub fn item(&self, index: usize) -> Option<(usize, Self)> {
        match self {
            Self::List(count, of) if index < *count => Some((index.checked_mul(of.size())?, **of)),
            Self::Bgra => [2, 1, 0, 3].get(index).map(|&at| (at, Self::U8)),
            _ => None,
        }
    }

    /// The kind as tables show it: `u16`, `f32[3]`, `text`, `bytes`, a record's name.
    pub fn name(&self) -> Cow<'static, str> {
        match self {
            Self::U8 => "u8".into(),
            Self::I8 => "i8".into(),
            Self::U16 => "u16".into(),
            Self::I16 => "i16".into(),
            Self::U32 => "u32".into(),
            Self::I32 => "i32".into(),
            Self::F32 => "f32".into(),
            Self::Choice(_) | Self::Bits(_) | Self::Word(_) | Self::Part(..) => {
                self.stored().name()
            }
            Self::Text(_) | Self::FullText(_) => "text".into(),
            Self::Bytes(_) => "bytes".into(),
            Self::Digits => "digits".into(),
            Self::List(count, of) => match of {
                Self::List(inner, of) => format!("{}[{count}][{inner}]", of.name()).into(),
                _ => format!("{}[{count}]", of.name()).into(),
            },
            Self::Bgra => "u8[4]".into(),
            Self::Group(shape) => shape.name.into(),
        }
    }
}

impl Shows {
    /// The names of its values or bits.
    pub const fn named(&self) -> &'static [Named] {
        match self {
            Self::Number(named)
            | Self::NumberAndName(named)
            | Self::Name(named)
            | Self::Bits(named) => named,
            Self::Flag | Self::InPlace => &[],
        }
    }
}

impl Named {
    /// The name as people type it: the constant in lower case.
    pub fn name(&self) -> String {
        self.constant.to_ascii_lowercase()
    }

    /// What people read: the text, or else the constant.
    pub const fn label(&self) -> &'static str {
        if self.text.is_empty() { self.constant } else { self.text }
    }

    /// What people read, in lower case where it is the constant.
    pub fn shown(&self) -> Cow<'static, str> {
        if self.text.is_empty() { self.name().into() } else { self.text.into() }
    }

    /// A word with these bits in it, and none of those they share their place with.
    pub const fn put_into(&self, word: i64) -> i64 {
        word & !self.mask | self.value
    }

    /// Whether a text is this name, ignoring case: the constant, or what people read.
    pub fn is(&self, text: &str) -> bool {
        self.constant.eq_ignore_ascii_case(text)
            || !self.text.is_empty() && self.text.eq_ignore_ascii_case(text)
    }
}

impl Part {
    /// All its bits, at the bottom of the word.
    pub const fn mask(&self) -> u32 {
        if self.width >= 32 { u32::MAX } else { (1 << self.width) - 1 }
    }
}

impl Shape {
    /// The fields before the one of this name, as a record of their own. Runs at compile time:
    /// a name that the record does not have does not compile.
    #[allow(clippy::indexing_slicing)] // runs at compile time only
    pub(crate) const fn before(&self, name: &str) -> Self {
        let mut at = 0;
        while !same(self.fields[at].name, name) {
            at += 1;
        }
        let (fields, _) = self.fields.split_at(at);
        Self { size: self.fields[at].offset, fields, ..*self }
    }

    /// The field of a name.
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// The field of a name the record has. Asked at compile time: what it does not have does not
    /// compile.
    #[allow(clippy::indexing_slicing, clippy::panic)] // meant for constants
    pub const fn named(&self, name: &str) -> &'static Field {
        let mut at = 0;
        while at < self.fields.len() {
            if same(self.fields[at].name, name) {
                return &self.fields[at];
            }
            at += 1;
        }
        panic!("the record has no such field")
    }

    /// Offset of a field; `None` for a name the record does not have.
    pub fn offset_of(&self, name: &str) -> Option<usize> {
        self.field(name).map(|field| field.offset)
    }

    /// What the record is, as one line of plain text.
    pub fn meaning(&self) -> String {
        super::plain(self.doc)
    }
}

impl Field {
    /// Bytes it takes.
    pub const fn size(&self) -> usize {
        self.kind.size()
    }

    /// What it means, as one line of plain text.
    pub fn meaning(&self) -> String {
        super::plain(self.doc)
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::M => "measured",
            Self::R => "read",
            Self::G => "guess",
        })
    }
}

impl fmt::Display for Observed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.text, self.mark)
    }
}

/// Whether the fields of a record lie one behind the other without a gap, from `start` to the end,
/// and no two have one name. Asked at compile time by [`record!`](super::record).
#[allow(clippy::indexing_slicing)] // runs at compile time only
pub const fn is_sound(shape: &Shape) -> bool {
    let (mut end, mut at) = (shape.start, 0);
    while at < shape.fields.len() {
        let field = &shape.fields[at];
        if field.offset + field.kind.start() != end {
            return false;
        }
        end = field.offset + field.kind.size();
        let mut other = 0;
        while other < at {
            if same(shape.fields[other].name, field.name) {
                return false;
            }
            other += 1;
        }
        at += 1;
    }
    end == shape.size
}

/// Whether the fields of a word are all its bits, each once. Asked at compile time.
#[allow(clippy::indexing_slicing)] // runs at compile time only
pub const fn is_whole(word: &Word) -> bool {
    let (mut next, mut at) = (0, 0);
    while at < word.parts.len() {
        if word.parts[at].low != next || word.parts[at].width == 0 {
            return false;
        }
        next += word.parts[at].width;
        at += 1;
    }
    next as usize == word.of.size() * 8
}

#[allow(clippy::indexing_slicing)] // runs at compile time only
const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}
