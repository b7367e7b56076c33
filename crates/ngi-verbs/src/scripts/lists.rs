//! The formulas and variables of scripts, and the variables of behaviours.

use std::fmt::Write as _;

use ngi_formats::fml::{self, Formulas};
use ngi_formats::schema::Shape;
use ngi_formats::tree::{Branch, Draft, Made, Node};
use ngi_formats::var::{self, VariableFile};
use ngi_formats::varset::{self, Variables};
use ngi_formats::{Code, kinds, text};

use crate::diff::Difference;
use crate::format::{Document, Form, Format, Rules, Subject};
use crate::{Result, show, text_file};

/// The formulas of a script in the table of formats.
pub struct FormulaDocument;
/// The variables of scripts in the table of formats.
pub struct VarsetDocument;
/// The variables of a behaviour in the table of formats.
pub struct VariableDocument;

/// What can be done with formulas.
pub static FORMULAS: Format = Format::new(&kinds::FORMULAS, &FormulaDocument, &FORMULA_RULES);

static FORMULA_CODES: &[&[&Code]] = &[fml::CODES];

static FORMULA_RULES: Rules =
    Rules::new(FORMULA_CODES, |subject, findings| fml::check(subject.bytes, findings));

/// What can be done with the variables of scripts.
pub static VARSET: Format = Format::new(&kinds::VARIABLE_LIST, &VarsetDocument, &VARSET_RULES);

static VARSET_CODES: &[&[&Code]] = &[varset::CODES];

static VARSET_RULES: Rules =
    Rules::new(VARSET_CODES, |subject, findings| varset::check(subject.bytes, findings));

/// What can be done with the variables of behaviours.
pub static VARIABLES: Format = Format::new(&kinds::VARIABLES, &VariableDocument, &VARIABLE_RULES);

static VARIABLE_CODES: &[&[&Code]] = &[var::CODES];

static VARIABLE_RULES: Rules =
    Rules::new(VARIABLE_CODES, |subject, findings| var::check(subject.bytes, findings));

fn line(bytes: Option<&[u8]>) -> String {
    show::printable(&text::decode(bytes.unwrap_or_default()))
}

impl Document for FormulaDocument {
    fn id(&self) -> &'static str {
        "fml"
    }

    fn branches(&self) -> &'static [Branch] {
        fml::DOCUMENT
    }

    fn tree<'a>(&self, subject: &Subject<'a>, _: Form) -> Result<Node<'a>> {
        Ok(fml::tree(subject.bytes)?)
    }

    fn make(&self, draft: &Draft, _: Option<&[u8]>) -> Result<Made> {
        Ok(fml::make(draft)?)
    }

    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        let formulas = Formulas::read(subject.bytes)?;
        let mut out = String::new();
        for index in 0..formulas.len() {
            let _ = writeln!(out, "{index:>5}  {}", line(formulas.expression(index)));
        }
        Ok(out)
    }

    fn diff(&self, a: &Subject<'_>, b: &Subject<'_>) -> Option<Vec<Difference>> {
        let [a, b] = [a, b].map(|subject| fml::tree(subject.bytes).ok());
        text_file::diff([a?, b?], "formulas")
    }
}

impl Document for VarsetDocument {
    fn id(&self) -> &'static str {
        "varset"
    }

    fn branches(&self) -> &'static [Branch] {
        varset::DOCUMENT
    }

    fn tree<'a>(&self, subject: &Subject<'a>, _: Form) -> Result<Node<'a>> {
        Ok(varset::tree(subject.bytes)?)
    }

    fn make(&self, draft: &Draft, _: Option<&[u8]>) -> Result<Made> {
        Ok(varset::make(draft)?)
    }

    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        let variables = Variables::read(subject.bytes)?;
        let mut out = String::new();
        for index in 0..variables.len() {
            let part = |part: usize| variables.part(index, part).map(|part| line(Some(part)));
            let [kind, name, default] = [0, 1, 2].map(|at| part(at).unwrap_or_default());
            let range =
                part(3).zip(part(4)).filter(|(min, max)| !min.is_empty() || !max.is_empty());
            let range = range.map(|(min, max)| format!(", {min} to {max}")).unwrap_or_default();
            let note = part(5).filter(|note| !note.is_empty());
            let note = note.map(|note| format!("  // {note}")).unwrap_or_default();
            let _ = writeln!(out, "{index:>5}  {kind} {name} = {default}{range}{note}");
        }
        Ok(out)
    }

    fn diff(&self, a: &Subject<'_>, b: &Subject<'_>) -> Option<Vec<Difference>> {
        let [a, b] = [a, b].map(|subject| varset::tree(subject.bytes).ok());
        text_file::diff([a?, b?], "variables")
    }
}

