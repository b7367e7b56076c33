//! Pages in Markdown, parsed as mdBook parses them: links, anchors and text without markup.

use std::collections::HashSet;
use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};

/// A parsed page.
#[derive(Debug, Default)]
pub struct Page {
    /// Links and images, in the order of the page.
    pub links: Vec<Link>,
    /// Ids that a link can name after `#`: those of headings and of HTML tags.
    pub anchors: HashSet<String>,
    /// Text without markup, in the order of the page. Code blocks are left out.
    pub passages: Vec<Passage>,
    /// HTML tags, with their lines. Comments are left out.
    pub tags: Vec<(String, usize)>,
}

/// A link or an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    pub destination: String,
    /// Line of the page, from 1.
    pub line: usize,
    /// Bytes of the page that hold the destination; `None` if a reference definition holds it.
    pub range: Option<Range<usize>>,
}

/// A paragraph, heading, list item or table cell.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Passage {
    /// Text in one line; each inline code span is a single backquote.
    pub text: String,
    pub is_heading: bool,
    /// Where the pieces of the text begin, and the lines they come from.
    lines: Vec<(usize, usize)>,
}

impl Passage {
    /// Creates a passage of plain text.
    pub fn plain(text: String, line: usize) -> Self {
        Self { text, is_heading: false, lines: vec![(0, line)] }
    }

    /// Line of the page, from 1, of a byte of the text.
    pub fn line(&self, at: usize) -> usize {
        let before = self.lines.partition_point(|(start, _)| *start <= at);
        self.lines.get(before.saturating_sub(1)).map_or(1, |(_, line)| *line)
    }

    fn push(&mut self, text: &str, line: usize) {
        self.lines.push((self.text.len(), line));
        self.text.push_str(text);
    }
}

impl Page {
    /// Parses a page.
    pub fn parse(source: &str) -> Self {
        let mut builder = Builder { source, lines: Lines::of(source), ..Builder::default() };
        for (event, range) in Parser::new_ext(source, options()).into_offset_iter() {
            builder.take(event, range);
        }
        builder.end_passage();
        builder.page
    }
}

/// The extensions that mdBook switches on, without its smart punctuation.
fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_DEFINITION_LIST
        | Options::ENABLE_GFM
}

/// Offsets at which lines start.
#[derive(Debug, Default)]
struct Lines(Vec<usize>);

impl Lines {
    fn of(source: &str) -> Self {
        Self(source.match_indices('\n').map(|(at, _)| at + 1).collect())
    }

    /// Line of a byte, from 1.
    fn line(&self, at: usize) -> usize {
        self.0.partition_point(|start| *start <= at) + 1
    }
}

#[derive(Default)]
struct Builder<'a> {
    source: &'a str,
    lines: Lines,
    page: Page,
    passage: Passage,
    in_code: bool,
    heading: Option<Heading>,
}

#[derive(Default)]
struct Heading {
    id: Option<String>,
    text: String,
}

impl Builder<'_> {
    fn take(&mut self, event: Event<'_>, range: Range<usize>) {
        let line = self.lines.line(range.start);
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if !self.in_code => self.text(&text, &text, line),
            Event::Code(code) => self.text("`", &code, line),
            Event::SoftBreak | Event::HardBreak => self.text(" ", " ", line),
            Event::Html(html) | Event::InlineHtml(html) => self.html(&html, &range, line),
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::Link { link_type, dest_url, .. } | Tag::Image { link_type, dest_url, .. } => {
                self.link(link_type, &dest_url, range);
                return;
            }
            Tag::Emphasis | Tag::Strong | Tag::Strikethrough => return,
            Tag::CodeBlock(_) => self.in_code = true,
            Tag::Heading { id, .. } => {
                let id = id.map(|id| id.to_string());
                self.heading = Some(Heading { id, text: String::new() });
            }
            _ => {}
        }
        self.end_passage();
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Link
            | TagEnd::Image => return,
            TagEnd::CodeBlock => self.in_code = false,
            TagEnd::Heading(_) => {
                if let Some(heading) = self.heading.take() {
                    let id = heading.id.unwrap_or_else(|| id_of_heading(&heading.text));
                    self.add_anchor(&id);
                }
                self.passage.is_heading = true;
            }
            _ => {}
        }
        self.end_passage();
    }

    fn text(&mut self, shown: &str, full: &str, line: usize) {
        self.passage.push(shown, line);
        if let Some(heading) = &mut self.heading {
            heading.text.push_str(full);
        }
    }

    fn end_passage(&mut self) {
        let passage = std::mem::take(&mut self.passage);
        if !passage.text.trim().is_empty() {
            self.page.passages.push(passage);
        }
    }

    /// Adds an id. Ids of equal headings are numbered.
    fn add_anchor(&mut self, id: &str) {
        let mut unique = id.to_owned();
        let mut number = 1;
        while !self.page.anchors.insert(unique.clone()) {
            unique = format!("{id}-{number}");
            number += 1;
        }
    }

    fn link(&mut self, kind: LinkType, destination: &str, range: Range<usize>) {
        let line = self.lines.line(range.start);
        let found = match kind {
            LinkType::Inline => self.destination_range(destination, &range),
            _ => None,
        };
        self.page.links.push(Link { destination: destination.to_owned(), line, range: found });
    }

    /// Finds the destination of `[text](destination "title")` in the page.
    fn destination_range(&self, destination: &str, link: &Range<usize>) -> Option<Range<usize>> {
        let text = self.source.get(link.clone())?;
        let after = text.rfind("](")? + 2;
        let start = link.start + after + text.get(after..)?.find(destination)?;
        Some(start..start + destination.len())
    }

    /// Takes ids and links from HTML tags.
    fn html(&mut self, html: &str, range: &Range<usize>, line: usize) {
        if !html.trim_start().starts_with("<!--") {
            self.page.tags.push((html.trim().to_owned(), line));
        }
        for name in ["id", "name"] {
            for (_, value) in attributes(html, name) {
                self.page.anchors.insert(value.to_owned());
            }
        }
        for name in ["href", "src"] {
            for (at, value) in attributes(html, name) {
                let start = range.start + at;
                self.page.links.push(Link {
                    destination: value.to_owned(),
                    line,
                    range: Some(start..start + value.len()),
                });
            }
        }
    }
}

