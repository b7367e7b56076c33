//! Drafts changed by the paths of their parts.

use ngi_formats::schema::{Kind, unhex};
use ngi_formats::tree::{Draft, Form, PartName, Step, members_of, steps};

use super::{follows, parsed};
use crate::document::finite::NonFinite;
use crate::document::read::{self, Reader};
use crate::{Error, Result};

/// What became of a part.
pub(super) enum Changed {
    /// It has a value with these bytes; none where only its being there can be seen.
    Value(Vec<u8>),
    /// The list around it has other parts, in words.
    List(String),
}

/// Changes a part of a draft: `list[+]` adds to a list, and `-` as the value of `list[n]` takes it
/// out.
pub(super) fn change(draft: &mut Draft, path: &str, said: &str) -> Result<Changed> {
    if let Some(list) = path.strip_suffix("[+]") {
        return append(draft, list, said).map(Changed::List);
    }
    if said == "-" && path.ends_with(']') {
        return cut(draft, path).map(|()| Changed::List("taken out".into()));
    }
    replace(draft, path, said).map(Changed::Value)
}

/// The list at a path of a draft.
fn list_at<'d>(draft: &'d mut Draft, path: &str) -> Result<&'d mut Draft> {
    let lost = || Error::Usage(format!("{path}: there is no such list"));
    let (mut here, mut form) = (draft, None);
    for step in steps(path).ok_or_else(lost)? {
        let name = match step {
            Step::Index(index) => PartName::Index(index),
            Step::Key(key) => PartName::Key(here.known_key(key).ok_or_else(lost)?),
        };
        form = here.form_of(name);
        here = here.part_mut(name).ok_or_else(lost)?;
    }
    // A list that is not there yet begins with what is added to it.
    match (&here, form) {
        (Draft::Absent, Some(Form::List(of))) => *here = Draft::List(of, Vec::new()),
        (Draft::Absent, Some(Form::Rows(kind))) => *here = Draft::Rows(*kind, Vec::new()),
        _ => {}
    }
    Ok(here)
}

/// Gives a list of values of one kind other ones, as their stored bytes; says how many.
pub(super) fn put_rows(draft: &mut Draft, path: &str, rows: &[u8]) -> Result<usize> {
    let Draft::Rows(kind, bytes) = list_at(draft, path)? else {
        return Err(Error::Usage(format!("{path}: is no list of stored values")));
    };
    let (size, len) = (kind.size().max(1), rows.len());
    if !len.is_multiple_of(size) {
        let why = format!("{len} bytes are no whole number of values of {size} bytes each");
        return Err(Error::Usage(format!("{path}: {why}")));
    }
    NonFinite::of_rows(*kind, rows).check_stored(path, &NonFinite::of_rows(*kind, bytes))?;
    *bytes = rows.to_vec();
    Ok(len / size)
}

/// Text or hex digits as they are typed, without quotes.
fn plain(form: Option<&Form>, path: &str, said: &str) -> Result<Vec<u8>> {
    let (bytes, expected) = match form {
        Some(Form::Hex) => (unhex(said), "hex digits"),
        _ => (ngi_formats::text::encode(said), "Windows-1251"),
    };
    bytes.ok_or_else(|| Error::Usage(format!("{path}: \"{said}\" is not {expected}")))
}

/// Adds to a list.
fn append(draft: &mut Draft, path: &str, said: &str) -> Result<String> {
    let list = list_at(draft, path)?;
    let count = list.len();
    let mut reader = Reader::within(said.as_bytes(), &format!("{path}[{count}]"));
    match list {
        Draft::Rows(kind, bytes) => {
            // What is left out is as in the last one.
            let size = kind.size();
            let last = bytes.len().checked_sub(size).and_then(|at| bytes.get(at..));
            let mut new = last.map_or_else(|| vec![0; size], <[u8]>::to_vec);
            let has_last = count > 0;
            if kind.is_leaf() {
                new = parsed(path, *kind, &new, said)?;
            } else {
                let template = NonFinite::of_rows(*kind, &new);
                read::row(&mut reader, *kind, &mut new, has_last).and_then(|()| reader.end())?;
                let place = format!("{path}[{count}]");
                NonFinite::of_rows(*kind, &new).check_stored(&place, &template)?;
            }
            bytes.append(&mut new);
        }
        Draft::List(form, items) => {
            let form: &'static Form = form;
            items.push(if matches!(form, Form::Text | Form::Hex) {
                Draft::Bytes(plain(Some(form), path, said)?)
            } else {
                let item = read::form(&mut reader, form)?;
                reader.end()?;
                let place = format!("{path}[{count}]");
                NonFinite::of_draft(&item).check_stored(&place, &NonFinite::default())?;
                item
            });
        }
        _ => return Err(Error::Usage(format!("{path}: is no list"))),
    }
    Ok(format!("now has {} of them", count + 1))
}

