use proptest::prelude::*;

use super::*;
use crate::Mode;
use crate::tree::proof;

const TEXT: &[u8] = b"; top\r\nCID 7 misload.dll Load\r\n[COMPLETE]\r\n missions_single_01_ = 1\r\n# c\r\nx=\r\n\r\n[ Other ]\r\nkey= a = b ";

fn found(text: &[u8]) -> Vec<&'static str> {
    let mut findings = Findings::new(Mode::Strict, true);
    check(text, &mut findings);
    findings.list().iter().map(|finding| finding.code.id).collect()
}

#[test]
fn sections_by_hand() {
    let ini = Ini::read(TEXT).unwrap();
    assert_eq!((ini.len(), ini.name(0), ini.name(1)), (2, &b"COMPLETE"[..], &b"Other"[..]));
    let before: Vec<_> = ini.entries(None).map(|own| (own.key, own.value)).collect();
    assert_eq!(before, [(&b"CID 7 misload.dll Load"[..], None)]);
    assert_eq!(ini.value("complete", "MISSIONS_single_01_"), Some(&b"1"[..]));
    assert_eq!(ini.value("other", "key"), Some(&b"a = b"[..]));
    assert_eq!((ini.value("other", "x"), ini.value("none", "x")), (None, None));
    assert_eq!(mission_key("MISSIONS\\Single.01"), "missions_single_01_");
    assert!(found(TEXT).is_empty());
    let tree = tree(TEXT).unwrap();
    assert_eq!(proof::holds(&tree, TEXT), 10);
    proof::returns(DOCUMENT, &tree, make, TEXT);
    proof::has_fields(CODES, &[tree]);
    assert!(is_ini(b"; x\n[A]\n") && !is_ini(b"a = b") && !is_ini(b"[") && !is_ini(b"[]"));
}

#[test]
fn each_broken_text_gives_exactly_its_code() {
    for (text, code) in [
        (&b"[a\nx=1\n"[..], "ini.section"),
        (b"[]\n", "ini.section"),
        (b"[a]\n;\0", "ini.nul"),
        (b"[a]\nx=1\nX=2\n", "ini.key.twice"),
    ] {
        assert_eq!(found(text), [code], "{}", text.escape_ascii());
        proof::returns(DOCUMENT, &tree(text).unwrap(), make, text);
    }
}

#[test]
fn a_changed_first_line_and_an_appended_one_keep_the_lines_between() {
    let text =
        b"[a]\r\nx=1 \r\n; of y\r\n  y = 2\r\nz=3\r\n; of b\r\n[b]\r\nk=1\r\n; of c\r\n[c]\r\n";
    let pair = |key: &str, value: &str| (key.into(), Some(value.into()));
    let mut wanted = said(&Ini::read(text).unwrap());
    wanted[1].1[0].1 = Some(b"7".to_vec());
    wanted[1].1.push(pair("n", "4"));
    wanted[2].1[0] = pair("k", "2");
    wanted.push((b"d".to_vec(), Vec::new()));
    let expected = "[a]\r\nx=7 \r\n; of y\r\n  y = 2\r\nz=3\r\nn=4\r\n; of b\r\n[b]\r\nk=2\r\n; of c\r\n[c]\r\n[d]\r\n";
    assert_eq!(text::decode(&rewrite(text, &wanted).unwrap()), expected);
    // Lines before the first section are never matched with a section.
    let text = b"x=1\n; c\n[a]\ny=1\n[b]\nz=1\n";
    let mut wanted = said(&Ini::read(text).unwrap());
    wanted[0].1[0] = pair("x", "2");
    wanted.remove(1);
    let made = rewrite(text, &wanted).unwrap();
    assert_eq!(text::decode(&made), "x=2\n; c\n[b]\nz=1\n");
}

#[test]
fn edits_touch_one_line() {
    let plain = text::decode(TEXT);
    let edited = |change: &dyn Fn(&mut Wanted)| {
        let mut wanted = said(&Ini::read(TEXT).unwrap());
        change(&mut wanted);
        rewrite(TEXT, &wanted).map(|bytes| text::decode(&bytes))
    };
    let pair = || (b"k".to_vec(), Some(b"v".to_vec()));
    let set = edited(&|wanted| wanted[1].1[0].1 = Some(b"0".to_vec())).unwrap();
    assert_eq!(set, plain.replace("01_ = 1", "01_ = 0"));
    let more = edited(&|wanted| wanted[1].1.push(pair())).unwrap();
    assert_eq!(more, plain.replace("x=\r\n", "x=\r\nk=v\r\n"));
    let last = edited(&|wanted| wanted[2].1.push(pair())).unwrap();
    assert_eq!(last, format!("{plain}\r\nk=v\r\n"));
    let fewer = edited(&|wanted| drop(wanted[1].1.remove(1))).unwrap();
    assert_eq!(fewer, plain.replace("x=\r\n", ""));
    let gone = edited(&|wanted| drop(wanted.remove(1))).unwrap();
    assert_eq!(gone, "; top\r\nCID 7 misload.dll Load\r\n[ Other ]\r\nkey= a = b ");
    let new = edited(&|wanted| wanted.push((b"N".to_vec(), vec![pair()]))).unwrap();
    assert_eq!(new, format!("{plain}\r\n[N]\r\nk=v\r\n"));
    let valued = edited(&|wanted| wanted[0].1[0].1 = Some(b"1".to_vec())).unwrap();
    assert_eq!(valued, plain.replace("Load\r\n", "Load=1\r\n"));
    assert!(edited(&|wanted| wanted[1].1[0].0 = b"[k".to_vec()).is_err());
    assert!(edited(&|wanted| wanted[1].1[0].1 = Some(b"a\nb".to_vec())).is_err());
}

proptest! {
    #[test]
    fn any_text_reads_and_returns(text in proptest::collection::vec(prop_oneof![
        Just(b"[a]\r\n".to_vec()), Just(b"x = 1\n".to_vec()), Just(b"y\n".to_vec()), Just(b"[".to_vec()),
        proptest::collection::vec(any::<u8>(), 0..6),
    ], 0..16)) {
        let text = text.concat();
        check(&text, &mut Findings::new(Mode::Strict, true));
        let made = make(&Draft::of_document(DOCUMENT, &tree(&text).unwrap())).unwrap();
        prop_assert_eq!(&made.bytes, &text);
        let mut wanted = said(&Ini::read(&text).unwrap());
        wanted.push((b"new".to_vec(), vec![(b"k".to_vec(), Some(b"v".to_vec()))]));
        if let Ok(bytes) = rewrite(&text, &wanted) {
            prop_assert!(bytes.starts_with(&text));
        }
    }
}
