//! JSON as drafts, read piece by piece: what a document says goes straight into stored bytes.
//!
//! Wrong kinds and lengths, unknown and repeated keys are refused with their paths. Here is what
//! reads the text; `forms` makes drafts of the parts of a document, `values` bytes of values.

mod forms;
mod told;
mod values;

use std::borrow::Cow;
use std::collections::{HashSet, VecDeque};
use std::fmt::Write as _;

use json_event_parser::{JsonEvent, SliceJsonParser};
use ngi_formats::schema::unhex;

use crate::{Error, Result};

pub use forms::{check_schema, document, form};
pub use told::Said;
pub use values::{row, value};

/// Layers that a value nobody reads may have.
const DEEPEST: usize = 64;
/// Pieces that a value may have that is kept as a whole before it is looked at.
const MOST_PIECES: usize = 4096;

/// JSON text, read one piece at a time. Knows the path of where it is.
pub struct Reader<'t> {
    parser: SliceJsonParser<'t>,
    ahead: VecDeque<JsonEvent<'t>>,
    /// The path of the part that is read, where it is one.
    base: String,
    /// How far it goes from there. Made into text only where somebody asks: millions of numbers
    /// are read for each that is wrong.
    steps: Vec<PathStep<'t>>,
    /// What follows from the rest, as the text says it.
    told: Vec<Said>,
}

/// One step of a path.
enum PathStep<'t> {
    Key(Cow<'t, str>),
    Index(usize),
}

/// The keys of an object so far. Most objects have a few, and there are many objects; one that
/// somebody made up may have hundreds of thousands.
#[derive(Default)]
struct Seen<'t> {
    few: Vec<Cow<'t, str>>,
    many: HashSet<Cow<'t, str>>,
}

impl<'t> Seen<'t> {
    const FEW: usize = 32;

    fn has(&self, key: &str) -> bool {
        self.few.iter().any(|known| known == key) || self.many.contains(key)
    }

