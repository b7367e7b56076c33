//! Texts of missions, scripts and what belongs to them: whatever the bytes are, they are checked, come
//! back through their documents, are shown, and one change of a field leaves a file that reads.

use ngi_formats::nres::TypeId;
use ngi_formats::schema::Record as _;
use ngi_formats::scr::{HandlerBuf, NodeBuf, NodeHead, NodeKind, Script, ScriptBuf};
use ngi_formats::trf::{self, TreeItem, TreePart};
use ngi_formats::var::{Values, Variable, VariableHead};
use ngi_formats::{Findings, Mode};
use ngi_verbs::document::edit;
use ngi_verbs::format::{EntryMeta, Subject, of_id};

use crate::Outcome;
use crate::documents::comes_back;

/// What holds for a subject of a format; a field that may be set is set.
fn holds(id: &str, subject: &Subject<'_>, fields: &[(&str, &str)]) -> Outcome {
    let Some(format) = of_id(id) else { return Outcome::Rejected };
    for retail in [false, true] {
        (format.rules.check)(subject, &mut Findings::new(Mode::Strict, retail));
    }
    let outcome = comes_back(format, subject);
    for (path, said) in fields {
        let field = [((*path).to_owned(), (*said).to_owned())];
        if let Ok(edited) = edit::set(format.document, subject, &field) {
            let after = Subject { bytes: &edited.bytes, ..*subject };
            comes_back(format, &after);
        }
    }
    outcome
}

