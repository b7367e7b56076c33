//! Parts of a document as drafts, guided by what a format says of its members.

use ngi_formats::schema::{Kind, Value};
use ngi_formats::text;
use ngi_formats::tree::{Branch, Cases, Draft, Form, Need, members_of};

use super::values::{Fields, inside, joined, put_name};
use super::{Reader, Said, Scalar, told};
use crate::{Error, Result};

/// Reads a document of this schema and these members. What it leaves out is taken from the
/// reference: fields of records, required parts, and those lists, records and texts at the top level
/// that a file may lack; `null` removes the latter. Parts of lists correspond by position. Also returns
/// what the document says that follows from the rest: once the file is made, [`Said::check`] has to
/// hold.
pub fn document(
    text: &[u8],
    schema: &str,
    branches: &'static [Branch],
    reference: Option<&Draft>,
) -> Result<(Draft, Vec<Said>)> {
    let mut reader = Reader::new(text);
    let like = reference.unwrap_or(&Draft::Absent);
    let draft = object(&mut reader, branches, Some(schema), like)?;
    reader.end()?;
    Ok((draft, reader.told))
}

/// Reads a part of a document.
pub fn form(reader: &mut Reader<'_>, form: &'static Form) -> Result<Draft> {
    form_like(reader, form, &Draft::Absent)
}

/// Reads a part of a document; what it leaves out is that of another one.
fn form_like(reader: &mut Reader<'_>, form: &'static Form, like: &Draft) -> Result<Draft> {
    Ok(match form {
        Form::Value(kind) => {
            let stored = stored(like, *kind);
            let is_whole = stored.is_none();
            let mut bytes = stored.unwrap_or_else(|| vec![0; kind.size()]);
            inside(reader, *kind, &mut bytes, is_whole)?;
            Draft::Value(*kind, bytes)
        }
        Form::Filled(kind, new) => {
            let mut bytes = stored(like, *kind).unwrap_or_else(new);
            inside(reader, *kind, &mut bytes, false)?;
            Draft::Value(*kind, bytes)
        }
        Form::Rows(kind) => {
            let (size, mut bytes) = (kind.size(), Vec::new());
            let rows = match like {
                Draft::Rows(own, rows) if own == kind => rows.as_slice(),
                _ => &[],
            };
            reader.elements(|reader, _| {
                let start = bytes.len();
                let row = rows.get(start..start + size);
                bytes.extend_from_slice(row.unwrap_or_default());
                bytes.resize(start + size, 0);
                let slot = bytes.get_mut(start..).unwrap_or_default();
                inside(reader, *kind, slot, row.is_none())
            })?;
            Draft::Rows(*kind, bytes)
        }
        Form::Text => {
            let said = reader.text()?;
            let why = "has characters that Windows-1251 does not know";
            Draft::Bytes(text::encode(&said).ok_or_else(|| reader.error(why))?)
        }
        Form::Hex => Draft::Bytes(reader.hex()?),
        Form::Object(branches) => object(reader, branches, None, like)?,
        Form::List(inner) => {
            let others = match like {
                Draft::List(_, others) => others.as_slice(),
                _ => &[],
            };
            let mut items = Vec::new();
            reader.elements(|reader, index| {
                let like = others.get(index).unwrap_or(&Draft::Absent);
                items.push(form_like(reader, inner, like)?);
                Ok(())
            })?;
            Draft::List(inner, items)
        }
        Form::Cases(cases) => case(reader, cases, like)?,
        Form::Own(_) => {
            reader.skip()?;
            Draft::Absent
        }
    })
}

/// The stored bytes of a value, if it is one of a kind.
fn stored(draft: &Draft, kind: Kind) -> Option<Vec<u8>> {
    match draft {
        Draft::Value(own, bytes) if *own == kind => Some(bytes.clone()),
        _ => None,
    }
}

