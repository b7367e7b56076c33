//! JSON as drafts, read piece by piece: what a document says goes straight into stored bytes.
//!
//! Wrong kinds and lengths, unknown and repeated keys are refused with their paths. Here is what
//! knows the path of what is read; `text` takes the text apart, `forms` makes drafts of the parts of
//! a document, `values` bytes of values.

mod forms;
mod text;
mod values;

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::{Display, Write as _};

use ngi_formats::schema::unhex;
use text::{Broken, DEEPEST, Text};

use crate::{Error, Result};

pub use forms::{check_schema, document, form};
pub use values::{row, value};

/// JSON text, read one piece at a time. Knows the path of where it is.
pub struct Reader<'t> {
    text: Text<'t>,
    /// The path of the part that is read, where it is one.
    base: String,
    /// How far it goes from there. Made into text only where somebody asks: millions of numbers
    /// are read for each that is wrong.
    steps: Vec<PathStep<'t>>,
    /// The keys so far of the objects that are open, outermost first: one list for all, so that
    /// rows ask for no memory.
    keys: Vec<Cow<'t, str>>,
}

/// One step of a path.
enum PathStep<'t> {
    Key(Cow<'t, str>),
    Index(usize),
}

/// The keys of an object so far. Most objects have a few, and there are many objects; one that
/// somebody made up may have hundreds of thousands.
struct Seen<'t> {
    /// Where those of this object begin in the list of all.
    start: usize,
    /// A bit for each by its length and its ends: most keys are told apart by that.
    marks: u64,
    many: HashSet<Cow<'t, str>>,
}

impl<'t> Seen<'t> {
    const FEW: usize = 32;

    fn new(start: usize) -> Self {
        Self { start, marks: 0, many: HashSet::new() }
    }

    /// Adds a key, unless it is there: says whether it is new.
    fn add(&mut self, key: Cow<'t, str>, few: &mut Vec<Cow<'t, str>>) -> bool {
        let byte = |byte: Option<&u8>| byte.map_or(0, |byte| usize::from(*byte));
        let (first, last) = (byte(key.as_bytes().first()), byte(key.as_bytes().last()));
        let mark = 1u64 << ((key.len() + first * 7 + last * 3) % 64);
        let own = few.get(self.start..).unwrap_or_default();
        let maybe = self.marks & mark != 0;
        if maybe && (own.contains(&key) || self.many.contains(&key)) {
            return false;
        }
        self.marks |= mark;
        if own.len() < Self::FEW {
            few.push(key);
        } else {
            self.many.insert(key);
        }
        true
    }
}

