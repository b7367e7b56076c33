//! What everything that draws needs from the system.

/// On a machine without a session, Mesa's choice of a device looks for a Wayland display and says
/// on stderr that there is none. Starts the program anew with that choice switched off: nothing
/// else can be done about it from here.
#[cfg(target_os = "linux")]
pub fn without_wayland() {
    use std::os::unix::process::CommandExt;
    const SWITCH: &str = "NODEVICE_SELECT";
    let set = |name: &str| std::env::var_os(name).is_some();
    if set("XDG_RUNTIME_DIR") || set(SWITCH) {
        return;
    }
    if let Ok(program) = std::env::current_exe() {
        // Comes back only where it failed, and then a line too much does no harm.
        let _ = std::process::Command::new(program)
            .args(std::env::args_os().skip(1))
            .env(SWITCH, "1")
            .exec();
    }
}

#[cfg(not(target_os = "linux"))]
pub fn without_wayland() {}
