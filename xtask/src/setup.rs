//! What a command needs from the machine, and how it gets there.
//!
//! On Debian (and what descends from it) as root, what is missing is installed. Elsewhere one
//! line says what to install.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::process;

/// One thing a command needs beyond the Rust toolchain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Need {
    /// How to see whether it is there.
    pub probe: Probe,
    /// The Debian package that brings it.
    pub package: &'static str,
    /// What it is for, to end the sentence "g++ is missing: …".
    pub why: &'static str,
    /// Whether the command is of no use without it.
    pub required: bool,
}

/// How to see whether something is installed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Probe {
    /// A program on the search path.
    Program(&'static str),
    /// A file in one of the places where distributions put it, such as a shared library or a
    /// driver's description.
    File(&'static [&'static str]),
}

/// Mesa's software driver for Vulkan: what pictures are drawn with where there is no card, and what
/// the golden pictures were drawn with. Other systems bring a driver of their own.
const DRIVER: Need = Need {
    probe: Probe::File(&[
        "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json",
        "/usr/share/vulkan/icd.d/lvp_icd.aarch64.json",
        "/usr/share/vulkan/icd.d/lvp_icd.i686.json",
        "/usr/share/vulkan/icd.d/lvp_icd.json",
        "/etc/vulkan/icd.d/lvp_icd.x86_64.json",
        // macOS and Windows, where the system draws.
        "/System/Library/Frameworks/Metal.framework",
        "C:\\Windows\\System32\\d3d12.dll",
    ]),
    package: "mesa-vulkan-drivers",
    why: "pictures are drawn with Vulkan",
    required: true,
};

/// A screen that nobody looks at.
const SCREEN: Need = Need {
    probe: Probe::Program("Xvfb"),
    package: "xvfb",
    why: "the window needs a screen",
    required: true,
};

/// What takes a picture of a window.
const CAMERA: Need = Need {
    probe: Probe::Program("import"),
    package: "imagemagick",
    why: "the picture is taken with import",
    required: true,
};

/// What a window asks about keys.
const KEYBOARD: Need = Need {
    probe: Probe::File(&[
        "/usr/lib/x86_64-linux-gnu/libxkbcommon-x11.so.0",
        "/usr/lib/aarch64-linux-gnu/libxkbcommon-x11.so.0",
        "/usr/lib64/libxkbcommon-x11.so.0",
        "/usr/lib/libxkbcommon-x11.so.0",
    ]),
    package: "libxkbcommon-x11-0",
    why: "the window reads the keyboard",
    required: true,
};

/// What runs scripts outside of a browser.
const NODE: Need = Need {
    probe: Probe::Program("node"),
    package: "nodejs",
    why: "scripts run in it: the glTF validator, what drives browsers",
    required: true,
};

/// What fetches such scripts.
const NPM: Need = Need {
    probe: Probe::Program("npm"),
    package: "npm",
    why: "it fetches the glTF validator and what drives browsers",
    required: true,
};

/// What `cargo xtask test` needs.
pub const TEST: &[Need] = &[DRIVER];

/// What the step `gltf` of `cargo xtask test` needs.
pub const VALIDATOR: &[Need] = &[NODE, NPM];

/// What the step `faults` of `cargo xtask test` needs.
pub const FAULTS: &[Need] = &[Need {
    probe: Probe::Program("strace"),
    package: "strace",
    why: "it makes calls of the system fail",
    required: true,
}];

/// What `cargo xtask interop` needs to ask assimp.
pub const ASSIMP: &[Need] = &[Need {
    probe: Probe::Program("assimp"),
    package: "assimp-utils",
    why: "it opens what was exported",
    required: true,
}];

/// What `cargo xtask interop` needs to ask Blender.
pub const BLENDER: &[Need] = &[
    Need {
        probe: Probe::Program("blender"),
        package: "blender",
        why: "it opens what was exported",
        required: true,
    },
    Need {
        probe: Probe::File(&[
            "/usr/lib/python3/dist-packages/numpy/__init__.py",
            "/usr/lib/python3/site-packages/numpy/__init__.py",
            "/usr/lib64/python3/site-packages/numpy/__init__.py",
        ]),
        package: "python3-numpy",
        why: "Blender reads glTF with it",
        required: false,
    },
];

/// What `cargo xtask interop` and `cargo xtask blender` need to ask Blenders of PyPI, which has each
/// version for one Python: this one has 4.2, 4.5 and 5.0.
pub const BPY: &[Need] = &[
    Need {
        probe: Probe::Program("python3.11"),
        package: "python3.11",
        why: "Blender from PyPI runs in it",
        required: true,
    },
    Need {
        probe: Probe::File(&[
            "/usr/lib/python3.11/ensurepip/__init__.py",
            "/usr/lib64/python3.11/ensurepip/__init__.py",
            "/usr/local/lib/python3.11/ensurepip/__init__.py",
        ]),
        package: "python3.11-venv",
        why: "Blender is fetched with its pip",
        required: false,
    },
];

