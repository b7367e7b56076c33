//! `cargo xtask prose`: plain English and live links in everything that users read.
//!
//! Checks the Markdown pages, the help texts of `ngi` and the labels of the viewer for the words
//! of [`patterns`], and the pages for dead links. The step `prose` of `cargo xtask test` runs it.

mod allowed;
pub mod links;
mod patterns;
mod sources;

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};

use crate::markdown::{Page, Passage};
use crate::process;
use allowed::{ALLOWED, Allowed};
use links::Pages;

/// Options of `cargo xtask prose`.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Root of the checkout to check
    #[arg(long, value_name = "FOLDER")]
    root: Option<PathBuf>,
}

/// A place that a reader would stumble over.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// Path from the root of the repository.
    file: String,
    line: usize,
    /// The word or the link.
    subject: String,
    /// Reason or replacement.
    advice: String,
}

impl Finding {
    fn new(file: &str, line: usize, subject: &str, advice: &str) -> Self {
        let (file, subject, advice) = (file.to_owned(), subject.to_owned(), advice.to_owned());
        Self { file, line, subject, advice }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: “{}”: {}", self.file, self.line, self.subject, self.advice)
    }
}

/// Runs the command.
///
/// # Errors
///
/// If there are findings, or if a file cannot be read.
pub fn run(options: &Options) -> Result<ExitCode> {
    check(&options.root.clone().unwrap_or_else(process::root))?;
    Ok(ExitCode::SUCCESS)
}

/// Checks a checkout and prints what it finds.
///
/// # Errors
///
/// If there are findings, or if a file cannot be read.
pub fn check(root: &Path) -> Result<()> {
    let texts = Texts::read(root)?;
    let findings = kept(root, texts.findings(root), ALLOWED)?;
    for finding in &findings {
        println!("{finding}");
    }
    if !findings.is_empty() {
        let files = findings.chunk_by(|one, other| one.file == other.file).count();
        bail!("{} findings in {files} files; docs/testing.md explains the check", findings.len());
    }
    println!("prose: {texts}");
    Ok(())
}

/// Everything that is checked, by path from the root of the repository.
struct Texts {
    /// All pages, for links.
    pages: Pages,
    /// Pages without their generated parts, for prose.
    written: Vec<(String, Page)>,
    help: Vec<(String, Vec<Passage>)>,
    labels: Vec<(String, Vec<Passage>)>,
}

impl fmt::Display for Texts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let links: usize = self.pages.values().map(|page| page.links.len()).sum();
        let help: usize = self.help.iter().map(|(_, texts)| texts.len()).sum();
        let labels: usize = self.labels.iter().map(|(_, texts)| texts.len()).sum();
        let pages = self.pages.len();
        write!(f, "{pages} pages, {links} links, {help} help texts, {labels} labels")
    }
}

/// Sources of the help texts of `ngi`.
const HELP: &str = "crates/ngi-cli/src/args";
/// Sources of the labels of the viewer: a file and a folder.
const LABELS: &str = "crates/ngi-view/src/texts";

impl Texts {
    fn read(root: &Path) -> Result<Self> {
        let mut pages = Pages::new();
        let mut written = Vec::new();
        for name in page_names(root)? {
            let text = read(root, &name)?;
            written.push((name.clone(), Page::parse(&without_generated(&text))));
            pages.insert(name, Page::parse(&text));
        }
        let help = sources(root, HELP, sources::help_texts)?;
        let labels = sources(root, LABELS, sources::labels)?;
        Ok(Self { pages, written, help, labels })
    }

    fn findings(&self, root: &Path) -> Vec<Finding> {
        let mut findings = links::check(root, &self.pages);
        for (name, page) in &self.written {
            findings.extend(in_passages(name, &page.passages));
        }
        for (name, page) in &self.pages {
            findings.extend(unknown_tags(name, page));
        }
        for (name, passages) in self.help.iter().chain(&self.labels) {
            findings.extend(in_passages(name, passages));
        }
        findings.sort();
        findings
    }
}

