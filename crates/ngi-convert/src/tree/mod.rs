//! Everything below a folder or an archive exported at once, and what was changed in it imported
//! again.

mod folder;
mod hash;
mod import;
mod index;
mod links;
mod plan;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use folder::{TreeFolder, base_of, unfinished};
pub(crate) use hash::Hash;
pub use import::{FolderImport, ImportedFolder, import_tree};
use index::{Asked, Earlier, Head, Journal, Source, Thing, Written, write_index};
pub use links::PictureLinks;
use links::{SharedPictures, with_slashes};
use ngi_engine::resolve::{LevelNames, names};
use ngi_verbs::check::entry_meta;
use ngi_verbs::find;
use ngi_verbs::format::{self, Form, Format, Subject};
use ngi_verbs::placement::Placement;
use ngi_verbs::surroundings::{Game, LIGHTMAPS, MATERIALS, PALETTES, Surroundings, TEXTURES};
use ngi_verbs::written::{Written as Report, WrittenFile};
use ngi_vfs::{Bytes, Node};
use plan::{Planned, plan};
use rayon::prelude::*;

use crate::exporter::{DependsOn, Destination, ExportOptions, Exported, Mip, OutFile, export};
use crate::table::{self, EXPORTS};
use crate::{Error, Progress, Result};

/// How to export everything.
#[derive(Debug, Clone, Default)]
pub struct TreeOptions {
    /// How to export each thing.
    pub each: ExportOptions,
    /// Only what can be exported to this kind of file. Else each thing becomes what is usual for
    /// its format, or JSON, and what nobody knows keeps its bytes.
    pub suffix: Option<String>,
    /// Only things of these kinds: formats (`texm`) or types of entries (`MAT0`, `3`), case
    /// ignored. All if empty.
    pub only: Vec<String>,
    /// Only these nodes and what is below them, by their paths. All if `None`.
    pub below: Option<Vec<String>>,
    /// Whether files in the way may be replaced; everything is then exported anew.
    pub force: bool,
    /// The game folder.
    pub game: Option<Game>,
}

/// What was exported.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tree {
    /// How many files and entries were exported.
    pub things: u64,
    /// How many were there already, from an earlier run.
    pub skipped: u64,
    /// How many files were written, the index not counted.
    pub files: u64,
    /// What became something else than usual, and why.
    pub notes: Vec<String>,
    /// What could not be exported.
    pub problems: Vec<String>,
    /// What should have gone along with something, and did not.
    pub lost: Vec<String>,
    /// Files of an earlier run that would be others now, or somebody else's. They were left as they
    /// are.
    pub in_the_way: Vec<PathBuf>,
}

impl Tree {
    /// The report of it: the folder, in whose `index.json` the files are listed.
    pub fn written(&self, folder: &Path) -> Report {
        let in_the_way = self.in_the_way.iter().map(|path| {
            let path = ngi_vfs::shown(path);
            format!("{path}: would be another now; --force exports everything anew")
        });
        Report {
            files: vec![WrittenFile::new(folder)],
            lost: self.problems.iter().chain(&self.lost).cloned().chain(in_the_way).collect(),
            told: self.notes.clone(),
            ..Report::default()
        }
    }
}

