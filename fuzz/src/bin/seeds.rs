//! Writes the seeds made in code to files: `seeds FOLDER [TARGET]`.

use std::path::Path;
use std::process::ExitCode;

use ngi_fuzz::{TARGETS, corpus};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (folder, wanted) = match arguments.as_slice() {
        [folder] => (folder, None),
        [folder, target] => (folder, Some(target)),
        _ => {
            eprintln!("usage: seeds FOLDER [TARGET]");
            return ExitCode::from(2);
        }
    };
    for target in TARGETS.iter().filter(|target| wanted.is_none_or(|name| name == target.name)) {
        if let Err(error) = corpus::write_seeds(target, Path::new(folder)) {
            eprintln!("error: {folder}/{}: {error}", target.name);
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
