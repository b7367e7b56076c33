//! Texts of objects: as documents (`ngi.cfg/1`), as readable text, and what they name.
//!
//! ```json
//! {"schema": "ngi.cfg/1", "properties": [],
//!  "objects": [{"name": "prebuild", "properties": [{"key": "unit1", "value": "units\\a.dat"}]}],
//!  "text": "object prebuild\r\n  unit1 = \"units\\a.dat\"\r\nend\r\n",
//!  "derived": {"prebuilt": ["units\\a.dat"]}}
//! ```
//! `text` is the whole file, so that comments and spaces come back. Where the objects say something
//! else than the text, the objects count, and the rest of the text stays.

use std::fmt::Write as _;

use ngi_formats::cfg::view::{self, Descriptor, ResourceType, ScriptLine};
use ngi_formats::cfg::{self, Cfg, Object};
use ngi_formats::tree::{Branch, Draft, Made, Node};
use ngi_formats::{Code, Findings, kinds, text};

use crate::diff::Difference;
use crate::format::{Document, Form, Format, Rules, Subject};
use crate::references::{PICTURE, Reference, SOUND, TEXTURE, UNIT};
use crate::surroundings::{Surroundings, TEXTURES};
use crate::{Result, show, text_file};

/// Texts of objects in the table of formats.
pub struct CfgDocument;

/// What can be done with them.
pub static FORMAT: Format =
    Format { references, ..Format::new(&kinds::TEXTS, &CfgDocument, &RULES) };

/// Every rule.
static CODES: &[&[&Code]] = &[cfg::CODES, codes::CODES];

static RULES: Rules = Rules::new(CODES, check_alone).and_neighbours(check_with_neighbours);

/// The rules of such a text among other files.
mod codes {
    ngi_formats::rules! {
        LIBRARY_MISSING = warning(
            "cfg.library.missing",
            "The library of textures, fonts or sounds is in the game folder."
        ) of ["objects[].properties[].value"];
        MEMBER_MISSING = warning(
            "cfg.member.missing",
            "What a resource names is an entry of its library, or the number of one."
        ) of ["objects[].properties[].value"];
        DESIGN_MISSING = warning(
            "cfg.design.missing",
            "Designs that a mission starts with or lets appear are in the game folder."
        ) of ["objects[].properties[].value"];
    }
}

impl Document for CfgDocument {
    fn id(&self) -> &'static str {
        "cfg"
    }

    fn branches(&self) -> &'static [Branch] {
        cfg::DOCUMENT
    }

    fn tree<'a>(&self, subject: &Subject<'a>, _: Form) -> Result<Node<'a>> {
        Ok(cfg::tree(subject.bytes)?)
    }

    fn make(&self, draft: &Draft, _: Option<&[u8]>) -> Result<Made> {
        Ok(cfg::make(draft)?)
    }

    /// `primary_objectives.objective1` is the value of that key; a key that is not there yet is
    /// added to the object.
    fn by_name(&self, subject: &Subject<'_>, path: &str, said: &str) -> Option<(String, String)> {
        let found = cfg::path_of(subject.bytes, path)?;
        if !found.ends_with("[+]") {
            return Some((found, said.to_owned()));
        }
        let key = path.rsplit('.').next().unwrap_or_default();
        let property = serde_json::json!({"key": key, "value": said});
        Some((found, property.to_string()))
    }

    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        let cfg = Cfg::read(subject.bytes)?;
        let mut out = String::new();
        let line = |bytes: &[u8]| show::printable(&text::decode(bytes));
        for property in cfg.outside() {
            let _ = writeln!(out, "{} = {}", line(property.key), line(property.value));
        }
        for object in cfg.objects() {
            let what = described(&object).map(|what| format!(": {what}")).unwrap_or_default();
            let _ = writeln!(out, "{}{what}", line(object.name()));
            for property in object.properties() {
                let _ = writeln!(out, "  {} = {}", line(property.key), line(property.value));
            }
        }
        Ok(out)
    }

    /// By object; how the text is spaced counts only where nothing else differs.
    fn diff(&self, a: &Subject<'_>, b: &Subject<'_>) -> Option<Vec<Difference>> {
        let [a, b] = [a, b].map(|subject| cfg::tree(subject.bytes).ok());
        text_file::diff([a?, b?], "objects")
    }
}

