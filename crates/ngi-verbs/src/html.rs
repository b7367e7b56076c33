//! One HTML page that stands alone: titles, sentences and tables, without scripts.

use std::fmt::Write as _;

/// A page while it is written.
#[derive(Debug, Clone)]
pub struct Page {
    title: String,
    body: String,
}

/// How a row is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mark {
    /// Not at all.
    #[default]
    None,
    /// As it should be.
    Good,
    /// Not as it should be.
    Bad,
}

const STYLE: &str = "\
body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:72em;padding:0 1em;color:#222;background:#fff}\
table{border-collapse:collapse;margin:1em 0}\
th,td{text-align:left;padding:.2em .8em;border-bottom:1px solid #ddd;vertical-align:top}\
td.n{text-align:right;font-variant-numeric:tabular-nums}\
tr.good td:first-child{border-left:4px solid #2a7}\
tr.bad td:first-child{border-left:4px solid #c33}\
tr.bad{background:#fdecec}\
@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}th,td{border-color:#444}tr.bad{background:#402020}}";

impl Page {
    /// A page of a title.
    pub fn new(title: &str) -> Self {
        Self { title: escaped(title), body: String::new() }
    }

    /// A heading.
    pub fn heading(&mut self, text: &str) {
        let _ = writeln!(self.body, "<h2>{}</h2>", escaped(text));
    }

    /// A paragraph.
    pub fn paragraph(&mut self, text: &str) {
        let _ = writeln!(self.body, "<p>{}</p>", escaped(text));
    }

    /// A table. Cells that are numbers stand on the right.
    pub fn table(&mut self, head: &[&str], rows: impl IntoIterator<Item = (Mark, Vec<String>)>) {
        self.body.push_str("<table><thead><tr>");
        for cell in head {
            let _ = write!(self.body, "<th>{}</th>", escaped(cell));
        }
        self.body.push_str("</tr></thead><tbody>\n");
        for (mark, cells) in rows {
            self.body.push_str(match mark {
                Mark::None => "<tr>",
                Mark::Good => "<tr class=\"good\">",
                Mark::Bad => "<tr class=\"bad\">",
            });
            for cell in cells {
                let class = if cell.parse::<f64>().is_ok() { " class=\"n\"" } else { "" };
                let _ = write!(self.body, "<td{class}>{}</td>", escaped(&cell));
            }
            self.body.push_str("</tr>\n");
        }
        self.body.push_str("</tbody></table>\n");
    }

    /// The whole page.
    pub fn finish(self) -> String {
        let Self { title, body } = self;
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title>\
             <style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n{body}</body></html>\n"
        )
    }
}

/// Text that means nothing else in HTML.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in crate::show::printable(text).chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_game_says_is_only_text() {
        let mut page = Page::new("a <b>");
        page.table(&["n"], [(Mark::Bad, vec!["<script>".into(), "12".into(), "\u{1b}[2J".into()])]);
        let html = page.finish();
        assert!(html.contains("<title>a &lt;b&gt;</title>"));
        assert!(html.contains("<tr class=\"bad\"><td>&lt;script&gt;</td><td class=\"n\">12</td>"));
        assert!(!html.contains('\u{1b}') && !html.contains("<script"));
    }
}
