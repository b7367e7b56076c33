//! `completions` and `man`.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result};
use clap::Command;
use clap::builder::StyledStr;
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use ngi_vfs::save;

use crate::args::help;
use crate::ui::{Outcome, Ui};

/// `ngi completions`.
pub fn completions(shell: Shell, ui: &Ui) -> Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut help::command(), "ngi", &mut script);
    let mut out = ui.out();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Outcome::Clean)
}

/// `ngi man`.
pub fn man(folder: Option<&Path>, force: bool, ui: &Ui) -> Result<Outcome> {
    let Some(folder) = folder else {
        let mut page = Vec::new();
        write_page(help::command(), &mut page)?;
        let mut out = ui.out();
        out.write_all(&page)?;
        out.flush()?;
        return Ok(Outcome::Clean);
    };
    fs::create_dir_all(folder)
        .with_context(|| format!("{}: cannot create", ngi_vfs::shown(folder)))?;
    let mut root = help::command();
    root.build();
    write_pages(root, folder, force)?;
    ui.say(format_args!("wrote the manual pages to {}", ngi_vfs::shown(folder)));
    Ok(Outcome::Clean)
}

/// Writes the page of a command and of all commands below it.
fn write_pages(command: Command, folder: &Path, force: bool) -> Result<()> {
    for sub in command.get_subcommands().cloned() {
        write_pages(sub, folder, force)?;
    }
    let name = Man::new(command.clone()).get_filename();
    let mut page = Vec::new();
    write_page(command, &mut page)?;
    save::write_new(&folder.join(name), force, |out| out.write_all(&page))?;
    Ok(())
}

/// Writes one page. clap's own page lacks the examples and joins the lines of tables.
fn write_page(command: Command, out: &mut Vec<u8>) -> io::Result<()> {
    let text = |text: Option<&StyledStr>| text.map(ToString::to_string).unwrap_or_default();
    let examples = text(command.get_before_long_help());
    let notes = text(command.get_after_long_help());
    let has_commands = command.has_subcommands();
    let man = Man::new(command);
    man.render_title(out)?;
    man.render_name_section(out)?;
    man.render_synopsis_section(out)?;
    man.render_description_section(out)?;
    // The first line is the heading of the help text.
    write_section("EXAMPLES", examples.lines().skip(1).map(str::trim_start), true, out)?;
    man.render_options_section(out)?;
    if has_commands {
        man.render_subcommands_section(out)?;
    }
    write_section("NOTES", notes.lines(), false, out)?;
    man.render_version_section(out)
}

/// Writes a section of lines, if there are any. Prose is filled; tables, which are indented, and
/// `literal` lines stay as they are.
fn write_section<'l>(
    heading: &str,
    lines: impl Iterator<Item = &'l str>,
    literal: bool,
    out: &mut Vec<u8>,
) -> io::Result<()> {
    let mut roff = Roff::new();
    roff.control("SH", [heading]);
    let mut is_empty = true;
    for line in lines {
        is_empty = false;
        let is_plain = literal || line.starts_with(' ');
        if line.is_empty() {
            roff.control("PP", []);
        } else if is_plain {
            roff.control("nf", []).text([roman(line)]).control("fi", []);
        } else {
            roff.text([roman(line)]);
        }
    }
    if is_empty { Ok(()) } else { roff.to_writer(out) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_examples_headings_and_notes() {
        let mut root = help::command();
        root.build();
        let mut page = Vec::new();
        write_page(root.find_subcommand("import").unwrap().clone(), &mut page).unwrap();
        let page = String::from_utf8(page).unwrap();
        for part in [
            ".SH EXAMPLES\n.nf\nngi import panel.png",
            ".SH OUTPUT",
            ".SH NOTES",
            "Pixel format of a new texture",
            "\\-\\-like",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert!(!page.contains('\u{1b}'), "{page}");
    }
}
