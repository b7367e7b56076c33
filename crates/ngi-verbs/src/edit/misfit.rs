//! Payloads that are not what their entry is for.

use ngi_formats::swav::Sound;
use ngi_formats::{Finding, Findings, Mode};
use ngi_vfs::Node;

use super::nres::split_type;
use super::{NewFields, usual_attributes};
use crate::check::entry_meta;
use crate::format::{self, EntryMeta, Format, Subject};
use crate::sound;

/// Why a sound without samples is refused.
pub const SILENT: &str = "there is nothing to hear: the file has no samples";

/// A payload that is not what its entry is for.
pub struct Misfit {
    /// What the entry is for.
    pub format: &'static Format,
    /// The name of the entry.
    pub name: String,
    /// Why the payload is none.
    pub why: String,
    /// Whether what is there now is none either.
    pub was_broken: bool,
}

/// Whether a payload does not fit the entry it is to be put into: what the old one was, or what the
/// type of a new one says, it is not.
pub fn misfit(archive: &Node, entry: &str, fields: NewFields, payload: &[u8]) -> Option<Misfit> {
    let Ok(old) = archive.child(entry) else {
        let (name, spelt) = split_type(entry);
        let type_id = fields.type_id.or(spelt)?;
        // What an entry holds may hang on its attributes: a material's version is one.
        let [attr1, attr2, attr3] = usual_attributes(type_id);
        let NewFields { attr1: one, attr2: two, attr3: three, .. } = fields;
        let attributes = [one.unwrap_or(attr1), two.unwrap_or(attr2), three.unwrap_or(attr3)];
        let new = EntryMeta { type_id, attributes };
        let subject = Subject { name, bytes: payload, entry: Some(new) };
        let format = format::recognise(&subject)?;
        let why = broken(format, &subject)?;
        return Some(Misfit { format, name: name.to_owned(), why, was_broken: false });
    };
    let (name, bytes) = (old.name(), old.bytes().ok()?);
    let was = Subject { name: &name, bytes: &bytes, entry: entry_meta(&old) };
    let format = format::recognise(&was)?;
    let why = broken(format, &Subject { bytes: payload, ..was })?;
    let was_broken = broken(format, &was).is_some();
    Some(Misfit { format, name: name.to_string(), why, was_broken })
}

/// Returns the first reason why a subject is of no use to the engine: it cannot be read, or it is a
/// sound without samples.
fn broken(format: &Format, subject: &Subject<'_>) -> Option<String> {
    let mut findings = Findings::new(Mode::Tolerant, false);
    (format.rules.check)(subject, &mut findings);
    if let Some(Finding { field, message, .. }) = findings.first_error() {
        return Some(if field.is_empty() {
            message.clone()
        } else {
            format!("{field}: {message}")
        });
    }
    let is_sound = format.id() == sound::FORMAT.id();
    let is_silent = is_sound && Sound::read(subject.bytes).is_ok_and(|sound| !sound.has_samples());
    is_silent.then(|| SILENT.to_owned())
}
