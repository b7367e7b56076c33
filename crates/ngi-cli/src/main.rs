//! The `ngi` command-line program.

use std::process::ExitCode;

fn main() -> ExitCode {
    silence_device_selection();
    let code = ngi_cli::run(std::env::args_os());
    // Set by `ngi-view`, whose console would be gone before anybody has read it.
    if cfg!(windows) && code != 0 && std::env::var_os("NGI_WAIT").is_some() {
        eprintln!("\nPress Enter to close this window.");
        let _ = std::io::stdin().read_line(&mut String::new());
    }
    ExitCode::from(code)
}

/// Keeps Mesa from looking for a Wayland display on a machine without a session, which prints a
/// warning on standard error before every command that draws.
#[cfg(all(target_os = "linux", feature = "render"))]
#[allow(unsafe_code)]
fn silence_device_selection() {
    if std::env::var_os("XDG_RUNTIME_DIR").is_none() {
        // SAFETY: `main` has not started another thread yet, so none can read the environment.
        unsafe { std::env::set_var("NODEVICE_SELECT", "1") };
    }
}

#[cfg(not(all(target_os = "linux", feature = "render")))]
fn silence_device_selection() {}