/// Takes something out of a list.
fn cut(draft: &mut Draft, path: &str) -> Result<()> {
    let (list, index) = path.rsplit_once('[').unwrap_or((path, ""));
    let lost = || Error::Usage(format!("{path}: there is no such thing to take out"));
    let index: usize = index.trim_end_matches(']').parse().map_err(|_| lost())?;
    match list_at(draft, list)? {
        Draft::Rows(kind, bytes) => {
            let (start, end) = (index * kind.size(), (index + 1) * kind.size());
            if end > bytes.len() {
                return Err(lost());
            }
            bytes.drain(start..end);
        }
        Draft::List(_, items) if index < items.len() => {
            items.remove(index);
        }
        _ => return Err(lost()),
    }
    Ok(())
}

/// Changes a value of a draft; gives its new bytes.
fn replace(draft: &mut Draft, path: &str, said: &str) -> Result<Vec<u8>> {
    let lost = || follows(path);
    let all = steps(path).ok_or_else(lost)?;
    let (mut here, mut form, mut optional) = (draft, None, false);
    for (place, step) in all.iter().enumerate() {
        if matches!(here, Draft::Value(..) | Draft::Rows(..) | Draft::Case(..)) {
            return change_inside(here, all.get(place..).unwrap_or_default(), path, said);
        }
        let name = match step {
            Step::Index(index) => PartName::Index(*index),
            Step::Key(key) => match here.known_key(key) {
                Some(key) => PartName::Key(key),
                // A field of a record whose fields stand among the members.
                None => {
                    let flat = here.flat_with(key).ok_or_else(lost)?;
                    return change_inside(flat, all.get(place..).unwrap_or_default(), path, said);
                }
            },
        };
        form = here.form_of(name);
        optional = here.is_optional(name);
        here = here.part_mut(name).ok_or_else(lost)?;
    }
    match here {
        Draft::Bytes(bytes) if matches!(form, Some(Form::Hex)) => {
            let why = || Error::Usage(format!("{path}: \"{said}\" is not hex digits"));
            *bytes = unhex(said).ok_or_else(why)?;
            Ok(bytes.clone())
        }
        Draft::Bytes(bytes) => {
            *bytes = plain(form, path, said)?;
            Ok(bytes.clone())
        }
        Draft::Value(..) => change_inside(here, &[], path, said),
        other if optional && said == "null" => {
            *other = Draft::Absent;
            Ok(Vec::new())
        }
        other => {
            let form = form.ok_or_else(lost)?;
            let mut reader = Reader::within(said.as_bytes(), path);
            let new = read::form(&mut reader, form)?;
            reader.end()?;
            NonFinite::of_draft(&new).check_stored(path, &NonFinite::of_draft(other))?;
            *other = new;
            Ok(Vec::new())
        }
    }
}

fn decides(path: &str) -> Error {
    let why = "decides which fields there are; take the whole out and add another";
    Error::Usage(format!("{path}: {why}"))
}

/// Changes a value inside stored bytes.
fn change_inside(draft: &mut Draft, rest: &[Step<'_>], path: &str, said: &str) -> Result<Vec<u8>> {
    let lost = || follows(path);
    let chosen = matches!(draft, Draft::Case(..));
    let mut rest = rest.iter();
    let (mut kind, mut at, bytes) = match draft {
        Draft::Value(kind, bytes) => (*kind, 0, bytes),
        Draft::Case(case, bytes) => (Kind::Group(case.shape), 0, bytes),
        Draft::Rows(kind, bytes) => {
            let Some(Step::Index(index)) = rest.next() else { return Err(lost()) };
            (*kind, index.checked_mul(kind.size()).ok_or_else(lost)?, bytes)
        }
        _ => return Err(lost()),
    };
    for step in rest {
        match step {
            Step::Index(index) => {
                let (inside, of) = kind.item(*index).ok_or_else(lost)?;
                (at, kind) = (at + inside, of);
            }
            Step::Key(key) => {
                let group = members_of(kind).find(|group| group.name == *key);
                let group = group.ok_or_else(|| if chosen { decides(path) } else { lost() })?;
                at += group.offset;
                kind = group.kind;
            }
        }
    }
    let slot = bytes.get_mut(at..).and_then(|rest| rest.get_mut(..kind.size()));
    let slot = slot.ok_or_else(lost)?;
    let new = parsed(path, kind, slot, said)?;
    slot.copy_from_slice(&new);
    Ok(new)
}