/// What `cargo xtask python` needs.
pub const PYTHON: &[Need] = &[
    Need {
        probe: Probe::Program("python3"),
        package: "python3",
        why: "the package is built and tested with it",
        required: true,
    },
    Need {
        probe: Probe::Program("pip3"),
        package: "python3-venv",
        why: "maturin, numpy and Pillow are fetched with its pip",
        required: false,
    },
];

/// What `cargo xtask demo` needs.
pub const DEMO: &[Need] = &[DRIVER];

/// What `cargo xtask screenshot` needs.
pub const SCREENSHOT: &[Need] = &[
    DRIVER,
    SCREEN,
    Need {
        probe: Probe::Program("xdotool"),
        package: "xdotool",
        why: "something is clicked on",
        required: true,
    },
    CAMERA,
    KEYBOARD,
];

/// What `cargo xtask web` needs.
pub const PAGE: &[Need] = &[Need {
    probe: Probe::Program("brotli"),
    package: "brotli",
    why: "it says how large the page is on its way to a browser",
    required: true,
}];

/// What `cargo xtask web --test` needs.
pub const BROWSERS: &[Need] = &[
    DRIVER,
    SCREEN,
    Need {
        probe: Probe::Program("xauth"),
        package: "xauth",
        why: "xvfb-run opens the screen with it",
        required: true,
    },
    KEYBOARD,
    NODE,
    NPM,
    Need {
        probe: Probe::Program("python3"),
        package: "python3",
        why: "it packs zip files for the page to open",
        required: true,
    },
    Need {
        probe: Probe::Program("chromium"),
        package: "chromium",
        why: "the page is opened in it",
        required: true,
    },
    Need {
        probe: Probe::Program("firefox-esr"),
        package: "firefox-esr",
        why: "the page is opened in it",
        required: true,
    },
];

/// What `cargo xtask bench` needs.
pub const BENCH: &[Need] = &[];

/// What `cargo xtask fuzz` needs.
pub const FUZZ: &[Need] = &[Need {
    probe: Probe::Program("c++"),
    package: "g++",
    why: "libFuzzer is compiled from C++",
    required: true,
}];

/// Tools for the step `cross` of `cargo xtask test`; without them Windows is skipped.
pub const CROSS: &[Need] = &[Need {
    probe: Probe::Program(WINDOWS_COMPILER),
    package: "gcc-mingw-w64-x86-64-posix",
    why: "C code of a dependency is compiled for Windows with it",
    required: false,
}];

/// The C compiler for Windows. Its packages bring `dlltool`, too, which std needs.
const WINDOWS_COMPILER: &str = "x86_64-w64-mingw32-gcc";

/// True if the C compiler for Windows is installed.
pub fn has_windows_compiler() -> bool {
    on_search_path(WINDOWS_COMPILER)
}

/// What builds for Windows need.
pub const WINDOWS: &[Need] = &[
    Need {
        probe: Probe::Program("x86_64-w64-mingw32-gcc"),
        package: "gcc-mingw-w64-x86-64",
        why: "programs for Windows are linked with it",
        required: true,
    },
    Need {
        probe: Probe::Program("x86_64-w64-mingw32-windres"),
        package: "binutils-mingw-w64-x86-64",
        why: "it packs the icon of programs for Windows",
        required: true,
    },
];

/// What `cargo xtask windows --wine` needs.
pub const WINE: &[Need] = &[
    DRIVER,
    Need {
        probe: Probe::File(&["/usr/lib/wine/wine64"]),
        package: "wine64",
        why: "programs for Windows run in it",
        required: true,
    },
    SCREEN,
    CAMERA,
];

/// What opens the package with the sources of std.
pub const SOURCES: &[Need] = &[Need {
    probe: Probe::Program("dpkg-deb"),
    package: "dpkg",
    why: "the sources of std come in a package of Debian",
    required: true,
}];

/// The machine as this module sees it; tests bring their own.
trait Machine {
    /// Whether the thing is there.
    fn has(&self, probe: Probe) -> bool;
    /// Whether packages can be installed without asking anybody.
    fn may_install(&self) -> bool;
    /// Installs Debian packages.
    fn install(&mut self, packages: &[&str]) -> Result<()>;
}

/// Sees to it that everything is there, or says in one line what to install. Fails only where
/// something required is missing.
pub fn ensure(needs: &[Need]) -> Result<()> {
    ensure_on(&mut ThisMachine, needs)
}

fn ensure_on(machine: &mut impl Machine, needs: &[Need]) -> Result<()> {
    let missing = missing_on(machine, needs);
    if missing.is_empty() {
        return Ok(());
    }
    if machine.may_install()
        && let Err(error) = machine.install(&packages(&missing))
    {
        eprintln!("setup: {error:#}");
    }
    let missing = missing_on(machine, needs);
    if missing.is_empty() {
        return Ok(());
    }
    let advice = advice(&missing);
    if missing.iter().any(|need| need.required) {
        bail!("{advice}");
    }
    eprintln!("setup: {advice}");
    Ok(())
}

fn missing_on(machine: &impl Machine, needs: &[Need]) -> Vec<Need> {
    needs.iter().copied().filter(|need| !machine.has(need.probe)).collect()
}

