//! What is held after many things were opened: as much as one of them needs, not all of them.

use std::path::PathBuf;

use ngi_view::library::ItemKind;

use crate::drive::{Window, build, card, select, settings, settle};

/// Every kind of thing, and how many of it there are among five hundred.
const SHARES: [(ItemKind, usize); 8] = [
    (ItemKind::Landscape, 33),
    (ItemKind::Mission, 29),
    (ItemKind::Areals, 33),
    (ItemKind::Model, 120),
    (ItemKind::Texture, 100),
    (ItemKind::Material, 65),
    (ItemKind::Effect, 60),
    (ItemKind::Unit, 60),
];

/// Five hundred things, of all kinds in turns.
fn many(window: &Window) -> Vec<String> {
    let items = window.state().index.items();
    let mut of_kinds: Vec<(f64, String)> = Vec::new();
    for (kind, wanted) in SHARES {
        let all: Vec<&String> =
            items.iter().filter(|item| item.kind == kind).map(|item| &item.path).collect();
        for number in 0..wanted.min(all.len()) {
            let path = all[number * all.len() / wanted.min(all.len())].clone();
            of_kinds.push((number as f64 / wanted as f64, path));
        }
    }
    of_kinds.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    of_kinds.into_iter().map(|(_, path)| path).collect()
}

/// What the system says of this process, in MB.
fn resident() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let of = |key: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(key)).unwrap_or_default();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap_or_default() / 1024
    };
    let [all, anonymous, files, shared] = ["VmRSS:", "RssAnon:", "RssFile:", "RssShmem:"].map(of);
    format!("{all} MB resident: {anonymous} own, {files} of mapped files, {shared} shared")
}

/// The figures of `docs/performance.md`.
#[test]
#[ignore = "prints what is resident after 500 things of the game folder in NGI_GAME were opened"]
fn five_hundred_openings() {
    let game = PathBuf::from(std::env::var_os("NGI_GAME").expect("NGI_GAME names the game folder"));
    println!("{} at the start", resident());
    let card = std::env::var_os("NGI_NO_CARD").is_none().then(card);
    let mut window = build(egui::vec2(1280.0, 800.0), card, settings());
    println!("{} with a window", resident());
    window.state_mut().open(game);
    settle(&mut window);
    println!("{} with {} items", resident(), window.state().index.items().len());
    let paths = many(&window);
    for (number, path) in paths.iter().enumerate() {
        select(&mut window, path);
        if number % 50 == 49 {
            println!("{} after {}", resident(), number + 1);
        }
    }
    println!("{} after all {}", resident(), paths.len());
}
