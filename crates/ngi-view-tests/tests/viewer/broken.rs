//! Every file of `ngi demo --broken`: an error or findings, and a window that stays.

use ngi_view::Action;

use crate::drive::{settings, settle, window};

#[test]
fn every_broken_file_is_opened_and_the_window_stays() {
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for plan in ngi_demo::broken::plan().unwrap() {
        files.push((plan.path.clone(), plan.make().unwrap()));
    }
    let cases = ngi_demo::broken::cases().unwrap();
    assert!(cases.len() > 100, "{}", cases.len());
    let mut window = window(settings());
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
        let mut codes = ngi_convert::format::all_codes();
        codes.find(|known| known.id == code).map(|known| known.level)
    };
    silent.retain(|code| level(code) != Some(ngi_formats::Level::Retail));
    assert!(silent.len() * 10 < cases.len(), "{} of {}: {silent:?}", silent.len(), cases.len());
}
