//! What is put into an entry: the bytes of a file, or what the entry is for, made of it.

use std::path::Path;

use ngi_formats::tree::Made;
use ngi_verbs::check::entry_meta;
use ngi_verbs::edit::{self, Misfit, NewFields};
use ngi_verbs::format::Subject;
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
        let Some(misfit) = edit::misfit(self.archive, self.entry, self.fields, &bytes) else {
            return Ok(as_it_is(bytes));
        };
        if misfitting == Misfitting::Refused {
            return Err(self.refusal(&misfit));
        }
        let made = self.made(&misfit, &bytes);
        made.map_err(Error::about(ngi_vfs::shown(self.file)))
    }

    fn refusal(&self, Misfit { format, name, why }: &Misfit) -> Error {
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
