//! Mods that somebody else made: zips, lists of changes, deltas.
#![allow(clippy::panic)] // a panic is how a body says that something does not hold

use ngi_formats::mat0::{BlendMode, MaterialBuf};
use ngi_formats::nres::{Editor, NewEntry};
use ngi_mods::{Changes, Layer, Manifest, Mod, make, merge};
use ngi_vfs::{MemoryRoot, Vfs};

use crate::Outcome;

/// What deltas are against.
const OLD: &[u8] = b"Hello, pilot. Hello, commander. Hello, everybody who reads this.";

/// A game with a material, a text in an archive, and a text.
fn game(opacity: u8, text: &'static [u8]) -> Option<Vfs> {
    let mut material = MaterialBuf::of_texture(b"WAVES.0", BlendMode::OPAQUE).ok()?;
    material.phases.first_mut().into_iter().for_each(|phase| phase.opacity = opacity);
    let (flags, version) = (material.attributes.flags.0, material.attributes.version.0);
    let mut library = Editor::new();
    let entry = NewEntry::new(*b"MAT0", "WATER").ok()?.attributes(flags, version, 0);
    library.add(entry, material.write().ok()?).ok()?;
    library.add(NewEntry::new(*b"TEXT", "a.txt").ok()?, text).ok()?;
    let root = MemoryRoot::new().with("Material.lib", library.write().ok()?).ok()?;
    Some(Vfs::in_memory(root.with("readme.txt", text).ok()?))
}

fn made() -> Option<Mod> {
    made_of(50, b"Hello, pilot. Hello.")
}

fn made_of(opacity: u8, text: &'static [u8]) -> Option<Mod> {
    let (old, new) = (game(60, OLD)?, game(opacity, text)?);
    make([&old.root(), &new.root()], Manifest::new("seed").ok()?, None, &()).ok()
}

/// Lays a mod over the game: whatever it says, there is an answer.
fn over(package: &Mod) -> Outcome {
    let Some(game) = game(60, OLD) else { return Outcome::Rejected };
    match merge(&game, &[Layer { package, preferred: true }]) {
        Ok(merged) if merged.fits().is_ok() => Outcome::Accepted,
        _ => Outcome::Rejected,
    }
}

/// A zip is a mod or none; one that is, goes back to a zip that says the same.
pub fn read(data: &[u8]) -> Outcome {
    let Ok(package) = Mod::of_zip(data.to_vec()) else { return Outcome::Rejected };
    if !package.problems().is_empty() {
        return Outcome::Rejected;
    }
    let Ok(Ok(again)) = package.to_zip().map(Mod::of_zip) else {
        panic!("a mod that was read cannot be written");
    };
    assert_eq!(again.changes, package.changes);
    over(&package)
}

/// Mods as `make` makes them.
pub fn seeds() -> Vec<Vec<u8>> {
    // A field and a text, a field alone, a text alone.
    let made = [made(), made_of(7, OLD), made_of(60, b"Hello, everybody.")];
    made.into_iter().flatten().filter_map(|package| package.to_zip().ok()).collect()
}

/// A list of changes, with the files that the seeds have.
pub fn changes(data: &[u8]) -> Outcome {
    let Ok(changes) = Changes::parse(data) else { return Outcome::Rejected };
    let Ok(text) = changes.to_text() else { panic!("a list that was read cannot be written") };
    assert_eq!(Changes::parse(text.as_bytes()).ok().as_ref(), Some(&changes));
    let (Some(seed), Ok(manifest)) = (made(), Manifest::new("fuzzed")) else {
        return Outcome::Rejected;
    };
    let files = seed.to_files().unwrap_or_default().into_iter().collect();
    over(&Mod::made(manifest, changes, files))
}

/// The lists of mods as `make` makes them, and one of what it seldom says.
pub fn change_seeds() -> Vec<Vec<u8>> {
    let made = [made(), made_of(7, OLD)].into_iter().flatten();
    let made = made.filter_map(|package| package.changes.to_text().ok());
    let rare = r#"{"schema":"ngi.changes/1","files":[{"path":"Material.lib","changes":[
        {"entry":"WATER","set":"phases[+]","to":{}},{"entry":"WATER","set":"phases[0].opacity","to":1},
        {"entry":"a.txt","rename":"b.txt"},{"entry":"WATER","set":"@attr1","from":0,"to":3}]},
        {"path":"readme.txt","changes":[{"rename":"DATA/readme.txt"}]}]}"#;
    made.chain([rare.to_owned()]).map(String::into_bytes).collect()
}

/// Two bytes of a size, and a delta that says to make so many.
pub fn delta(data: &[u8]) -> Outcome {
    let Some((size, delta)) = data.split_first_chunk() else { return Outcome::Rejected };
    let size = u64::from(u16::from_le_bytes(*size));
    match ngi_mods::delta::apply(OLD, delta, size) {
        Ok(made) => {
            assert_eq!(made.len() as u64, size);
            Outcome::Accepted
        }
        Err(_) => Outcome::Rejected,
    }
}

/// Deltas of texts.
pub fn delta_seeds() -> Vec<Vec<u8>> {
    let news: [&[u8]; 3] =
        [b"Hello, pilot.", b"", b"Hello, commander. Something new. Hello, pilot."];
    let seed = |new: &[u8]| {
        let size = u16::try_from(new.len()).ok()?;
        let delta = ngi_mods::delta::make(OLD, new).ok()?;
        Some([size.to_le_bytes().as_slice(), &delta].concat())
    };
    news.into_iter().filter_map(seed).collect()
}
