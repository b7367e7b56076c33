//! Parts of a document as drafts, guided by what a format says of its members.

use ngi_formats::schema::Kind;
use ngi_formats::text;
use ngi_formats::tree::{Branch, Cases, Draft, Form, Need, members_of};

use super::values::{Fields, inside, joined, put_name, value};
use super::{Reader, Said, Scalar, told};
use crate::{Error, Result};

/// The draft of a document of this schema and these members, and what it says that follows from
/// the rest: once the file is made, [`Said::check`] has to hold.
pub fn document(
    text: &[u8],
    schema: &str,
    branches: &'static [Branch],
) -> Result<(Draft, Vec<Said>)> {
    let mut reader = Reader::new(text);
    let draft = object(&mut reader, branches, Some(schema))?;
    reader.end()?;
    Ok((draft, reader.told))
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
    let mut flat: Vec<(usize, Fields, Vec<u8>)> = Vec::new();
    for (place, branch) in branches.iter().enumerate().filter(|(_, b)| b.name.is_empty()) {
        match branch.form {
            Form::Value(kind) => {
                flat.push((place, Fields::new(kind, true), vec![0; kind.size()]));
            }
            Form::Filled(kind, new) => flat.push((place, Fields::new(kind, false), new())),
            _ => {}
        }
    }
    let (mut said, mut names, mut raws) = (None, Vec::new(), Vec::new());
    reader.members(|reader, key| {
        if schema.is_some() && key == "schema" {
            said = Some(reader.text()?.into_owned());
            return Ok(());
        }
        if let Some(place) = branches.iter().position(|branch| branch.name == key) {
            let branch = branches.get(place).ok_or_else(|| reader.error("unknown"))?;
            if branch.need == Need::Told {
                return told::read(reader, branch);
            }
            if branch.need == Need::Optional && reader.null()? {
                return Ok(());
            }
            if let Form::Value(kind) = branch.form
                && kind.is_text()
            {
                names.push((place, kind, reader.text()?.into_owned()));
                return Ok(());
            }
            let part = form(reader, &branch.form)?;
            if let Some(slot) = parts.get_mut(place) {
                *slot = part;
            }
            return Ok(());
        }
        if let Some((place, size)) = raw_of(branches, key) {
            let raw = reader.hex()?;
            if raw.len() != size {
                return Err(reader.error(format!("{} bytes, not {size}", raw.len())));
            }
            raws.push((place, raw));
            return Ok(());
        }
        for (_, fields, bytes) in &mut flat {
            if fields.read(reader, key, bytes)? {
                return Ok(());
            }
        }
        let named = branches.iter().map(|branch| branch.name);
        let of_fields = flat.iter().flat_map(|(_, fields, _)| members_of(fields.kind));
        let all: Vec<&str> = named.chain(of_fields.map(|group| group.name)).collect();
        Err(reader.unknown(key, all.into_iter()))
    })?;
    check_schema(schema, said.as_deref())?;
    for (place, fields, mut bytes) in flat {
        let kind = fields.kind;
        fields.finish(reader, &mut bytes)?;
        if let Some(slot) = parts.get_mut(place) {
            *slot = Draft::Value(kind, bytes);
        }
    }
    for (place, kind, said) in names {
        let whole = raws.iter().find(|(at, _)| *at == place).map(|(_, raw)| raw.as_slice());
        let mut bytes = vec![0; kind.size()];
        put_name(kind, &said, whole, &mut bytes).map_err(|why| {
            let name = branches.get(place).map_or("", |branch| branch.name);
            Error::json(joined(reader, name), why)
        })?;
        if let Some(slot) = parts.get_mut(place) {
            *slot = Draft::Value(kind, bytes);
        }
    }
    for (branch, part) in branches.iter().zip(&parts) {
        if branch.need == Need::Always && matches!(part, Draft::Absent) {
            return Err(Error::json(joined(reader, branch.name), "missing"));
        }
    }
    Ok(Draft::Object(branches, parts))
}

/// The branch whose whole field a key means, and how long that is: `id_raw` for `id`.
fn raw_of(branches: &[Branch], key: &str) -> Option<(usize, usize)> {
    let name = key.strip_suffix("_raw")?;
    let place = branches.iter().position(|branch| branch.name == name)?;
    match branches.get(place)?.form {
        Form::Value(kind) if kind.is_text() => Some((place, kind.size())),
        _ => None,
    }
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
    let chosen = reader.ahead(|reader| chooser(reader, cases))?;
    let case = cases.cases.iter().find(|case| Some(case.value) == chosen);
    let case = case.ok_or_else(|| {
        let known: Vec<String> = cases.cases.iter().map(|case| case.value.to_string()).collect();
        let shown = chosen.map_or_else(|| "none".to_owned(), |number| number.to_string());
        reader.error(format!("{} {shown}, but only {} are known", cases.by, known.join(", ")))
    })?;
    let (mut front, mut bytes) = ((case.new)(), (case.new)());
    let mut head = Fields::new(Kind::Group(cases.head), false);
    let mut body = Fields::new(Kind::Group(case.shape), false);
    reader.members(|reader, key| {
        if head.read(reader, key, &mut front)? || body.read(reader, key, &mut bytes)? {
            return Ok(());
        }
        let both = members_of(head.kind).chain(members_of(body.kind));
        let all: Vec<&str> = both.map(|group| group.name).collect();
        Err(reader.unknown(key, all.into_iter()))
    })?;
    head.finish(reader, &mut front)?;
    body.finish(reader, &mut bytes)?;
    bytes.iter_mut().zip(front).take(cases.head.size).for_each(|(slot, byte)| *slot = byte);
    Ok(Draft::Case(case, bytes))
}

/// The number that chooses the record that comes next, said as such or by its name.
fn chooser(reader: &mut Reader<'_>, cases: &Cases) -> Result<Option<i64>> {
    let named = |said: &str| {
        let by = members_of(Kind::Group(cases.head)).find(|group| group.name == cases.by)?;
        by.kind.named().iter().find(|known| known.is(said)).map(|known| known.value)
    };
    let mut found = None;
    reader.members(|reader, key| {
        if key != cases.by {
            return reader.skip();
        }
        found = match reader.scalar("a number or a name")? {
            Scalar::Number(number) => number.parse().ok(),
            Scalar::Text(said) => named(&said),
            Scalar::Null | Scalar::Flag(_) => None,
        };
        Ok(())
    })?;
    Ok(found)
}