/// Exports everything below `node`, or the thing itself, into `folder`. Things are done side by
/// side on all cores, each of them holding one at a time; the same input gives the same files.
///
/// A new folder appears only when it is complete. Until then it is `<folder>.part`, and a run that
/// was stopped ([`Progress::cancelled`], a crash) goes on from there. A folder that holds an earlier export is completed: what is
/// there and has not changed stays as it is. How it knows is in `index.json`.
pub fn export_tree(
    node: &Node,
    folder: &Path,
    options: &TreeOptions,
    progress: &dyn Progress,
) -> Result<Tree> {
    let mut tree = Tree::default();
    refuse_unknown(options.suffix.as_deref())?;
    let outputs = [folder.to_owned(), unfinished(folder)];
    let outputs: Vec<PathBuf> =
        outputs.iter().filter_map(|folder| folder.canonicalize().ok()).collect();
    let mut planned = plan(node, &outputs, options.force, &mut tree.notes, &mut tree.problems)?;
    if let Some(below) = &options.below {
        // Of all, so that files have the names that an export of everything gives them.
        let chosen: HashSet<&str> = below.iter().map(String::as_str).collect();
        planned.retain(|thing| is_below(&thing.node.path(), &chosen));
    }
    let asked = Asked::of(options.suffix.as_deref(), &options.each);
    let head = Head::new(base_of(node, options.game.as_ref()), asked);
    let place = TreeFolder::open(folder, &head, options.force)?;
    let journal = place.begin(&head)?;
    let shared = Arc::new(shared_pictures(&planned, options));
    let run = Run {
        root: &place.path,
        base: node.path().len() + 1,
        options,
        shared: &shared,
        placement: place.placement(options.force),
        journal,
        earlier: &place.earlier,
        libraries: OnceLock::new(),
    };
    let mut things = run.all(planned, progress, &mut tree)?;
    let wanted = shared.take_wanted().into_iter().map(|(path, node)| Planned {
        node,
        stem: path.strip_suffix(".png").unwrap_or(&path).into(),
    });
    things.extend(run.pictures(wanted.collect(), progress, &mut tree)?);
    write_index(&place.path, head, things)?;
    run.journal.remove()?;
    place.finish(folder)?;
    Ok(tree)
}

/// Whether a path is one of these, or below one.
fn is_below(path: &str, chosen: &HashSet<&str>) -> bool {
    let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
    ends.filter_map(|end| path.get(..end)).any(|start| chosen.contains(start))
}

/// A kind of file that nothing becomes is a slip of the pen.
fn refuse_unknown(suffix: Option<&str>) -> Result<()> {
    let Some(suffix) = suffix.filter(|suffix| *suffix != "json") else { return Ok(()) };
    let mut known = EXPORTS.iter().flat_map(|known| known.exporters);
    if known.any(|to| to.suffix == suffix) {
        return Ok(());
    }
    Err(Error::Usage(format!("nothing can be exported to .{suffix}")))
}

/// Textures and lightmaps that become pictures of the tree anyway.
fn shared_pictures(planned: &[Planned], options: &TreeOptions) -> SharedPictures {
    let mut shared = SharedPictures::default();
    if options.suffix.as_ref().is_some_and(|suffix| suffix != "png") {
        return shared;
    }
    for thing in planned {
        let (Some(entry), Some(parent)) = (thing.node.entry(), thing.node.parent()) else {
            continue;
        };
        let library = parent.name();
        let known = [TEXTURES, LIGHTMAPS].iter().any(|name| library.eq_ignore_ascii_case(name));
        if !known || options.each.mip != Mip::Usual {
            continue;
        }
        let (Ok(bytes), name) = (thing.node.bytes(), thing.node.name()) else { continue };
        let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(&thing.node) };
        let format = format::recognise(&subject);
        if !is_wanted(&subject, format, options) {
            continue;
        }
        if format.and_then(|format| suffix_of(format, options)) == Some("png") {
            let mut path = thing.stem.clone().into_os_string();
            path.push(".png");
            shared.add(&library, entry.index, Path::new(&path));
        }
    }
    shared
}

/// Whether a thing is of a kind that was asked for.
fn is_wanted(subject: &Subject<'_>, format: Option<&Format>, options: &TreeOptions) -> bool {
    let same = |only: &String| find::is_kind(subject, format, only);
    options.only.is_empty() || options.only.iter().any(same)
}

/// What a format is exported to; `None` where that was not asked for.
fn suffix_of<'a>(format: &Format, options: &'a TreeOptions) -> Option<&'a str> {
    match &options.suffix {
        Some(suffix) => {
            (suffix == "json" || table::can_become(format.kind, suffix)).then_some(suffix)
        }
        None => Some(table::usual(format.kind)),
    }
}

