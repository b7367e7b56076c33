//! Mods in a game folder: installed, ordered, taken out again.
//!
//! A game with mods is a function of its original files and of the ordered set of mods. Whatever
//! is asked, the set changes, every file that the old or the new set touches is worked out from its
//! original, and all that differ are replaced in one transaction, together with the list of what is
//! installed. Without any mod the files are the originals again, and nothing is kept.

mod state;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use ngi_verbs::{Error, Result};
use ngi_vfs::save::{Save, Saved};
use ngi_vfs::transaction::Transaction;
use ngi_vfs::{Bytes, Vfs, is_game_folder};
use rayon::prelude::*;

pub use self::state::Installed;
use self::state::{State, Store, Touched};
use crate::content::Content;
use crate::hash::Digest;
use crate::manifest::Manifest;
use crate::merge::{Conflict, Layer, Merged, Misfit, Source, merge};
use crate::needs::{check_order, in_order};
use crate::package::Mod;

/// What became of a game.
#[derive(Debug, Default)]
pub struct Done {
    /// The files of the game that were written or removed.
    pub saved: Vec<Saved>,
    /// What mods do not agree about, and whose change is there.
    pub conflicts: Vec<Conflict>,
    /// What does not fit the game and was changed all the same.
    pub misfits: Vec<Misfit>,
    /// What else somebody should know.
    pub told: Vec<String>,
    /// The mods that are installed now, the first one at the bottom.
    pub mods: Vec<Installed>,
}

/// What a file of a game is now, where mods have to do with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileState {
    /// What the mods make of it.
    AsInstalled,
    /// Somebody changed it since.
    Changed,
    /// It is not there.
    Missing,
}

/// How the mods of a game are.
#[derive(Debug)]
pub struct Status {
    /// The mods, the first one at the bottom.
    pub mods: Vec<Installed>,
    /// The files that are not the game's own.
    pub files: Vec<(String, FileState)>,
    /// What mods do not agree about.
    pub conflicts: Vec<Conflict>,
}

/// A mod of the set, and the zip it is kept as.
struct Member {
    package: Mod,
    installed: Installed,
    /// The zip, if it is not kept yet.
    new: Option<Vec<u8>>,
}

/// The mods that are installed in a game, the first one at the bottom.
pub fn list(game: &Path) -> Result<Vec<Installed>> {
    Ok(State::read(&store_of(game)?)?.mods)
}

/// A mod that is installed, as it is kept.
pub fn package(game: &Path, installed: &Installed) -> Result<Mod> {
    store_of(game)?.open(installed)
}

/// Installs mods above those that are there. One of the same name is replaced where it is. Those
/// that are `preferred`, new or not, win from then on.
pub fn install(game: &Path, packages: Vec<Mod>, preferred: &[String]) -> Result<Done> {
    let names: Vec<&str> = packages.iter().map(|package| package.manifest.name.as_str()).collect();
    let title = format!("mod install {}", names.join(" "));
    change(game, &title, |store, members, told| {
        for package in packages {
            if let Some(line) = other_edition(store, &package.manifest)? {
                told.push(line);
            }
            let bytes = package.to_zip()?;
            let Manifest { name, version, .. } = package.manifest.clone();
            let sha256 = Digest::of(&bytes);
            let installed = Installed { name, version, sha256, preferred: false };
            let member = Member { package, installed, new: Some(bytes) };
            match position(members, &member.installed.name).and_then(|at| members.get_mut(at)) {
                Some(there) => {
                    let (name, old) = (&there.installed.name, &there.installed.version);
                    told.push(format!("{name} {old} is replaced by {}", member.installed.version));
                    let preferred = there.installed.preferred;
                    *there = member;
                    there.installed.preferred = preferred;
                }
                None => members.push(member),
            }
        }
        for name in preferred {
            let at = position(members, name).ok_or_else(|| not_installed(name))?;
            members.get_mut(at).into_iter().for_each(|there| there.installed.preferred = true);
        }
        sort_by_needs(members)
    })
}

/// Takes mods out again.
pub fn remove(game: &Path, names: &[String]) -> Result<Done> {
    change(game, &format!("mod remove {}", names.join(" ")), |_, members, _| {
        for name in names {
            let at = position(members, name).ok_or_else(|| not_installed(name))?;
            members.remove(at);
        }
        let manifests: Vec<&Manifest> = manifests(members);
        check_order(&manifests)
    })
}

