//! A report as one page: no script, nothing from elsewhere, readable in every browser and on paper.

use std::fmt::Write as _;

/// A page.
#[derive(Debug, Clone, Default)]
pub struct Page {
    title: String,
    body: String,
}

/// How a column is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// Text, to the left.
    Text(&'static str),
    /// Numbers, to the right.
    Number(&'static str),
}

impl Column {
    fn name(self) -> &'static str {
        match self {
            Self::Text(name) | Self::Number(name) => name,
        }
    }

    fn class(self) -> &'static str {
        match self {
            Self::Text(_) => "",
            Self::Number(_) => " class=\"n\"",
        }
    }
}

/// How a line or a cell is to be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// As it is.
    Plain,
    /// Everything is well.
    Good,
    /// Somebody should look.
    Warning,
    /// Something is wrong.
    Bad,
}

impl Tone {
    fn class(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Good => " class=\"good\"",
            Self::Warning => " class=\"warning\"",
            Self::Bad => " class=\"bad\"",
        }
    }
}

/// Text with everything that means something in HTML, and what cannot be seen, written out.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            hidden if hidden.is_control() && hidden != '\n' => {
                let _ = write!(out, "\\x{:02x}", u32::from(hidden));
            }
            plain => out.push(plain),
        }
    }
    out
}

impl Page {
    /// A page of this title, which stands at its top, too.
    pub fn new(title: &str) -> Self {
        let mut page = Self { title: title.to_owned(), body: String::new() };
        page.line("h1", title);
        page
    }

    fn line(&mut self, tag: &str, text: &str) {
        let _ = writeln!(self.body, "<{tag}>{}</{tag}>", escaped(text));
    }

    /// A heading.
    pub fn heading(&mut self, text: &str) {
        self.line("h2", text);
    }

    /// A paragraph.
    pub fn text(&mut self, text: &str) {
        self.line("p", text);
    }

    /// A line that is good or bad.
    pub fn told(&mut self, tone: Tone, text: &str) {
        let _ = writeln!(self.body, "<p{}>{}</p>", tone.class(), escaped(text));
    }

    /// A table; rows that are shorter than the columns end in empty cells.
    pub fn table<R>(&mut self, columns: &[Column], rows: impl IntoIterator<Item = (Tone, R)>)
    where
        R: IntoIterator<Item = String>,
    {
        self.body.push_str("<table><thead><tr>");
        for column in columns {
            let (class, name) = (column.class(), escaped(column.name()));
            let _ = write!(self.body, "<th{class}>{name}</th>");
        }
        self.body.push_str("</tr></thead><tbody>\n");
        for (tone, row) in rows {
            let _ = write!(self.body, "<tr{}>", tone.class());
            let mut cells = row.into_iter();
            for column in columns {
                let cell = cells.next().unwrap_or_default();
                let _ = write!(self.body, "<td{}>{}</td>", column.class(), escaped(&cell));
            }
            self.body.push_str("</tr>\n");
        }
        self.body.push_str("</tbody></table>\n");
    }

    /// Something that is folded away behind a line.
    pub fn folded(&mut self, tone: Tone, summary: &str, inside: impl FnOnce(&mut Self)) {
        let (class, summary) = (tone.class(), escaped(summary));
        let _ = writeln!(self.body, "<details><summary{class}>{summary}</summary>");
        inside(self);
        self.body.push_str("</details>\n");
    }

    /// The page as text.
    pub fn finish(&self) -> String {
        let Self { title, body } = self;
        let title = escaped(title);
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
        )
    }
}

const STYLE: &str = "\
:root { color-scheme: light dark; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem; }
table { border-collapse: collapse; margin: .6rem 0 1.2rem; }
th, td { padding: .2rem .7rem; text-align: left; vertical-align: top; border-bottom: 1px solid #8884; }
th { position: sticky; top: 0; background: Canvas; }
.n { text-align: right; font-variant-numeric: tabular-nums; }
.good { color: #2a7d2a; }
.warning { color: #a06000; }
.bad { color: #b3261e; }
details { margin: .3rem 0 .3rem 1rem; }
summary { cursor: pointer; }
@media (prefers-color-scheme: dark) {
  .good { color: #7fce7f; } .warning { color: #e6b450; } .bad { color: #ff8a80; }
}
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_the_page() {
        let mut page = Page::new("<b>&\"'");
        page.text("a\u{1}b</p><script>");
        let rows = [(Tone::Bad, vec!["<td>".to_owned(), "7".into(), "lost".into()])];
        page.table(&[Column::Text("name"), Column::Number("n")], rows);
        page.folded(Tone::Plain, "<i>", |page| page.told(Tone::Good, "fine"));
        let html = page.finish();
        assert!(html.contains("<title>&lt;b&gt;&amp;&quot;&#39;</title>"), "{html}");
        assert!(html.contains("a\\x01b&lt;/p&gt;&lt;script&gt;"), "{html}");
        let row = "<tr class=\"bad\"><td>&lt;td&gt;</td><td class=\"n\">7</td></tr>";
        assert!(html.contains(row) && !html.contains("lost"), "{html}");
        assert!(!html.contains("<script") && !html.contains("http"), "{html}");
        assert_eq!(html.matches("<details>").count(), html.matches("</details>").count());
    }
}