/// A plain value.
#[derive(Debug, Clone, PartialEq)]
pub enum Scalar<'t> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Flag(bool),
    /// A number, as it is written.
    Number(&'t str),
    /// Text.
    Text(Cow<'t, str>),
}

impl<'t> Reader<'t> {
    /// A reader at the start of a text.
    pub fn new(text: &'t [u8]) -> Self {
        let (text, base) = (Text::new(text), String::new());
        Self { text, base, steps: Vec::new(), keys: Vec::new() }
    }

    /// A reader of a part of a document: its errors name the part by its path.
    pub fn within(text: &'t [u8], path: &str) -> Self {
        Self { base: path.to_owned(), ..Self::new(text) }
    }

    /// The path of what is read next.
    pub fn path(&self) -> String {
        self.path_of(&self.steps)
    }

    fn path_of(&self, steps: &[PathStep<'_>]) -> String {
        let mut path = self.base.clone();
        for step in steps {
            match step {
                PathStep::Index(index) => {
                    let _ = write!(path, "[{index}]");
                }
                PathStep::Key(key) => {
                    path.push_str(if path.is_empty() { "" } else { "." });
                    path.push_str(key);
                }
            }
        }
        path
    }

    /// An error at the path of what is read.
    pub fn error(&self, why: impl Into<String>) -> Error {
        Error::json(self.path(), why)
    }

    /// The error that the text is no JSON.
    fn broken(&self, Broken { at, why }: Broken) -> Error {
        let (line, column) = self.text.place(at);
        self.error(format!("line {line}, column {column}: {why}"))
    }

    /// Whether `null` is next; it is read then.
    pub fn null(&mut self) -> Result<bool> {
        let null = self.text.peek() == Some(b'n');
        if null {
            self.text.word().map_err(|broken| self.broken(broken))?;
        }
        Ok(null)
    }

    /// Whether text is next.
    pub fn is_text(&mut self) -> bool {
        self.text.peek() == Some(b'"')
    }

    /// Whether a list is next.
    pub fn is_list(&mut self) -> bool {
        self.text.peek() == Some(b'[')
    }

    /// Reads what opens a list or an object.
    fn open(&mut self, bracket: u8, expected: &str) -> Result<()> {
        if self.text.take(bracket) {
            return Ok(());
        }
        let found = self.scalar(expected)?;
        Err(self.wrong_scalar(&found, expected))
    }

    /// Reads an object: `each` is called behind every key and has to read the value.
    pub fn members(&mut self, mut each: impl FnMut(&mut Self, &str) -> Result<()>) -> Result<()> {
        self.open(b'{', "an object")?;
        let (mut seen, mut is_first) = (Seen::new(self.keys.len()), true);
        while self.text.part(b'}', is_first).map_err(|broken| self.broken(broken))? {
            is_first = false;
            let key = self.text.key().map_err(|broken| self.broken(broken))?;
            self.steps.push(PathStep::Key(key.clone()));
            if !seen.add(key.clone(), &mut self.keys) {
                return Err(self.error("stands there twice"));
            }
            each(self, &key)?;
            self.steps.pop();
        }
        self.keys.truncate(seen.start);
        Ok(())
    }

    /// Reads a list: `each` is called before every element and has to read it.
    pub fn elements(
        &mut self,
        mut each: impl FnMut(&mut Self, usize) -> Result<()>,
    ) -> Result<usize> {
        self.open(b'[', "a list")?;
        let mut count = 0;
        while self.text.part(b']', count == 0).map_err(|broken| self.broken(broken))? {
            self.steps.push(PathStep::Index(count));
            each(self, count)?;
            self.steps.pop();
            count += 1;
        }
        Ok(count)
    }

    /// Reads a plain value.
    #[inline]
    pub fn scalar(&mut self, expected: impl Display) -> Result<Scalar<'t>> {
        let read = match self.text.peek() {
            Some(b'-' | b'0'..=b'9') => self.text.number().map(Scalar::Number),
            Some(b'"') => self.text.string().map(Scalar::Text),
            Some(b'{') => return Err(self.wrong("an object", expected)),
            Some(b'[') => return Err(self.wrong("a list", expected)),
            _ => self.text.word().map(|word| word.map_or(Scalar::Null, Scalar::Flag)),
        };
        read.map_err(|broken| self.broken(broken))
    }

    /// Calls `look` and goes back to where it began to read.
    fn ahead<T>(&mut self, look: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let here = self.text;
        let seen = look(self)?;
        self.text = here;
        Ok(seen)
    }

    /// Reads text.
    pub fn text(&mut self) -> Result<Cow<'t, str>> {
        match self.scalar("text")? {
            Scalar::Text(text) => Ok(text),
            other => Err(self.wrong_scalar(&other, "text")),
        }
    }

    /// Reads a whole number.
    pub fn number<T: TryFrom<i64>>(&mut self) -> Result<T> {
        const EXPECTED: &str = "a whole number that fits";
        let scalar = self.scalar(EXPECTED)?;
        let number = match &scalar {
            Scalar::Number(number) => number.parse::<i64>().ok(),
            _ => None,
        };
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| self.wrong_scalar(&scalar, EXPECTED))
    }

    /// Reads bytes in hex.
    pub fn hex(&mut self) -> Result<Vec<u8>> {
        let text = self.text()?;
        unhex(&text).ok_or_else(|| self.wrong_scalar(&Scalar::Text(text), "hex digits"))
    }

    /// Reads true or false.
    pub fn flag(&mut self) -> Result<bool> {
        match self.scalar("true or false")? {
            Scalar::Flag(flag) => Ok(flag),
            other => Err(self.wrong_scalar(&other, "true or false")),
        }
    }

    /// Reads past a value, whatever it is.
    pub fn skip(&mut self) -> Result<()> {
        self.text.skip().map_err(|broken| self.broken(broken))
    }

    /// Reads a value of any kind. Only for the few members that are no branches.
    pub fn any(&mut self) -> Result<serde_json::Value> {
        self.any_below(0)
    }

    fn any_below(&mut self, depth: u32) -> Result<serde_json::Value> {
        if depth > DEEPEST {
            return Err(self.error("lies in too many layers"));
        }
        Ok(match self.text.peek() {
            Some(b'{') => {
                let mut object = serde_json::Map::new();
                self.members(|reader, key| {
                    object.insert(key.to_owned(), reader.any_below(depth + 1)?);
                    Ok(())
                })?;
                object.into()
            }
            Some(b'[') => {
                let mut list = Vec::new();
                self.elements(|reader, _| {
                    list.push(reader.any_below(depth + 1)?);
                    Ok(())
                })?;
                list.into()
            }
            _ => match self.scalar("a value")? {
                Scalar::Null => serde_json::Value::Null,
                Scalar::Flag(flag) => flag.into(),
                Scalar::Text(text) => text.into(),
                Scalar::Number(number) => {
                    serde_json::from_str(number).map_err(|error| self.error(error.to_string()))?
                }
            },
        })
    }

    /// Nothing but white space may follow.
    pub fn end(&mut self) -> Result<()> {
        match self.text.peek() {
            None if self.text.is_whole() => Ok(()),
            _ => Err(self.broken(self.text.broken("something is behind the end of the document"))),
        }
    }

    /// The error that something is not what it should be.
    fn wrong(&self, shown: &str, expected: impl Display) -> Error {
        let short: String = shown.chars().take(40).collect();
        self.error(format!("{short} is not {expected}"))
    }

    /// The error that a plain value is not what it should be.
    pub fn wrong_scalar(&self, scalar: &Scalar<'_>, expected: impl Display) -> Error {
        match scalar {
            Scalar::Null => self.wrong("null", expected),
            Scalar::Flag(flag) => self.wrong(&flag.to_string(), expected),
            Scalar::Number(number) => self.wrong(number, expected),
            Scalar::Text(text) => self.wrong(&format!("\"{text}\""), expected),
        }
    }

    /// A key that nothing here has.
    pub fn unknown<'k>(&self, key: &str, known: impl Iterator<Item = &'k str>) -> Error {
        let known: Vec<&str> = known.filter(|name| !name.is_empty()).collect();
        let around = self.steps.split_last().map_or(&[][..], |(_, around)| around);
        let owner = self.path_of(around);
        let why = format!("there is no field \"{key}\"; there are {}", known.join(", "));
        Error::json(if owner.is_empty() { key } else { &owner }, why)
    }
}

/// The schema of a document, wherever it stands in it.
pub fn schema_of(text: &[u8]) -> Result<String> {
    let mut reader = Reader::new(text);
    let mut schema = None;
    let found = reader.members(|reader, key| {
        if key == "schema" {
            schema = Some(reader.text()?.into_owned());
            // The rest is read by who knows it.
            return Err(Error::json("", ""));
        }
        reader.skip()
    });
    match (schema, found) {
        (Some(schema), _) => Ok(schema),
        (None, Ok(())) => Err(Error::json("schema", "missing")),
        (None, Err(error)) => Err(error),
    }
}
