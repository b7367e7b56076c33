//! Figures, for those who ask: `cargo test -p ngi-view-tests -- --ignored --nocapture`.

use std::time::Instant;

use crate::drive::{settings, settle, window};

#[test]
#[ignore = "prints how long the game folder in NGI_GAME takes to open"]
fn opening_a_game() {
    let game = std::env::var_os("NGI_GAME").expect("NGI_GAME names the game folder");
    let mut window = window(settings());
    let start = Instant::now();
    window.state_mut().open(game.into());
    while window.state().index.items().is_empty() {
        window.step();
    }
    println!("first {} items after {:?}", window.state().index.items().len(), start.elapsed());
    settle(&mut window);
    println!("all {} items after {:?}", window.state().index.items().len(), start.elapsed());
    let start = Instant::now();
    window.state_mut().search = "scout".to_owned();
    window.state_mut().tree.search("scout");
    window.step();
    println!("search and a frame: {:?}, {} hits", start.elapsed(), window.state().tree.hits());
}
