//! The `ngi` command-line program.

use std::process::ExitCode;

fn main() -> ExitCode {
    let code = ngi_cli::run(std::env::args_os());
    // Set by `ngi-view`, whose console would be gone before anybody has read it.
    if cfg!(windows) && code != 0 && std::env::var_os("NGI_WAIT").is_some() {
        eprintln!("\nPress Enter to close this window.");
        let _ = std::io::stdin().read_line(&mut String::new());
    }
    ExitCode::from(code)
}
