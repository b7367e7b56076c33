//! Reads all models of a game with the Rust reader, and copies their tables like the Python package
//! does: the reference for `measure/models.py`.
//!
//! Prints the number of models, the bytes of the copies, and the seconds of the fastest read and of
//! the fastest copy.

use std::path::{Path, PathBuf};
use std::time::Instant;

use ngi_formats::kinds;
use ngi_formats::msh::Model;
use ngi_formats::nres::Archive;
use ngi_formats::tables::tables;
use ngi_verbs::find::{Search, find};
use ngi_vfs::{Node, Vfs};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = std::env::args_os().nth(1).map(PathBuf::from).ok_or("reader GAME")?;
    let (mut read, mut copied) = (f64::MAX, f64::MAX);
    let (mut models, mut bytes) = (0, 0);
    for _ in 0..7 {
        let nodes = every_model(&game)?;
        let start = Instant::now();
        for node in &nodes {
            std::hint::black_box(Model::read(&node.bytes()?)?);
        }
        read = read.min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        // Keeps all copies, as Python keeps its arrays. Reusing freed memory would be faster.
        let mut copies = Vec::new();
        for node in &nodes {
            for table in tables(&Archive::read(&node.bytes()?)?) {
                copies.push(table.payload.to_vec());
            }
        }
        copied = copied.min(start.elapsed().as_secs_f64());
        bytes = copies.iter().map(Vec::len).sum::<usize>();
        models = nodes.len();
    }
    println!("{models} {bytes} {read:.6} {copied:.6}");
    Ok(())
}

/// Finds all models without reading them.
fn every_model(game: &Path) -> Result<Vec<Node>, Box<dyn std::error::Error>> {
    let vfs = Vfs::open(game)?;
    let search = Search { kind: Some(kinds::MODEL.id.into()), ..Search::default() };
    let found = find(&vfs.root(), &search, &())?;
    let mut nodes = Vec::new();
    let mut archive: Option<Node> = None;
    for path in found.matches.iter().map(|found| found.path.as_str()) {
        let (owner, name) = path.rsplit_once('/').unwrap_or(("", path));
        if archive.as_ref().is_none_or(|open| open.path() != owner) {
            archive = Some(vfs.locate(owner)?);
        }
        nodes.extend(archive.as_ref().map(|open| open.child(name)).transpose()?);
    }
    Ok(nodes)
}
