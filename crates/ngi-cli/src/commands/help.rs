//! `help`.

use anyhow::{Result, bail};

use crate::args::{help, kinds};
use crate::ui::{Outcome, Ui};

/// `ngi help`.
pub fn help(command: Option<&str>, below: &[String], ui: &Ui) -> Result<Outcome> {
    let mut root = help::command();
    root.build();
    let text = match (command, below) {
        (None, _) => help::main_text(root),
        (Some(command), [kind]) if !kinds::of(command).is_empty() => {
            match kinds::help(&mut root, command, kind) {
                Some(text) => text,
                None => {
                    let known = kinds::of(command).iter().flat_map(|kind| kind.names);
                    let known: Vec<&str> = known.copied().collect();
                    bail!(
                        "\"{kind}\" is not a kind of file for {command}; known: {}",
                        known.join(", ")
                    )
                }
            }
        }
        (Some(command), below) => {
            let mut found = &mut root;
            for word in std::iter::once(command).chain(below.iter().map(String::as_str)) {
                let name = found.get_bin_name().unwrap_or_default().to_owned();
                found = match found.find_subcommand_mut(word) {
                    Some(next) => next,
                    None => bail!("{name} has no command \"{word}\""),
                };
            }
            found.render_long_help()
        }
    };
    ui.print_styled(&text)?;
    Ok(Outcome::Clean)
}