/// Puts mods in another order: those that are named go to the top, the last one uppermost. Those
/// that are `preferred` win from then on, and no others do if there are some.
pub fn order(game: &Path, names: &[String], preferred: &[String]) -> Result<Done> {
    change(game, &format!("mod order {}", names.join(" ")), |_, members, _| {
        for name in names {
            let at = position(members, name).ok_or_else(|| not_installed(name))?;
            let member = members.remove(at);
            members.push(member);
        }
        for name in preferred {
            position(members, name).ok_or_else(|| not_installed(name))?;
        }
        if !preferred.is_empty() {
            let is_preferred =
                |name: &str| preferred.iter().any(|each| each.eq_ignore_ascii_case(name));
            members.iter_mut().for_each(|each| {
                each.installed.preferred = is_preferred(&each.installed.name);
            });
        }
        check_order(&manifests(members))
    })
}

/// How the mods of a game are; nothing is changed.
pub fn status(game: &Path) -> Result<Status> {
    let store = store_of(game)?;
    let state = State::read(&store)?;
    let mut files = Vec::new();
    for touched in &state.files {
        files.push((touched.path.clone(), state_of(&store, touched)?));
    }
    let members = members_of(&store, &state)?;
    let originals = Originals { vfs: Vfs::open(game)?, store: &store, state: &state };
    let conflicts = merge(&originals, &layers(&members))?.conflicts;
    Ok(Status { mods: state.mods, files, conflicts })
}

/// The fingerprint of a game without its mods.
pub fn fingerprint_of(game: &Path) -> Result<Digest> {
    let store = Store::of(game);
    let state = State::read(&store)?;
    let mut sizes = HashMap::new();
    for Touched { path, original, .. } in &state.files {
        let size = original.and_then(|digest| fs::metadata(store.original(digest)).ok());
        sizes.insert(path.to_lowercase(), size.map(|found| found.len()));
    }
    crate::fingerprint(&Vfs::open(game)?.root(), &sizes)
}

fn store_of(game: &Path) -> Result<Store> {
    match is_game_folder(game) {
        true => Ok(Store::of(game)),
        false => {
            let why = "is no game folder: neither Material.lib nor Textures.lib is in it";
            Err(Error::Usage(format!("{}: {why}", ngi_vfs::shown(game))))
        }
    }
}

fn other_edition(store: &Store, manifest: &Manifest) -> Result<Option<String>> {
    let Some(made_of) = manifest.game else { return Ok(None) };
    let differs = fingerprint_of(store.game())? != made_of;
    let why = "was made of another edition of the game; what it changes is there";
    Ok(differs.then(|| format!("{} {why}", manifest.name)))
}

fn not_installed(name: &str) -> Error {
    Error::Usage(format!("{name}: no mod of that name is installed"))
}

fn position(members: &[Member], name: &str) -> Option<usize> {
    members.iter().position(|member| member.package.manifest.is(name))
}

fn manifests(members: &[Member]) -> Vec<&Manifest> {
    members.iter().map(|member| &member.package.manifest).collect()
}

fn layers(members: &[Member]) -> Vec<Layer<'_>> {
    let layer = |member: &'_ Member| member.installed.preferred;
    members
        .iter()
        .map(|member| Layer { package: &member.package, preferred: layer(member) })
        .collect()
}

fn sort_by_needs(members: &mut Vec<Member>) -> Result<()> {
    let order = in_order(&manifests(members))?;
    let mut places: Vec<Option<Member>> = members.drain(..).map(Some).collect();
    let sorted = order.into_iter().filter_map(|at| places.get_mut(at)?.take());
    members.extend(sorted);
    Ok(())
}

fn members_of(store: &Store, state: &State) -> Result<Vec<Member>> {
    let member = |installed: &Installed| {
        let package = store.open(installed)?;
        Ok(Member { package, installed: installed.clone(), new: None })
    };
    state.mods.iter().map(member).collect()
}

/// Bytes of a plain file; `None` where there is none.
fn digest_of(path: &Path) -> Result<Option<Digest>> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::io("look at", path)(error)),
        Ok(_) => Ok(Some(Digest::of(&ngi_vfs::locate(path)?.bytes()?))),
    }
}

fn state_of(store: &Store, touched: &Touched) -> Result<FileState> {
    let now = digest_of(&store.game().join(&touched.path))?;
    Ok(match now {
        now if now == touched.now => FileState::AsInstalled,
        None => FileState::Missing,
        Some(_) => FileState::Changed,
    })
}

