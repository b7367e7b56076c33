//! Every file of `ngi demo --broken`: an error or findings, and a window that stays.

use ngi_view::Action;

use crate::drive::{Window, build, card, settings, settle};

/// A small window: what counts is what becomes of the file, and hundreds are drawn by a processor.
fn window() -> Window {
    build(egui::vec2(704.0, 300.0), Some(card()), settings())
}

#[test]
fn every_broken_file_is_opened_and_the_window_stays() {
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for plan in ngi_demo::broken::plan().unwrap() {
        files.push((plan.path.clone(), plan.make().unwrap()));
    }
    let cases = ngi_demo::broken::cases().unwrap();
    assert!(cases.len() > 100, "{}", cases.len());
    let mut window = window();
    window.state_mut().actions.push(Action::OpenFiles(files));
    settle(&mut window);
    let items: Vec<String> =
        window.state().index.items().iter().map(|item| item.path.clone()).collect();
    let mut silent = Vec::new();
    for case in &cases {
        let below = format!("{}/", case.code);
        let mut told = false;
        let of_case = items.iter().filter(|path| path.starts_with(&below));
        for path in of_case.filter(|path| !path.ends_with(ngi_demo::broken::EXPECTED)) {
            window.state_mut().actions.push(Action::Select(path.clone()));
            settle(&mut window);
            let current = window.state().current.as_ref().expect(path);
            assert_eq!(&current.path, path);
            told |= current.error.is_some() || current.scene_error.is_some();
            told |= !current.findings.is_empty();
        }
        if !told {
            silent.push(case.code);
        }
    }
    // What only a check of the whole game or of the shipped invariants finds is silent here.
    let level = |code: &str| {
        let mut codes = ngi_verbs::format::all_codes();
        codes.find(|known| known.id == code).map(|known| known.level)
    };
    silent.retain(|code| level(code) != Some(ngi_formats::Level::Retail));
    assert!(silent.len() * 10 < cases.len(), "{} of {}: {silent:?}", silent.len(), cases.len());
}

#[test]
fn every_fuzz_finding_is_opened_and_the_window_stays() {
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
