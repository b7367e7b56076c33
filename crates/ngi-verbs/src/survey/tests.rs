#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use ngi_formats::mat0::{MaterialBuf, Phase};
use ngi_formats::nres::{Editor, NewEntry};
use ngi_vfs::{MemoryRoot, Vfs};

use super::*;

/// Words that are in the small game and may be in no survey.
const SECRETS: [&str; 6] =
    ["SECRETWALL", "hiddenname", "PRIVATE", "payload", "whisper", "tellnobody"];

/// A game whose numbers are easy to count: three materials in an archive, a wear, two packed words
/// of a type nobody knows, a file of a suffix nobody knows.
fn small_game() -> Vfs {
    let mut materials = Editor::new();
    for (name, phases, flags) in [("SECRETWALL", 1, 2), ("B", 3, 2), ("C", 3, 8)] {
        let phase = Phase { opacity: 90 + phases, ..Phase::default() };
        let phases = vec![phase; phases.into()];
        let material = MaterialBuf { phases, ..MaterialBuf::default() };
        let (bytes, attributes) = material_entry(&material);
        let entry = NewEntry::new(*b"MAT0", name).unwrap();
        materials.add(entry.attributes(flags, attributes[1], attributes[2]), bytes).unwrap();
    }
    let mut words = Editor::new();
    for text in [&b"payload whisper"[..], b"PRIVATE"] {
        words.add(NewEntry::new(*b"WORD", "hiddenname").unwrap(), text).unwrap();
    }
    let root = MemoryRoot::new();
    root.insert("Material.lib", materials.write().unwrap()).unwrap();
    root.insert("words.rlb", words.write().unwrap()).unwrap();
    root.insert("DATA/tellnobody.wea", b"2\r\n0 SECRETWALL\r\n1 \xc0\r\n".to_vec()).unwrap();
    root.insert("hiddenname.xyz", b"whisper".to_vec()).unwrap();
    root.insert("a.tellnobody", b"whisper".to_vec()).unwrap();
    Vfs::in_memory(root)
}

fn material_entry(material: &MaterialBuf) -> (Vec<u8>, [u32; 3]) {
    (material.write().unwrap(), [0, 6, 0])
}

fn measured(names: bool) -> Survey {
    let vfs = small_game();
    let game = Game::new(vfs.clone());
    survey(&vfs.root(), Options { names, game: Some(game) }, &()).unwrap()
}

fn field<'s>(survey: &'s Survey, format: &str, path: &str) -> &'s FieldUse {
    let own = survey.fields.iter().find(|field| field.format == format && field.path == path);
    own.unwrap_or_else(|| panic!("{format} {path}"))
}

#[test]
fn everything_is_counted_as_by_hand() {
    let survey = measured(false);
    assert_eq!(survey.edition, "other");
    let census = survey.census;
    assert_eq!((census.files, census.archives, census.entries), (5, 2, 5));
    assert_eq!(survey.formats.get("mat0"), Some(&3));
    assert_eq!(survey.formats.get("nres"), Some(&2));
    assert_eq!(survey.formats.get("wear"), Some(&1));
    let phases = field(&survey, "mat0", "phases");
    assert_eq!(
        (phases.kind, phases.count, phases.min, phases.max),
        ("list", 3, Some(1.0), Some(3.0))
    );
    let opacity = field(&survey, "mat0", "phases[].opacity");
    assert_eq!((opacity.count, opacity.min, opacity.max), (7, Some(91.0), Some(93.0)));
    assert_eq!(opacity.distinct, Some(2));
    let flags = field(&survey, "mat0", "flags");
    assert_eq!((flags.count, flags.distinct, flags.unnamed_bits), (3, Some(2), Some(0)));
    let names = field(&survey, "wear", "rows[].name");
    assert_eq!((names.count, names.not_ascii, names.max), (2, 1, Some(10.0)));
    assert_eq!(field(&survey, "nres", "entries[].size").count, 5);
    let types: Vec<_> = survey.unknown_types.iter().map(|one| (&*one.type_id, one.count)).collect();
    assert_eq!(types, [("WORD", 2)]);
    let suffixes: Vec<_> =
        survey.unknown_suffixes.iter().map(|one| (&*one.suffix, one.count)).collect();
    assert_eq!(suffixes, [("other", 1), ("xyz", 1)]);
    let figure = |id: &str| survey.claims.iter().find(|figure| figure.id == id).unwrap();
    assert_eq!(figure("materials").here, Some(3.0));
    assert_eq!(figure("materials.phases").here, Some(7.0));
    assert_eq!(figure("materials.flags-8").here, Some(1.0));
    assert_eq!(figure("materials.phases.most").here, Some(3.0));
    assert_eq!(figure("effects.opcode-6").here, Some(0.0), "there are none");
    assert!(figure("effects.opcode-6").equal && !figure("materials").equal);
    // Names of materials that no library has, a name that is not ASCII.
    assert!(survey.findings.contains_key("wear.name.ascii"), "{:?}", survey.findings);
    assert!(survey.retail_findings.keys().all(|code| !survey.findings.contains_key(code)));
}

#[test]
fn a_survey_tells_no_name_and_no_byte() {
    let survey = measured(false);
    let text = serde_json::to_string(&survey).unwrap();
    let html = page(&survey);
    for secret in SECRETS {
        for told in [&text, &html] {
            assert!(!told.to_lowercase().contains(&secret.to_lowercase()), "{secret}");
        }
    }
    // With leave, the names of what no format knows.
    let text = serde_json::to_string(&measured(true)).unwrap();
    assert!(
        text.contains("hiddenname") && !text.contains("SECRETWALL") && !text.contains("whisper")
    );
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let texts: Vec<String> = [1, 2, 5]
        .into_iter()
        .map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| serde_json::to_string(&measured(true)).unwrap())
        })
        .collect();
    assert!(texts.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn figures_are_told_apart_and_have_a_source() {
    let mut ids = std::collections::BTreeSet::new();
    for claim in claims::all() {
        assert!(ids.insert((claim.id, claim.edition.as_str())), "{} twice", claim.id);
        assert!(!claim.source.is_empty() && claim.published.is_finite(), "{}", claim.id);
    }
    assert!(ids.len() >= 230, "{}", ids.len());
}

#[test]
fn a_game_of_nothing_has_none_of_anything() {
    let (tally, findings) = (Tally::default(), BTreeMap::new());
    let measured = Measured::new(&tally, &findings);
    for claim in claims::all() {
        let is_extreme = [".least", ".most"].iter().any(|end| claim.id.ends_with(end));
        let expected = if is_extreme { None } else { Some(0.0) };
        assert_eq!((claim.take)(&measured), expected, "{}", claim.id);
    }
    assert_eq!(Edition::of(&measured), Edition::Other);
}

#[test]
fn two_surveys_are_compared() {
    let text = serde_json::to_vec(&measured(false)).unwrap();
    assert!(compare(&text, &text).unwrap().differences.is_empty());
    let other = String::from_utf8(text.clone()).unwrap().replacen("\"files\":5", "\"files\":6", 1);
    let found = compare(&text, other.as_bytes()).unwrap().differences;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].line(), "census: files 5 becomes 6");
    for wrong in [&b"{}"[..], b"[", b"{\"schema\":\"ngi.check/1\"}"] {
        assert!(compare(&text, wrong).unwrap_err().to_string().contains("no survey"));
    }
}
