//! A mod over another edition of the game than it was made of.

use crate::games::{between, changed, edit, game, merged, mod_of, set, with_mods};

#[test]
fn what_is_there_is_changed_whatever_else_is_different() {
    let package = mod_of("m", |f| set(f, "Material.lib/WATER", &[("phases[0].opacity", "50")]));
    // Another edition: entries added and gone, the same material in another place with other fields.
    let other = changed(|f| {
        edit(f, "Material.lib", |e| e.remove(0).unwrap());
        set(f, "Material.lib/WATER", &[("phases[0].emissive", "[1,1,1,1]")]);
        f.remove("sounds.lib");
    });
    let mut wanted = other.clone();
    set(&mut wanted, "Material.lib/WATER", &[("phases[0].opacity", "50")]);
    assert_eq!(with_mods(&other, &[&package]), wanted);
    // Where it is so already there is nothing to do.
    assert_eq!(with_mods(&wanted, &[&package]), wanted);
}

#[test]
fn what_is_not_there_is_refused_by_name() {
    let package = mod_of("m", |f| set(f, "Material.lib/WATER", &[("phases[0].opacity", "50")]));
    let told = |files| merged(&files, &[&package]).fits().unwrap_err().to_string();
    let elsewhere = changed(|f| set(f, "Material.lib/WATER", &[("phases[0].opacity", "33")]));
    let said = told(elsewhere);
    assert!(said.contains("Material.lib/WATER phases[0].opacity: m: is 33"), "{said}");
    let said = told(changed(|f| {
        edit(f, "Material.lib", |e| e.remove(e.position(b"WATER").unwrap()).unwrap())
    }));
    assert!(said.contains("Material.lib/WATER"), "{said}");
    let said = told(changed(|f| drop(f.remove("Material.lib"))));
    assert!(said.contains("this game has no such file"), "{said}");
}

#[test]
fn a_delta_fits_its_own_bytes_alone() {
    let package = mod_of("m", |f| f.get_mut("DATA/readme.txt").unwrap()[5] = b'!');
    let other = changed(|f| f.get_mut("DATA/readme.txt").unwrap()[9] = b'?');
    let said = merged(&other, &[&package]).fits().unwrap_err().to_string();
    assert!(said.contains("DATA/readme.txt: m: is not what the mod was made of"), "{said}");
    let there = with_mods(&game(), &[&package]);
    assert_eq!(with_mods(&there, &[&package]), there);
    let _ = between("none", &game(), &game());
}
