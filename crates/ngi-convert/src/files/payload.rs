//! What is put into an entry: the bytes of a file, or what the entry is for, made of it.

use std::path::Path;

use ngi_formats::kinds::{self, FileKind};
use ngi_formats::nres::TypeId;
use ngi_formats::tree::Made;
use ngi_verbs::check::entry_meta;
use ngi_verbs::edit::{self, Misfit, NewFields};
use ngi_verbs::format::{self, Subject};
use ngi_verbs::set;
use ngi_verbs::surroundings::{Game, Surroundings};
use ngi_vfs::{Bytes, Node};

use super::suffix_of;
use crate::importer::{ImportOptions, Imported, Source, import};
use crate::{Error, Result, table};

/// What becomes of a file whose bytes are not what the entry is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Misfitting {
    /// It is refused.
    #[default]
    Refused,
    /// What the entry is for is made of it.
    Converted,
    /// It is put there as it is.
    AsItIs,
}

/// What to put into which entry.
#[derive(Debug, Clone, Copy)]
pub struct Put<'a> {
    /// The archive.
    pub archive: &'a Node,
    /// The entry, or the name of a new one.
    pub entry: &'a str,
    /// What is said of a new entry.
    pub fields: NewFields,
    /// The file.
    pub file: &'a Path,
    /// The game folder.
    pub game: Option<&'a Game>,
}

impl Put<'_> {
    /// What is put: the bytes of the file, or what is made of them, and what is said of the entry.
    pub fn payload(&self, bytes: Vec<u8>, misfitting: Misfitting) -> Result<(Imported, NewFields)> {
        let as_it_is = |bytes| (Imported { bytes, ..Imported::default() }, self.fields);
        if misfitting == Misfitting::AsItIs {
            return Ok(as_it_is(bytes));
        }
        let put = Self { fields: self.with_type(&bytes), ..*self };
        let misfit = edit::misfit(put.archive, put.entry, put.fields, &bytes);
        match misfit {
            None => Ok(as_it_is(bytes)),
            Some(misfit) if misfitting == Misfitting::Refused => match misfit.was_broken {
                // Nobody minds another broken one.
                true => Ok(as_it_is(bytes)),
                false => Err(put.refusal(&misfit)),
            },
            Some(misfit) => {
                put.made(&misfit, &bytes).map_err(Error::about(ngi_vfs::shown(put.file)))
            }
        }
    }

    /// What is said of the entry; of a new one whose type nobody says, with what it can only be.
    fn with_type(&self, bytes: &[u8]) -> NewFields {
        let (name, spelt) = edit::split_type(self.entry);
        let said = self.fields.type_id.or(spelt);
        if said.is_some() || self.archive.child(self.entry).is_ok() {
            return self.fields;
        }
        let found = edit::type_by_content(self.archive, name, bytes);
        let type_id = found.or_else(|| self.type_to_make(name, bytes));
        NewFields { type_id, ..self.fields }
    }

    /// The only type of entries here that can be made of the file.
    fn type_to_make(&self, name: &str, bytes: &[u8]) -> Option<TypeId> {
        let suffix = suffix_of(self.file);
        let document = format::of_document_text(bytes).ok().filter(|_| suffix == "json");
        let can_be = |kind: &'static FileKind| match document {
            Some(document) => document.id() == kind.id,
            // A picture under its own name is no texture's name.
            None if suffix_of(name.as_ref()) == suffix && !kind.suffixes.contains(&&*suffix) => {
                false
            }
            None => table::importers(kind).iter().any(|from| from.suffix == suffix),
        };
        let kind_of = |type_id: &TypeId| {
            kinds::KINDS.iter().copied().find(|kind| kind.types.contains(type_id))
        };
        let here = edit::types_in(self.archive).into_iter();
        let mut able = here.filter(|type_id| kind_of(type_id).is_some_and(can_be));
        let first = able.next()?;
        able.next().is_none().then_some(first)
    }

    fn refusal(&self, Misfit { format, name, why, .. }: &Misfit) -> Error {
        let (file, one) = (ngi_vfs::shown(self.file), format.one());
        let suffix = suffix_of(self.file);
        let able = suffix == "json"
            || table::importers(format.kind).iter().any(|from| from.suffix == suffix);
        let how = match able {
            true => format!("--convert makes {one} of it (as `ngi import` does)"),
            false => {
                let from = table::importers(format.kind).iter().map(|from| from.suffix);
                let known: Vec<String> =
                    from.chain(["json"]).map(|suffix| format!(".{suffix}")).collect();
                format!("{one} can be made of {}, with --convert", known.join(", "))
            }
        };
        Error::Usage(format!(
            "{file}: {name} is for {one}, and this is none ({why}); {how}, --raw puts its \
             bytes there as they are"
        ))
    }

    /// What the entry is for, made of the file, with what is there already as its reference.
    fn made(&self, misfit: &Misfit, bytes: &[u8]) -> Result<(Imported, NewFields)> {
        let suffix = suffix_of(self.file);
        let old = self.archive.child(self.entry).ok();
        let old = old.as_ref().map(|old| Ok::<_, Error>((old.name(), old.bytes()?, old)));
        let old = old.transpose()?;
        let like = old.as_ref().map(|(name, bytes, node)| Subject {
            name,
            bytes,
            entry: entry_meta(node),
        });
        if suffix == "json" {
            let (Made { bytes, attributes }, computed) = set::read_document(bytes, like.as_ref())?;
            let fields = self.fields.or(attributes);
            return Ok((Imported { bytes, computed, ..Imported::default() }, fields));
        }
        let around = old.as_ref().map(|(_, _, node)| Surroundings::of(node, self.game));
        let name = self.file.file_name().unwrap_or_default().to_string_lossy();
        let nothing = |_: &str| -> Option<Bytes> { None };
        let source = Source { name: &name, suffix: &suffix, bytes, beside: &nothing };
        let options = ImportOptions { like, around: around.as_ref(), ..ImportOptions::default() };
        Ok((import(misfit.format.kind, &source, &options)?, self.fields))
    }
}