/// What a thing of a known format is exported to. A thing is recognised once: of a model that means
/// to read its directory.
#[derive(Clone, Copy)]
struct Target<'s> {
    format: &'static Format,
    suffix: &'s str,
}

/// What the files of a thing are made of besides itself.
fn depends_on(target: Option<Target<'_>>) -> DependsOn {
    let exporter = target.and_then(|Target { format, suffix }| {
        table::exporters(format.kind).iter().find(|known| known.suffix == suffix)
    });
    exporter.map_or(DependsOn::Nothing, |exporter| exporter.depends_on)
}

/// What became of one thing: nothing that was asked for, files, or why there are none.
enum Done {
    Nothing,
    Kept(Thing),
    Made(Thing),
    Failed(String),
    InTheWay(PathBuf),
}

struct Run<'a> {
    root: &'a Path,
    /// Where the path of a thing begins, below what is exported.
    base: usize,
    options: &'a TreeOptions,
    shared: &'a Arc<SharedPictures>,
    placement: Placement,
    journal: Journal,
    earlier: &'a Earlier,
    /// A number of the game's libraries that looks depend on.
    libraries: OnceLock<u64>,
}

impl Run<'_> {
    fn all(
        &self,
        planned: Vec<Planned>,
        progress: &dyn Progress,
        tree: &mut Tree,
    ) -> Result<Vec<Thing>> {
        self.each(planned, progress, tree, |thing| self.one(thing))
    }

    /// Pictures that exported things share, and that are not exported themselves.
    fn pictures(
        &self,
        planned: Vec<Planned>,
        progress: &dyn Progress,
        tree: &mut Tree,
    ) -> Result<Vec<Thing>> {
        self.each(planned, progress, tree, |thing| {
            let (bytes, name) = (thing.node.bytes()?, thing.node.name());
            let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(&thing.node) };
            let target = format::recognise(&subject).map(|format| Target { format, suffix: "png" });
            self.export(thing, &subject, target, of_game(&thing.node))
        })
    }

    fn each(
        &self,
        planned: Vec<Planned>,
        progress: &dyn Progress,
        tree: &mut Tree,
        one: impl Fn(&Planned) -> Result<Done> + Sync,
    ) -> Result<Vec<Thing>> {
        progress.start(planned.len() as u64, "exporting");
        let done: Vec<Done> = planned
            .into_par_iter()
            .map(|thing| {
                if progress.cancelled() {
                    return Err(Error::Cancelled);
                }
                let done = match one(&thing) {
                    // The disk, not the thing: everything else would fail too.
                    Err(error @ Error::Io { .. }) => return Err(error),
                    Err(Error::Vfs(ngi_vfs::Error::Exists { path })) => Done::InTheWay(path),
                    Err(error) => Done::Failed(told(&thing.node, &error)),
                    Ok(done) => done,
                };
                progress.advance(1);
                Ok(done)
            })
            .collect::<Result<_>>()?;
        let mut things = Vec::new();
        for done in done {
            match done {
                Done::Nothing => {}
                Done::Failed(problem) => tree.problems.push(problem),
                Done::InTheWay(path) => tree.in_the_way.push(path),
                Done::Kept(thing) => {
                    tree.skipped += 1;
                    tree.problems.extend(broken_in(&thing));
                    tree.lost.extend(lost_of(&thing));
                    things.push(thing);
                }
                Done::Made(thing) => {
                    tree.problems.extend(broken_in(&thing));
                    tree.lost.extend(lost_of(&thing));
                    tree.things += 1;
                    tree.files += thing.files.len() as u64;
                    let note = thing.note.as_ref();
                    tree.notes.extend(note.map(|note| format!("{}: {note}", thing.source)));
                    things.push(thing);
                }
            }
        }
        Ok(things)
    }

    fn one(&self, thing: &Planned) -> Result<Done> {
        let (bytes, name) = (thing.node.bytes()?, thing.node.name());
        let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(&thing.node) };
        let format = format::recognise(&subject);
        if !is_wanted(&subject, format, self.options) {
            return Ok(Done::Nothing);
        }
        let path = thing.node.path();
        let source = path.get(self.base..).filter(|below| !below.is_empty());
        let source = Source { path: source.unwrap_or(&name).to_owned(), of_game: false };
        match format {
            None if self.options.suffix.is_some() => Ok(Done::Nothing),
            None => self.export(thing, &subject, None, source),
            Some(format) => match suffix_of(format, self.options) {
                Some(suffix) => {
                    self.export(thing, &subject, Some(Target { format, suffix }), source)
                }
                None => Ok(Done::Nothing),
            },
        }
    }

    /// Exports a thing, unless an earlier run has.
    fn export(
        &self,
        thing: &Planned,
        subject: &Subject<'_>,
        target: Option<Target<'_>>,
        source: Source,
    ) -> Result<Done> {
        let around = Surroundings::of(&thing.node, self.options.game.as_ref());
        let content = content_hash(subject);
        let hash = self.hash(content, subject, &around, target).text();
        if let Some(known) = self.earlier.unchanged(self.root, &source, &hash) {
            self.link_again(subject, &around, target, thing);
            return Ok(Done::Kept(known.clone()));
        }
        let (exported, note) = self.files(thing, subject, &around, target)?;
        let below = thing.stem.parent().unwrap_or(Path::new(""));
        let folder = self.root.join(below);
        fs::create_dir_all(&folder).map_err(Error::io("create", &folder))?;
        let files = exported.files.iter().map(|OutFile { name, bytes }| Written {
            path: with_slashes(&below.join(name)),
            size: bytes.len() as u64,
            hash: Some(Hash::of(bytes).text()),
        });
        let format = target.map(|target| target.format.id().to_owned());
        let files = files.collect();
        let Exported { files: exported, lost, told, broken: left_out } = exported;
        let (content, Source { path: source, of_game }) = (content.text(), source);
        let made = Thing {
            source,
            of_game,
            format,
            content,
            imported: None,
            hash,
            files,
            lost,
            told,
            left_out,
            note,
        };
        let mut written = Vec::new();
        let noted = self
            .write_files(&folder, &exported, &mut written)
            .and_then(|()| self.journal.add(&made));
        if let Err(error) = noted {
            self.take_back(&written);
            return Err(error);
        }
        Ok(Done::Made(made))
    }

    /// Writes the files of one thing; `written` are those that are there.
    fn write_files(
        &self,
        folder: &Path,
        files: &[OutFile],
        written: &mut Vec<PathBuf>,
    ) -> Result<()> {
        for OutFile { name, bytes } in files {
            let path = folder.join(name);
            self.placement.write_file(&path, bytes)?;
            written.push(path);
        }
        Ok(())
    }

    /// Removes new files that no journal speaks of: they would be in the way of the next run.
    fn take_back(&self, written: &[PathBuf]) {
        if self.placement == (Placement::InUse { replace: false }) {
            for path in written {
                let _ = fs::remove_file(path);
            }
        }
    }

    /// Pictures that a file of an earlier run shares are still wanted.
    fn link_again(
        &self,
        subject: &Subject<'_>,
        around: &Surroundings,
        target: Option<Target<'_>>,
        thing: &Planned,
    ) {
        if depends_on(target) == DependsOn::Looks {
            // Its looks name them; the geometry need not be made again for that.
            let folder = thing.stem.parent().unwrap_or(Path::new(""));
            let links = PictureLinks::new(self.shared, folder);
            crate::gltf::link_pictures(subject, around, &links);
        }
    }

    /// A number of everything that the files of a thing depend on.
    fn hash(
        &self,
        content: Hash,
        subject: &Subject<'_>,
        around: &Surroundings,
        target: Option<Target<'_>>,
    ) -> Hash {
        let hash = content.add(target.map_or("", |target| target.suffix).as_bytes());
        match depends_on(target) {
            DependsOn::Nothing => hash,
            DependsOn::Palettes => hash.add(&self.libraries().to_le_bytes()),
            DependsOn::Looks => {
                let [first, second] = LevelNames::of_landscape(subject.name).wears;
                let wears = [names::wear_of(subject.name), first, second];
                let hash = wears.iter().fold(hash, |hash, wear| {
                    let found = around.sibling(wear).map_or_else(Bytes::new, |found| found.bytes);
                    hash.add(&found)
                });
                hash.add(&self.libraries().to_le_bytes())
            }
        }
    }

    fn libraries(&self) -> u64 {
        *self.libraries.get_or_init(|| {
            let names = [MATERIALS, TEXTURES, LIGHTMAPS, PALETTES];
            let game = self.options.game.as_ref();
            let bytes = |name: &str| game?.file(name)?.bytes().ok();
            let add = |hash: Hash, name: &&str| hash.add(&bytes(name).unwrap_or_default());
            names.iter().fold(Hash::new(), add).number()
        })
    }

    /// The files that one thing becomes, and what is to be said about them.
    fn files(
        &self,
        thing: &Planned,
        subject: &Subject<'_>,
        around: &Surroundings,
        target: Option<Target<'_>>,
    ) -> Result<(Exported, Option<String>)> {
        let stem = thing.stem.file_name().unwrap_or_default().to_string_lossy();
        let Some(Target { format, suffix }) = target else {
            let raw = OutFile { name: stem.into_owned(), bytes: subject.bytes.to_vec() };
            return Ok((Exported { files: vec![raw], ..Exported::default() }, None));
        };
        if suffix == "json" {
            return Ok((document(format, subject, &stem)?, None));
        }
        let folder = thing.stem.parent().unwrap_or(Path::new(""));
        let links = PictureLinks::new(self.shared, folder);
        let each = ExportOptions { pictures: Some(links), ..self.options.each.clone() };
        let to = Destination { stem: &stem, suffix };
        match export(format.kind, subject, around, &to, &each) {
            Ok(exported) => Ok((exported, None)),
            // What cannot become what is usual still has a document.
            Err(error) if self.options.suffix.is_none() => {
                let note = format!("as .json, because .{suffix} cannot be made: {error}");
                Ok((document(format, subject, &stem)?, Some(note)))
            }
            Err(error) => Err(error),
        }
    }
}

