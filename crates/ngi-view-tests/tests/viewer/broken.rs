//! Broken files in the viewer: an error or findings, and a window that stays open.
//!
//! The tests of `ngi-render` open and draw all files of `ngi demo --broken`, those of `ngi-demo` check
//! them all. What a window adds does not depend on the rule that is broken, so here it is one file for
//! each format and outcome.

use std::collections::BTreeSet;

use ngi_demo::broken;
use ngi_formats::Level;
use ngi_view::Action;

use crate::drive::{Window, build, card, settings, settle};

/// A small window: hundreds of files are drawn by the processor.
fn window() -> Window {
    build(egui::vec2(704.0, 300.0), Some(card()), settings())
}

/// One case for each format, severity and level of a rule.
fn cases() -> Vec<(broken::Case, Level)> {
    let mut seen = BTreeSet::new();
    let cases = broken::cases().unwrap().into_iter().filter_map(|case| {
        let code = ngi_verbs::format::all_codes().find(|code| code.id == case.code).unwrap();
        let (format, _) = case.code.split_once('.').unwrap();
        let outcome = (format, format!("{:?} {:?}", code.severity, code.level));
        seen.insert(outcome).then_some((case, code.level))
    });
    cases.collect()
}

#[test]
fn broken_files_of_each_format_are_opened_with_an_error_or_findings() {
    let (cases, samples) = (cases(), broken::samples().unwrap());
    assert!(cases.len() > 50, "{}", cases.len());
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for (case, _) in &cases {
        let of_case = case.files(&samples).unwrap().into_iter();
        files.extend(of_case.map(|(name, bytes)| (format!("{}/{name}", case.code), bytes)));
    }
    let mut window = window();
    window.state_mut().actions.push(Action::OpenFiles(files));
    settle(&mut window);
    let items: Vec<String> =
        window.state().index.items().iter().map(|item| item.path.clone()).collect();
    let mut silent = Vec::new();
    for (case, level) in &cases {
        let below = format!("{}/", case.code);
        let mut reported = false;
        for path in items.iter().filter(|path| path.starts_with(&below)) {
            window.state_mut().actions.push(Action::Select(path.clone()));
            settle(&mut window);
            let current = window.state().current.as_ref().expect(path);
            assert_eq!(&current.path, path);
            reported |= current.error.is_some() || current.scene_error.is_some();
            reported |= !current.findings.is_empty();
        }
        // Rules about the shipped game and about several files are checked for a whole game only.
        if !reported && *level != Level::Retail {
            silent.push(case.code);
        }
    }
    assert!(silent.len() * 10 < cases.len(), "{} of {}: {silent:?}", silent.len(), cases.len());
}

#[test]
fn every_fuzz_finding_is_opened_and_the_window_stays_open() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/regressions");
    let mut files = Vec::new();
    for target in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        for file in std::fs::read_dir(target.path()).into_iter().flatten().map(Result::unwrap) {
            let target = target.file_name().into_string().unwrap();
            let name = file.file_name().into_string().unwrap();
            // Under names that make the tree take them for what they were found in.
            for suffix in ["", ".msh", ".lib", ".wea", ".map"] {
                let bytes = std::fs::read(file.path()).unwrap();
                files.push((format!("{target}/{name}{suffix}"), bytes));
            }
        }
    }
    assert!(files.len() >= 5, "{}", files.len());
    let mut window = window();
    window.state_mut().actions.push(Action::OpenFiles(files));
    settle(&mut window);
    let items: Vec<String> =
        window.state().index.items().iter().map(|item| item.path.clone()).collect();
    for path in items {
        window.state_mut().actions.push(Action::Select(path.clone()));
        settle(&mut window);
        assert_eq!(window.state().selected.as_ref(), Some(&path));
    }
}
