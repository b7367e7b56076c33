//! As much YAML as the formats describe their structure in: maps, lists and plain text by indent.

use std::borrow::Cow;

/// A piece of such a text.
#[derive(Debug, PartialEq)]
pub enum Yaml<'t> {
    /// Plain or quoted text.
    Text(Cow<'t, str>),
    /// Values by their names, in the order they stand in.
    Map(Vec<(&'t str, Yaml<'t>)>),
    /// Values one after another.
    List(Vec<Yaml<'t>>),
}

impl<'t> Yaml<'t> {
    /// What a text says.
    pub fn parse(text: &'t str) -> Self {
        let mut lines = Vec::new();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let (mut indent, mut rest) = (line.len() - line.trim_start().len(), line.trim());
            // An item of a list is a block of its own, as deep as what stands behind the dash.
            while let Some(item) = rest.strip_prefix("- ") {
                lines.push((indent, "-"));
                (indent, rest) = (indent + 2, item);
            }
            lines.push((indent, rest));
        }
        block(&mut lines.as_slice())
    }

    /// The value of a name; `None` where there is none.
    pub fn get(&self, name: &str) -> Option<&Self> {
        self.entries().iter().find(|(key, _)| *key == name).map(|(_, value)| value)
    }

    /// The text of a name.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The values of a map; none for anything else.
    pub fn entries(&self) -> &[(&'t str, Self)] {
        match self {
            Self::Map(entries) => entries,
            _ => &[],
        }
    }

    /// The items of a list under a name; none where there is no such list.
    pub fn items(&self, name: &str) -> &[Self] {
        match self.get(name) {
            Some(Self::List(items)) => items,
            _ => &[],
        }
    }
}

type Lines<'l, 't> = &'l [(usize, &'t str)];

/// The lines that are as deep as the first one, and what is below them.
fn block<'t>(lines: &mut Lines<'_, 't>) -> Yaml<'t> {
    let Some(&(indent, first)) = lines.first() else { return Yaml::Text("".into()) };
    if first == "-" { Yaml::List(list(lines, indent)) } else { Yaml::Map(map(lines, indent)) }
}

fn list<'t>(lines: &mut Lines<'_, 't>, indent: usize) -> Vec<Yaml<'t>> {
    let mut items = Vec::new();
    while let Some((&(depth, "-"), rest)) = lines.split_first().filter(|(line, _)| line.0 >= indent)
    {
        if depth != indent {
            break;
        }
        *lines = rest;
        items.push(block(lines));
    }
    items
}

fn map<'t>(lines: &mut Lines<'_, 't>, indent: usize) -> Vec<(&'t str, Yaml<'t>)> {
    let mut entries = Vec::new();
    while let Some((&(depth, line), rest)) = lines.split_first() {
        if depth != indent || line == "-" {
            break;
        }
        *lines = rest;
        let (name, said) = line.split_once(':').unwrap_or((line, ""));
        let is_deeper = lines.first().is_some_and(|(depth, _)| *depth > indent);
        let value = match said.trim() {
            "" if is_deeper => block(lines),
            said => Yaml::Text(unquoted(said)),
        };
        entries.push((name, value));
    }
    entries
}

fn unquoted(said: &str) -> Cow<'_, str> {
    match said.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
        Some(inside) => inside.replace("''", "'").into(),
        None => said.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_lists_and_quotes() {
        let read = Yaml::parse(
            "seq:\n  - id: a\n    type: u1\n  - id: b\ntypes:\n  t:\n    doc: 'it''s'\n",
        );
        let ids: Vec<_> = read.items("seq").iter().map(|item| item.text("id")).collect();
        assert_eq!(ids, [Some("a"), Some("b")]);
        assert_eq!(read.items("seq")[0].text("type"), Some("u1"));
        let inner = read.get("types").and_then(|types| types.get("t"));
        assert_eq!(inner.and_then(|inner| inner.text("doc")), Some("it's"));
    }
}