/// What is broken in an exported thing: it is there in part only.
fn broken_in(thing: &Thing) -> impl Iterator<Item = String> {
    thing.left_out.iter().map(|what| format!("{}: left out: {what}", thing.source))
}

/// What of an exported thing should have gone along and did not.
fn lost_of(thing: &Thing) -> impl Iterator<Item = String> {
    thing.lost.iter().map(|what| format!("{}: {what}", thing.source))
}

/// A thing of the game's libraries; nodes of the game have paths below its folder.
fn of_game(node: &Node) -> Source {
    Source { path: node.path(), of_game: true }
}

/// A number of a thing's own bytes and attributes.
fn content_hash(subject: &Subject<'_>) -> Hash {
    let attributes = subject.entry.unwrap_or_default().attributes.map(u32::to_le_bytes);
    Hash::of(subject.bytes).add(attributes.as_flattened())
}

/// What went wrong and where; some errors say where themselves.
fn told(node: &Node, error: &Error) -> String {
    match error {
        Error::Vfs(error) => error.to_string(),
        other => format!("{}: {other}", node.path()),
    }
}

/// The document of a subject as a file.
fn document(format: &Format, subject: &Subject<'_>, stem: &str) -> Result<Exported> {
    let mut bytes = Vec::new();
    format.document.write_json(subject, Form::Full, &mut bytes)?;
    Ok(Exported::file(&Destination { stem, suffix: "json" }, bytes))
}
