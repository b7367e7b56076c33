//! Wine, in a prefix of ours: programs for Windows run on Linux.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use crate::{cross, process};

/// Where Debian has the loader; the script on the search path asks for 32 bits, too.
const LOADER: &str = "/usr/lib/wine/wine64";

/// Serves all programs of a prefix.
const SERVER: &str = "/usr/lib/wine/wineserver64";

/// A library of Windows that every Rust program wants and Wine 8 has not. It only passes on.
const RANDOM: &str = "\
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size)
{
    return SystemFunction036(data, (ULONG)size);
}
";

/// A prefix, and a screen that nobody sees.
pub struct Wine {
    prefix: PathBuf,
    screen: Screen,
}

impl Wine {
    /// Makes the prefix where it is missing, and a screen.
    pub fn start() -> Result<Self> {
        let prefix = cross::folder()?.join("wine");
        let wine = Self { prefix, screen: Screen::open()? };
        let system = wine.prefix.join("drive_c/windows/system32");
        if !system.is_dir() {
            fs::create_dir_all(&wine.prefix)?;
            eprintln!("wine: making {}", wine.prefix.display());
            process::run(wine.loader().args(["wineboot", "--init"]).stdout(Stdio::null()))?;
            // The prefix is complete when its server has ended.
            let mut server = Command::new(SERVER);
            let _ = wine.dressed(&mut server).arg("-w").status();
        }
        let library = system.join("bcryptprimitives.dll");
        if !library.is_file() {
            let source = wine.prefix.join("random.c");
            fs::write(&source, RANDOM)?;
            let mut compiler = Command::new("x86_64-w64-mingw32-gcc");
            compiler.args(["-O2", "-shared", "-o"]).arg(&library).arg(&source).arg("-ladvapi32");
            process::run(&mut compiler)?;
        }
        Ok(wine)
    }

    /// A program for Windows.
    pub fn command(&self, program: &Path) -> Command {
        let mut command = self.loader();
        command.arg(program);
        command
    }

    /// What cargo needs to run tests.
    pub fn dress_cargo(&self, cargo: &mut Command) {
        cargo.env(cross::variable(cross::WINDOWS, "RUNNER"), LOADER);
        self.dressed(cargo);
    }

    /// Ends everything that runs in the prefix.
    pub fn end(&self) {
        let mut server = Command::new(SERVER);
        let _ = self.dressed(&mut server).arg("-k").status();
    }

    /// The screen's name.
    pub fn display(&self) -> &str {
        &self.screen.name
    }

    fn loader(&self) -> Command {
        let mut command = Command::new(LOADER);
        self.dressed(&mut command);
        command
    }

    fn dressed<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        command.env("WINEPREFIX", &self.prefix).env("WINEDEBUG", "-all");
        // Neither a browser nor .NET is asked for, and nobody clicks a question away.
        command.env("WINEDLLOVERRIDES", "mscoree=;mshtml=").env("DISPLAY", &self.screen.name);
        // Wine's Direct3D 12 compiles no shaders.
        command.env("WGPU_BACKEND", "vulkan").env_remove("WAYLAND_DISPLAY").env_remove("NGI_GAME");
        command
    }
}

/// A screen of our own, gone with this value.
struct Screen {
    name: String,
    server: Running,
}

impl Screen {
    fn open() -> Result<Self> {
        let folder = std::env::temp_dir().join(format!("ngi-screen-{}", std::process::id()));
        let mut server = Command::new("Xvfb");
        // It chooses a free number and writes it to its standard output.
        server.args(["-displayfd", "1", "-screen", "0", "1360x860x24", "-nolisten", "tcp"]);
        let told =
            fs::File::create(&folder).context("cannot make a file for the screen's number")?;
        server.stdout(told).stderr(Stdio::null());
        let server = Running(server.spawn().context("could not start Xvfb")?);
        let started = Instant::now();
        let number = loop {
            let text = fs::read_to_string(&folder).unwrap_or_default();
            if text.ends_with('\n') {
                break text.trim().to_owned();
            }
            if started.elapsed() > Duration::from_secs(20) {
                bail!("Xvfb opened no screen");
            }
            sleep(Duration::from_millis(50));
        };
        let _ = fs::remove_file(&folder);
        Ok(Self { name: format!(":{number}"), server })
    }
}

impl std::fmt::Debug for Screen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} by {}", self.name, self.server.0.id())
    }
}

/// A program that ends with this value.
pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
