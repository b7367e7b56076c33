//! Several mods over one game: what goes together, what does not, and who wins.

use ngi_formats::nres::NewEntry;
use ngi_mods::{Changes, Layer, Manifest, Mod, merge};

use crate::games::{between, changed, edit, game, layers, merged, mod_of, mounted, set, with_mods};

#[test]
fn two_mods_change_one_archive_and_one_material() {
    let one = mod_of("one", |f| set(f, "Material.lib/WATER", &[("phases[0].opacity", "50")]));
    let two = mod_of("two", |f| {
        set(f, "Material.lib/WATER", &[("phases[0].emissive", "[9,8,7,6]")]);
        set(f, "Material.lib/#0", &[("phases[0].opacity", "1")]);
    });
    let both = changed(|f| {
        set(
            f,
            "Material.lib/WATER",
            &[("phases[0].opacity", "50"), ("phases[0].emissive", "[9,8,7,6]")],
        );
        set(f, "Material.lib/#0", &[("phases[0].opacity", "1")]);
    });
    for order in [[&one, &two], [&two, &one]] {
        assert!(merged(&game(), &order).conflicts.is_empty());
        assert_eq!(with_mods(&game(), &order), both);
    }
}

#[test]
fn conflicts_name_the_field_and_both_mods() {
    let one = mod_of("one", |f| set(f, "Material.lib/WATER", &[("phases[0].opacity", "50")]));
    let two = mod_of("two", |f| set(f, "Material.lib/WATER", &[("phases[0].opacity", "90")]));
    let opacity = |mods: &[Layer<'_>]| {
        let merged = merge(&mounted(&game()), mods).unwrap();
        let bytes = merged.files["Material.lib"].clone().unwrap();
        let files = [("Material.lib".to_owned(), bytes.to_bytes().into())].into();
        let vfs = mounted(&files);
        let node = vfs.locate("Material.lib/WATER").unwrap();
        let opacity = node.bytes().unwrap();
        (opacity, merged.conflicts.iter().map(|each| each.to_string()).collect::<Vec<_>>())
    };
    let (later, told) = opacity(&layers(&[&one, &two]));
    let (alone, _) = opacity(&layers(&[&two]));
    assert_eq!(later, alone);
    assert_eq!(
        told,
        ["Material.lib/WATER phases[0].opacity: two wants 90, one wants 50; two comes later"]
    );
    let preferred =
        [Layer { package: &one, preferred: true }, Layer { package: &two, preferred: false }];
    let (won, told) = opacity(&preferred);
    assert_eq!(won, opacity(&layers(&[&one])).0);
    assert!(told[0].ends_with("one is preferred"), "{told:?}");
}

#[test]
fn entries_that_both_bring_or_take_are_told() {
    let add = |text: &'static [u8]| {
        move |files: &mut crate::games::Files| {
            edit(files, "sounds.lib", |editor| {
                editor.add(NewEntry::new(*b"TEXT", "x.txt").unwrap(), text).unwrap();
            });
        }
    };
    let (one, two, same) =
        (mod_of("one", add(b"1")), mod_of("two", add(b"2")), mod_of("same", add(b"1")));
    assert!(merged(&game(), &[&one, &same]).conflicts.is_empty());
    let told = merged(&game(), &[&one, &two]).conflicts;
    assert_eq!((told.len(), told[0].place.as_str()), (1, "sounds.lib/x.txt@TEXT"));
    let gone = mod_of("gone", |f| {
        edit(f, "Material.lib", |e| e.remove(e.position(b"WATER").unwrap()).unwrap())
    });
    let set = mod_of("set", |f| set(f, "Material.lib/WATER", &[("phases[0].opacity", "50")]));
    let told = merged(&game(), &[&gone, &set]).conflicts;
    assert_eq!((told.len(), told[0].winner.as_str(), told[0].loser.as_str()), (1, "set", "gone"));
    let told = merged(&game(), &[&set, &gone]).conflicts;
    assert_eq!((told.len(), told[0].winner.as_str()), (1, "gone"));
}