impl Document for VariableDocument {
    fn id(&self) -> &'static str {
        "var"
    }

    fn branches(&self) -> &'static [Branch] {
        var::DOCUMENT
    }

    fn records(&self) -> &'static [&'static Shape] {
        var::RECORDS
    }

    fn kaitai(&self) -> Option<std::borrow::Cow<'static, str>> {
        Some(var::KAITAI.into())
    }

    fn tree<'a>(&self, subject: &Subject<'a>, _: Form) -> Result<Node<'a>> {
        Ok(var::tree(subject.bytes)?)
    }

    fn remains<'a>(&self, subject: &Subject<'a>) -> Option<Node<'a>> {
        var::remains(subject.bytes)
    }

    fn make(&self, draft: &Draft, _: Option<&[u8]>) -> Result<Made> {
        Ok(var::make(draft)?)
    }

    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        let mut out = String::new();
        for (index, own) in VariableFile::read(subject.bytes)?.iter().enumerate() {
            let kind = own.head.kind;
            let name = kind.name().map_or_else(|| format!("type {}", kind.0), str::to_owned);
            let var::Values { value, default, min, max } = own.values;
            let [value, default, min, max] =
                [value, default, min, max].map(|value| var::shown(kind, value));
            let said = line(Some(own.name));
            let _ =
                writeln!(out, "{index:>5}  {name} {said} = {value} ({default}; {min} to {max})");
        }
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{edit, from_value, to_value};

    const VARIABLES: &[u8] =
        b"// all\r\nVAR( DWORD, Ore, 0, 0, 9, how much )\r\nVAR( float, F, 1 );\r\n";

    fn set(document: &dyn Document, bytes: &[u8], path: &str, said: &str) -> Result<String> {
        let fields = [(path.to_owned(), said.to_owned())];
        let edited = edit::set(document, &Subject::file("x", bytes), &fields)?;
        Ok(text::decode(&edited.bytes))
    }

    #[test]
    fn variables_are_shown_and_set() {
        let shown = VarsetDocument.show(&Subject::file("x", VARIABLES)).unwrap();
        assert_eq!(shown, "    0  DWORD Ore = 0, 0 to 9  // how much\n    1  float F = 1\n");
        let plain = text::decode(VARIABLES);
        let named = set(&VarsetDocument, VARIABLES, "variables[0].name", "Gold").unwrap();
        assert_eq!(named, plain.replace("Ore", "Gold"));
        let more = r#"{"type": "DWORD", "name": "N", "default": "3"}"#;
        let more = set(&VarsetDocument, VARIABLES, "variables[+]", more).unwrap();
        assert_eq!(more, format!("{plain}VAR( DWORD, N, 3 )\r\n"));
        let fewer = set(&VarsetDocument, VARIABLES, "variables[0]", "-").unwrap();
        assert_eq!(fewer, "// all\r\nVAR( float, F, 1 );\r\n");
        let bound = r#"{"type": "float", "name": "F", "default": "1", "min": "2"}"#;
        let bound = set(&VarsetDocument, VARIABLES, "variables[1]", bound).unwrap();
        assert_eq!(bound, plain.replace("VAR( float, F, 1 )", "VAR( float, F, 1, 2 )"));
        assert!(set(&VarsetDocument, VARIABLES, "variables[1].name", "a)").is_err());
    }

    #[test]
    fn documents_come_back() {
        let formulas = b"FUNCTION( , a, )\r\nx\r\n";
        for (document, bytes) in [
            (&VarsetDocument as &dyn Document, VARIABLES),
            (&FormulaDocument, formulas),
            (&FormulaDocument, b""),
        ] {
            let value = to_value(document, &Subject::file("x", bytes)).unwrap();
            assert_eq!(from_value(document, &value, None).unwrap().bytes, bytes);
        }
        let set = set(&FormulaDocument, formulas, "formulas[0].arguments[1]", "b").unwrap();
        assert_eq!(set, "FUNCTION( , b, )\r\nx\r\n");
        let shown = FormulaDocument.show(&Subject::file("x", formulas)).unwrap();
        assert_eq!(shown, "    0  a\n");
    }
}
