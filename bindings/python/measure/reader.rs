//! The reader of the house over every model of a game, and the copies that Python gets of them: what
//! `measure/models.py` is held against. Prints seconds of the best of several runs.

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
        // All are kept, as Python keeps its arrays: memory that was just let go of is faster.
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

/// Every model, nothing of it read yet.
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
