//! The sources of std, of the compiler's own version: a package of Debian, unpacked, not installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};

use super::run_until;
use crate::process;

/// Names a copy of the package, for machines that cannot fetch it.
const VARIABLE: &str = "NGI_RUST_SRC";

/// A package that was tried.
struct Package {
    /// The compiler's version.
    version: &'static str,
    /// Its place in the archive.
    path: &'static str,
    sha256: &'static str,
}

const PACKAGES: &[Package] = &[Package {
    version: "1.95.0",
    path: "pool/main/r/rustc/rust-src_1.95.0+dfsg1-2~bpo13+1_all.deb",
    sha256: "7b76db5b880a77f9e52975d2baa6209d2f76d2c9c2789515c3088cb960e2c83b",
}];

/// The folder `library` of the sources, unpacked below `folder`.
pub fn library(folder: &Path, version: &str, deadline: Option<Instant>) -> Result<PathBuf> {
    let unpacked = folder.join(format!("source-{version}"));
    let library = unpacked.join(format!("usr/src/rustc-{version}/library"));
    // Its vendored crates come last in the package, so that half of it does not pass for all.
    if library.join("windows_link/Cargo.toml").is_file() {
        return Ok(library);
    }
    let package = package(folder, version, deadline)?;
    let half = folder.join("source.tmp");
    super::remove_folder(&half)?;
    fs::create_dir_all(&half).with_context(|| format!("cannot make {}", half.display()))?;
    run_until(Command::new("dpkg-deb").arg("-x").args([&package, &half]), deadline)?;
    super::remove_folder(&unpacked)?;
    fs::rename(&half, &unpacked).with_context(|| format!("cannot make {}", unpacked.display()))?;
    if !library.is_dir() {
        bail!("{} holds no sources of std {version}", package.display());
    }
    Ok(library)
}

/// The package: named by the variable, fetched earlier, or fetched now.
fn package(folder: &Path, version: &str, deadline: Option<Instant>) -> Result<PathBuf> {
    if let Some(named) = std::env::var_os(VARIABLE) {
        let named = PathBuf::from(named);
        check(&named, version)?;
        return Ok(named);
    }
    let known = PACKAGES.iter().find(|package| package.version == version);
    let Some(known) = known else {
        bail!(
            "its sources are not known for rustc {version}; name Debian's package rust-src of \
             that version in {VARIABLE}, or run `rustup target add`"
        );
    };
    let file = folder.join(format!("rust-src-{version}.deb"));
    if file.is_file() && check(&file, version).is_ok() {
        return Ok(file);
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut helper = Command::new("/usr/lib/apt/apt-helper");
    helper.arg("download-file").arg(joined(&mirror()?, known.path)).arg(&file);
    helper.arg(format!("SHA256:{}", known.sha256)).stdout(std::io::stderr());
    run_until(&mut helper, deadline).with_context(|| {
        format!("could not fetch rust-src {version}; name a copy of the package in {VARIABLE}")
    })?;
    check(&file, version)?;
    Ok(file)
}

/// Fails where a package of a known version is not what it was.
fn check(file: &Path, version: &str) -> Result<()> {
    let known = PACKAGES.iter().find(|package| package.version == version);
    let sum = process::sha256(file)?;
    match known {
        Some(known) if known.sha256 != sum => {
            bail!("{} is not the rust-src {version} that is known: SHA-256 {sum}", file.display())
        }
        _ => Ok(()),
    }
}

/// The archive that this machine installs from.
fn mirror() -> Result<String> {
    let mut apt = Command::new("apt-get");
    apt.args(["indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]);
    let output = apt.output().context("could not start apt-get, which knows the archive")?;
    let listed = String::from_utf8_lossy(&output.stdout);
    main_archive(listed.lines()).context("apt-get names no archive to fetch rust-src from")
}

/// Security updates and the like are archives of their own, without old packages.
fn main_archive<'a>(mut archives: impl Iterator<Item = &'a str>) -> Option<String> {
    let is_main = |archive: &&str| archive.trim_end_matches('/').ends_with("/debian");
    archives.find(is_main).map(str::to_owned)
}

/// With one slash between: some mirrors refuse two.
fn joined(archive: &str, path: &str) -> String {
    format!("{}/{path}", archive.trim_end_matches('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_main_archive_is_joined_with_one_slash() {
        let listed = ["http://a.test/debian-security/", "http://a.test/debian/", ""];
        let archive = main_archive(listed.into_iter()).unwrap();
        assert_eq!(joined(&archive, "pool/x.deb"), "http://a.test/debian/pool/x.deb");
        assert_eq!(joined("http://a.test/debian", "pool/x"), "http://a.test/debian/pool/x");
        assert_eq!(main_archive(["http://a.test/ubuntu/"].into_iter()), None);
    }

    #[test]
    fn a_package_that_is_another_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rust-src.deb");
        fs::write(&file, "not it").unwrap();
        let error = check(&file, "1.95.0").unwrap_err().to_string();
        assert!(error.contains("not the rust-src 1.95.0"), "{error}");
        check(&file, "0.1.0").unwrap();
    }

    #[test]
    fn an_unknown_version_says_what_to_do() {
        let error = package(Path::new("/nowhere"), "0.1.0", None).unwrap_err().to_string();
        assert!(error.contains(VARIABLE) && error.contains("rustup target add"), "{error}");
    }
}