/// What an object is to the game, where that is known.
fn described(object: &Object<'_>) -> Option<String> {
    if let Some(Descriptor { library, kind, .. }) = Descriptor::of(object) {
        let library = text::decode(library.unwrap_or_default());
        let kind = kind.and_then(|kind| kind.name()).unwrap_or("unknown");
        return Some(show::printable(&format!("{kind} of {library}")));
    }
    let known = [
        (view::PRIMARY, "what has to be done"),
        (view::BONUS, "what may be done besides"),
        (view::PREBUILD, "designs that are there from the start"),
        (view::SCRIPT, "lines that scripts let the console do"),
    ];
    let named = |name: &str| text::same(object.name(), name.as_bytes());
    let known = known.iter().find(|(name, _)| named(name)).map(|(_, what)| *what);
    let stop = view::is_stop(object).then_some("a stop of the camera");
    known.or(stop).map(str::to_owned)
}

/// Holds a subject against the rules of its own.
fn check_alone(subject: &Subject<'_>, findings: &mut Findings) {
    cfg::check(subject.bytes, findings);
}

/// A path as the engine takes it: backslashes, single or doubled, lead into folders.
pub(crate) fn game_path(path: &str) -> String {
    let parts = path.split(['\\', '/']).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("/")
}

/// The last part of a path.
pub(crate) fn file_name(path: &str) -> String {
    path.rsplit(['\\', '/']).next().unwrap_or_default().to_owned()
}

/// A file that an object names, and the property that does.
struct Named {
    place: usize,
    path: String,
}

/// The designs that an object names.
fn designs(object: &Object<'_>) -> Vec<Named> {
    let is = |name: &str| text::same(object.name(), name.as_bytes());
    let (prebuilt, script) = (is(view::PREBUILD), is(view::SCRIPT));
    let named = object.properties().enumerate().filter_map(|(place, property)| {
        let path = match (prebuilt, script) {
            (true, _) => Some(property.value),
            (_, true) => ScriptLine::read(property.value)?.file(),
            _ => None,
        };
        let path = text::decode(path.filter(|path| !path.is_empty())?);
        Some(Named { place, path })
    });
    named.collect()
}

fn check_with_neighbours(subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
    let (Ok(cfg), Some(game)) = (Cfg::read(subject.bytes), around.game()) else { return };
    for (index, object) in cfg.objects().enumerate() {
        for Named { place, path } in designs(&object) {
            if game.file(&game_path(&path)).is_none() {
                let field = format_args!("objects[{index}].properties[{place}].value");
                let message = || format!("{path} is not in the game folder");
                findings.at(&codes::DESIGN_MISSING, field, message);
            }
        }
        if let Some(descriptor) = Descriptor::of(&object) {
            check_members(index, &object, &descriptor, around, findings);
        }
    }
}

fn check_members(
    index: usize,
    object: &Object<'_>,
    descriptor: &Descriptor<'_>,
    around: &Surroundings,
    findings: &mut Findings,
) {
    let kinds =
        [ResourceType::TEXTURES, ResourceType::FONTS, ResourceType::SOUND, ResourceType::LOOP];
    let (Some(library), Some(game)) = (descriptor.library, around.game()) else { return };
    if !descriptor.kind.is_some_and(|kind| kinds.contains(&kind)) || library.is_empty() {
        return;
    }
    let (said, path) = (text::decode(library), game_path(&text::decode(library)));
    let Some(open) = game.library(&path) else {
        let place = object.properties().position(|one| text::same(one.key, b"library"));
        let field = format!("objects[{index}].properties[{}].value", place.unwrap_or_default());
        let message = || format!("{said} is not in the game folder");
        findings.at(&codes::LIBRARY_MISSING, field, message);
        return;
    };
    for (place, property) in &descriptor.bindings {
        let member = text::decode(property.value);
        let number = member.parse::<usize>().ok();
        let is_there = around.entry(&path, &member).is_some()
            || number.is_some_and(|number| open.at(number).is_some());
        if !is_there {
            let field = format_args!("objects[{index}].properties[{place}].value");
            findings.at(&codes::MEMBER_MISSING, field, || format!("{said} has no {member}"));
        }
    }
}

