//! Texts of sections (`ngi.ini/1`) and texts that missions show (`ngi.tips/1`).

use std::collections::HashSet;
use std::fmt::Write as _;

use ngi_formats::ini::{self, Ini};
use ngi_formats::tips::{self, Part, TITLE_FILE, Tips};
use ngi_formats::tree::{Branch, Draft, Made, Node};
use ngi_formats::{Code, Findings, kinds, text};
use ngi_vfs::{LinkGuard, NodeKind};

use crate::diff::Difference;
use crate::format::{Document, Form, Format, Rules, Subject};
use crate::surroundings::{Game, Surroundings};
use crate::{Result, show, text_file};

/// Texts of sections in the table of formats.
pub struct IniDocument;
/// Texts that missions show in the table of formats.
pub struct TipsDocument;

/// What can be done with texts of sections.
pub static INI: Format = Format::new(&kinds::INI, &IniDocument, &INI_RULES);

/// What can be done with texts that missions show.
pub static TIPS: Format = Format::new(&kinds::TIPS, &TipsDocument, &TIPS_RULES);

static TIPS_CODES: &[&[&Code]] = &[tips::CODES];

static TIPS_RULES: Rules = Rules::new(TIPS_CODES, check_tips);

static INI_CODES: &[&[&Code]] = &[ini::CODES, codes::CODES];

static INI_RULES: Rules = Rules::new(INI_CODES, check_ini).and_neighbours(check_with_neighbours);

/// The rules of a text of sections among other files.
mod codes {
    ngi_formats::rules! {
        MISSION_MISSING = warning(
            "ini.mission.missing",
            "Every mission that dispatcher.ini counts as won is in the game folder."
        ) of ["sections[].entries[].key"];
    }
}

fn line(bytes: &[u8]) -> String {
    show::printable(&text::decode(bytes))
}

impl Document for IniDocument {
    fn id(&self) -> &'static str {
        "ini"
    }

    fn branches(&self) -> &'static [Branch] {
        ini::DOCUMENT
    }

    fn tree<'a>(&self, subject: &Subject<'a>, _: Form) -> Result<Node<'a>> {
        Ok(ini::tree(subject.bytes)?)
    }

    fn make(&self, draft: &Draft, _: Option<&[u8]>) -> Result<Made> {
        Ok(ini::make(draft)?)
    }

    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        let ini = Ini::read(subject.bytes)?;
        let mut out = String::new();
        for section in std::iter::once(None).chain((0..ini.len()).map(Some)) {
            if let Some(section) = section {
                let _ = writeln!(out, "[{}]", line(ini.name(section)));
            }
            for own in ini.entries(section) {
                let value = own.value.map(|value| format!(" = {}", line(value)));
                let _ = writeln!(out, "  {}{}", line(own.key), value.unwrap_or_default());
            }
        }
        Ok(out)
    }

    fn diff(&self, a: &Subject<'_>, b: &Subject<'_>) -> Option<Vec<Difference>> {
        let [a, b] = [a, b].map(|subject| ini::tree(subject.bytes).ok());
        text_file::diff([a?, b?], "sections")
    }
}

impl Document for TipsDocument {
    fn id(&self) -> &'static str {
        "tips"
    }

    fn branches(&self) -> &'static [Branch] {
        tips::DOCUMENT
    }

    fn tree<'a>(&self, subject: &Subject<'a>, _: Form) -> Result<Node<'a>> {
        Ok(tips::tree(subject.bytes)?)
    }

    fn make(&self, draft: &Draft, _: Option<&[u8]>) -> Result<Made> {
        Ok(tips::make(draft)?)
    }

    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        let mut out = String::new();
        for (_, part) in Tips::read(subject.bytes)?.parts() {
            match part {
                Part::Text(said) | Part::Open(said) => {
                    for said in said.split(|byte| *byte == b'\n') {
                        let said = line(said.trim_ascii_end());
                        if !said.is_empty() {
                            let _ = writeln!(out, "{said}");
                        }
                    }
                }
                Part::Mark(mark) => {
                    let _ = writeln!(out, "<<{}>>", line(mark));
                }
            }
        }
        Ok(out)
    }
}

fn check_ini(subject: &Subject<'_>, findings: &mut Findings) {
    ini::check(subject.bytes, findings);
}

fn check_tips(subject: &Subject<'_>, findings: &mut Findings) {
    let is_title = subject.name.eq_ignore_ascii_case(TITLE_FILE);
    tips::check(subject.bytes, is_title, findings);
}

