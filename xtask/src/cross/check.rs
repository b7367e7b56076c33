//! A look at the crates that other systems need, by the compiler's eyes alone: nothing is linked.

use anyhow::Result;

use super::{SOON, WEB, WINDOWS};
use crate::process;

/// A target and what is looked at for it, with everything below.
struct Way {
    target: &'static str,
    packages: &'static [&'static str],
}

/// The program without pictures and window, and what of it a page has.
const WAYS: [Way; 2] = [
    Way { target: WINDOWS, packages: &["ngi-cli"] },
    Way { target: WEB, packages: &["ngi-convert", "ngi-demo"] },
];

/// Checks all of them. A target whose std is not here and not soon made is left out, in one line.
pub fn run() -> Result<()> {
    for Way { target, packages } in WAYS {
        let sysroot = match super::sysroot_within(target, SOON) {
            Ok(sysroot) => sysroot,
            Err(why) => {
                eprintln!("cross: left out {target}: {why:#}");
                continue;
            }
        };
        let mut words = vec!["check", "--locked", "--no-default-features"];
        packages.iter().for_each(|package| words.extend(["--package", package]));
        let flags = ["-Dwarnings".to_owned()];
        process::run(&mut super::cargo(target, &sysroot, &flags, &words))?;
    }
    Ok(())
}
