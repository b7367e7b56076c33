//! An exported folder back into the game: what somebody changed in it, and nothing else.
//!
//! The index says which file was made of what, and a number of each file tells whether it was
//! edited since. What was is made into the game's format again, on all cores and with the thing
//! that it was made of as reference; then each archive is written once.

mod changed;
mod places;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use changed::{Look, look};
use ngi_formats::kinds;
use ngi_formats::tree::Made;
use ngi_verbs::check::entry_meta;
use ngi_verbs::format::{self, Subject};
use ngi_verbs::replace::{Replacement, replace_all};
use ngi_verbs::set;
use ngi_verbs::surroundings::{Game, Surroundings};
use ngi_verbs::written::Written;
use ngi_vfs::save::Saved;
use ngi_vfs::{Bytes, Node};
use places::Places;
use rayon::prelude::*;

use super::content_hash;
use super::index::{INDEX, Index, JOURNAL, Thing, write_index};
use super::links::with_slashes;
use crate::importer::{ImportOptions, Imported, Source, import};
use crate::{Error, Progress, Result};

/// Which folder goes where, and how.
#[derive(Debug, Clone, Copy)]
pub struct FolderImport<'a> {
    /// A folder that [`export_tree`](super::export_tree) made.
    pub folder: &'a Path,
    /// The game folder or the archive that gets what was changed.
    pub target: &'a Node,
    /// How to import each thing; what is said there of references is taken from the target.
    pub options: ImportOptions<'a>,
    /// The game folder around the target.
    pub game: Option<&'a Game>,
    /// Whether to import what nobody edited, too: into a game that the folder was not made of.
    pub all: bool,
    /// Whether to keep the old files as backups.
    pub backup: bool,
    /// Whether to say only what would change.
    pub dry_run: bool,
}

/// What became of a folder.
#[derive(Debug, Clone, Default)]
pub struct ImportedFolder {
    /// Things that have other bytes now, by their paths in the target.
    pub changed: Vec<String>,
    /// Things whose files were edited, and which say just what the target has.
    pub same: Vec<String>,
    /// How many things nobody edited.
    pub unchanged: u64,
    /// What could not be imported, and why.
    pub failed: Vec<String>,
    /// Files of the index that are no longer in the folder. What they were made of stays.
    pub gone: Vec<String>,
    /// Files in the folder that the index does not know. They were left alone.
    pub new: Vec<String>,
    /// What was taken over as it is, and from where.
    pub carried: Vec<String>,
    /// What was worked out.
    pub computed: Vec<String>,
    /// What the game's formats cannot hold.
    pub lost: Vec<String>,
    /// What else somebody should know.
    pub told: Vec<String>,
    /// The files that were written.
    pub saved: Vec<Saved>,
}

impl ImportedFolder {
    /// The report that every command which writes gives.
    pub fn written(&self) -> Written {
        let about = |lines: &[String], what: &str| -> Vec<String> {
            lines.iter().map(|line| format!("{what}: {line}")).collect()
        };
        let told = [
            about(&self.changed, "changed"),
            about(&self.gone, "gone from the folder, kept in the game"),
            about(&self.new, "not in the index, left alone"),
            self.told.clone(),
        ];
        let lost = [about(&self.failed, "not imported"), self.lost.clone()];
        Written {
            files: self.saved.iter().map(Into::into).collect(),
            carried: self.carried.clone(),
            computed: self.computed.clone(),
            lost: lost.concat(),
            told: told.concat(),
        }
    }

    /// Adds what an import says of one thing.
    fn hear(&mut self, path: &str, report: Imported) {
        let Written { carried, computed, lost, told, .. } = report.into_written();
        let lists = [
            (&mut self.carried, carried),
            (&mut self.computed, computed),
            (&mut self.lost, lost),
            (&mut self.told, told),
        ];
        for (all, own) in lists {
            all.extend(own.into_iter().map(|line| format!("{path}: {line}")));
        }
    }
}