/// The files of a game as they are without mods.
struct Originals<'s> {
    vfs: Vfs,
    store: &'s Store,
    state: &'s State,
}

impl Source for Originals<'_> {
    fn file(&self, path: &str) -> Result<Option<(String, Bytes)>> {
        let Some(touched) = self.state.touched(path) else { return self.vfs.file(path) };
        let Some(digest) = touched.original else { return Ok(None) };
        let kept = self.store.original(digest);
        let gone = || {
            let why = "the original that is needed is gone or was changed; nothing was touched";
            Error::Usage(format!("{}: {why}", ngi_vfs::shown(&kept)))
        };
        let bytes = ngi_vfs::locate(&kept).and_then(|node| node.bytes()).map_err(|_| gone())?;
        if Digest::of(&bytes) != digest {
            return Err(gone());
        }
        Ok(Some((touched.path.clone(), bytes)))
    }

    fn spelt(&self, path: &str) -> String {
        self.vfs.spelt(path)
    }
}

/// Changes the set of mods, and makes the game what the new set says.
fn change(
    game: &Path,
    title: &str,
    edit: impl FnOnce(&Store, &mut Vec<Member>, &mut Vec<String>) -> Result<()>,
) -> Result<Done> {
    let store = store_of(game)?;
    // From here on no other program changes anything; what was interrupted is settled.
    let transaction = Transaction::begin(game, title)?;
    let state = State::read(&store)?;
    refuse_changed(&store, &state)?;
    let mut members = members_of(&store, &state)?;
    let mut told = Vec::new();
    edit(&store, &mut members, &mut told)?;
    let originals = Originals { vfs: Vfs::open(game)?, store: &store, state: &state };
    let merged = merge(&originals, &layers(&members))?;
    merged.fits()?;
    let mut change = Changing {
        transaction,
        store: &store,
        state: &state,
        new: State::default(),
        staged: BTreeSet::new(),
    };
    change.new.mods = members.iter().map(|member| member.installed.clone()).collect();
    change.files(&originals, &merged)?;
    change.keep(&members)?;
    let (saved, gone) = change.commit()?;
    gone.iter().rev().for_each(|folder| {
        let _ = fs::remove_dir(game.join(folder));
    });
    let Merged { conflicts, misfits, .. } = merged;
    let mods = members.into_iter().map(|member| member.installed).collect();
    Ok(Done { saved, conflicts, misfits, told, mods })
}

/// What somebody changed by hand is never overwritten.
fn refuse_changed(store: &Store, state: &State) -> Result<()> {
    let states: Result<Vec<FileState>> =
        state.files.par_iter().map(|touched| state_of(store, touched)).collect();
    let of_files = state.files.iter().zip(states?);
    let changed = of_files.filter(|(_, state)| *state == FileState::Changed);
    let changed: Vec<&str> = changed.map(|(touched, _)| touched.path.as_str()).collect();
    if changed.is_empty() {
        return Ok(());
    }
    let why = "changed by hand since mods were installed, and nobody else has these bytes; move \
               them away, or take the change back, and try again";
    Err(Error::Usage(format!("{}: {why}", changed.join(", "))))
}

/// A file that the old or the new set touches.
struct Work {
    path: String,
    original: Option<Bytes>,
    wanted: Option<Content>,
    /// Whether a mod changes it.
    differs: bool,
    /// Whether no mod changed it before: there is nothing to compare before it is written.
    is_new: bool,
}

/// What the bytes of a file are known by, where a mod changes it.
#[derive(Default)]
struct Sums {
    /// Of a file that no mod changed before: what it was.
    original: Option<Digest>,
    /// What it is going to be.
    wanted: Option<Digest>,
}

impl Work {
    fn sums(&self) -> Sums {
        if !self.differs {
            return Sums::default();
        }
        let original = self.original.as_ref().filter(|_| self.is_new);
        let original = || original.map(|bytes| Digest::of(bytes));
        let wanted = || self.wanted.as_ref().map(Content::digest);
        let (original, wanted) = rayon::join(original, wanted);
        Sums { original, wanted }
    }

