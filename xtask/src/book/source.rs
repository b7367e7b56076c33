//! Source of the book: the pages of `docs` and of the repository's root, in one folder.
//!
//! The pages link to each other and to sources so that the links work where the repository is
//! shown as it is. In the book some targets have other places: pages of the root are in
//! `repository`, and other files of the repository are copied to `files` as texts.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};

use crate::markdown::Page;
use crate::process;
use crate::prose::links;

/// Pages of the repository's root that are chapters of the book.
const ROOT_PAGES: &[&str] = &["ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md"];

/// Place of a file of the repository in the book.
#[derive(Debug, PartialEq, Eq)]
enum Place {
    /// A page or an image, with its path in the book.
    Book(String),
    /// A file that is copied as a text, with its path in the book.
    Text(String),
}

/// Writes the source of the book into a folder, which is emptied first.
///
/// # Errors
///
/// If a file cannot be read or written, or if a page has a link to a file that does not exist.
pub fn write(root: &Path, folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)
            .with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    copy(&root.join("docs/book.toml"), &folder.join("book.toml"))?;
    for (name, path) in process::files_below(&root.join("docs/book"), |_| true)? {
        copy(&path, &folder.join("book").join(name))?;
    }
    let own = root.join("docs/book");
    let docs = process::files_below(&root.join("docs"), |folder| folder != own)?;
    let docs = docs.into_iter().map(|(name, _)| format!("docs/{name}"));
    let pages = ROOT_PAGES.iter().map(|name| (*name).to_owned());
    let mut texts = BTreeSet::new();
    for name in docs.filter(|name| name != "docs/book.toml").chain(pages) {
        let Place::Book(place) = place(&name) else { continue };
        let target = folder.join("src").join(&place);
        if !name.ends_with(".md") {
            copy(&root.join(&name), &target)?;
            continue;
        }
        let text = fs::read_to_string(root.join(&name));
        let text = text.with_context(|| format!("cannot read {name}"))?;
        let text = with_links_of_the_book(&name, &text, &mut texts)?;
        create_parent(&target)?;
        fs::write(&target, text).with_context(|| format!("cannot write {}", target.display()))?;
    }
    for name in texts {
        let (Place::Book(place) | Place::Text(place)) = place(&name);
        copy(&root.join(&name), &folder.join("src").join(place))?;
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    create_parent(to)?;
    fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
    Ok(())
}

fn create_parent(path: &Path) -> Result<()> {
    let folder = path.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}

/// Place in the book of a file, by its path from the root of the repository.
fn place(name: &str) -> Place {
    match name.strip_prefix("docs/") {
        Some(name) => Place::Book(name.to_owned()),
        // The introduction says the same, and more.
        None if name == "README.md" => Place::Book("index.md".to_owned()),
        None if ROOT_PAGES.contains(&name) => Place::Book(format!("repository/{name}")),
        // Browsers show texts, and download files of other types.
        None => Place::Text(format!("files/{name}.txt")),
    }
}

/// Rewrites the links of a page; collects the files that are shown as texts.
fn with_links_of_the_book(name: &str, text: &str, texts: &mut BTreeSet<String>) -> Result<String> {
    let (Place::Book(own) | Place::Text(own)) = place(name);
    let mut changes = Vec::new();
    for link in Page::parse(text)
        .links
        .into_iter()
        .filter(|link| links::is_relative(&link.destination) && !link.destination.starts_with('#'))
    {
        let resolved = links::resolve(name, &link.destination);
        let (Some((path, anchor)), Some(range)) = (resolved, link.range) else {
            bail!("{name}:{}: the book cannot follow the link “{}”", link.line, link.destination);
        };
        let target = place(&path);
        let (Place::Book(to) | Place::Text(to)) = &target;
        let mut destination = relative(&own, to);
        if matches!(target, Place::Text(_)) {
            texts.insert(path);
        } else if let Some(anchor) = anchor.filter(|_| path != "README.md") {
            destination.push('#');
            destination.push_str(&anchor);
        }
        changes.push((range, destination));
    }
    changes.sort_by_key(|(range, _)| range.start);
    let mut text = text.to_owned();
    for (range, destination) in changes.into_iter().rev() {
        text.replace_range(range, &destination);
    }
    Ok(text)
}

