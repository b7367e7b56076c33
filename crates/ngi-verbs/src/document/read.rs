//! JSON as drafts, read piece by piece: what a document says goes straight into stored bytes.
//!
//! Wrong kinds and lengths, unknown and repeated keys are refused with their paths.

use std::borrow::Cow;
use std::collections::VecDeque;

use json_event_parser::{JsonEvent, SliceJsonParser};
use ngi_formats::schema::{Kind, Part, Shows, ValueError, unhex};
use ngi_formats::text;
use ngi_formats::tree::{Branch, Cases, Draft, Form, Need, members_of};

use crate::{Error, Result};

/// Layers that a value nobody reads may have.
const DEEPEST: usize = 64;
/// Pieces that a record may have whose kind is only known once all of it is read.
const MOST_PIECES: usize = 4096;

/// JSON text, read one piece at a time. Knows the path of where it is.
pub struct Reader<'t> {
    parser: SliceJsonParser<'t>,
    ahead: VecDeque<JsonEvent<'t>>,
    path: String,
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
        Self { parser: SliceJsonParser::new(text), ahead: VecDeque::new(), path: String::new() }
    }

    /// The path of what is read next.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// An error at the path of what is read.
    pub fn error(&self, why: impl Into<String>) -> Error {
        Error::json(self.path.clone(), why)
    }

    fn next(&mut self) -> Result<JsonEvent<'t>> {
        match self.ahead.pop_front() {
            Some(event) => Ok(event),
            None => self.parser.parse_next().map_err(|error| {
                let at = error.location().start;
                let why = format!("line {}, column {}: {error}", at.line + 1, at.column + 1);
                Error::json(self.path.clone(), why)
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
        let mut seen: Vec<Cow<'t, str>> = Vec::new();
        loop {
            match self.next()? {
                JsonEvent::EndObject => return Ok(()),
                JsonEvent::ObjectKey(key) => {
                    let end = self.path.len();
                    if end > 0 {
                        self.path.push('.');
                    }
                    self.path.push_str(&key);
                    if seen.contains(&key) {
                        return Err(self.error("stands there twice"));
                    }
                    each(self, &key)?;
                    self.path.truncate(end);
                    seen.push(key);
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
            let end = self.path.len();
            use std::fmt::Write as _;
            let _ = write!(self.path, "[{count}]");
            each(self, count)?;
            self.path.truncate(end);
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

    /// Reads a value of any kind. Only for the few members that are no branches.
    pub fn any(&mut self) -> Result<serde_json::Value> {
        self.any_below(0)
    }

    fn any_below(&mut self, depth: usize) -> Result<serde_json::Value> {
        if depth > DEEPEST {
            return Err(self.error("lies in too many layers"));
        }
        Ok(match self.peek()? {
            JsonEvent::StartObject => {
                let mut object = serde_json::Map::new();
                self.members(|reader, key| {
                    object.insert(key.to_owned(), reader.any_below(depth + 1)?);
                    Ok(())
                })?;
                object.into()
            }
            JsonEvent::StartArray => {
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
        let end = self.path.len().saturating_sub(key.len());
        let owner = self.path.get(..end).unwrap_or_default().trim_end_matches('.');
        let why = format!("there is no field \"{key}\"; there are {}", known.join(", "));
        Error::json(if owner.is_empty() { key } else { owner }, why)
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

/// The draft of a document of this schema and these members.
pub fn document(text: &[u8], schema: &str, branches: &'static [Branch]) -> Result<Draft> {
    let mut reader = Reader::new(text);
    let draft = object(&mut reader, branches, Some(schema))?;
    reader.end()?;
    Ok(draft)
}

/// A part of a document.
pub fn form(reader: &mut Reader<'_>, form: &'static Form) -> Result<Draft> {
    Ok(match form {
        Form::Value(kind) => {
            let mut bytes = vec![0; kind.size()];
            value(reader, *kind, &mut bytes)?;
            Draft::Value(*kind, bytes)
        }
        Form::Filled(kind, new) => {
            let mut bytes = new();
            inside(reader, *kind, &mut bytes, false)?;
            Draft::Value(*kind, bytes)
        }
        Form::Rows(kind) => {
            let (size, mut bytes) = (kind.size(), Vec::new());
            reader.elements(|reader, _| {
                let start = bytes.len();
                bytes.resize(start + size, 0);
                value(reader, *kind, bytes.get_mut(start..).unwrap_or_default())
            })?;
            Draft::Rows(*kind, bytes)
        }
        Form::Text => {
            let said = reader.text()?;
            let why = "has characters that Windows-1251 does not know";
            Draft::Bytes(text::encode(&said).ok_or_else(|| reader.error(why))?)
        }
        Form::Hex => Draft::Bytes(reader.hex()?),
        Form::Object(branches) => object(reader, branches, None)?,
        Form::List(inner) => {
            let mut items = Vec::new();
            reader.elements(|reader, _| {
                items.push(self::form(reader, inner)?);
                Ok(())
            })?;
            Draft::List(inner, items)
        }
        Form::Cases(cases) => case(reader, cases)?,
        Form::Own(_) => {
            reader.skip()?;
            Draft::Absent
        }
    })
}

/// Named parts.
fn object(
    reader: &mut Reader<'_>,
    branches: &'static [Branch],
    schema: Option<&str>,
) -> Result<Draft> {
    let mut parts: Vec<Draft> = branches.iter().map(|_| Draft::Absent).collect();
    // The records whose fields stand among the members.
    let mut flat: Vec<(usize, Fields)> = Vec::new();
    for (place, branch) in branches.iter().enumerate().filter(|(_, b)| b.name.is_empty()) {
        match branch.form {
            Form::Value(kind) => flat.push((place, Fields::new(kind, vec![0; kind.size()], true))),
            Form::Filled(kind, new) => flat.push((place, Fields::new(kind, new(), false))),
            _ => {}
        }
    }
    let mut said = None;
    reader.members(|reader, key| {
        if schema.is_some() && key == "schema" {
            said = Some(reader.text()?.into_owned());
            return Ok(());
        }
        if let Some(place) = branches.iter().position(|branch| branch.name == key) {
            let branch = branches.get(place).ok_or_else(|| reader.error("unknown"))?;
            if branch.need == Need::Told {
                return reader.skip();
            }
            if branch.need == Need::Optional && reader.null()? {
                return Ok(());
            }
            let part = form(reader, &branch.form)?;
            if let Some(slot) = parts.get_mut(place) {
                *slot = part;
            }
            return Ok(());
        }
        for (_, fields) in &mut flat {
            if fields.read(reader, key)? {
                return Ok(());
            }
        }
        let named = branches.iter().map(|branch| branch.name);
        let of_fields = flat.iter().flat_map(|(_, fields)| members_of(fields.kind));
        let all: Vec<&str> = named.chain(of_fields.map(|group| group.name)).collect();
        Err(reader.unknown(key, all.into_iter()))
    })?;
    check_schema(schema, said.as_deref())?;
    for (place, fields) in flat {
        let (kind, bytes) = (fields.kind, fields.finish(reader)?);
        if let Some(slot) = parts.get_mut(place) {
            *slot = Draft::Value(kind, bytes);
        }
    }
    for (branch, part) in branches.iter().zip(&parts) {
        if branch.need == Need::Always && matches!(part, Draft::Absent) {
            let dot = if reader.path.is_empty() { "" } else { "." };
            return Err(Error::json(format!("{}{dot}{}", reader.path, branch.name), "missing"));
        }
    }
    Ok(Draft::Object(branches, parts))
}

/// Whether a document says that it is of the wanted schema.
pub fn check_schema(wanted: Option<&str>, said: Option<&str>) -> Result<()> {
    match (wanted, said) {
        (Some(wanted), None) => {
            Err(Error::json("schema", format!("missing; it should be \"{wanted}\"")))
        }
        (Some(wanted), Some(said)) if wanted != said => {
            Err(Error::json("schema", format!("\"{said}\" is not \"{wanted}\"")))
        }
        _ => Ok(()),
    }
}

/// A record that a number in it chooses.
fn case(reader: &mut Reader<'_>, cases: &'static Cases) -> Result<Draft> {
    if !matches!(reader.peek()?, JsonEvent::StartObject) {
        let other = reader.next()?;
        return Err(reader.wrong(&other, "an object"));
    }
    let chosen = look_ahead(reader, cases)?;
    let case = cases.cases.iter().find(|case| Some(case.value) == chosen);
    let case = case.ok_or_else(|| {
        let known: Vec<String> = cases.cases.iter().map(|case| case.value.to_string()).collect();
        let shown = chosen.map_or_else(|| "none".to_owned(), |number| number.to_string());
        reader.error(format!("{} {shown}, but only {} are known", cases.by, known.join(", ")))
    })?;
    let bytes = (case.new)();
    let head = Fields::new(Kind::Group(cases.head), bytes.clone(), false);
    let mut both = [head, Fields::new(Kind::Group(case.shape), bytes, false)];
    reader.members(|reader, key| {
        for fields in &mut both {
            if fields.read(reader, key)? {
                return Ok(());
            }
        }
        let all: Vec<&str> =
            both.iter().flat_map(|f| members_of(f.kind)).map(|group| group.name).collect();
        Err(reader.unknown(key, all.into_iter()))
    })?;
    let [head, body] = both;
    let (head, mut bytes) = (head.finish(reader)?, body.finish(reader)?);
    bytes.iter_mut().zip(head).take(cases.head.size).for_each(|(slot, byte)| *slot = byte);
    Ok(Draft::Case(case, bytes))
}

/// The number that chooses the record that comes next, said as such or by its name. Nothing is
/// read away.
fn look_ahead(reader: &mut Reader<'_>, cases: &Cases) -> Result<Option<i64>> {
    let named = |said: &str| {
        let by = members_of(Kind::Group(cases.head)).find(|group| group.name == cases.by)?;
        by.kind.named().iter().find(|known| known.is(said)).map(|known| known.value)
    };
    let (mut events, mut depth, mut found) = (VecDeque::new(), 0usize, None);
    let mut is_next = false;
    loop {
        let event = reader.next()?;
        match &event {
            JsonEvent::StartArray | JsonEvent::StartObject => depth += 1,
            JsonEvent::EndArray | JsonEvent::EndObject => depth = depth.saturating_sub(1),
            JsonEvent::Number(number) if is_next => found = number.parse().ok(),
            JsonEvent::String(said) if is_next => found = named(said),
            JsonEvent::Eof => return Err(reader.error("the text ends")),
            _ => {}
        }
        is_next = depth == 1 && matches!(&event, JsonEvent::ObjectKey(key) if key == cases.by);
        events.push_back(event);
        if depth > DEEPEST || events.len() > MOST_PIECES {
            return Err(reader.error("is too large for what it is"));
        }
        if depth == 0 {
            break;
        }
    }
    events.append(&mut reader.ahead);
    reader.ahead = events;
    Ok(found)
}

/// The fields of a record while they are read.
struct Fields {
    kind: Kind,
    bytes: Vec<u8>,
    /// Whether nothing may be left out.
    all: bool,
    seen: Vec<&'static str>,
    /// Names and the whole fields beside them: offset, kind, what was said.
    texts: Vec<(usize, Kind, String)>,
    raws: Vec<(usize, Vec<u8>)>,
}

impl Fields {
    fn new(kind: Kind, bytes: Vec<u8>, all: bool) -> Self {
        Self { kind, bytes, all, seen: Vec::new(), texts: Vec::new(), raws: Vec::new() }
    }

    /// Reads the value behind a key, if the record has such a field.
    fn read(&mut self, reader: &mut Reader<'_>, key: &str) -> Result<bool> {
        let beside = |suffix: &str| key.strip_suffix(suffix);
        for group in members_of(self.kind) {
            let is_text = matches!(group.kind, Kind::Text(_) | Kind::FullText(_));
            if group.name == key {
                self.seen.push(group.name);
                if is_text {
                    let said = reader.text()?.into_owned();
                    self.texts.push((group.offset, group.kind, said));
                    return Ok(true);
                }
                let slot = self.bytes.get_mut(group.offset..).unwrap_or_default();
                let slot = slot.get_mut(..group.kind.size()).unwrap_or_default();
                inside(reader, group.kind, slot, self.all)?;
                return Ok(true);
            }
            if is_text && beside("_raw") == Some(group.name) {
                let raw = reader.hex()?;
                if raw.len() != group.kind.size() {
                    let why = format!("{} bytes, not {}", raw.len(), group.kind.size());
                    return Err(reader.error(why));
                }
                self.raws.push((group.offset, raw));
                return Ok(true);
            }
            let told = matches!(group.kind, Kind::Part(..)) && beside("_name") == Some(group.name);
            if told {
                reader.skip()?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The bytes, once all is read. Where the whole field of a name is there and still says the
    /// same name, it counts; where the text was changed, the text does.
    fn finish(mut self, reader: &Reader<'_>) -> Result<Vec<u8>> {
        let path = |name: &str| match reader.path() {
            "" => name.to_owned(),
            owner => format!("{owner}.{name}"),
        };
        if self.all {
            let missing = members_of(self.kind).find(|group| !self.seen.contains(&group.name));
            if let Some(group) = missing {
                return Err(Error::json(path(group.name), "missing"));
            }
        }
        for (offset, kind, said) in &self.texts {
            let slot = self.bytes.get_mut(*offset..).unwrap_or_default();
            let raw = self.raws.iter().find(|(at, _)| at == offset).map(|(_, raw)| raw);
            match raw.filter(|raw| text::decode(text::until_nul(raw)) == *said) {
                Some(raw) => slot.iter_mut().zip(raw).for_each(|(slot, byte)| *slot = *byte),
                None => kind.put_text(said, slot).map_err(|ValueError { expected, .. }| {
                    let owner = members_of(self.kind).find(|group| group.offset == *offset);
                    let short: String = said.chars().take(60).collect();
                    let name = owner.map_or("", |group| group.name);
                    Error::json(path(name), format!("\"{short}\" is not {expected}"))
                })?,
            }
        }
        Ok(self.bytes)
    }
}

/// A record of which a part may be left out: what is in `out` stays then.
pub fn row(reader: &mut Reader<'_>, kind: Kind, out: &mut [u8], partial: bool) -> Result<()> {
    if !partial || !matches!(kind, Kind::Group(_) | Kind::Word(_)) {
        return value(reader, kind, out);
    }
    group(reader, kind, out, false)
}

fn group(reader: &mut Reader<'_>, kind: Kind, out: &mut [u8], all: bool) -> Result<()> {
    let mut fields = Fields::new(kind, out.to_vec(), all);
    reader.members(|reader, key| match fields.read(reader, key)? {
        true => Ok(()),
        false => {
            let known: Vec<&str> = members_of(kind).map(|group| group.name).collect();
            Err(reader.unknown(key, known.into_iter()))
        }
    })?;
    let bytes = fields.finish(reader)?;
    out.iter_mut().zip(bytes).for_each(|(slot, byte)| *slot = byte);
    Ok(())
}

/// A stored value.
pub fn value(reader: &mut Reader<'_>, kind: Kind, out: &mut [u8]) -> Result<()> {
    inside(reader, kind, out, true)
}

/// A stored value; unless it has to be there in full, what a record leaves out stays as it is.
fn inside(reader: &mut Reader<'_>, kind: Kind, out: &mut [u8], all: bool) -> Result<()> {
    match kind {
        Kind::List(..) | Kind::Bgra => {
            let count = kind.count().unwrap_or(0);
            let wrong = |reader: &Reader<'_>| {
                Error::json(reader.path().to_owned(), format!("is not {}", kind.expected()))
            };
            let found = reader.elements(|reader, index| {
                let slot = kind.item(index).and_then(|(at, of)| {
                    let slot = out.get_mut(at..)?.get_mut(..of.size())?;
                    Some((of, slot))
                });
                match slot {
                    Some((of, slot)) => inside(reader, of, slot, all),
                    None => Err(reader.error(format!("there are only {count}"))),
                }
            })?;
            if found == count { Ok(()) } else { Err(wrong(reader)) }
        }
        Kind::Group(_) | Kind::Word(_) => group(reader, kind, out, all),
        _ => leaf(reader, kind, out),
    }
}

fn leaf(reader: &mut Reader<'_>, kind: Kind, out: &mut [u8]) -> Result<()> {
    if kind.is_bits() && matches!(reader.peek()?, JsonEvent::StartArray) {
        return named_bits(reader, kind, out);
    }
    let scalar = reader.scalar(&kind.expected())?;
    let is_flag = matches!(kind, Kind::Part(_, Part { shows: Shows::Flag, .. }));
    let put = match &scalar {
        Scalar::Number(_) if is_flag => {
            return Err(reader.wrong_scalar(&scalar, &kind.expected()));
        }
        Scalar::Number(number) => kind.put_number(number, out),
        Scalar::Text(text) => kind.put_text(text, out),
        Scalar::Flag(flag) => kind.put_flag(*flag, out),
        Scalar::Null => return Err(reader.wrong_scalar(&scalar, &kind.expected())),
    };
    put.map_err(|ValueError { expected, .. }| reader.wrong_scalar(&scalar, &expected))
}

/// A list of the names of bits.
fn named_bits(reader: &mut Reader<'_>, kind: Kind, out: &mut [u8]) -> Result<()> {
    let mut names = String::new();
    reader.elements(|reader, _| {
        names.push_str(&reader.text()?);
        names.push('|');
        Ok(())
    })?;
    kind.put_text(&names, out)
        .map_err(|ValueError { expected, .. }| reader.error(format!("{names} is not {expected}")))
}