/// Values of an attribute in HTML tags, with their offsets.
fn attributes<'a>(html: &'a str, name: &str) -> Vec<(usize, &'a str)> {
    let start = format!(" {name}=\"");
    let found = html.match_indices(&start).filter_map(|(at, _)| {
        let at = at + start.len();
        let (value, _) = html.get(at..)?.split_once('"')?;
        Some((at, value))
    });
    found.collect()
}

/// The id that mdBook and code-hosting sites give a heading.
fn id_of_heading(text: &str) -> String {
    let lower = text.trim().to_lowercase();
    let id = lower.chars().filter_map(|letter| match letter {
        '_' | '-' => Some(letter),
        _ if letter.is_alphanumeric() => Some(letter),
        _ if letter.is_whitespace() => Some('-'),
        _ => None,
    });
    id.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<String> {
        Page::parse(source).passages.into_iter().map(|passage| passage.text).collect()
    }

    #[test]
    fn passages_are_blocks_without_markup_and_code() {
        let source = "# A *b* `c`\n\nOne\ntwo [three](x.md).\n\n```console\n$ ngi four\n```\n\n\
                      * five\n* six\n\n| a | b |\n|---|---|\n| c | `d` |\n";
        let expected = ["A b `", "One two three.", "five", "six", "a", "b", "c", "`"];
        assert_eq!(texts(source), expected);
    }

    #[test]
    fn a_byte_of_a_passage_knows_its_line() {
        let page = Page::parse("# T\n\nOne\ntwo\nthree\n");
        let passage = &page.passages[1];
        let line = |word: &str| passage.line(passage.text.find(word).unwrap());
        assert_eq!([line("One"), line("two"), line("three")], [3, 4, 5]);
    }

    #[test]
    fn links_know_where_their_destinations_are() {
        let source = "a [b](c.md#d) ![e](f.png \"t\")\n[![g](h.png)](i.md)\n<img src=\"j.png\">\n";
        let page = Page::parse(source);
        let found: Vec<_> = page
            .links
            .iter()
            .map(|link| (&source[link.range.clone().unwrap()], link.line))
            .collect();
        let expected = [("c.md#d", 1), ("f.png", 1), ("i.md", 2), ("h.png", 2), ("j.png", 3)];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_link_by_reference_has_no_place() {
        let page = Page::parse("[a][b]\n\n[b]: c.md\n");
        assert_eq!(page.links[0].destination, "c.md");
        assert_eq!(page.links[0].range, None);
    }

    #[test]
    fn tags_are_found_and_comments_left_out() {
        let page = Page::parse("Maps/<level>/land\n\n<!-- ngi: rules -->\n\na<!-- b -->c<br>\n");
        let expected = [("<level>".to_owned(), 1), ("<br>".to_owned(), 5)];
        assert_eq!(page.tags, expected);
    }

    #[test]
    fn anchors_are_those_of_headings_and_tags() {
        let page =
            Page::parse("# `ngi show`: A, б\n## Next\n## Next\n## X {#own}\n<a id=\"y\"></a>\n");
        let mut anchors: Vec<_> = page.anchors.iter().map(String::as_str).collect();
        anchors.sort_unstable();
        assert_eq!(anchors, ["next", "next-1", "ngi-show-a-б", "own", "y"]);
    }
}