/// Relative path from a page to a file; both are paths from the same folder.
fn relative(page: &str, file: &str) -> String {
    let mut from: Vec<&str> = page.split('/').collect();
    from.pop();
    let to: Vec<&str> = file.split('/').collect();
    let common = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let up = from.iter().skip(common).map(|_| "..");
    let down = to.iter().skip(common).copied();
    up.chain(down).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(name: &str, text: &str) -> (String, Vec<String>) {
        let mut texts = BTreeSet::new();
        let text = with_links_of_the_book(name, text, &mut texts).unwrap();
        (text, texts.into_iter().collect())
    }

    #[test]
    fn pages_of_docs_find_those_of_the_root() {
        let page = "[a](../../README.md#x) [b](../../ARCHITECTURE.md#words) [c](../install.md)";
        let expected =
            "[a](../index.md) [b](../repository/ARCHITECTURE.md#words) [c](../install.md)";
        assert_eq!(rewritten("docs/tools/index.md", page), (expected.to_owned(), vec![]));
    }

    #[test]
    fn pages_of_the_root_find_docs_and_images() {
        let page = "[![a](docs/pictures/a.png)](docs/a.md) [b](CONTRIBUTING.md) [c](#d)";
        let expected = "[![a](../pictures/a.png)](../a.md) [b](CONTRIBUTING.md) [c](#d)";
        assert_eq!(rewritten("ARCHITECTURE.md", page), (expected.to_owned(), vec![]));
    }

    #[test]
    fn sources_are_shown_as_texts() {
        let page =
            "[a](../xtask/src/setup.rs#L3) [b](../LICENSE-MIT \"Licence\") [c](https://c.org)";
        let expected = "[a](files/xtask/src/setup.rs.txt) [b](files/LICENSE-MIT.txt \"Licence\") \
                        [c](https://c.org)";
        let texts = vec!["LICENSE-MIT".to_owned(), "xtask/src/setup.rs".to_owned()];
        assert_eq!(rewritten("docs/a.md", page), (expected.to_owned(), texts));
    }

    #[test]
    fn a_link_that_the_book_cannot_follow_is_an_error() {
        for page in ["[a](../../e)", "[a][b]\n\n[b]: c.md"] {
            assert!(with_links_of_the_book("docs/a.md", page, &mut BTreeSet::new()).is_err());
        }
    }

    #[test]
    fn the_source_of_the_book_has_pages_images_and_texts() {
        let root = tempfile::tempdir().unwrap();
        for (name, text) in [
            ("ARCHITECTURE.md", "[a](docs/a.md)"),
            ("CHANGELOG.md", ""),
            ("CONTRIBUTING.md", ""),
            ("LICENSE-MIT", "MIT"),
            ("docs/SUMMARY.md", "- [A](a.md)\n- [B](../ARCHITECTURE.md)"),
            ("docs/a.md", "[MIT](../LICENSE-MIT)"),
            ("docs/book.toml", ""),
            ("docs/book/style.css", ""),
            ("docs/pictures/a.png", ""),
        ] {
            let path = root.path().join(name);
            create_parent(&path).unwrap();
            fs::write(path, text).unwrap();
        }
        let book = root.path().join("book");
        // Files of an earlier run are removed.
        create_parent(&book.join("src/old.md")).unwrap();
        fs::write(book.join("src/old.md"), "").unwrap();
        write(root.path(), &book).unwrap();
        let mut names = Vec::new();
        for (name, path) in process::files_below(&book, |_| true).unwrap() {
            names.push((name, fs::read_to_string(path).unwrap()));
        }
        names.sort();
        let expected = [
            ("book.toml", ""),
            ("book/style.css", ""),
            ("src/SUMMARY.md", "- [A](a.md)\n- [B](repository/ARCHITECTURE.md)"),
            ("src/a.md", "[MIT](files/LICENSE-MIT.txt)"),
            ("src/files/LICENSE-MIT.txt", "MIT"),
            ("src/pictures/a.png", ""),
            ("src/repository/ARCHITECTURE.md", "[a](../a.md)"),
            ("src/repository/CHANGELOG.md", ""),
            ("src/repository/CONTRIBUTING.md", ""),
        ];
        assert_eq!(names, expected.map(|(name, text)| (name.to_owned(), text.to_owned())));
    }
}