    fn add(&mut self, key: Cow<'t, str>) {
        if self.few.len() < Self::FEW {
            self.few.push(key);
        } else {
            self.many.insert(key);
        }
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
    Number(Cow<'t, str>),
    /// Text.
    Text(Cow<'t, str>),
}

impl<'t> Reader<'t> {
    /// A reader at the start of a text.
    pub fn new(text: &'t [u8]) -> Self {
        // Some editors put a mark at the front of what they save.
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        let (ahead, base, steps) = (VecDeque::new(), String::new(), Vec::new());
        Self { parser: SliceJsonParser::new(text), ahead, base, steps, told: Vec::new() }
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

    fn next(&mut self) -> Result<JsonEvent<'t>> {
        match self.ahead.pop_front() {
            Some(event) => Ok(event),
            None => self.parser.parse_next().map_err(|error| {
                let at = error.location().start;
                let why = format!("line {}, column {}: {error}", at.line + 1, at.column + 1);
                Error::json(self.path(), why)
            }),
        }
    }

    fn peek(&mut self) -> Result<&JsonEvent<'t>> {
        if self.ahead.is_empty() {
            let event = self.next()?;
            self.ahead.push_front(event);
        }
        self.ahead.front().ok_or_else(|| Error::json("", "the text ends"))
    }

    /// Whether `null` is next; it is read then.
    pub fn null(&mut self) -> Result<bool> {
        let null = matches!(self.peek()?, JsonEvent::Null);
        if null {
            self.next()?;
        }
        Ok(null)
    }

    /// Whether text is next.
    pub fn is_text(&mut self) -> Result<bool> {
        Ok(matches!(self.peek()?, JsonEvent::String(_)))
    }

    /// Reads an object: `each` is called behind every key and has to read the value.
    pub fn members(&mut self, mut each: impl FnMut(&mut Self, &str) -> Result<()>) -> Result<()> {
        match self.next()? {
            JsonEvent::StartObject => {}
            other => return Err(self.wrong(&other, "an object")),
        }
        let mut seen = Seen::default();
        loop {
            match self.next()? {
                JsonEvent::EndObject => return Ok(()),
                JsonEvent::ObjectKey(key) => {
                    self.steps.push(PathStep::Key(key.clone()));
                    if seen.has(&key) {
                        return Err(self.error("stands there twice"));
                    }
                    each(self, &key)?;
                    self.steps.pop();
                    seen.add(key);
                }
                other => return Err(self.wrong(&other, "a key")),
            }
        }
    }

    /// Reads a list: `each` is called before every element and has to read it.
    pub fn elements(
        &mut self,
        mut each: impl FnMut(&mut Self, usize) -> Result<()>,
    ) -> Result<usize> {
        match self.next()? {
            JsonEvent::StartArray => {}
            other => return Err(self.wrong(&other, "a list")),
        }
        let mut count = 0;
        loop {
            if matches!(self.peek()?, JsonEvent::EndArray) {
                self.next()?;
                return Ok(count);
            }
            self.steps.push(PathStep::Index(count));
            each(self, count)?;
            self.steps.pop();
            count += 1;
        }
    }

    /// Reads a plain value.
    pub fn scalar(&mut self, expected: &str) -> Result<Scalar<'t>> {
        Ok(match self.next()? {
            JsonEvent::Null => Scalar::Null,
            JsonEvent::Boolean(flag) => Scalar::Flag(flag),
            JsonEvent::Number(number) => Scalar::Number(number),
            JsonEvent::String(text) => Scalar::Text(text),
            other => return Err(self.wrong(&other, expected)),
        })
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
        let mut depth = 0usize;
        loop {
            match self.next()? {
                JsonEvent::StartArray | JsonEvent::StartObject => depth += 1,
                JsonEvent::EndArray | JsonEvent::EndObject => depth = depth.saturating_sub(1),
                JsonEvent::ObjectKey(_) => continue,
                JsonEvent::Eof => return Err(self.error("the text ends")),
                _ => {}
            }
            if depth > DEEPEST {
                return Err(self.error("lies in too many layers"));
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// Reads a small value of any kind. Only for what no branch says more of.
    pub fn any(&mut self) -> Result<serde_json::Value> {
        self.any_below(0, &mut 0)
    }

    fn any_below(&mut self, depth: usize, pieces: &mut usize) -> Result<serde_json::Value> {
        if depth > DEEPEST {
            return Err(self.error("lies in too many layers"));
        }
        *pieces += 1;
        if *pieces > MOST_PIECES {
            return Err(self.error("is too large for what it is"));
        }
        Ok(match self.peek()? {
            JsonEvent::StartObject => {
                let mut object = serde_json::Map::new();
                self.members(|reader, key| {
                    object.insert(key.to_owned(), reader.any_below(depth + 1, pieces)?);
                    Ok(())
                })?;
                object.into()
            }
            JsonEvent::StartArray => {
                let mut list = Vec::new();
                self.elements(|reader, _| {
                    list.push(reader.any_below(depth + 1, pieces)?);
                    Ok(())
                })?;
                list.into()
            }
            _ => match self.scalar("a value")? {
                Scalar::Null => serde_json::Value::Null,
                Scalar::Flag(flag) => flag.into(),
                Scalar::Text(text) => text.into(),
                Scalar::Number(number) => {
                    serde_json::from_str(&number).map_err(|error| self.error(error.to_string()))?
                }
            },
        })
    }

    /// Nothing but white space may follow.
    pub fn end(&mut self) -> Result<()> {
        match self.next()? {
            JsonEvent::Eof => Ok(()),
            other => Err(self.wrong(&other, "the end of the document")),
        }
    }

    /// The error that a piece is not what it should be.
    fn wrong(&self, event: &JsonEvent<'_>, expected: &str) -> Error {
        let shown: Cow<'_, str> = match event {
            JsonEvent::String(text) => format!("\"{text}\"").into(),
            JsonEvent::Number(number) => number.clone(),
            JsonEvent::Boolean(flag) => flag.to_string().into(),
            JsonEvent::Null => "null".into(),
            JsonEvent::StartArray | JsonEvent::EndArray => "a list".into(),
            JsonEvent::StartObject | JsonEvent::EndObject => "an object".into(),
            JsonEvent::ObjectKey(key) => format!("\"{key}\"").into(),
            JsonEvent::Eof => "the end".into(),
        };
        let short: String = shown.chars().take(40).collect();
        self.error(format!("{short} is not {expected}"))
    }

    /// The error that a plain value is not what it should be.
    pub fn wrong_scalar(&self, scalar: &Scalar<'_>, expected: &str) -> Error {
        let event = match scalar {
            Scalar::Null => JsonEvent::Null,
            Scalar::Flag(flag) => JsonEvent::Boolean(*flag),
            Scalar::Number(number) => JsonEvent::Number(number.clone()),
            Scalar::Text(text) => JsonEvent::String(text.clone()),
        };
        self.wrong(&event, expected)
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
