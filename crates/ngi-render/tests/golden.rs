//! Golden pictures: drawn by Mesa's software driver, kept in `tests/golden`.
//!
//! `NGI_BLESS=1 cargo test -p ngi-render golden` rewrites them. A picture that differs is
//! left beside its golden one as `<name>.new.png`.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use crate::common::demo;
use crate::common::golden::{compare, from, shoot};
use ngi_render::Aim;
use ngi_render::frame::{Background, Channels};
use ngi_render::scene::{Overlays, Settings};

#[test]
fn a_model() {
    let mut scene = demo::open(demo::WALKER);
    let aim = Aim::Automatic;
    compare("model", &shoot(&mut *scene, from(aim, |_| {})));
    compare("model_walking", &shoot(&mut *scene, from(aim, |view| view.time = 0.4)));
    let overlays = Overlays::BOUNDS | Overlays::NODES | Overlays::GRID | Overlays::SOCKETS;
    compare("model_bounds", &shoot(&mut *scene, from(aim, |view| view.overlays = overlays)));
    let overlays = Overlays::WIRE | Overlays::NORMALS;
    compare("model_wire", &shoot(&mut *scene, from(aim, |view| view.overlays = overlays)));
    compare("model_links", &shoot(&mut *scene, from(aim, |view| view.overlays = Overlays::LINKS)));
    for (name, overlay) in [
        ("model_normals", Overlays::NORMALS),
        ("model_nodes", Overlays::NODES),
        ("model_sockets", Overlays::SOCKETS),
        ("model_grid", Overlays::GRID),
    ] {
        compare(name, &shoot(&mut *scene, from(aim, |view| view.overlays = overlay)));
    }
    let own_view = from(Aim::From { yaw: 180.0, pitch: 10.0 }, |view| view.level = Some(4));
    compare("model_first_person", &shoot(&mut *scene, own_view));
    let coarse = from(Aim::From { yaw: 30.0, pitch: 30.0 }, |view| {
        view.level = Some(3);
        view.stage = 1;
        view.settings.background = Background::Transparent;
    });
    compare("model_coarse_damaged", &shoot(&mut *scene, coarse));
}

#[test]
fn a_building_with_lightmaps() {
    let mut scene = demo::open("fortif.rlb/f_bunker_01.msh");
    compare("building", &shoot(&mut *scene, from(Aim::Automatic, |_| {})));
    let open = from(Aim::From { yaw: 140.0, pitch: 35.0 }, |view| view.settings.cut_away = true);
    compare("building_cut_away", &shoot(&mut *scene, open));
}

#[test]
fn a_tree_with_see_through_leaves() {
    let mut scene = demo::open("static.rlb/s_tree_0_02.msh");
    compare("tree", &shoot(&mut *scene, from(Aim::Automatic, |_| {})));
}

#[test]
fn textures() {
    let mut scene = demo::open("Textures.lib/FIRE.0");
    let paged = from(Aim::Automatic, |view| view.overlays = Overlays::PAGE);
    compare("texture_page", &shoot(&mut *scene, paged));
    for (name, channels, mip) in [
        ("texture_rgb", Channels::Rgb, 0),
        ("texture_alpha", Channels::Alpha, 0),
        ("texture_red_mip", Channels::Red, 2),
    ] {
        let view = from(Aim::Automatic, |view| {
            view.settings = Settings { channels, mip, ..view.settings };
        });
        compare(name, &shoot(&mut *scene, view));
    }
}

#[test]
fn textures_with_palettes() {
    for (name, path) in [
        ("texture_palette", "Textures.lib/MOSS.0"),
        ("texture_palette_of_the_bank", "Textures.lib/FADE.B1"),
    ] {
        let mut scene = demo::open(path);
        let view = from(Aim::Automatic, |view| view.overlays = Overlays::PALETTE);
        compare(name, &shoot(&mut *scene, view));
    }
}

#[test]
fn materials() {
    for (name, path, time) in [
        ("material_opaque", "Material.lib/M_HULL_O", 0.0),
        ("material_water", "Material.lib/WATER", 0.3),
        ("material_water_later", "Material.lib/WATER", 0.9),
        ("material_additive", "Material.lib/FX_RING", 0.0),
        ("material_alpha", "Material.lib/M_GLASS", 0.0),
        ("material_multiply", "Material.lib/FX_SCORCH", 0.0),
        ("material_multiply_twice", "Material.lib/FX_TINT", 0.0),
    ] {
        let mut scene = demo::open(path);
        compare(name, &shoot(&mut *scene, from(Aim::Automatic, |view| view.time = time)));
    }
}
