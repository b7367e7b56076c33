//! A look at the crates that other systems need, by the compiler's eyes alone: nothing is linked.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;

use super::{WEB, WINDOWS};
use crate::{process, setup};

/// A target and what is looked at for it, with everything below.
struct Way {
    target: &'static str,
    packages: &'static [&'static str],
}

/// The program without pictures and window, and the page, which is the viewer and nearly all of the
/// house below it.
const WAYS: [Way; 2] =
    [Way { target: WINDOWS, packages: &["ngi-cli"] }, Way { target: WEB, packages: &["ngi-web"] }];

/// Time for fetching and checking std of all targets. Only a network that does not answer takes
/// longer, however busy the machine is.
const SOON: Duration = Duration::from_secs(900);
/// What remains for the crates where std took it all.
const LEAST: Duration = Duration::from_secs(10);

/// Checks all of them. A target whose std or whose crates are neither here nor to be had soon is left
/// out, in one line: nobody's change is wrong because a mirror does not answer.
pub fn run() -> Result<()> {
    let deadline = Instant::now() + SOON;
    for Way { target, packages } in WAYS {
        if target == WINDOWS && !setup::has_windows_compiler() {
            eprintln!("cross: skipped {target}: the C compiler for Windows is not installed");
            continue;
        }
        let sysroot = super::check_sysroot(target, deadline);
        match sysroot.and_then(|sysroot| fetch(target, deadline).map(|()| sysroot)) {
            Ok(sysroot) => check(target, packages, &sysroot)?,
            Err(why) => eprintln!("cross: skipped {target}: {why:#}"),
        }
    }
    Ok(())
}

/// Crates that only this target has; those of the lock file that are here cost nothing.
fn fetch(target: &str, deadline: Instant) -> Result<()> {
    let mut cargo = process::cargo(["fetch", "--locked", "--quiet", "--target", target]);
    super::run_until(&mut cargo, Some(deadline.max(Instant::now() + LEAST)))
}

fn check(target: &str, packages: &[&str], sysroot: &Path) -> Result<()> {
    let mut words = vec!["check", "--locked", "--offline", "--no-default-features"];
    packages.iter().for_each(|package| words.extend(["--package", package]));
    let flags = ["-Dwarnings".to_owned()];
    process::run(&mut super::cargo(target, sysroot, &flags, &words))
}