/// Texts of objects.
pub fn cfg(input: &[u8]) -> Outcome {
    let fields = [
        ("objects[0].properties[0].value", "new value"),
        ("objects[0].properties[+]", r#"{"key": "k", "value": "v"}"#),
        ("objects[0].properties[0]", "-"),
        ("objects[+]", r#"{"name": "n", "properties": []}"#),
        ("a.k", "by name"),
    ];
    holds("cfg", &Subject::file("mission.cfg", input), &fields)
}

/// Objects, one in another, odd lines, and lines without end.
pub fn cfg_seeds() -> Vec<Vec<u8>> {
    let texts: [&[u8]; 6] = [
        b"",
        b"# c\r\nobject a\r\n  k = \"v\" # c\r\n  l=2\r\nend\r\n\r\nOBJECT b\nend",
        b"object minimap\ndesc = \"resource\"\nlibrary = ui\\m.lib\ntype = 1\nlibtype = multi\nm = A.0\nend\n",
        b"object a\nx = 1\nobject b\ny = \"2\nend\nz = 3\nend\nend\nneither\n= 1\n",
        b"object script\ns = create(1,2,3,4,a.dat,0)\nt = death(1,2,3,0)\nend\nobject WayPoint1\nCameraX = 1\nend\n",
        b"object a\nmessage_index = 1\nmessage_index = 1\nend\n\0\xff",
    ];
    let mut seeds: Vec<Vec<u8>> = texts.iter().map(|text| text.to_vec()).collect();
    seeds.push(b"object a\n".repeat(300));
    seeds.push([b"object a\nk = ".as_slice(), &[b'x'; 5000]].concat());
    seeds
}

/// Texts of sections.
pub fn ini(input: &[u8]) -> Outcome {
    let fields = [
        ("sections[0].entries[0].value", "1"),
        ("sections[0].entries[+]", r#"{"key": "k", "value": "v"}"#),
        ("sections[0]", "-"),
    ];
    holds("ini", &Subject::file("dispatcher.ini", input), &fields)
}

/// Sections, words without a sign, brackets that nothing closes.
pub fn ini_seeds() -> Vec<Vec<u8>> {
    let texts: [&[u8]; 3] = [
        b"; c\r\n[COMPLETE]\r\nmissions_single_01_=1\r\n\r\n[b]\r\n k = v \r\n",
        b"CID 7 a.dll B\n[a\nx=1\nx=2\n[]\n",
        b"",
    ];
    texts.iter().map(|text| text.to_vec()).collect()
}

/// Texts that missions show.
pub fn tips(input: &[u8]) -> Outcome {
    let fields = [("parts[0].text", "new"), ("parts[0].mark", "br"), ("parts[0]", "-")];
    holds("tips", &Subject::file("Mistips.mis", input), &fields)
}

/// Marks of all kinds, and some that nothing closes.
pub fn tips_seeds() -> Vec<Vec<u8>> {
    let texts: [&[u8]; 3] =
        [b"<<interleave=5>>a<<color=1,2,3>>b<<br>>\r\n", b"<<<<a>>>><<", b"title"];
    texts.iter().map(|text| text.to_vec()).collect()
}

/// Scripts.
pub fn scr(input: &[u8]) -> Outcome {
    let subject = Subject::file("a.scr", input);
    if let Ok(script) = Script::read(input) {
        assert_eq!(ScriptBuf::of(&script).write().ok().as_deref(), Some(input));
    } else {
        (ngi_formats::scr::check)(input, &mut Findings::new(Mode::Strict, true));
        let _ = ngi_formats::scr::remains(input);
        return Outcome::Rejected;
    }
    let fields = [
        ("handlers[0].name", "new name"),
        ("handlers[0].nodes[0].operands[+]", "3"),
        ("handlers[0].nodes[0]", "-"),
    ];
    holds("scr", &subject, &fields)
}

/// Handlers with and without nodes.
pub fn scr_seeds() -> Vec<Vec<u8>> {
    let node = |kind: NodeKind, operands: Vec<i32>| NodeBuf {
        formula: 1,
        ..NodeBuf::new(NodeHead { kind, function: 3, ..NodeHead::default() }, operands)
    };
    let handler = |index: u32, nodes: Vec<NodeBuf>| HandlerBuf {
        name: b"Handler".to_vec(),
        end: 0,
        index,
        nodes,
    };
    let ifs = vec![
        node(NodeKind::IF, vec![]),
        node(NodeKind::STATEMENT, vec![1, 2]),
        node(NodeKind::END, vec![]),
    ];
    let scripts = [vec![], vec![handler(0, vec![])], vec![handler(0, ifs), handler(1, vec![])]];
    let write = |handlers: Vec<HandlerBuf>| {
        ScriptBuf { function_count: 73, handlers, tail: Vec::new() }.write().ok()
    };
    scripts.into_iter().filter_map(write).collect()
}

/// Formulas.
pub fn fml(input: &[u8]) -> Outcome {
    let fields = [("formulas[0].arguments[1]", "a * 2"), ("formulas[0]", "-")];
    holds("fml", &Subject::file("a.fml", input), &fields)
}

/// Formulas, whole and broken.
pub fn fml_seeds() -> Vec<Vec<u8>> {
    let texts: [&[u8]; 3] = [
        b"",
        b"// c\r\nFUNCTION( , max(a, b), );\r\nFUNCTION(,x,)",
        b"FUNCTION( a\nfunction\n\"FUNCTION(\",",
    ];
    texts.iter().map(|text| text.to_vec()).collect()
}

/// Variables of scripts.
pub fn varset(input: &[u8]) -> Outcome {
    let fields = [
        ("variables[0].name", "New"),
        ("variables[+]", r#"{"type": "DWORD", "name": "N", "default": "1"}"#),
        ("variables[0]", "-"),
    ];
    holds("varset", &Subject::file("varset.var", input), &fields)
}

/// Variables, whole and broken.
pub fn varset_seeds() -> Vec<Vec<u8>> {
    let texts: [&[u8]; 3] = [
        b"",
        b"// c\r\nVAR( DWORD, a, 0, 0, 9, much, more );\r\nVAR(float,b,1)",
        b"VAR( a\nVAR()\nVAR(,,,,,,,)",
    ];
    texts.iter().map(|text| text.to_vec()).collect()
}

/// Variables of behaviours.
pub fn var(input: &[u8]) -> Outcome {
    if ngi_formats::var::VariableFile::read(input).is_err() {
        ngi_formats::var::check(input, &mut Findings::new(Mode::Strict, true));
        return Outcome::Rejected;
    }
    let fields = [("variables[0].name", "new name"), ("variables[0]", "-")];
    holds("var", &Subject::file("a.var", input), &fields)
}

/// None, one and two.
pub fn var_seeds() -> Vec<Vec<u8>> {
    let one = Variable::new(VariableHead::default(), b"Name", Values::default()).write();
    let one = one.unwrap_or_default();
    let some = |count: u32, all: &[&[u8]]| [&count.to_le_bytes()[..], &all.concat()].concat();
    vec![some(0, &[]), some(1, &[&one]), some(2, &[&one, &one])]
}

/// Tables of a tree. The first byte says which.
pub fn trf(input: &[u8]) -> Outcome {
    let Some((&choice, bytes)) = input.split_first() else { return Outcome::Rejected };
    let type_id = trf::TYPES.get(usize::from(choice) % trf::TYPES.len()).copied();
    let type_id = type_id.unwrap_or(TypeId(0));
    let entry = Some(EntryMeta { type_id, attributes: [0, 3, 0] });
    let fields = [("texts[0]", "new"), ("items[0].code", "7"), ("list[+]", "1")];
    holds("trf", &Subject { name: trf::ENTRY_NAME, bytes, entry }, &fields)
}

/// A table of each type.
pub fn trf_seeds() -> Vec<Vec<u8>> {
    let tables: [&[u8]; 4] =
        [&TreeItem::default().write(), &[7, 5], b"a\0\0b\0c", &TreePart::default().write()];
    [0u8, 1, 8, 11]
        .into_iter()
        .zip(tables)
        .map(|(choice, table)| [&[choice][..], table].concat())
        .collect()
}
