//! What scripts are made of: the scripts themselves (`ngi.scr/1`), their formulas (`ngi.fml/1`) and
//! variables (`ngi.varset/1`), and the variables of behaviours (`ngi.var/1`).
//!
//! A script numbers variables and formulas; the files beside it have their names. `ngi show` puts them
//! in.

pub mod lists;
mod names;
pub mod research;

use ngi_formats::schema::Shape;
use ngi_formats::scr::{self, Names, Script};
use ngi_formats::tree::{Branch, Draft, Made, Node};
use ngi_formats::{Code, Findings, kinds};

use self::names::Around;
use crate::Result;
use crate::format::{Document, Form, Format, Rules, Subject};
use crate::references::{Reference, SCRIPT, VARIABLES};
use crate::surroundings::Surroundings;

/// Scripts in the table of formats.
pub struct ScriptDocument;

/// What can be done with them.
pub static FORMAT: Format =
    Format { references, ..Format::new(&kinds::SCRIPT, &ScriptDocument, &RULES) };

/// Every rule.
static CODES: &[&[&Code]] = &[scr::CODES, codes::CODES];

static RULES: Rules = Rules::new(CODES, check_alone).and_neighbours(check_with_neighbours);

/// The rules of a script among the files beside it.
mod codes {
    ngi_formats::rules! {
        FORMULAS_MISSING = warning(
            "scr.formulas.missing",
            "The formulas of a script are beside it, in the .fml of its name."
        ) of ["handlers"];
        FORMULA = warning(
            "scr.formula.range",
            "The formula of a node is one of the script's formulas."
        ) of ["handlers[].nodes[].formula"];
        VARIABLES_MISSING = warning(
            "scr.variables.missing",
            "The variables of a script are beside it, in the .var of its name or in varset.var."
        ) of ["handlers"];
        VARIABLE = warning(
            "scr.variable.range",
            "An operand is one of the declared variables."
        ) of ["handlers[].nodes[].operands"];
    }
}

impl Document for ScriptDocument {
    fn id(&self) -> &'static str {
        "scr"
    }

    fn branches(&self) -> &'static [Branch] {
        scr::DOCUMENT
    }

    fn records(&self) -> &'static [&'static Shape] {
        scr::RECORDS
    }

    fn kaitai(&self) -> Option<std::borrow::Cow<'static, str>> {
        Some(scr::KAITAI.into())
    }

    fn tree<'a>(&self, subject: &Subject<'a>, _: Form) -> Result<Node<'a>> {
        Ok(scr::tree(subject.bytes)?)
    }

    fn remains<'a>(&self, subject: &Subject<'a>) -> Option<Node<'a>> {
        scr::remains(subject.bytes)
    }

    fn make(&self, draft: &Draft, _: Option<&[u8]>) -> Result<Made> {
        Ok(scr::make(draft)?)
    }

    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        Ok(scr::as_text(&Script::read(subject.bytes)?, &Names::NONE))
    }

    fn show_among(&self, subject: &Subject<'_>, around: &Surroundings) -> Result<String> {
        let script = Script::read(subject.bytes)?;
        let named = Around::of(subject.name, around);
        let (variable, formula) = (|at| named.variable(at), |at| named.formula(at));
        Ok(scr::as_text(&script, &Names { variable: &variable, formula: &formula }))
    }
}

/// Holds a subject against the rules of its own.
fn check_alone(subject: &Subject<'_>, findings: &mut Findings) {
    scr::check(subject.bytes, findings);
}