/// Folders of folders that missions are in.
const DEEPEST: usize = 4;

/// The keys of all missions of a game.
fn missions(game: &Game) -> HashSet<String> {
    let mut keys = HashSet::new();
    let Ok(all) = game.vfs().locate("MISSIONS") else { return keys };
    let mut links = LinkGuard::starting_at(&all);
    let mut waiting = vec![(all, "missions".to_owned(), 0)];
    while let Some((folder, path, depth)) = waiting.pop() {
        for child in folder.children().into_iter().flatten() {
            let is_folder = child.kind() == NodeKind::Folder && depth < DEEPEST;
            if is_folder && links.may_enter(&child) {
                let path = format!("{path}/{}", child.name());
                keys.insert(ini::mission_key(&path));
                waiting.push((child, path, depth + 1));
            }
        }
    }
    keys
}

fn check_with_neighbours(subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
    let (Ok(ini), Some(game)) = (Ini::read(subject.bytes), around.game()) else { return };
    if !subject.name.eq_ignore_ascii_case(kinds::DISPATCHER) {
        return;
    }
    let won = |index: &usize| text::same(ini.name(*index), ini::COMPLETE.as_bytes());
    let missions = missions(game);
    for section in (0..ini.len()).filter(won) {
        for (place, own) in ini.entries(Some(section)).enumerate() {
            let key = text::decode(own.key).to_lowercase();
            if !missions.contains(&key) {
                let path = format_args!("sections[{section}].entries[{place}].key");
                let message = || format!("no mission has the key {key}");
                findings.at(&codes::MISSION_MISSING, path, message);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{edit, from_value, to_value};

    #[test]
    fn texts_are_shown_set_and_come_back() {
        let won = b"; won\r\n[COMPLETE]\r\nmissions_single_01_=1\r\n";
        let hints = b"<<color=1,2,3>>Go\r\nhome<<br>>";
        type Case<'c> = (&'c dyn Document, &'c [u8], &'c str, &'c str, &'c str);
        let cases: [Case<'_>; 3] = [
            (
                &IniDocument,
                won,
                "sections[0].entries[0].value",
                "0",
                "[COMPLETE]\n  missions_single_01_ = 1\n",
            ),
            (&TipsDocument, hints, "parts[1].text", "Stay", "<<color=1,2,3>>\nGo\nhome\n<<br>>\n"),
            (&TipsDocument, b"A title", "parts[0].text", "Another", "A title\n"),
        ];
        for (document, bytes, path, said, shown) in cases {
            let subject = Subject::file("x", bytes);
            assert_eq!(document.show(&subject).unwrap(), shown);
            let value = to_value(document, &subject).unwrap();
            assert_eq!(from_value(document, &value, None).unwrap().bytes, bytes);
            let fields = [(path.to_owned(), said.to_owned())];
            let changed = edit::set(document, &subject, &fields).unwrap().bytes;
            assert!(text::decode(&changed).contains(said));
        }
        let mark = [("parts[0].mark".to_owned(), "br".to_owned())];
        let changed = edit::set(&TipsDocument, &Subject::file("x", hints), &mark).unwrap().bytes;
        assert_eq!(changed, b"<<br>>Go\r\nhome<<br>>");
    }

    #[test]
    fn a_document_without_the_text_changes_that_of_the_reference() {
        let text = b"; top\n[a]\nx=1 \n; of y\ny=2\n[b]\nz=3\n";
        let mut value = to_value(&IniDocument, &Subject::file("x", text)).unwrap();
        value["sections"][0]["entries"][0]["value"] = "7".into();
        value.as_object_mut().unwrap().remove("text").unwrap();
        value.as_object_mut().unwrap().remove("entries");
        let made = from_value(&IniDocument, &value, Some(text)).unwrap().bytes;
        assert_eq!(text::decode(&made), text::decode(text).replace("x=1", "x=7"));
        let entries = serde_json::json!({"schema": "ngi.ini/1", "text": "[c]\n", "entries": []});
        assert_eq!(from_value(&IniDocument, &entries, None).unwrap().bytes, b"[c]\n");
        // A whole text counts for all that is left out beside it.
        let whole = serde_json::json!({"schema": "ngi.ini/1", "text": "[c]\n"});
        assert_eq!(from_value(&IniDocument, &whole, Some(text)).unwrap().bytes, b"[c]\n");
    }
}
