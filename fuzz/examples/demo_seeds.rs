//! Writes seeds from the demo game, what it holds of each format in the form each target takes:
//! `demo_seeds FOLDER`.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use ngi_convert::{Destination, ExportOptions};
use ngi_verbs::format::{EntryMeta, Subject, of_id, recognise};
use ngi_verbs::surroundings::Surroundings;
use ngi_vfs::NodeKind;

/// Longer inputs are no use to libFuzzer, see `cargo xtask fuzz`.
const LONGEST: usize = 65_536;

/// What a target takes of the demo game.
struct Taken {
    target: &'static str,
    /// The format of what it reads.
    format: &'static str,
    /// What it expects in front.
    before: Before,
}

/// Bytes in front of a thing.
#[derive(Clone, Copy)]
enum Before {
    /// So many zeros.
    Zeros(usize),
    /// The version and the flags of a material's entry, behind so many zeros.
    Attributes(usize),
    /// Nothing, for the thing is exported to this kind of file.
    Exported(&'static str),
}

const fn taken(target: &'static str, format: &'static str, zeros: usize) -> Taken {
    Taken { target, format, before: Before::Zeros(zeros) }
}

/// Landscapes, areal maps and palettes of the demo game are longer than libFuzzer likes; those
/// targets make small ones in code.
static TAKEN: &[Taken] = &[
    taken("nres_read", "nres", 0),
    taken("nres_round_trip", "nres", 0),
    taken("archive_documents", "nres", 0),
    taken("archive_documents", "rsli", 0),
    taken("archive_documents", "msh", 0),
    taken("vfs_walk", "nres", 0),
    taken("vfs_walk", "rsli", 0),
    taken("rsli_read", "rsli", 0),
    taken("rsli_round_trip", "rsli", 0),
    taken("msh_read", "msh", 0),
    taken("msh_roundtrip", "msh", 0),
    taken("msh_pose", "msh", 8),
    taken("msh_walk", "msh", 8),
    taken("fxid_read", "fxid", 0),
    taken("fxid_round_trip", "fxid", 0),
    taken("fxid_documents", "fxid", 0),
    taken("fxid_play", "fxid", 3),
    taken("exp_read", "exp", 0),
    taken("wear_read", "wear", 0),
    taken("texm_read", "texm", 0),
    taken("swav_read", "swav", 0),
    taken("sky_read", "ske", 0),
    taken("tma_read", "tma", 0),
    taken("unit_read", "unit", 0),
    taken("unit_assemble", "unit", 0),
    taken("cfg_read", "cfg", 0),
    taken("scr_read", "scr", 0),
    taken("fml_read", "fml", 0),
    taken("varset_read", "varset", 0),
    taken("var_read", "var", 0),
    taken("ndp_read", "ndp", 0),
    taken("cpt_read", "cpt", 0),
    taken("bas_read", "bas", 0),
    taken("ctl_read", "ctl", 0),
    taken("ctl_edit", "ctl", 1),
    taken("objects_read", "objects", 0),
    taken("builddat_read", "builddat", 0),
    Taken { target: "mat0_read", format: "mat0", before: Before::Attributes(0) },
    Taken { target: "material_documents", format: "mat0", before: Before::Attributes(1) },
    Taken { target: "gltf_import", format: "msh", before: Before::Exported("glb") },
    Taken { target: "obj_import", format: "msh", before: Before::Exported("obj") },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder] = arguments.as_slice() else {
        eprintln!("usage: demo_seeds FOLDER");
        return ExitCode::from(2);
    };
    match write_seeds(Path::new(folder)) {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {folder}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes seeds to `folder/<target>/demo-000` and so on. Returns how many.
fn write_seeds(folder: &Path) -> io::Result<usize> {
    let things = things()?;
    let mut written = 0;
    for Taken { target, format, before } in TAKEN {
        let folder = folder.join(target);
        std::fs::create_dir_all(&folder)?;
        let fitting = things.iter().filter(|thing| thing.format == *format);
        for seed in fitting.filter_map(|thing| thing.seed(*before)) {
            if seed.len() <= LONGEST {
                std::fs::write(folder.join(format!("demo-{written:03}")), seed)?;
                written += 1;
            }
        }
    }
    Ok(written)
}

/// Something of the demo game that a format knows.
struct Thing {
    format: &'static str,
    bytes: Vec<u8>,
    entry: Option<EntryMeta>,
}

impl Thing {
    fn seed(&self, before: Before) -> Option<Vec<u8>> {
        let front = match before {
            Before::Zeros(count) => vec![0; count],
            Before::Attributes(zeros) => {
                let [flags, version, _] = self.entry?.attributes;
                let last = [u8::try_from(version).ok()?, u8::try_from(flags).ok()?];
                [&vec![0; zeros], last.as_slice()].concat()
            }
            Before::Exported(suffix) => return self.exported(suffix),
        };
        Some([front.as_slice(), &self.bytes].concat())
    }

    fn exported(&self, suffix: &str) -> Option<Vec<u8>> {
        let subject = Subject::file("a.msh", &self.bytes);
        let (around, to) = (Surroundings::none(), Destination { stem: "a", suffix });
        let options = ExportOptions::default();
        let exported =
            ngi_convert::export(of_id("msh")?.kind, &subject, &around, &to, &options).ok()?;
        Some(exported.files.into_iter().next()?.bytes)
    }
}

/// Every file and entry of the demo game that a format recognises.
fn things() -> io::Result<Vec<Thing>> {
    let vfs = ngi_demo::mounted().map_err(io::Error::other)?;
    let nodes = vfs.root().walk().filter_map(Result::ok);
    let mut things = Vec::new();
    for node in nodes.filter(|node| node.kind() != NodeKind::Folder) {
        let (bytes, name) = (node.bytes().map_err(io::Error::other)?, node.name());
        let entry = ngi_verbs::check::entry_meta(&node);
        if let Some(format) = recognise(&Subject { name: &name, bytes: &bytes, entry }) {
            things.push(Thing { format: format.id(), bytes: bytes.to_vec(), entry });
        }
    }
    Ok(things)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ngi_fuzz::{Outcome, corpus};

    #[test]
    fn every_target_gets_seeds_it_accepts() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write_seeds(folder.path()).unwrap() > 200);
        for Taken { target, .. } in TAKEN {
            let target = ngi_fuzz::target(target).unwrap();
            let inputs = corpus::read_folder(&folder.path().join(target.name)).unwrap();
            let accepted = inputs.iter().filter(|i| (target.run)(&i.bytes) == Outcome::Accepted);
            assert!(accepted.count() > 0, "{} of {} seeds", target.name, inputs.len());
        }
    }
}
