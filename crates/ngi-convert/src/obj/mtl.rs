//! Material libraries: what surfaces look like, and back.

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

/// A material of a library, as far as the game has a place for it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct MtlMaterial {
    pub name: String,
    pub colour: [f32; 3],
    pub opacity: f32,
    pub glow: [f32; 3],
    /// File of the picture of its colour, and of its light.
    pub picture: Option<String>,
    pub glow_picture: Option<String>,
}

/// The materials of a library. What cannot be read counts as not said.
pub(super) fn read(library: &str) -> Vec<MtlMaterial> {
    let mut found: Vec<MtlMaterial> = Vec::new();
    for line in library.lines() {
        let line = line.trim();
        let Some((word, rest)) = line.split_once(char::is_whitespace) else { continue };
        if word == "newmtl" {
            found.push(MtlMaterial {
                name: rest.trim().to_owned(),
                colour: [1.0; 3],
                opacity: 1.0,
                glow: [0.0; 3],
                picture: None,
                glow_picture: None,
            });
        }
        let Some(material) = found.last_mut() else { continue };
        let numbers = numbers(rest);
        // Options may stand before the file.
        let file = rest.split_whitespace().last().map(str::to_owned);
        match (word, numbers.as_slice()) {
            ("Kd", &[r, g, b, ..]) => material.colour = [r, g, b],
            ("Ke", &[r, g, b, ..]) => material.glow = [r, g, b],
            ("d", &[opacity, ..]) => material.opacity = opacity,
            ("Tr", &[clear, ..]) => material.opacity = 1.0 - clear,
            ("map_Kd", _) => material.picture = file,
            ("map_Ke", _) => material.glow_picture = file,
            _ => {}
        }
    }
    found
}

/// The numbers that a line begins with.
fn numbers(rest: &str) -> Vec<f32> {
    let number = |word: &str| word.parse::<f32>().ok().filter(|value| value.is_finite());
    rest.split_whitespace().map_while(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn materials_are_found_again() {
        let mut library = String::from("# head\n");
        let cell = Some([0.25, 0.5, 0.25, 0.125]);
        let surface = Surface { cell, glow: [0.5, 0.0, 0.0], ..Surface::unknown() };
        add_material(&mut library, "METAL", &surface, Some("robot.METAL.0.png"));
        add_material(&mut library, "GLASS", &Surface::unknown(), None);
        assert!(library.contains("-o 0.25 0.375 0 -s 0.25 0.125 1 robot"), "{library}");
        assert!(library.contains("Ke 0.5 0 0"), "{library}");
        let [metal, glass] = &read(&library)[..] else { panic!("{library}") };
        assert_eq!((metal.name.as_str(), glass.name.as_str()), ("METAL", "GLASS"));
        assert_eq!(metal.picture.as_deref(), Some("robot.METAL.0.png"));
        assert_eq!((metal.glow, metal.opacity), ([0.5, 0.0, 0.0], 1.0));
        assert_eq!((glass.picture.clone(), glass.colour), (None, [1.0; 3]));
    }
}