/// Imports what was changed in an exported folder. What cannot be imported is told, and the rest
/// goes on; nothing is written before everything is made.
pub fn import_tree(how: &FolderImport<'_>, progress: &dyn Progress) -> Result<ImportedFolder> {
    let mut index = Index::read(how.folder)?;
    let mut done = ImportedFolder { new: strangers(how.folder, &index)?, ..Default::default() };
    let wanted = wanted(how, &index, &mut done, progress)?;
    progress.start(wanted.len() as u64, "importing");
    let made: Vec<Result<One>> = wanted
        .par_iter()
        .map(|wanted| {
            let one = wanted.make(how);
            progress.advance(1);
            one
        })
        .collect();
    let mut replacements = Vec::new();
    let mut contents = Vec::new();
    for (wanted, made) in wanted.iter().zip(made) {
        let path = wanted.node.path();
        match made {
            Err(error) => done.failed.push(format!("{path}: {error}")),
            Ok(One { replacement, report, content }) => {
                if replacement.changes() {
                    done.hear(&path, report);
                    done.changed.push(path);
                    replacements.push(replacement);
                    contents.push((wanted.place, content));
                } else {
                    done.same.push(path);
                }
            }
        }
    }
    drop(wanted);
    if !how.dry_run && !replacements.is_empty() {
        let title = format!("import {}", ngi_vfs::shown(how.folder));
        done.saved = replace_all(replacements, how.backup, &title)?;
        remember(how.folder, &mut index, contents, &mut done);
    }
    Ok(done)
}

/// Things to be imported, and the nodes that they were made of.
fn wanted<'i>(
    how: &FolderImport<'_>,
    index: &'i Index,
    done: &mut ImportedFolder,
    progress: &dyn Progress,
) -> Result<Vec<Wanted<'i>>> {
    let root = how.folder.canonicalize().map_err(Error::io("open", how.folder))?;
    progress.start(index.things.len() as u64, "comparing");
    let looks: Vec<Look> = index
        .things
        .par_iter()
        .map(|thing| {
            let look = look(&root, thing);
            progress.advance(1);
            look
        })
        .collect();
    let mut places = Places::new(how.target, &index.head.of);
    let mut wanted = Vec::new();
    for (place, (thing, look)) in index.things.iter().zip(looks).enumerate() {
        done.gone.extend(look.gone);
        if let Some(why) = look.refused {
            done.failed.push(why);
            continue;
        }
        let Some(main) = look.main else { continue };
        if look.edited.is_empty() && !how.all {
            done.unchanged += 1;
            continue;
        }
        match places.find(thing) {
            Ok(node) => wanted.push(Wanted { place, thing, node, main, edited: look.edited }),
            Err(error) => done.failed.push(format!("{}: {error}", thing.source)),
        }
    }
    Ok(wanted)
}

/// A thing to be imported.
struct Wanted<'i> {
    /// Its place in the index.
    place: usize,
    thing: &'i Thing,
    /// What it was made of.
    node: Node,
    /// The file that it is in.
    main: std::path::PathBuf,
    /// Its files that somebody edited.
    edited: Vec<String>,
}

/// One thing made into the game's format again.
struct One {
    replacement: Replacement,
    report: Imported,
    /// A number of what it is now.
    content: String,
}