/// The packages of some needs, each once.
fn packages(needs: &[Need]) -> Vec<&'static str> {
    let mut packages: Vec<_> = needs.iter().map(|need| need.package).collect();
    packages.sort_unstable();
    packages.dedup();
    packages
}

/// One line that says what to install and what for.
fn advice(missing: &[Need]) -> String {
    let mut whys: Vec<_> = missing.iter().map(|need| need.why).collect();
    whys.dedup();
    format!(
        "install {} ({}); on Debian: apt-get install {}",
        packages(missing).join(", "),
        whys.join(", "),
        packages(missing).join(" ")
    )
}

struct ThisMachine;

impl Machine for ThisMachine {
    fn has(&self, probe: Probe) -> bool {
        match probe {
            Probe::Program(name) => on_search_path(name),
            Probe::File(places) => places.iter().any(|place| Path::new(place).exists()),
        }
    }

    fn may_install(&self) -> bool {
        Path::new("/etc/debian_version").exists()
            && self.has(Probe::Program("apt-get"))
            && is_root()
    }

    fn install(&mut self, packages: &[&str]) -> Result<()> {
        eprintln!("setup: installing {}", packages.join(" "));
        // An old package list may still be good enough, so a failed update is no reason to stop.
        if let Err(error) = process::run(apt_get().args(["-qq", "update"])) {
            eprintln!("setup: {error:#}");
        }
        let install = ["-qq", "install", "-y", "--no-install-recommends"];
        process::run(apt_get().args(install).args(packages))
    }
}

fn apt_get() -> Command {
    let mut command = Command::new("apt-get");
    // Standard output is for the data of the command that runs after this.
    command.env("DEBIAN_FRONTEND", "noninteractive").stdout(std::io::stderr());
    command
}

fn on_search_path(program: &str) -> bool {
    let file = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(&file).is_file())
}

/// Asks `id`, because the standard library does not know users.
fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMPILER: Need =
        Need { probe: Probe::Program("c++"), package: "g++", why: "to compile", required: true };
    const DRIVER: Need = Need {
        probe: Probe::File(&["/one/driver.json", "/other/driver.json"]),
        package: "mesa-vulkan-drivers",
        why: "to draw",
        required: false,
    };

    /// Holds what is there, what an installation brings, and what was asked for.
    #[derive(Default)]
    struct Pretended {
        there: Vec<Probe>,
        root_on_debian: bool,
        brings: Vec<Probe>,
        asked: Vec<Vec<String>>,
    }

    impl Machine for Pretended {
        fn has(&self, probe: Probe) -> bool {
            self.there.contains(&probe)
        }
        fn may_install(&self) -> bool {
            self.root_on_debian
        }
        fn install(&mut self, packages: &[&str]) -> Result<()> {
            self.asked.push(packages.iter().map(|&package| package.to_owned()).collect());
            self.there.append(&mut self.brings);
            Ok(())
        }
    }

    #[test]
    fn nothing_is_installed_where_everything_is_there() {
        let mut machine =
            Pretended { there: vec![COMPILER.probe], root_on_debian: true, ..Default::default() };
        ensure_on(&mut machine, &[COMPILER]).unwrap();
        assert!(machine.asked.is_empty());
    }

    #[test]
    fn root_on_debian_installs_only_what_is_missing() {
        let mut machine = Pretended {
            there: vec![COMPILER.probe],
            root_on_debian: true,
            brings: vec![DRIVER.probe],
            ..Default::default()
        };
        ensure_on(&mut machine, &[COMPILER, DRIVER, DRIVER]).unwrap();
        assert_eq!(machine.asked, [["mesa-vulkan-drivers"]]);
    }

    #[test]
    fn an_installation_that_brings_nothing_fails() {
        let mut machine = Pretended { root_on_debian: true, ..Default::default() };
        assert!(ensure_on(&mut machine, &[COMPILER]).is_err());
        assert_eq!(machine.asked, [["g++"]]);
    }

    #[test]
    fn elsewhere_one_line_says_what_to_install() {
        let mut machine = Pretended::default();
        let error = ensure_on(&mut machine, &[COMPILER, DRIVER]).unwrap_err().to_string();
        assert_eq!(
            error,
            "install g++, mesa-vulkan-drivers (to compile, to draw); \
             on Debian: apt-get install g++ mesa-vulkan-drivers"
        );
        assert!(machine.asked.is_empty());
    }

    #[test]
    fn what_is_not_required_does_not_stop() {
        let mut machine = Pretended { there: vec![COMPILER.probe], ..Default::default() };
        ensure_on(&mut machine, &[COMPILER, DRIVER]).unwrap();
    }

    #[test]
    fn probes_look_at_this_machine() {
        assert!(ThisMachine.has(Probe::Program("cargo")));
        assert!(!ThisMachine.has(Probe::Program("no-such-program-of-ngi")));
        assert!(ThisMachine.has(Probe::File(&["/no/such/file", env!("CARGO_MANIFEST_DIR")])));
        assert!(!ThisMachine.has(Probe::File(&["/no/such/file"])));
    }
}