/// Finds placeholders such as `<level>` that are no code: browsers take them for tags and hide them.
fn unknown_tags(name: &str, page: &Page) -> Vec<Finding> {
    let is_known = |tag: &str| {
        let tag = tag.trim_start_matches(['<', '/']);
        let tag = tag.split(|letter: char| !letter.is_ascii_alphanumeric()).next();
        ["a", "br", "details", "img", "kbd", "p", "sub", "summary", "sup"]
            .contains(&tag.unwrap_or(""))
    };
    let unknown = page.tags.iter().filter(|(tag, _)| !is_known(tag));
    let advice = "browsers hide this as an HTML tag: put it into backquotes";
    unknown.map(|(tag, line)| Finding::new(name, *line, tag, advice)).collect()
}

fn in_passages(name: &str, passages: &[Passage]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for passage in passages {
        for found in patterns::find(&passage.text, is_about_code(name)) {
            let rest = passage.text.get(found.range.start..).unwrap_or_default();
            let line = passage.line(found.range.start);
            findings.push(Finding::new(
                name,
                line,
                &excerpt(rest, found.range.len()),
                found.advice,
            ));
        }
    }
    findings
}

/// Beginning of a text: `least` bytes and what else fits into a line.
fn excerpt(text: &str, least: usize) -> String {
    let wanted = least.max(40);
    let spaces = text.match_indices(' ').map(|(at, _)| at).chain([text.len()]);
    let end = spaces.take_while(|at| *at <= wanted).last().unwrap_or(least);
    let more = if end < text.len() { " …" } else { "" };
    format!("{}{more}", text.get(..end).unwrap_or(text)).replace('\n', " ")
}

/// True for pages about the source code of the project.
fn is_about_code(name: &str) -> bool {
    let pages = [
        "contributing.md",
        "coverage.md",
        "performance.md",
        "results.md",
        "security.md",
        "testing.md",
    ];
    match name.strip_prefix("docs/") {
        Some(name) => {
            pages.contains(&name) || name.starts_with("adr/") || name.starts_with("tools/")
        }
        None => name.ends_with(".md"),
    }
}

/// Names of all pages: those of the root and those below `docs`.
fn page_names(root: &Path) -> Result<Vec<String>> {
    let mut names: Vec<String> =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]
            .map(str::to_owned)
            .to_vec();
    let docs = process::files_below(&root.join("docs"), |_| true)?;
    let below = docs.into_iter().map(|(name, _)| format!("docs/{name}"));
    names.extend(below.filter(|name| name.ends_with(".md")));
    names.sort();
    Ok(names)
}

/// Texts of the Rust sources `name.rs` and `name/**/*.rs`.
fn sources(
    root: &Path,
    name: &str,
    texts: impl Fn(&str) -> Vec<Passage>,
) -> Result<Vec<(String, Vec<Passage>)>> {
    let mut names = Vec::new();
    if root.join(name).is_dir() {
        let below = process::files_below(&root.join(name), |_| true)?;
        names.extend(below.into_iter().map(|(file, _)| format!("{name}/{file}")));
        names.retain(|name| name.ends_with(".rs"));
    }
    let file = format!("{name}.rs");
    if root.join(&file).is_file() {
        names.push(file);
    }
    if names.is_empty() {
        bail!("{name} has no sources: were they moved?");
    }
    names.sort();
    names.into_iter().map(|name| Ok((name.clone(), texts(&read(root, &name)?)))).collect()
}

fn read(root: &Path, name: &str) -> Result<String> {
    fs::read_to_string(root.join(name)).with_context(|| format!("cannot read {name}"))
}

/// Empties the lines that a program writes.
fn without_generated(page: &str) -> String {
    let mut kept = String::with_capacity(page.len());
    let mut is_generated = false;
    for line in page.lines() {
        let mark = line.trim().strip_prefix("<!-- ").and_then(|mark| mark.strip_suffix(" -->"));
        match mark {
            Some("ngi: end" | "cargo xtask bench: end") => is_generated = false,
            Some(mark) if mark.starts_with("ngi: ") => is_generated = true,
            Some("cargo xtask bench: begin") => is_generated = true,
            _ if !is_generated => kept.push_str(line),
            _ => {}
        }
        kept.push('\n');
    }
    kept
}