#[test]
fn a_field_goes_on_top_of_another_mods_bytes() {
    // So much of a sound that no field says it: a delta of the entry.
    let noisy = mod_of("noisy", |f| {
        edit(f, "guns.rlb", |e| {
            let bytes: Vec<u8> = e.payload(1).unwrap().iter().map(|byte| byte ^ 0x55).collect();
            e.replace(1, bytes).unwrap();
        });
    });
    let flags = mod_of("flags", |f| set(f, "guns.rlb/#0", &[("nodes[0].flags", "3")]));
    for order in [[&noisy, &flags], [&flags, &noisy]] {
        let all = with_mods(&game(), &order);
        assert!(merged(&game(), &order).conflicts.is_empty());
        assert_eq!(all, with_mods(&with_mods(&game(), &[&flags]), &[&noisy]));
    }
}

#[test]
fn a_mod_made_over_another_goes_on_from_it() {
    let one = mod_of("one", |f| {
        set(f, "Material.lib/WATER", &[("phases[0].opacity", "50")]);
        f.insert("DATA/readme.txt".to_owned(), b"Hello, pilot. ".repeat(41));
    });
    let below = with_mods(&game(), &[&one]);
    let mut above = below.clone();
    set(&mut above, "Material.lib/WATER", &[("phases[0].opacity", "40")]);
    above.insert("DATA/readme.txt".to_owned(), b"Hello, pilot. ".repeat(42));
    let two = between("two", &below, &above);
    assert_eq!(with_mods(&game(), &[&one, &two]), above);
    assert!(merged(&game(), &[&one, &two]).conflicts.is_empty());
    assert!(merged(&game(), &[&two]).fits().is_err(), "alone it does not fit");
}

#[test]
fn both_may_add_lines_to_a_text() {
    let mut old = game();
    old.insert("DATA/list.ini".to_owned(), b"; kept\r\n[A]\r\nx = 1\r\n[B]\r\nx = 1\r\n".to_vec());
    let with = |name: &str, line: &str| {
        let mut new = old.clone();
        set(&mut new, "DATA/list.ini", &[("sections[0].entries[+]", line)]);
        between(name, &old, &new)
    };
    let one = with("one", r#"{"key":"y","value":"2"}"#);
    let two = with("two", r#"{"key":"z","value":"3"}"#);
    let text = one.changes.to_text().unwrap();
    assert!(!text.contains("kept"), "only what is added is said: {text}");
    for (mods, order) in [([&one, &two], ["y", "z"]), ([&two, &one], ["z", "y"])] {
        let all = with_mods(&old, &mods);
        let text = String::from_utf8(all["DATA/list.ini"].clone()).unwrap();
        let keys: Vec<&str> = text
            .lines()
            .filter_map(|line| line.split_once('='))
            .map(|(key, _)| key.trim())
            .collect();
        assert_eq!(keys, ["x", order[0], order[1], "x"], "{text}");
        assert!(merged(&old, &mods).conflicts.is_empty());
    }
    let other = with("other", r#"{"key":"Y","value":"9"}"#);
    assert_eq!(merged(&old, &[&one, &other]).conflicts.len(), 1);
}

/// A mod of a list of changes to one entry, written by hand.
fn by_hand(name: &str, entry: &str, sets: &[(&str, &str)]) -> Mod {
    let line =
        |(field, to): &(&str, &str)| format!(r#"{{"entry":"{entry}","set":"{field}","to":{to}}}"#);
    let lines: Vec<String> = sets.iter().map(line).collect();
    let list = format!(
        r#"{{"schema":"ngi.changes/1","files":[{{"path":"Material.lib","changes":[{}]}}]}}"#,
        lines.join(",")
    );
    let changes = Changes::parse(list.as_bytes()).unwrap();
    Mod::made(Manifest::new(name).unwrap(), changes, Default::default())
}

#[test]
fn a_part_that_goes_does_not_move_what_another_mod_changes() {
    let gone = by_hand("gone", "WATER", &[("phases[0]", "null")]);
    let other = by_hand("other", "WATER", &[("phases[5].opacity", "7")]);
    let wanted = changed(|f| {
        set(f, "Material.lib/WATER", &[("phases[5].opacity", "7"), ("phases[0]", "-")]);
    });
    for order in [[&gone, &other], [&other, &gone]] {
        assert!(merged(&game(), &order).conflicts.is_empty());
        assert_eq!(with_mods(&game(), &order), wanted);
    }
    let wrong = by_hand("wrong", "WATER", &[("phases[5].opacity", "\"much\"")]);
    let told = merged(&game(), &[&gone, &wrong]).misfits;
    assert_eq!((told.len(), told[0].by.as_str()), (1, "wrong"), "{told:?}");
}