/// Textures and sounds by their libraries, and designs by their files.
fn references(subject: &Subject<'_>) -> Vec<Reference> {
    let Ok(cfg) = Cfg::read(subject.bytes) else { return Vec::new() };
    let mut found = Vec::new();
    for (index, object) in cfg.objects().enumerate() {
        let field = |place: usize| format!("objects[{index}].properties[{place}].value");
        found.extend(
            designs(&object)
                .into_iter()
                .map(|Named { place, path }| Reference::to_path(&UNIT, &path, field(place))),
        );
        let Some(Descriptor { library: Some(library), kind: Some(kind), bindings }) =
            Descriptor::of(&object)
        else {
            continue;
        };
        let library = file_name(&text::decode(library));
        let target = match kind {
            ResourceType::TEXTURES if library.eq_ignore_ascii_case(TEXTURES) => &TEXTURE,
            ResourceType::TEXTURES => &PICTURE,
            ResourceType::SOUND | ResourceType::LOOP => &SOUND,
            _ => continue,
        };
        for (place, property) in bindings {
            let name = text::decode(property.value);
            // A number is the place of an entry; whose name that is, only the library knows.
            if name.bytes().all(|byte| byte.is_ascii_digit()) {
                continue;
            }
            let archive = Some(library.clone());
            found.push(Reference { archive, ..Reference::new(target, name, field(place)) });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::edit;
    use crate::document::{from_value, to_value};

    const NAME: &str = "mission.cfg";

    const TEXT: &[u8] = b"# goals\r\nobject primary_objectives\r\n  objective1 = \"Find \xe8\xf5\"\r\n  objective2 = \"Stay\" # alive\r\nend\r\nobject minimap\r\n  library = \"ui\\minimap.lib\"\r\n  minimap = VALLEY.0\r\nend\r\nobject prebuild\r\n  a = units\\a.dat\r\nend\r\nobject theme\r\n  desc = \"resource\"\r\n  library = sounds.lib\r\n  type = 5\r\n  THEME = wind.wav\r\n  other = 3\r\nend";

    fn set(path: &str, said: &str) -> Result<String> {
        let fields = [(path.to_owned(), said.to_owned())];
        let edited = edit::set(&CfgDocument, &Subject::file(NAME, TEXT), &fields)?;
        Ok(text::decode(&edited.bytes))
    }

    #[test]
    fn values_go_by_the_names_of_the_text() {
        let plain = text::decode(TEXT);
        let by_name = set("primary_objectives.objective2", "Go home").unwrap();
        assert_eq!(by_name, plain.replace("\"Stay\"", "\"Go home\""));
        assert_eq!(set("objects[0].properties[1].value", "Go home").unwrap(), by_name);
        let more = set("primary_objectives.objective3", "Ещё").unwrap();
        assert_eq!(more, plain.replace("alive\r\n", "alive\r\n  objective3 = \"Ещё\"\r\n"));
        let fewer = set("objects[0].properties[0]", "-").unwrap();
        assert_eq!(fewer, plain.replace("  objective1 = \"Find их\"\r\n", ""));
        let object = set("objects[+]", r#"{"name": "n", "properties": []}"#).unwrap();
        assert_eq!(object, format!("{plain}\r\nobject n\r\nend\r\n"));
        for (path, said) in [
            ("primary_objectives.objective1", "a\"b"),
            ("nobody.objective1", "x"),
            ("derived", "x"),
            ("objects[0].parent", "1"),
        ] {
            assert!(set(path, said).is_err(), "{path}");
        }
    }

    #[test]
    fn documents_come_back() {
        for bytes in [TEXT, b"", b"object", b"x = \"1\nend\0"] {
            let document = to_value(&CfgDocument, &Subject::file(NAME, bytes)).unwrap();
            assert_eq!(from_value(&CfgDocument, &document, None).unwrap().bytes, bytes);
        }
    }

    #[test]
    fn names_of_other_files() {
        let found = references(&Subject::file(NAME, TEXT));
        let told: Vec<_> = found
            .iter()
            .map(|one| (one.target.id, one.name.as_str(), one.archive.as_deref()))
            .collect();
        assert_eq!(
            told,
            [
                ("picture", "VALLEY.0", Some("minimap.lib")),
                ("unit", "a.dat", Some("units")),
                ("sound", "wind.wav", Some("sounds.lib")),
            ]
        );
        assert_eq!(game_path("MISSIONS\\\\Single.01\\a.dat"), "MISSIONS/Single.01/a.dat");
    }

    #[test]
    fn a_text_is_shown_by_object() {
        let shown = CfgDocument.show(&Subject::file(NAME, TEXT)).unwrap();
        assert!(
            shown.contains("primary_objectives: what has to be done\n  objective1 = Find их\n")
        );
        assert!(shown.contains("theme: sound that is repeated of sounds.lib\n"), "{shown}");
    }
}
