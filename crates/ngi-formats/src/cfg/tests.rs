use proptest::prelude::*;

use super::view::{Descriptor, ResourceType, ScriptLine, Stop};
use super::*;
use crate::tree::{Draft, proof};
use crate::{Findings, Level, Mode};

const TEXT: &[u8] = b"# a comment\r\n\
OBJECT Minimap\r\n\
  desc = \"resource\"\r\n\
  library = \"ui\\minimap.lib\"\r\n\
  libtype = \"multi\" # the usual\r\n\
  type = 1\r\n\
  minimap = VALLEY.0\r\n\
end\r\n\
\r\n\
object primary_objectives\r\n\
\tobjective1=\"Find the # mine\"\r\n\
\tobjective2 = \"\xcf\xe0\xf0\xea\xe0\xed\"\r\n\
End # of it\r\n\
object Script\n\
 script1 = \"create(10,20,3,1,units\\auto\\a.dat,0)\"\n\
 script2 = death(1,2,30,0)\n\
end\n\
object primary_objectives\r\n\
  Objective1 = \"Later\"\r\n\
  objective3 =\r\n\
end";

fn found(text: &[u8]) -> Vec<&'static str> {
    let mut findings = Findings::new(Mode::Strict, true);
    check(text, &mut findings);
    findings.list().iter().map(|finding| finding.code.id).collect()
}

#[test]
fn lines_by_hand() {
    let cfg = Cfg::read(TEXT).unwrap();
    let names: Vec<&[u8]> = cfg.objects().map(|object| object.name()).collect();
    assert_eq!(names, [&b"Minimap"[..], b"primary_objectives", b"Script", b"primary_objectives"]);
    let all: Vec<(&[u8], &[u8], Quotes)> = cfg
        .objects()
        .flat_map(|object| object.properties())
        .map(|one| (one.key, one.value, one.quotes))
        .collect();
    let (both, none) = (Quotes::Both, Quotes::None);
    assert_eq!(
        all,
        [
            (&b"desc"[..], &b"resource"[..], both),
            (b"library", b"ui\\minimap.lib", both),
            (b"libtype", b"multi", both),
            (b"type", b"1", none),
            (b"minimap", b"VALLEY.0", none),
            (b"objective1", b"Find the # mine", both),
            (b"objective2", b"\xcf\xe0\xf0\xea\xe0\xed", both),
            (b"script1", b"create(10,20,3,1,units\\auto\\a.dat,0)", both),
            (b"script2", b"death(1,2,30,0)", none),
            (b"Objective1", b"Later", both),
            (b"objective3", b"", none),
        ]
    );
    for one in cfg.objects().flat_map(|object| object.properties()) {
        assert!(TEXT[one.key_offset..].starts_with(one.key));
        assert!(TEXT[one.value_offset..].starts_with(one.value));
    }
    // A block that is repeated adds to the first, a key that is repeated keeps the later value.
    let merged: Vec<_> = cfg.merged("PRIMARY_objectives").iter().map(|one| one.value).collect();
    assert_eq!(merged, [&b"Later"[..], b"\xcf\xe0\xf0\xea\xe0\xed", b""]);
    assert_eq!(cfg.value("primary_objectives", "objective1"), Some(&b"Later"[..]));
    assert_eq!(cfg.value("primary_objectives", "objective9"), None);
    assert_eq!(found(TEXT), ["cfg.key.twice"]);
}