/// Removes the findings that are allowed and adds the entries that allow nothing.
fn kept(root: &Path, findings: Vec<Finding>, allowed: &[Allowed]) -> Result<Vec<Finding>> {
    let mut is_used = vec![false; allowed.len()];
    let mut kept = Vec::new();
    for finding in findings {
        let text = read(root, &finding.file).unwrap_or_default();
        let line = text.lines().nth(finding.line.saturating_sub(1)).unwrap_or_default();
        let allows = |entry: &Allowed| entry.file == finding.file && line.contains(entry.line);
        match allowed.iter().position(allows) {
            Some(at) => is_used.iter_mut().skip(at).take(1).for_each(|used| *used = true),
            None => kept.push(finding),
        }
    }
    for (entry, _) in allowed.iter().zip(&is_used).filter(|(_, used)| !**used) {
        let advice = format!(
            "no finding in a line with this text ({}): remove the entry from \
             xtask/src/prose/allowed.rs",
            entry.reason
        );
        kept.push(Finding::new(entry.file, 1, entry.line, &advice));
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A checkout with one page, one help text and one label.
    fn checkout(page: &str, help: &str, label: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        for name in ["ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"] {
            write(name, "See also: [A](docs/a.md)\n");
        }
        write("README.md", "[A](ARCHITECTURE.md) [B](CONTRIBUTING.md) [C](CHANGELOG.md)\n");
        let root = "[B](../CONTRIBUTING.md)\n[C](../ARCHITECTURE.md)\n[D](../CHANGELOG.md)\n";
        write("docs/SUMMARY.md", &format!("[A](a.md)\n[R](b/r.md)\n{root}"));
        write("docs/a.md", &format!("{page}\n\nNext: [R](b/r.md)\n"));
        write("docs/b/r.md", "# B\n\nBack: [A](../a.md)\n");
        write("crates/ngi-cli/src/args/mod.rs", help);
        write("crates/ngi-view/src/texts.rs", label);
        folder
    }

    fn found(folder: &Path) -> Vec<String> {
        let findings = Texts::read(folder).unwrap().findings(folder);
        findings.iter().map(Finding::to_string).collect()
    }

    #[test]
    fn plain_texts_pass() {
        let page = "# A\n<!-- ngi: rules -->\nNobody writes this.\n<!-- ngi: end -->\n\
                    ```text\nWho is told\n```\n";
        let folder = checkout(page, "/// Writes a file\n", "a: \"Open\", \"Открыть\";");
        assert_eq!(found(folder.path()), [""; 0]);
        check(folder.path()).unwrap();
    }

    #[test]
    fn pages_help_texts_and_labels_are_searched() {
        let folder = checkout(
            "# A\n\nNobody\nis told.\n\nMAPS/<level>/Land.msh <br>",
            "/// Writes it anew\n",
            "a: \"Who uses it\", \"Кто\";",
        );
        let found = found(folder.path());
        let starts = [
            "crates/ngi-cli/src/args/mod.rs:1: “anew”: write `again`",
            "crates/ngi-view/src/texts.rs:1: “Who uses it”: begin with",
            "docs/a.md:3: “Nobody is told.”: name the actor",
            "docs/a.md:4: “is told.”: write `reports`",
            "docs/a.md:6: “<level>”: browsers hide",
        ];
        assert_eq!(found.len(), starts.len(), "{found:?}");
        for (finding, start) in found.iter().zip(starts) {
            assert!(finding.starts_with(start), "{finding}");
        }
        assert!(check(folder.path()).is_err());
    }

    #[test]
    fn allowed_lines_pass_and_stale_entries_fail() {
        let folder = checkout("# A\n\nNobody pays.\n\nNobody knows.", "", "");
        let findings = Texts::read(folder.path()).unwrap().findings(folder.path());
        let allow = |line| Allowed { file: "docs/a.md", line, reason: "a quotation" };
        let left =
            kept(folder.path(), findings.clone(), &[allow("body knows"), allow("body pays")]);
        assert_eq!(left.unwrap(), []);
        let left = kept(folder.path(), findings, &[allow("body knows"), allow("body sleeps")]);
        let left: Vec<_> = left.unwrap().iter().map(Finding::to_string).collect();
        assert!(left[0].starts_with("docs/a.md:3: “Nobody pays.”"), "{left:?}");
        assert!(left[1].starts_with("docs/a.md:1: “body sleeps”: no finding"), "{left:?}");
        assert_eq!(left.len(), 2);
    }

    #[test]
    fn moved_sources_are_noticed() {
        let folder = checkout("# A\n", "", "");
        fs::remove_file(folder.path().join("crates/ngi-view/src/texts.rs")).unwrap();
        assert!(Texts::read(folder.path()).is_err());
    }
}
