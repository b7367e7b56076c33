//! Texts in Rust sources: help texts of the command line and labels of the viewer.

use crate::markdown::{Page, Passage};

/// Doc comments and string literals of a source, as passages with the lines of the source.
pub fn help_texts(source: &str) -> Vec<Passage> {
    let source = without_tests(source);
    let mut passages = Page::parse(&doc_comments(source)).passages;
    // A single word is a name, such as that of a group of options.
    let texts = literals(source).into_iter().filter(|(text, _)| text.contains(' '));
    passages.extend(texts.map(|(text, line)| Passage::plain(without_examples(&text), line)));
    passages
}

/// String literals of a table that has a text in each language, without those in Russian.
pub fn labels(source: &str) -> Vec<Passage> {
    let source = without_tests(source);
    let english = literals(source).into_iter().filter(|(text, _)| !is_russian(text));
    english.map(|(text, line)| Passage::plain(text, line)).collect()
}

/// Empties the lines of a help text that show a command.
fn without_examples(text: &str) -> String {
    let kept = |line| if str::trim_start(line).starts_with("ngi ") { "" } else { line };
    text.split('\n').map(kept).collect::<Vec<_>>().join("\n")
}

/// The source without its tests, which are a module at its end.
fn without_tests(source: &str) -> &str {
    source.split_once("\n#[cfg(test)]\nmod ").map_or(source, |(source, _)| source)
}

fn is_russian(text: &str) -> bool {
    text.chars().any(|letter| matches!(letter, '\u{400}'..='\u{4ff}'))
}

/// Keeps the doc comments of a source and leaves every other line empty.
fn doc_comments(source: &str) -> String {
    let text = |line: &str| {
        let comment = line.trim_start().strip_prefix("///").unwrap_or_default();
        comment.strip_prefix(' ').unwrap_or(comment).to_owned()
    };
    source.lines().map(text).collect::<Vec<_>>().join("\n")
}

/// Finds the string literals of a source, with the lines they begin in.
fn literals(source: &str) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    let (mut rest, mut counted, mut line) = (source, 0, 1);
    while let Some(at) = rest.find(['"', '/', '\'']) {
        let (before, here) = rest.split_at(at);
        let start = source.len() - here.len();
        line += source.get(counted..start).unwrap_or_default().matches('\n').count();
        counted = start;
        rest = if here.starts_with("//") {
            here.split_once('\n').map_or("", |(_, rest)| rest)
        } else if here.starts_with('/') {
            here.get(1..).unwrap_or_default()
        } else if here.starts_with('\'') {
            after_quote(here)
        } else {
            let hashes = raw_hashes(before);
            let (text, after) = literal(here, hashes);
            found.push((text, line));
            after
        };
    }
    found
}

/// The rest after a character literal or the quote of a lifetime.
fn after_quote(here: &str) -> &str {
    let mut letters = here.char_indices().skip(1);
    let Some((_, first)) = letters.next() else { return "" };
    let end = if first == '\\' { letters.nth(1) } else { letters.next() };
    match end {
        Some((at, '\'')) => here.get(at + 1..).unwrap_or_default(),
        _ => here.get(1..).unwrap_or_default(),
    }
}

/// Number of `#` in front of a raw string; `None` for other strings.
fn raw_hashes(before: &str) -> Option<usize> {
    let start = before.trim_end_matches('#');
    start.ends_with('r').then(|| before.len() - start.len())
}

/// Reads a literal that begins with its quote; gives its text and the rest of the source.
fn literal(here: &str, raw: Option<usize>) -> (String, &str) {
    let body = here.get(1..).unwrap_or_default();
    if let Some(hashes) = raw {
        let end = format!("\"{}", "#".repeat(hashes));
        let (text, rest) = body.split_once(&end).unwrap_or((body, ""));
        return (text.to_owned(), rest);
    }
    let mut text = String::new();
    let mut letters = body.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return (text, body.get(at + 1..).unwrap_or_default()),
            '\\' => match letters.next() {
                // The line goes on, without the break.
                Some((_, '\n')) | None => {}
                Some((_, 'n' | 't')) => text.push(' '),
                Some((_, other)) => text.push(other),
            },
            _ => text.push(letter),
        }
    }
    (text, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = r##"
/// Writes `FILE`
/// somewhere.
#[arg(long, help = "One \"two\" \
    three
  ngi mod new --author Somebody")]
// A comment with "quotes".
fn a<'a>(b: char) -> bool { b == '"' || b == '\'' || 4 / 2 == 2 }
const C: &str = r#"four "five" six"#;
label: "seven", "семь";
"##;

    #[test]
    fn help_texts_are_doc_comments_and_literals() {
        let found: Vec<_> =
            help_texts(SOURCE).into_iter().map(|passage| (passage.line(0), passage.text)).collect();
        let expected =
            [(2, "Writes ` somewhere."), (4, "One \"two\"     three\n"), (9, "four \"five\" six")];
        let expected: Vec<_> = expected.map(|(line, text)| (line, text.to_owned())).to_vec();
        assert_eq!(found, expected);
    }

    #[test]
    fn labels_are_the_literals_that_are_not_russian() {
        let source = "a: \"One\", \"Один\";\nb: \"Two\", \"Два\";\n\
                      #[cfg(test)]\nmod tests { const A: &str = \"Three\"; }";
        let found: Vec<_> = labels(source);
        let lines: Vec<_> = found.iter().map(|label| (label.line(0), &*label.text)).collect();
        assert_eq!(lines, [(1, "One"), (2, "Two")]);
    }
}
