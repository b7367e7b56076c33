//! Opening in the background: read, recognise, decode, check. Each step may fail on its own.

use ngi_formats::{Finding, Findings, Mode};
use ngi_verbs::check::entry_meta;
use ngi_verbs::document::write::{Layout, write};
use ngi_verbs::format::{self, Format, Subject};
use ngi_verbs::references::Reference;
use ngi_verbs::show;
use ngi_verbs::surroundings::{Game, Surroundings};
use ngi_vfs::{Bytes, Node, NodeKind};

use super::Document;
use crate::platform::guarded;

/// Texts longer than this are cut: nobody reads on, and laying them out takes long.
const LONGEST_TEXT: usize = 200_000;
/// Of unknown bytes this many are shown.
const DUMPED: usize = 16 << 10;

/// What opening a file or entry gave.
pub struct Opened {
    /// Where it is.
    pub node: Node,
    /// Its bytes; empty for a folder or where they cannot be read.
    pub bytes: Bytes,
    /// Its fields, if its format is known and it can be followed.
    pub document: Option<Document>,
    /// What went wrong.
    pub error: Option<String>,
    /// What a check found.
    pub findings: Vec<Finding>,
    /// What it names in other files.
    pub references: Vec<Reference>,
    /// It as readable text.
    pub text: String,
}

/// Opens a node. Never fails: what went wrong is in the result.
pub fn open(node: &Node, game: Option<&Game>) -> Opened {
    let mut opened = Opened {
        node: node.clone(),
        bytes: Bytes::new(),
        document: None,
        error: None,
        findings: Vec::new(),
        references: Vec::new(),
        text: String::new(),
    };
    if node.kind() == NodeKind::Folder {
        return opened;
    }
    match guarded(|| node.bytes().map_err(|error| error.to_string())) {
        Ok(bytes) => opened.bytes = bytes,
        Err(why) => {
            opened.error = Some(why);
            return opened;
        }
    }
    let (name, entry) = (node.name(), entry_meta(node));
    let bytes = opened.bytes.clone();
    let subject = Subject { name: &name, bytes: &bytes, entry };
    let Some(format) = format::recognise(&subject) else {
        opened.text = text_or_dump(&bytes);
        return opened;
    };
    opened.findings = findings_of(format, &subject, node, game).unwrap_or_else(|why| {
        opened.error = Some(why);
        Vec::new()
    });
    let document = Document::new(node.clone(), format, bytes.clone());
    match guarded(|| document.tree().map(drop)) {
        Ok(()) => opened.document = Some(document),
        Err(why) => opened.error = Some(why),
    }
    let shown = guarded(|| format.document.show(&subject).map_err(|error| error.to_string()));
    opened.text = shown.map_or_else(|_| text_or_dump(&bytes), cut);
    opened.references = guarded(|| Ok((format.references)(&subject))).unwrap_or_default();
    opened
}

/// What a check finds in a subject.
pub fn findings_of(
    format: &Format,
    subject: &Subject<'_>,
    node: &Node,
    game: Option<&Game>,
) -> Result<Vec<Finding>, String> {
    guarded(|| {
        let mut findings = Findings::new(Mode::Strict, false);
        let around = Surroundings::of(node, game);
        format.check(subject, &around, &mut findings);
        Ok(findings.into_list())
    })
}

/// Bytes as the text they are, or as a hex dump.
fn text_or_dump(bytes: &[u8]) -> String {
    let head = bytes.get(..bytes.len().min(4096)).unwrap_or_default();
    let readable = |byte: &u8| *byte >= 0x20 || matches!(byte, b'\t' | b'\r' | b'\n');
    if !head.is_empty() && head.iter().all(readable) {
        let text = ngi_formats::text::decode(bytes);
        let text = serde_json::from_str::<serde_json::Value>(&text).map_or(text, |value| {
            let mut out = Vec::new();
            let _ = write(&value, Layout::Values, &mut out);
            String::from_utf8_lossy(&out).into_owned()
        });
        return cut(text);
    }
    let mut out = Vec::new();
    let _ = show::hex_dump(bytes.get(..bytes.len().min(DUMPED)).unwrap_or_default(), &mut out);
    let mut text = String::from_utf8_lossy(&out).into_owned();
    if bytes.len() > DUMPED {
        text.push_str(&format!("… {} more bytes\n", bytes.len() - DUMPED));
    }
    text
}

fn cut(mut text: String) -> String {
    if text.len() > LONGEST_TEXT {
        let end = (0..=LONGEST_TEXT).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text.truncate(end);
        text.push_str("\n…\n");
    }
    // Tabs and lines stay; nothing else may confuse the layout.
    text.replace('\r', "")
}