#[test]
fn what_the_game_makes_of_it() {
    let cfg = Cfg::read(TEXT).unwrap();
    let map = Descriptor::of(&cfg.get(0).unwrap()).unwrap();
    assert_eq!(
        (map.library, map.kind),
        (Some(&b"ui\\minimap.lib"[..]), Some(ResourceType::TEXTURES))
    );
    assert_eq!(map.bindings.len(), 1);
    assert_eq!((map.bindings[0].0, map.bindings[0].1.value), (4, &b"VALLEY.0"[..]));
    assert!(Descriptor::of(&cfg.get(1).unwrap()).is_none());
    let table: [(&[u8], Option<ScriptLine<'_>>); 8] = [
        (
            b"create(1,-2,3,0,units/auto/a.dat,0)",
            Some(ScriptLine::Create { place: [1, -2, 3], clan: 0, file: b"units/auto/a.dat" }),
        ),
        (
            b" BCreate( 1, 2, 3, 4, \"b.dat\", x );",
            Some(ScriptLine::Build { place: [1, 2, 3], clan: 4, file: b"b.dat" }),
        ),
        (b"death(1,2,3,0)", Some(ScriptLine::Death { place: [1, 2, 3] })),
        (b"create(1.5,2,3,0,a.dat,0)", None),
        (b"create(1,2,3,0,a.dat)", None),
        (b"death(1,2,3)", None),
        (b"death", None),
        (b"", None),
    ];
    for (line, expected) in table {
        assert_eq!(ScriptLine::read(line), expected, "{}", line.escape_ascii());
    }
    let stops = b"object WayPoint2\nCameraX = 1\nCameraY=2.5\nCameraZ=-3\nTargetX=4\nTargetY=5\nTargetZ=6\nEdgeType = spline\nEdgeTime=2\nWaitType=stay\nend\nobject WayPoint\nend\n";
    let cfg = Cfg::read(stops).unwrap();
    let stop = Stop::of(&cfg.get(0).unwrap()).unwrap();
    assert_eq!((stop.camera, stop.target), ([1.0, 2.5, -3.0], [4.0, 5.0, 6.0]));
    assert_eq!((stop.edge, stop.edge_time, stop.wait), (&b"spline"[..], 2.0, &b"stay"[..]));
    assert!(Stop::of(&cfg.get(1).unwrap()).is_none());
    assert!(found(stops).is_empty());
}

#[test]
fn objects_in_objects() {
    let text = b"object a\nx=1\nobject b\ny=2\nend\nz=3\nend\n";
    let cfg = Cfg::read(text).unwrap();
    let keys = |index: usize| cfg.properties_of(index).map(|one| one.key[0]).collect::<Vec<_>>();
    assert_eq!((keys(0), keys(1)), (vec![b'x', b'z'], vec![b'y']));
    assert_eq!(cfg.get(1).unwrap().parent(), Some(0));
    assert_eq!(path_of(text, "A.b.Y").as_deref(), Some("objects[1].properties[0].value"));
    assert_eq!(path_of(text, "b.y"), None);
    // Ten thousand deep, and no stack to lose.
    let deep = b"object a\n".repeat(10_000);
    assert_eq!(Cfg::read(&deep).unwrap().len(), 10_000);
    assert!(path_of(&deep, "a.a.x").is_some());
}

#[test]
fn lines_without_end_and_bytes_of_no_text_are_read_and_come_back() {
    let endless = [b"object a\nkey = ".as_slice(), &vec![b'x'; 8 << 20]].concat();
    let quotes = [b"object a\nkey = \"".as_slice(), &b"\\".repeat(1 << 20)].concat();
    let fill = vec![0xcd; 1 << 20];
    let ends = b"end\n".repeat(100_000);
    let russian = b"object \xcc\xe8\xf1\xf1\xe8\xff\nkey = \"\xd6\xe5\xeb\xfc\"\nend\n".to_vec();
    for text in [endless, quotes, fill, ends, russian.clone()] {
        let Ok(cfg) = Cfg::read(&text) else { continue };
        // Nothing grows with what a text says of itself.
        assert!(cfg.len() <= 1 && found(&text).len() as u64 <= Findings::KEPT_PER_CODE * 2);
    }
    let cfg = Cfg::read(&russian).unwrap();
    assert_eq!(cfg.get(0).unwrap().name(), b"\xcc\xe8\xf1\xf1\xe8\xff");
    assert_eq!(path_of(&russian, "Миссия.key").as_deref(), Some("objects[0].properties[0].value"));
}

fn broken() -> Vec<(&'static crate::Code, &'static [u8])> {
    vec![
        (&codes::UNCLOSED, b"object a\nx = 1\n"),
        (&codes::END, b"object a\nend\nend\n"),
        (&codes::NAME, b"object\nend\n"),
        (&codes::NAME, b"object a b\nend\n"),
        (&codes::LINE, b"object a\nneither\nend\n"),
        (&codes::LINE, b"= 1\n"),
        (&codes::LINE, b"two words = 1\n"),
        (&codes::LINE, b"object a\nend of it\nend\n"),
        (&codes::NUL, b"object a\nend\n#\0"),
        (&codes::OUTSIDE, b"x = 1\n"),
        (&codes::TWICE, b"object a\nx = 1\nend\nobject A\nX = 2\nend\n"),
        (&codes::QUOTE, b"object a\nx = \"1\nend\n"),
        (&codes::REST, b"object a\nx = \"1\" 2\nend\n"),
        (&codes::LIBRARY, b"object a\ndesc = resource\ntype = 1\nend\n"),
        (&codes::TYPE, b"object a\ndesc = resource\nlibrary = b.lib\ntype = 3\nend\n"),
        (&codes::TYPE, b"object a\ndesc = resource\nlibrary = b.lib\nend\n"),
        (
            &codes::LIBTYPE,
            b"object a\ndesc = resource\nlibrary = b.lib\ntype = 4\nlibtype = one\nend\n",
        ),
        (&codes::SCRIPT, b"object script\ns1 = create(1,2)\nend\n"),
        (&codes::STOP_NUMBER, b"object WayPoint1\nCameraX=1\nCameraY=1\nCameraZ=1\nTargetX=1\nTargetY=1\nTargetZ=nan\nend\n"),
        (&codes::STOP_EDGE, b"object WayPoint1\nCameraX=1\nCameraY=1\nCameraZ=1\nTargetX=1\nTargetY=1\nTargetZ=1\nEdgeType=fast\nend\n"),
        (&codes::STOP_WAIT, b"object WayPoint1\nCameraX=1\nCameraY=1\nCameraZ=1\nTargetX=1\nTargetY=1\nTargetZ=1\nWaitType=long\nend\n"),
        (&codes::MESSAGE_INDEX, b"object a\nmessage_index = one\nend\n"),
        (&codes::MESSAGE_TWICE, b"object a\nmessage_index = 1\nend\nobject b\nmessage_index = 1\nend\n"),
    ]
}

#[test]
fn each_broken_text_gives_exactly_its_code() {
    for (code, text) in broken() {
        assert_eq!(found(text), [code.id], "{}", text.escape_ascii());
        let mut findings = Findings::new(Mode::Tolerant, false);
        check(text, &mut findings);
        assert!(findings.is_empty() && code.level != Level::Always);
    }
    let long = [b"object a\nx = \"".as_slice(), &[b'y'; 1100], b"\"\nend\n"].concat();
    assert_eq!(found(&long), ["cfg.line.long"]);
    let mut shown: Vec<_> =
        broken().iter().map(|(code, _)| code.id).chain(["cfg.line.long"]).collect();
    shown.sort_unstable();
    shown.dedup();
    let mut all: Vec<_> = CODES.iter().map(|code| code.id).collect();
    all.sort_unstable();
    assert_eq!(shown, all);
}

#[test]
fn a_finding_says_where() {
    let text = b"object a\nx = \"1\nend\n";
    let mut findings = Findings::new(Mode::Strict, false);
    check(text, &mut findings);
    let finding = &findings.list()[0];
    assert_eq!(finding.field, "objects[0].properties[0].value");
    assert_eq!(finding.offset, Some(14));
}

#[test]
fn trees_and_back() {
    let tree = tree(TEXT).unwrap();
    assert!(proof::holds(&tree, TEXT) > 20);
    let outside = super::tree(b"x = 1\n").unwrap();
    proof::has_fields(CODES, &[tree.clone(), outside]);
    let texts = broken().into_iter().map(|(_, text)| text);
    for text in texts.chain([TEXT, b"", b"\xff\0\n\r", b"object a"]) {
        let tree = super::tree(text).unwrap();
        proof::returns(DOCUMENT, &tree, make, text);
    }
}

/// The text with other values, by a draft that was changed.
fn edited(text: &[u8], change: impl FnOnce(&mut document::Wanted)) -> crate::Result<String> {
    let mut wanted = document::Wanted::of(&Cfg::read(text).unwrap());
    change(&mut wanted);
    edit::rewrite(text, &wanted).map(|bytes| crate::text::decode(&bytes))
}

fn pair(key: &str, value: &str) -> (Vec<u8>, Vec<u8>) {
    (key.into(), value.into())
}

#[test]
fn edits_touch_one_line() {
    let text =
        b"# top\r\nobject a # head\r\n\tx=1 # one\r\n\ty = \"two\"\t# 2\r\nend\r\nobject b\r\nend";
    let plain = crate::text::decode(text);
    let set = |place: usize, value: &str| {
        edited(text, |wanted| wanted.objects[0].1[place].1 = value.into())
    };
    assert_eq!(set(0, "7").unwrap(), plain.replace("x=1", "x=7"));
    assert_eq!(set(0, "a b").unwrap(), plain.replace("x=1", "x=\"a b\""));
    assert_eq!(set(0, "").unwrap(), plain.replace("x=1", "x=\"\""));
    assert_eq!(set(1, "three # four").unwrap(), plain.replace("two", "three # four"));
    assert!(set(1, "a\"b").is_err());
    assert!(set(1, "a\nb").is_err());
    let more = edited(text, |wanted| wanted.objects[0].1.push(pair("z", "3"))).unwrap();
    assert_eq!(more, plain.replace("# 2\r\n", "# 2\r\n\tz = \"3\"\r\n"));
    let fewer = edited(text, |wanted| drop(wanted.objects[0].1.remove(0))).unwrap();
    assert_eq!(fewer, plain.replace("\tx=1 # one\r\n", ""));
    let named = edited(text, |wanted| wanted.objects[1].0 = b"c".to_vec()).unwrap();
    assert_eq!(named, plain.replace("object b", "object c"));
    let first = edited(text, |wanted| wanted.objects[1].1.push(pair("k", "v"))).unwrap();
    assert_eq!(first, plain.replace("object b\r\n", "object b\r\n  k = \"v\"\r\n"));
    let object = edited(text, |wanted| wanted.objects.push((b"n".to_vec(), vec![pair("k", "v")])));
    assert_eq!(object.unwrap(), format!("{plain}\r\nobject n\r\n  k = \"v\"\r\nend\r\n"));
    let gone = edited(text, |wanted| drop(wanted.objects.remove(0))).unwrap();
    assert_eq!(gone, "# top\r\nobject b\r\nend");
    assert!(edited(text, |wanted| wanted.objects[0].1[0].0 = b"two words".to_vec()).is_err());
    // From nothing.
    let made = edited(b"", |wanted| wanted.objects.push((b"n".to_vec(), vec![pair("k", "v")])));
    assert_eq!(made.unwrap(), "object n\r\n  k = \"v\"\r\nend\r\n");
}

#[test]
fn a_changed_first_line_and_an_appended_one_keep_the_lines_between() {
    let text = b"object a\n  x = \"1\" # of x\n  y = \"2\" # of y\nend\n# of b\nobject b\nend\n";
    let made = edited(text, |wanted| {
        wanted.objects[0].1[0] = pair("x", "7");
        wanted.objects[0].1.push(pair("z", "3"));
        wanted.objects.push((b"c".to_vec(), Vec::new()));
    });
    let expected = "object a\n  x = \"7\" # of x\n  y = \"2\" # of y\n  z = \"3\"\nend\n# of b\nobject b\nend\nobject c\nend\n";
    assert_eq!(made.unwrap(), expected);
}

#[test]
fn names_lead_to_the_value_that_counts() {
    let path = |path: &str| path_of(TEXT, path);
    let value = "objects[3].properties[0].value".to_owned();
    assert_eq!(path("primary_objectives.objective1"), Some(value));
    let value = "objects[1].properties[1].value".to_owned();
    assert_eq!(path("primary_objectives.objective2"), Some(value));
    assert_eq!(path("primary_objectives.new"), Some("objects[3].properties[+]".into()));
    assert_eq!((path("nothing.new"), path("minimap")), (None, None));
}

#[test]
fn texts_of_objects_begin_with_one() {
    for text in [&b"# x\n\n object a\nend"[..], b"OBJECT b"] {
        assert!(is_cfg(text));
    }
    for text in [
        &b""[..],
        b"[core]\nx = 1\n",
        b"x = 1\nobject a\n",
        b"object\n",
        b"object a\n\0",
        b"objective = 1",
    ] {
        assert!(!is_cfg(text), "{}", text.escape_ascii());
    }
}

fn any_line() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        Just(b"object a\r\n".to_vec()),
        Just(b"end\n".to_vec()),
        Just(b"\tk = \"v\" # c\r\n".to_vec()),
        Just(b"x=y\n".to_vec()),
        Just(b"x=\"y\n".to_vec()),
        proptest::collection::vec(any::<u8>(), 0..12),
    ]
}

