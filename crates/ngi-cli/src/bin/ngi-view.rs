//! `ngi view` for those who do not come from a command line: started by a double click, by *Open
//! with*, or by something dropped on its icon. It opens no console window.
//!
//! On Windows a program has a console or it has none, and `ngi` needs one. This one has none, and
//! starts the `ngi` beside it without one. Where the viewer cannot open, it is started again with a
//! console, so that somebody reads why.
#![cfg_attr(windows, windows_subsystem = "windows")]

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

/// A viewer that lived longer than this did open.
const AT_ONCE: Duration = Duration::from_secs(10);

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let program = beside();
    let mut viewer = Command::new(&program);
    viewer.arg("view").args(&words);
    hide_console(&mut viewer);
    let started = Instant::now();
    match viewer.status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        _ => {
            if started.elapsed() < AT_ONCE {
                explain(&program, &words);
            }
            ExitCode::FAILURE
        }
    }
}

/// The `ngi` in the folder of this program, else the one on the search path.
fn beside() -> PathBuf {
    let name = format!("ngi{}", std::env::consts::EXE_SUFFIX);
    let own = std::env::current_exe().ok();
    let beside = own.and_then(|own| Some(own.parent()?.join(&name)));
    beside.filter(|path| path.is_file()).unwrap_or_else(|| PathBuf::from(name))
}

#[cfg(windows)]
fn hide_console(command: &mut Command) {
    use std::os::windows::process::CommandExt;
    const NO_WINDOW: u32 = 0x0800_0000;
    command.creation_flags(NO_WINDOW);
}

#[cfg(not(windows))]
fn hide_console(_: &mut Command) {}

/// Says why the viewer does not open, in a console that stays until a key is pressed.
#[cfg(windows)]
fn explain(program: &std::path::Path, words: &[OsString]) {
    use std::os::windows::process::CommandExt;
    const NEW_CONSOLE: u32 = 0x0000_0010;
    let mut viewer = Command::new(program);
    let told = viewer.arg("view").args(words).creation_flags(NEW_CONSOLE).env("NGI_WAIT", "1");
    let _ = told.status();
}

/// Elsewhere the viewer has said it already.
#[cfg(not(windows))]
fn explain(_: &std::path::Path, _: &[OsString]) {}