impl Wanted<'_> {
    fn make(&self, how: &FolderImport<'_>) -> Result<One> {
        let (old, name) = (self.node.bytes()?, self.node.name());
        let like = Subject { name: &name, bytes: &old, entry: entry_meta(&self.node) };
        let file = ngi_vfs::read_input(&self.main)?;
        let (mut report, attributes) = self.imported(how, like, &file)?;
        if self.is_strange(&content_hash(&like).text()) {
            let why = "it has changed in the game since it was exported; the file takes its place";
            report.told.push(why.into());
        }
        for file in &report.beside {
            let why = "belongs to it and was left out; import this file alone";
            report.lost.push(format!("{}: {why}", file.name));
        }
        let bytes = std::mem::take(&mut report.bytes);
        let attributes = attributes.filter(|_| like.entry.is_some());
        let entry = like.entry.map(|entry| format::EntryMeta {
            attributes: attributes.unwrap_or(entry.attributes),
            ..entry
        });
        let content = content_hash(&Subject { bytes: &bytes, entry, ..like }).text();
        let replacement = Replacement { node: self.node.clone(), bytes, attributes };
        Ok(One { replacement, report, content })
    }

    /// Whether the game has something that neither was exported nor came from here.
    fn is_strange(&self, now: &str) -> bool {
        let Thing { content, imported, .. } = self.thing;
        !content.is_empty() && now != content && imported.as_deref() != Some(now)
    }

    /// The bytes of the game's format, with what there is to say, and the attributes of the entry
    /// where the file has them.
    fn imported(
        &self,
        how: &FolderImport<'_>,
        like: Subject<'_>,
        file: &[u8],
    ) -> Result<(Imported, Option<[u32; 3]>)> {
        let Some(id) = self.thing.format.as_deref() else {
            return Ok((Imported { bytes: file.to_vec(), ..Imported::default() }, None));
        };
        let suffix = self.main.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        if suffix == "json" {
            let document = format::of_document_text(file)?;
            if document.id() != id {
                let other = document.id();
                return Err(Error::Usage(format!("a document of {other}, but it is {id}")));
            }
            let (Made { bytes, attributes }, computed) = set::read_document(file, Some(&like))?;
            return Ok((Imported { bytes, computed, ..Imported::default() }, attributes));
        }
        let unknown = || Error::Usage(format!("\"{id}\" is no known format"));
        let kind = kinds::of_id(id).ok_or_else(unknown)?;
        let around = Surroundings::of(&self.node, how.game);
        let name = self.main.file_name().unwrap_or_default().to_string_lossy();
        let beside = |name: &str| {
            let plain = Path::new(name).components().count() == 1 && !name.contains(['/', '\\']);
            let path = self.main.with_file_name(name);
            if plain { ngi_vfs::read_input(&path).ok().map(Bytes::from) } else { None }
        };
        let source = Source { name: &name, suffix: &suffix, bytes: file, beside: &beside };
        // The document beside a picture speaks for its header where somebody edited that.
        let document = kind == &kinds::TEXTURE && self.edited.iter().any(|n| n.ends_with(".json"));
        let like = (!document).then_some(like);
        let options = ImportOptions { like, around: Some(&around), ..how.options };
        Ok((import(kind, &source, &options)?, None))
    }
}

/// Files in the folder that the index does not know, in order.
fn strangers(folder: &Path, index: &Index) -> Result<Vec<String>> {
    let known = index.things.iter().flat_map(|thing| &thing.files);
    let mut known: BTreeSet<&str> = known.map(|file| file.path.as_str()).collect();
    known.extend([INDEX, JOURNAL]);
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).map_err(Error::io("list", &next))? {
            let entry = entry.map_err(Error::io("list", &next))?;
            let (path, kind) = (entry.path(), entry.file_type());
            // What begins with a dot belongs to editors and systems.
            if entry.file_name().as_encoded_bytes().starts_with(b".") {
                continue;
            }
            let below = with_slashes(path.strip_prefix(folder).unwrap_or(&path));
            match kind {
                // Links are not followed: they may lead anywhere, and in circles.
                Ok(kind) if kind.is_dir() => folders.push(path),
                _ if known.contains(below.as_str()) => {}
                _ => found.push(below),
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Notes what the game has now, so that the next import does not take it for somebody else's
/// change. Which files were edited since the export stays as it is: there may be other copies of
/// the game to import them into.
fn remember(
    folder: &Path,
    index: &mut Index,
    contents: Vec<(usize, String)>,
    done: &mut ImportedFolder,
) {
    for (place, content) in contents {
        if let Some(thing) = index.things.get_mut(place) {
            thing.imported = Some(content);
        }
    }
    let things = std::mem::take(&mut index.things);
    if let Err(error) = write_index(folder, index.head.clone(), things) {
        done.told.push(format!("{INDEX} does not know of this import: {error}"));
    }
}
