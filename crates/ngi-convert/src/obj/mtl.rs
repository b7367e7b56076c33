//! Material libraries: what surfaces look like, and the pictures that a library names.

use std::fmt::Write;

use crate::gltf::Surface;

/// A material of a library.
pub(crate) fn add_material(out: &mut String, name: &str, surface: &Surface, picture: Option<&str>) {
    let [r, g, b] = surface.diffuse;
    let _ = writeln!(out, "\nnewmtl {name}\nKd {r} {g} {b}");
    let [r, g, b] = surface.glow;
    if surface.glow != [0.0; 3] {
        let _ = writeln!(out, "Ke {r} {g} {b}");
    }
    let _ = writeln!(out, "Ks 0 0 0\nd {}\nillum 1", surface.alpha);
    if let Some(picture) = picture {
        out.push_str("map_Kd ");
        if let Some([u, v, width, height]) = surface.cell {
            // v counts from below here, so the cell's lower edge is what it starts at.
            let _ = write!(out, "-o {u} {} 0 -s {width} {height} 1 ", 1.0 - v - height);
        }
        let _ = writeln!(out, "{picture}");
    }
}

/// The pictures of a library by material: file names, whatever options stand before them.
pub(super) fn pictures(library: &str) -> Vec<(String, String)> {
    let mut current = None;
    let mut found = Vec::new();
    for line in library.lines() {
        let line = line.trim();
        let Some((word, rest)) = line.split_once(char::is_whitespace) else { continue };
        match word {
            "newmtl" => current = Some(rest.trim().to_owned()),
            "map_Kd" => {
                let file = rest.split_whitespace().last().map(str::to_owned);
                found.extend(current.clone().zip(file));
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_found_again() {
        let mut library = String::from("# head\n");
        let cell = Some([0.25, 0.5, 0.25, 0.125]);
        let surface = Surface { cell, glow: [0.5, 0.0, 0.0], ..Surface::unknown() };
        add_material(&mut library, "METAL", &surface, Some("robot.METAL.0.png"));
        add_material(&mut library, "GLASS", &Surface::unknown(), None);
        assert!(library.contains("-o 0.25 0.375 0 -s 0.25 0.125 1 robot"), "{library}");
        assert!(library.contains("Ke 0.5 0 0"), "{library}");
        let found = pictures(&library);
        assert_eq!(found, [("METAL".to_owned(), "robot.METAL.0.png".to_owned())]);
    }
}
