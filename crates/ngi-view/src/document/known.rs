//! What is known about a field: the row of its format's page in the documentation.
//!
//! The pages are part of the program, so what the inspector says is what the pages say.

/// A page per format: id and text.
static PAGES: &[(&str, &str)] = &[
    ("areal", include_str!("../../../../docs/formats/arealmap.md")),
    ("builddat", include_str!("../../../../docs/formats/builddat.md")),
    ("exp", include_str!("../../../../docs/formats/exp.md")),
    ("fxid", include_str!("../../../../docs/formats/fxid.md")),
    ("land", include_str!("../../../../docs/formats/landscape.md")),
    ("mat0", include_str!("../../../../docs/formats/mat0.md")),
    ("msh", include_str!("../../../../docs/formats/msh.md")),
    ("nres", include_str!("../../../../docs/formats/nres.md")),
    ("objects", include_str!("../../../../docs/formats/objects.md")),
    ("pal", include_str!("../../../../docs/formats/pal.md")),
    ("rsli", include_str!("../../../../docs/formats/rsli.md")),
    ("texm", include_str!("../../../../docs/formats/texm.md")),
    ("wear", include_str!("../../../../docs/formats/wear.md")),
];

/// What the documentation says about a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// The heading of the table it is in.
    pub section: String,
    /// How it is stored, such as `u16`.
    pub stored: String,
    /// What it means.
    pub meaning: String,
}

/// What is known about a field of a format; `None` where its page has no row for it.
pub fn about(format: &str, field: &str) -> Option<Known> {
    let page = PAGES.iter().find(|(id, _)| *id == format)?.1;
    let (own, parent) = names(field);
    let mut best: Option<(u32, Known)> = None;
    for row in rows(page) {
        let mut score = row.score(&own);
        if score == 0 {
            continue;
        }
        if !parent.is_empty() && fold(row.section).contains(parent.trim_end_matches('s')) {
            score += 2;
        }
        if best.as_ref().is_none_or(|(so_far, _)| score > *so_far) {
            best = Some((score, row.known()));
        }
    }
    // Archives are in every model; their entries are told on the page of the archive.
    let known = best.map(|(_, known)| known);
    let is_entry = field.starts_with("entries[") && !matches!(format, "nres" | "rsli");
    if is_entry { about("nres", field) } else { known }
}

/// A row of a table with fields.
struct Row<'p> {
    section: &'p str,
    stored: &'p str,
    field: &'p str,
    rest: Vec<&'p str>,
}

impl Row<'_> {
    /// How well the row fits a field name; 0 for not at all.
    fn score(&self, own: &str) -> u32 {
        let field = fold(self.field);
        let words = own.replace('_', " ");
        let starts = |text: &str| {
            field.strip_prefix(text).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        };
        match () {
            () if field == own || field == words => 4,
            () if starts(own) || starts(&words) => 3,
            () if field.split([',', ' ', '`', ':']).any(|word| word == own) => 1,
            () => 0,
        }
    }

    fn known(&self) -> Known {
        let mut parts = vec![self.field];
        parts.extend(self.rest.iter().filter(|part| !part.is_empty()));
        let meaning = parts.join(": ").replace('`', "");
        Known { section: self.section.to_owned(), stored: self.stored.to_owned(), meaning }
    }
}

fn rows(page: &str) -> impl Iterator<Item = Row<'_>> {
    let mut section = "";
    let mut columns: Option<(usize, usize)> = None;
    page.lines().filter_map(move |line| {
        if let Some(heading) = line.strip_prefix('#') {
            section = heading.trim_start_matches('#').trim();
        }
        let Some(cells) = line.trim().strip_prefix('|').and_then(|line| line.strip_suffix('|'))
        else {
            columns = None;
            return None;
        };
        let cells: Vec<&str> = cells.split('|').map(str::trim).collect();
        let Some((stored, field)) = columns else {
            let find = |name: &str| cells.iter().position(|cell| cell.starts_with(name));
            columns = find("type").zip(find("field"));
            // A table without fields is skipped as a whole.
            columns.get_or_insert((usize::MAX, usize::MAX));
            return None;
        };
        let name = cells.get(field)?;
        let rest = cells.get(field + 1..).unwrap_or_default().to_vec();
        let ruler = name.chars().all(|c| matches!(c, '-' | ':'));
        let stored = cells.get(stored).copied().unwrap_or_default();
        (!ruler).then_some(Row { section, stored, field: name, rest })
    })
}

/// The name of a field, and of the thing it is in: `slots[3].aabb.min` is `min` in `aabb`.
fn names(field: &str) -> (String, String) {
    let mut parts = field.split('.').rev().map(|part| fold(part.split('[').next().unwrap_or(part)));
    let own = parts.next().unwrap_or_default();
    (own.trim_end_matches("_raw").to_owned(), parts.next().unwrap_or_default())
}

fn fold(text: &str) -> String {
    text.trim_matches(|c| matches!(c, '`' | '*')).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_explained_by_their_pages() {
        let opacity = about("mat0", "phases[0].opacity").unwrap();
        assert_eq!(opacity.stored, "u8");
        assert!(opacity.meaning.starts_with("opacity"), "{}", opacity.meaning);
        let parent = about("msh", "nodes[3].parent").unwrap();
        assert_eq!((parent.stored.as_str(), parent.meaning.contains("root")), ("u16", true));
        assert!(about("fxid", "duration_s").unwrap().meaning.contains("seconds"));
        assert_eq!(about("msh", "no_such_field"), None);
        assert_eq!(about("no_such_format", "name"), None);
    }

    #[test]
    fn every_page_has_rows() {
        let without: Vec<&str> = PAGES
            .iter()
            .filter(|(_, page)| rows(page).next().is_none())
            .map(|(id, _)| *id)
            .collect();
        assert!(without.is_empty(), "{without:?}");
    }

    #[test]
    fn every_format_has_a_page() {
        for format in ngi_convert::format::FORMATS {
            assert!(PAGES.iter().any(|(id, _)| *id == format.id()), "{}", format.id());
        }
    }
}