    /// The sums of all, in their order. The largest are begun first: what is left at the end, when
    /// others have nothing to do any more, is small.
    fn all_sums(works: &[Self]) -> Vec<Sums> {
        let mut order: Vec<usize> = (0..works.len()).collect();
        let size = |work: &Self| work.wanted.as_ref().map_or(0, Content::len);
        order.sort_by_key(|at| Reverse(works.get(*at).map_or(0, size)));
        let sums = order.into_par_iter().map(|at| (at, works.get(at).map(Self::sums)));
        let mut sums: Vec<(usize, Option<Sums>)> = sums.collect();
        sums.sort_unstable_by_key(|(at, _)| *at);
        sums.into_iter().map(|(_, sums)| sums.unwrap_or_default()).collect()
    }
}

/// A change of the set, while it is being staged.
struct Changing<'s> {
    transaction: Transaction,
    store: &'s Store,
    /// What was.
    state: &'s State,
    /// What is going to be.
    new: State,
    /// Originals that are kept from now on.
    staged: BTreeSet<Digest>,
}

impl Changing<'_> {
    /// Stages every file that the old or the new set touches.
    fn files(&mut self, originals: &Originals<'_>, merged: &Merged) -> Result<()> {
        let works = self.works(originals, merged)?;
        let fresh = works.iter().filter(|work| work.is_new && work.differs);
        let write = || fresh.clone().try_for_each(|work| self.write(work));
        // To sum archives up takes longer than to write them.
        let (written, sums) = rayon::join(write, || Work::all_sums(&works));
        written?;
        works.iter().zip(sums).try_for_each(|(work, sums)| self.file(work, &sums))
    }

    /// What there is to do, in the order of paths.
    fn works(&self, originals: &Originals<'_>, merged: &Merged) -> Result<Vec<Work>> {
        let mut wanted: BTreeMap<String, (&String, Option<&Content>)> = BTreeMap::new();
        for (path, content) in &merged.files {
            wanted.insert(path.to_lowercase(), (path, content.as_ref()));
        }
        let mut all: BTreeSet<String> = wanted.keys().cloned().collect();
        all.extend(self.state.files.iter().map(|file| file.path.to_lowercase()));
        let work = |folded: String| {
            let original = originals.file(&folded)?.map(|(_, bytes)| bytes);
            let (told, touched) = (wanted.get(&folded), self.state.touched(&folded));
            let spelt = told.map(|(path, _)| path.as_str());
            let spelt = spelt.or(touched.map(|file| file.path.as_str()));
            let path = spelt.unwrap_or(&folded).to_owned();
            let wanted = match told {
                Some((_, content)) => content.cloned(),
                None => original.clone().map(Content::from),
            };
            let differs = match (&original, &wanted) {
                (Some(original), Some(wanted)) => *wanted != *original,
                (original, wanted) => original.is_some() != wanted.is_some(),
            };
            Ok(Work { path, original, wanted, differs, is_new: touched.is_none() })
        };
        all.into_par_iter().map(work).collect()
    }

    fn file(&mut self, work: &Work, sums: &Sums) -> Result<()> {
        let Work { path, original, .. } = work;
        let touched = self.state.touched(path);
        let place = self.store.game().join(path);
        let there = fs::symlink_metadata(&place).is_ok();
        if !work.differs {
            // Without mods it is what it was.
            let Some(touched) = touched else { return Ok(()) };
            match touched.original {
                Some(digest) if touched.now != Some(digest) || !there => {
                    self.folder_of(path)?;
                    self.put_back(digest, &place, original.as_ref())?;
                }
                None if there => self.transaction.stage_removal(Save::new(&place))?,
                _ => {}
            }
            return Ok(());
        }
        if let Some(digest) = sums.original {
            self.keep_original(digest, &place)?;
        }
        let original = touched.map_or(sums.original, |touched| touched.original);
        self.staged.extend(original);
        let now = sums.wanted;
        let is_done = touched.is_some_and(|touched| touched.now == now) && there == now.is_some();
        if !is_done && !work.is_new {
            self.write(work)?;
        }
        self.new.files.push(Touched { path: path.clone(), original, now });
        Ok(())
    }

    /// Stages what a file shall be.
    fn write(&mut self, work: &Work) -> Result<()> {
        let place = self.store.game().join(&work.path);
        match &work.wanted {
            Some(content) => {
                self.folder_of(&work.path)?;
                self.transaction.stage(Save::new(&place), |out| content.write_to(out))?;
            }
            None if fs::symlink_metadata(&place).is_ok() => {
                self.transaction.stage_removal(Save::new(&place))?;
            }
            None => {}
        }
        Ok(())
    }

    /// Puts an original back. The kept file gets a second name only if nobody else needs it:
    /// programs that write into files as they are would change all of its names at once.
    fn put_back(&mut self, digest: Digest, place: &Path, original: Option<&Bytes>) -> Result<()> {
        let of_it = |touched: &&Touched| touched.original == Some(digest);
        match original.filter(|_| self.state.files.iter().filter(of_it).count() > 1) {
            Some(bytes) => self.transaction.stage(Save::new(place), |out| out.write_all(bytes))?,
            None => self.transaction.stage_file(Save::new(place), &self.store.original(digest))?,
        }
        Ok(())
    }

    /// Keeps a file of the game as it is, once. What lies in its place and is something else is
    /// somebody's mistake, and nothing that a game could be put back from.
    fn keep_original(&mut self, digest: Digest, place: &Path) -> Result<()> {
        let kept = self.store.original(digest);
        if self.staged.contains(&digest) || digest_of(&kept)? == Some(digest) {
            return Ok(());
        }
        self.make_parent(&kept)?;
        Ok(self.transaction.stage_file(Save::new(&kept), place)?)
    }

    /// Makes the folder of a file of the game, and remembers that it did.
    fn folder_of(&mut self, path: &str) -> Result<()> {
        let mut missing = Vec::new();
        for (at, _) in path.match_indices('/') {
            let folder = path.get(..at).unwrap_or_default();
            let known = self.new.folders.iter().any(|known| known == folder);
            if !known && !self.store.game().join(folder).exists() {
                missing.push(folder.to_owned());
            }
        }
        if let Some(deepest) = missing.last() {
            self.transaction.make_folder(&self.store.game().join(deepest))?;
        }
        self.new.folders.append(&mut missing);
        Ok(())
    }

    fn make_parent(&mut self, path: &Path) -> Result<()> {
        if let Some(folder) = path.parent() {
            self.transaction.make_folder(folder)?;
        }
        Ok(())
    }

    /// Stages what is kept: mods, originals, the list.
    fn keep(&mut self, members: &[Member]) -> Result<()> {
        let wanted: BTreeSet<Digest> =
            members.iter().map(|member| member.installed.sha256).collect();
        let known: BTreeSet<Digest> = self.state.mods.iter().map(|each| each.sha256).collect();
        let mut staged = BTreeSet::new();
        for member in members {
            let digest = member.installed.sha256;
            if let Some(bytes) = member.new.as_ref().filter(|_| !known.contains(&digest))
                && staged.insert(digest)
            {
                let path = self.store.package(digest);
                self.make_parent(&path)?;
                self.transaction.stage(Save::new(&path), |out| out.write_all(bytes))?;
            }
        }
        let gone = known.difference(&wanted).map(|digest| self.store.package(*digest));
        let mut gone: Vec<PathBuf> = gone.collect();
        let originals: BTreeSet<Digest> =
            self.state.files.iter().filter_map(|file| file.original).collect();
        gone.extend(originals.difference(&self.staged).map(|digest| self.store.original(*digest)));
        for path in gone.iter().filter(|path| fs::symlink_metadata(path).is_ok()) {
            self.transaction.stage_removal(Save::new(path))?;
        }
        let list = self.store.list();
        let kept = self.state.folders.iter().filter(|folder| {
            let below = format!("{folder}/");
            self.new.files.iter().any(|file| file.path.starts_with(&below))
        });
        let mut folders: Vec<String> = kept.cloned().collect();
        folders.append(&mut self.new.folders);
        self.new.folders = folders;
        if self.new == *self.state {
            return Ok(());
        }
        if self.new.mods.is_empty() {
            return Ok(self.transaction.stage_removal(Save::new(&list))?);
        }
        let text = self.new.to_text()?;
        self.make_parent(&list)?;
        Ok(self.transaction.stage(Save::new(&list), |out| out.write_all(&text))?)
    }

    /// Makes the change. Gives the files of the game that were written, and folders that may go.
    fn commit(self) -> Result<(Vec<Saved>, Vec<String>)> {
        let Self { transaction, store, state, new, .. } = self;
        let saved = transaction.commit()?;
        if new.mods.is_empty() {
            store.tidy();
        }
        let own = ngi_vfs::transaction::mods_folder(store.game());
        let saved = saved.into_iter().filter(|saved| !saved.path.starts_with(&own)).collect();
        let gone = state.folders.iter().filter(|folder| !new.folders.contains(folder));
        Ok((saved, gone.cloned().collect()))
    }
}