proptest! {
    #[test]
    fn any_text_reads_and_returns(lines in proptest::collection::vec(any_line(), 0..12)) {
        let text = lines.concat();
        check(&text, &mut Findings::new(Mode::Strict, true));
        let tree = tree(&text).unwrap();
        let made = make(&Draft::of_document(DOCUMENT, &tree)).unwrap();
        prop_assert_eq!(&made.bytes, &text);
        // One value changes, or nothing does.
        let cfg = Cfg::read(&text).unwrap();
        let wanted = |value: &[u8]| {
            let mut wanted = document::Wanted::of(&cfg);
            let first = wanted.objects.iter_mut().find_map(|object| object.1.first_mut());
            first.map(|pair| pair.1 = value.to_vec())?;
            Some(wanted)
        };
        if let Some(wanted) = wanted(b"new value")
            && let Ok(bytes) = edit::rewrite(&text, &wanted)
        {
            prop_assert_eq!(document::Wanted::of(&Cfg::read(&bytes).unwrap()), wanted);
            let lines = |text: &[u8]| text.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>();
            let (before, after) = (lines(&text), lines(&bytes));
            prop_assert_eq!(before.len(), after.len());
            prop_assert!(before.iter().zip(&after).filter(|(a, b)| a != b).count() <= 1);
        }
    }
}