fn check_with_neighbours(subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
    let Ok(script) = Script::read(subject.bytes) else { return };
    // A script by itself, without a folder around it, has nothing beside it.
    if around.parent().is_none() || around.game().is_none() {
        return;
    }
    let named = Around::of(subject.name, around);
    let needs = |is: &dyn Fn(&scr::Node<'_>) -> bool| {
        (0..script.len()).any(|handler| script.nodes(handler).any(|node| is(&node)))
    };
    if named.formulas.is_none() && needs(&|node| node.formula >= 0) {
        findings.at(&codes::FORMULAS_MISSING, "handlers", || {
            format!("there is no {}", names::with_suffix(subject.name, "fml"))
        });
    }
    if named.variables.is_none() && needs(&|node| node.operands().len() > 0) {
        findings.at(&codes::VARIABLES_MISSING, "handlers", || {
            let own = names::with_suffix(subject.name, "var");
            format!("there is neither {own} nor {}", ngi_formats::varset::FILE)
        });
    }
    let formulas = named.formulas.as_ref().map(Vec::len);
    let variables = named.variables.as_ref().map(Vec::len);
    let beyond = |number: i32, count: Option<usize>| {
        usize::try_from(number).is_ok_and(|number| count.is_some_and(|count| number >= count))
    };
    for handler in 0..script.len() {
        for (place, node) in script.nodes(handler).enumerate() {
            let path = |field: &str| format!("handlers[{handler}].nodes[{place}].{field}");
            if beyond(node.formula, formulas) {
                findings.at(&codes::FORMULA, path("formula"), || {
                    format!("it is {} of {}", node.formula, formulas.unwrap_or_default())
                });
            }
            if let Some(operand) = node.operands().find(|operand| beyond(*operand, variables)) {
                findings.at(&codes::VARIABLE, path("operands"), || {
                    format!("{operand} of {}", variables.unwrap_or_default())
                });
            }
        }
    }
}

/// The formulas of its name, and the variables that all scripts share.
fn references(subject: &Subject<'_>) -> Vec<Reference> {
    if Script::read(subject.bytes).is_err() {
        return Vec::new();
    }
    let formulas = names::with_suffix(subject.name, "fml");
    let formulas = Reference::new(&SCRIPT, formulas, String::new());
    // A file of the script's own name comes first, but who has such a one does not say so.
    let variables = ngi_formats::varset::FILE.to_owned();
    vec![formulas, Reference::new(&VARIABLES, variables, String::new())]
}

#[cfg(test)]
mod tests {
    use ngi_formats::scr::{HandlerBuf, NodeBuf, NodeHead, ScriptBuf};

    use super::*;
    use crate::document::{edit, from_value, to_value};

    fn sample() -> Vec<u8> {
        let call = NodeBuf::new(NodeHead { function: 3, ..NodeHead::default() }, vec![0, 1]);
        let nodes = vec![call];
        let handler = HandlerBuf { name: b"Init".to_vec(), nodes, ..HandlerBuf::default() };
        ScriptBuf { function_count: 73, handlers: vec![handler], tail: Vec::new() }.write().unwrap()
    }

    #[test]
    fn scripts_are_shown_set_and_come_back() {
        let bytes = sample();
        let subject = Subject::file("a.scr", &bytes);
        let shown = ScriptDocument.show(&subject).unwrap();
        assert_eq!(shown, "handler 0 \"Init\": 1 nodes\n    0  function 3(v0, v1)\n");
        let document = to_value(&ScriptDocument, &subject).unwrap();
        assert_eq!(from_value(&ScriptDocument, &document, None).unwrap().bytes, bytes);
        let set = |path: &str, said: &str| {
            let fields = [(path.to_owned(), said.to_owned())];
            let made = edit::set(&ScriptDocument, &subject, &fields).unwrap().bytes;
            ScriptDocument.show(&Subject::file("a.scr", &made)).unwrap()
        };
        assert!(set("handlers[0].nodes[0].function", "4").contains("function 4(v0, v1)"));
        assert!(set("handlers[0].nodes[0].operands[+]", "7").contains("(v0, v1, v7)"));
        assert!(set("handlers[0].nodes[0].operands[0]", "-").contains("(v1)"));
        assert!(set("handlers[0].name", "Start").contains("\"Start\""));
        assert!(set("handlers[0].nodes[0].kind", "return").contains("return"));
    }

    #[test]
    fn a_script_names_what_is_beside_it() {
        let bytes = sample();
        let told: Vec<_> = references(&Subject::file("Demo_PL.scr", &bytes))
            .into_iter()
            .map(|one| (one.target.id, one.name))
            .collect();
        let expected = [("script", "Demo_PL.fml"), ("variables", "varset.var")];
        assert_eq!(told, expected.map(|(id, name)| (id, name.to_owned())));
    }
}
