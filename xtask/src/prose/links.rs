//! Links of the pages: every one leads somewhere, and every page can be reached.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::path::Path;

use super::Finding;
use crate::markdown::{Link, Page};

/// Table of contents of the book.
pub const SUMMARY: &str = "docs/SUMMARY.md";

/// Settings of the book.
const SETTINGS: &str = "docs/book.toml";

/// Pages by their paths from the root of the repository.
pub type Pages = BTreeMap<String, Page>;

/// Checks links, table of contents and ways on.
pub fn check(root: &Path, pages: &Pages) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut linked: HashSet<String> = HashSet::new();
    for (name, page) in pages {
        for link in page.links.iter().filter(|link| is_relative(&link.destination)) {
            match resolve(name, &link.destination) {
                Some((path, _)) if name != SUMMARY && path != *name => {
                    linked.insert(path);
                }
                _ => {}
            }
            if let Some(problem) = problem(root, pages, name, link) {
                let finding = Finding::new(name, link.line, &link.destination, &problem);
                findings.push(finding);
            }
        }
    }
    findings.extend(summary(pages));
    findings.extend(settings(root));
    for (name, page) in pages.iter().filter(|(name, _)| is_in_book(name)) {
        if !linked.contains(name) {
            findings.push(Finding::new(name, 1, name, "no page links to this one: add a link"));
        }
        if name != "CHANGELOG.md" && !has_way_on(page) {
            let advice = "end the page with a line `See also:` or `Next:` and links";
            findings.push(Finding::new(name, 1, name, advice));
        }
    }
    findings
}

/// True for pages that the table of contents lists.
fn is_in_book(name: &str) -> bool {
    let is_chapter = name.starts_with("docs/") && name != SUMMARY;
    is_chapter || matches!(name, "CONTRIBUTING.md" | "ARCHITECTURE.md" | "CHANGELOG.md")
}

/// True for links inside the repository.
pub fn is_relative(destination: &str) -> bool {
    let scheme = destination.split_once(':').map_or("", |(scheme, _)| scheme);
    let has_scheme = scheme.len() > 1
        && scheme.chars().all(|letter| letter.is_ascii_alphanumeric() || "+-.".contains(letter));
    !has_scheme && !destination.starts_with("//")
}

/// Path from the root of the repository, and anchor, of a relative link on a page; `None` if it
/// leads out of the repository.
pub fn resolve(page: &str, destination: &str) -> Option<(String, Option<String>)> {
    let (path, anchor) = match destination.split_once('#') {
        Some((path, anchor)) => (path, Some(anchor.to_owned())),
        None => (destination, None),
    };
    if path.is_empty() {
        return Some((page.to_owned(), anchor));
    }
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.split('/').filter(|part| !matches!(*part, "" | ".")) {
        if part == ".." {
            parts.pop()?;
        } else {
            parts.push(part);
        }
    }
    Some((parts.join("/"), anchor))
}

/// Describes what is wrong with a link.
fn problem(root: &Path, pages: &Pages, name: &str, link: &Link) -> Option<String> {
    if link.range.is_none() && !link.destination.is_empty() {
        return Some("write the link as `[text](page.md)`, without a reference".to_owned());
    }
    let Some((path, anchor)) = resolve(name, &link.destination) else {
        return Some("the link leads out of the repository".to_owned());
    };
    let target = root.join(&path);
    if !target.exists() {
        return Some(format!("{path} does not exist"));
    }
    if target.is_dir() {
        return Some(format!("{path} is a folder: link to a page in it"));
    }
    let anchor = anchor?;
    let page = pages.get(&path)?;
    let known = page.anchors.contains(&anchor);
    (!known).then(|| format!("{path} has no heading `#{anchor}`"))
}

/// Compares the table of contents with the pages.
fn summary(pages: &Pages) -> Vec<Finding> {
    let Some(summary) = pages.get(SUMMARY) else {
        return vec![Finding::new(SUMMARY, 1, SUMMARY, "the table of contents is missing")];
    };
    let mut findings = Vec::new();
    let mut listed = BTreeSet::new();
    for link in &summary.links {
        let Some((path, _)) = resolve(SUMMARY, &link.destination) else { continue };
        if !listed.insert(path) {
            let advice = "list each page once";
            findings.push(Finding::new(SUMMARY, link.line, &link.destination, advice));
        }
    }
    for name in pages.keys().filter(|name| is_in_book(name) && !listed.contains(*name)) {
        findings.push(Finding::new(name, 1, name, "add the page to docs/SUMMARY.md"));
    }
    findings
}

/// Checks the chapters that the settings of the search name. mdBook fails if one does not exist.
fn settings(root: &Path) -> Vec<Finding> {
    let text = fs::read_to_string(root.join(SETTINGS)).unwrap_or_default();
    let mut findings = Vec::new();
    let mut is_chapters = false;
    for (line, at) in text.lines().zip(1..) {
        if line.starts_with('[') {
            is_chapters = line == "[output.html.search.chapter]";
        }
        let Some((chapter, _)) = line.strip_prefix('"').and_then(|rest| rest.split_once('"'))
        else {
            continue;
        };
        if is_chapters && !root.join("docs").join(chapter).exists() {
            let problem = format!("docs/{chapter} does not exist");
            findings.push(Finding::new(SETTINGS, at, chapter, &problem));
        }
    }
    findings
}