/// Named parts.
fn object(
    reader: &mut Reader<'_>,
    branches: &'static [Branch],
    schema: Option<&str>,
    like: &Draft,
) -> Result<Draft> {
    let others = match like {
        Draft::Object(own, others) if std::ptr::eq(*own, branches) => others.as_slice(),
        _ => &[],
    };
    let other = |place: usize| others.get(place).unwrap_or(&Draft::Absent);
    let mut parts: Vec<Draft> = branches.iter().map(|_| Draft::Absent).collect();
    // The records whose fields stand among the members.
    let mut flat: Vec<(usize, Fields, Vec<u8>)> = Vec::new();
    for (place, branch) in branches.iter().enumerate().filter(|(_, b)| b.name.is_empty()) {
        let Some(kind) = branch.form.kind() else { continue };
        let (bytes, is_whole) = match (stored(other(place), kind), branch.form) {
            (Some(bytes), _) => (bytes, false),
            (None, Form::Filled(_, new)) => (new(), false),
            (None, _) => (vec![0; kind.size()], true),
        };
        flat.push((place, Fields::new(kind, is_whole), bytes));
    }
    let (mut said, mut names, mut raws) = (None, Vec::new(), Vec::new());
    let mut given = vec![false; branches.len()];
    reader.members(|reader, key| {
        if schema.is_some() && key == "schema" {
            said = Some(reader.text()?.into_owned());
            return Ok(());
        }
        if let Some(place) = branches.iter().position(|branch| branch.name == key) {
            given.get_mut(place).into_iter().for_each(|given| *given = true);
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
            let part = form_like(reader, &branch.form, other(place))?;
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
    let is_given = |place: usize| given.get(place) == Some(&true);
    let says_text = branches.iter().enumerate().any(|(at, branch)| is_text(branch) && is_given(at));
    for (place, (branch, part)) in branches.iter().zip(&mut parts).enumerate() {
        let is_kept = match branch.need {
            Need::Always => true,
            // The text of a file says all the rest.
            Need::Optional => schema.is_some() && !says_text && is_content(branch),
            Need::Told => false,
        };
        if is_kept && !is_given(place) && matches!(part, Draft::Absent) {
            part.clone_from(other(place));
        }
        if branch.need == Need::Always && matches!(part, Draft::Absent) {
            return Err(Error::json(joined(reader, branch.name), "missing"));
        }
    }
    Ok(Draft::Object(branches, parts))
}

/// True for the whole text of a text file.
fn is_text(branch: &Branch) -> bool {
    branch.name == "text" && matches!(branch.form, Form::Text)
}

/// True for parts that are taken from the reference if a document leaves them out, although a file
/// may lack them. Bytes and single numbers that are left out are absent, or follow from the rest.
fn is_content(branch: &Branch) -> bool {
    match branch.form {
        Form::Value(kind) => !kind.is_leaf(),
        Form::Hex | Form::Own(_) => false,
        _ => true,
    }
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

/// A record that a number in it chooses; what it leaves out is that of another one of its kind.
fn case(reader: &mut Reader<'_>, cases: &'static Cases, like: &Draft) -> Result<Draft> {
    let chosen = reader.ahead(|reader| chooser(reader, cases))?;
    let case = cases.cases.iter().find(|case| Some(case.value) == chosen);
    let case = case.ok_or_else(|| {
        let known: Vec<String> = cases.cases.iter().map(|case| case.value.to_string()).collect();
        let shown = chosen.map_or_else(|| "none".to_owned(), |number| number.to_string());
        reader.error(format!("{} {shown}, but only {} are known", cases.by, known.join(", ")))
    })?;
    // Several cases may have one shape.
    let by = members_of(Kind::Group(cases.head)).find(|group| group.name == cases.by);
    let is_same = |bytes: &[u8]| {
        let by = by.as_ref().zip(bytes.get(by.as_ref().map_or(0, |by| by.offset)..));
        by.and_then(|(by, bytes)| by.kind.read(bytes)) == Some(Value::Int(case.value))
    };
    let mut bytes = match like {
        Draft::Case(_, bytes) if is_same(bytes) => bytes.clone(),
        _ => (case.new)(),
    };
    let mut front = bytes.clone();
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
