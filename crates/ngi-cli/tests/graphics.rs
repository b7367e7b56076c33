//! Where there is nothing to draw with, or on. Drivers and screens are hidden as one does on Linux;
//! other systems always have both.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::Output;

use crate::common::command;

/// Runs `ngi` where no graphics driver and no screen is found.
fn blind(folder: &Path, words: &[&str]) -> Output {
    let mut command = command(folder, words);
    // Vulkan alone, and of that no driver.
    command.env("WGPU_BACKEND", "vulkan");
    command.env("VK_DRIVER_FILES", "nowhere").env("VK_ICD_FILENAMES", "nowhere");
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
    command.output().unwrap()
}

#[test]
fn without_an_adapter_it_is_said_what_to_install() {
    let folder = tempfile::tempdir().unwrap();
    let made = blind(folder.path(), &["demo", "game", "--no-view"]);
    assert_eq!(made.status.code(), Some(0), "{}", String::from_utf8_lossy(&made.stderr));
    let told = String::from_utf8(made.stderr).unwrap();
    assert!(told.contains("no pictures") && told.contains("mesa-vulkan-drivers"), "{told}");

    let model = "game/bases.rlb/r_scout_0_01.msh";
    let drawn = blind(folder.path(), &["render", model, "-o", "walker.png"]);
    let told = String::from_utf8(drawn.stderr).unwrap();
    assert_eq!(drawn.status.code(), Some(2), "{told}");
    assert!(told.starts_with("error: no graphics adapter"), "{told}");
    assert!(told.contains("mesa-vulkan-drivers") && !told.contains("not requested"), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(!folder.path().join("walker.png").exists());
}

/// Only where a screen is found by its name; elsewhere a window would open.
#[cfg(target_os = "linux")]
#[test]
fn without_a_screen_the_viewer_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let opened = blind(folder.path(), &["view"]);
    let told = String::from_utf8(opened.stderr).unwrap();
    assert_eq!(opened.status.code(), Some(2), "{told}");
    assert!(told.starts_with("error: the viewer needs a display"), "{told}");
    assert!(!told.contains(".rs:") && told.contains("ngi render"), "{told}");
}