/// True if the last section of a page has a line `See also` or `Next` with links.
fn has_way_on(page: &Page) -> bool {
    let is_lead = |text: &str| {
        let text = text.trim_start();
        ["See also", "Next", "Back"].iter().any(|lead| text.starts_with(lead))
    };
    let Some(at) = page.passages.iter().rposition(|passage| is_lead(&passage.text)) else {
        return false;
    };
    let (line, after) = (
        page.passages.get(at).map_or(0, |passage| passage.line(0)),
        page.passages.get(at + 1..).unwrap_or_default(),
    );
    let leads = |link: &Link| link.line >= line && is_relative(&link.destination);
    page.links.iter().any(leads) && !after.iter().any(|passage| passage.is_heading)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages(sources: &[(&str, &str)]) -> Pages {
        let written = sources.iter().filter(|(name, _)| name.ends_with(".md"));
        written.map(|(name, text)| ((*name).to_owned(), Page::parse(text))).collect()
    }

    /// Writes the pages into a folder and checks them.
    fn checked(sources: &[(&str, &str)]) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in sources {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let findings = check(folder.path(), &pages(sources));
        findings.iter().map(Finding::to_string).collect()
    }

    const SUMMARY_PAGE: (&str, &str) = (SUMMARY, "[A](a.md)\n- [B](b/b.md)\n");
    const B: (&str, &str) = ("docs/b/b.md", "# B\n\nSee also: [A](../a.md#part-two)\n");

    #[test]
    fn pages_that_link_to_each_other_pass() {
        let a = ("docs/a.md", "# A\n## Part two\n[x](b/b.md#b)\n\n## Next\n\n* [B](b/b.md)\n");
        assert_eq!(checked(&[SUMMARY_PAGE, a, B]), [""; 0]);
    }

    #[test]
    fn dead_links_are_found() {
        let a = (
            "docs/a.md",
            "## Part two\n[x](c.md) [y](b/b.md#c)\n[z](../../e) [f](b) [e](https://e.org)\n\n\
             [r][r] ![i](i.png)\n\nNext: [B](b/b.md)\n\n[r]: b/b.md\n",
        );
        let expected = [
            "docs/a.md:2: “c.md”: docs/c.md does not exist",
            "docs/a.md:2: “b/b.md#c”: docs/b/b.md has no heading `#c`",
            "docs/a.md:3: “../../e”: the link leads out of the repository",
            "docs/a.md:3: “b”: docs/b is a folder: link to a page in it",
            "docs/a.md:5: “b/b.md”: write the link as `[text](page.md)`, without a reference",
            "docs/a.md:5: “i.png”: docs/i.png does not exist",
        ];
        assert_eq!(checked(&[SUMMARY_PAGE, a, B]), expected);
    }

    #[test]
    fn the_table_of_contents_lists_every_page_once() {
        let summary = (SUMMARY, "[B](b/b.md)\n[B](b/b.md)\n");
        let a = ("docs/a.md", "## Part two\n\nSee also: [B](b/b.md)\n");
        let expected = [
            "docs/SUMMARY.md:2: “b/b.md”: list each page once",
            "docs/a.md:1: “docs/a.md”: add the page to docs/SUMMARY.md",
        ];
        assert_eq!(checked(&[summary, a, B]), expected);
    }

    #[test]
    fn pages_without_a_way_in_or_on_are_found() {
        let a = ("docs/a.md", "See also: [B](b/b.md)\n## Part two\n");
        let b = ("docs/b/b.md", "# B\n\nNext: none\n");
        let expected = [
            "docs/a.md:1: “docs/a.md”: no page links to this one: add a link",
            "docs/a.md:1: “docs/a.md”: end the page with a line `See also:` or `Next:` and links",
            "docs/b/b.md:1: “docs/b/b.md”: end the page with a line `See also:` or `Next:` and links",
        ];
        assert_eq!(checked(&[SUMMARY_PAGE, a, b]), expected);
    }

    #[test]
    fn chapters_of_the_search_settings_exist() {
        let a = ("docs/a.md", "## Part two\n\nNext: [B](b/b.md)\n");
        let text =
            "[output.html]\n\"c\" = 1\n[output.html.search.chapter]\n\"a.md\" = 1\n\"c\" = 1\n";
        let expected = ["docs/book.toml:5: “c”: docs/c does not exist"];
        assert_eq!(checked(&[SUMMARY_PAGE, a, B, (SETTINGS, text)]), expected);
    }

    #[test]
    fn addresses_of_other_sites_are_not_relative() {
        assert!(["https://a.org", "mailto:a@b.org", "//a.org"].iter().all(|url| !is_relative(url)));
        assert!(["a.md", "../a.md#b", "#b"].iter().all(|url| is_relative(url)));
    }
}
