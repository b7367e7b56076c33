//! Names and bytes of the textures that new materials bring along.

use std::collections::HashMap;

/// The longest name before its ending: a material has 15 characters for a texture's name.
const LONGEST: usize = 13;
/// What stands behind every name: no palette.
const ENDING: &str = ".0";

/// Textures that are new, each once.
#[derive(Debug, Default)]
pub(super) struct NewTextures {
    /// Names by what they hold.
    known: HashMap<Vec<u8>, String>,
    /// Names that are taken, in lower case.
    taken: Vec<String>,
}

/// What a picture came to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// A texture of this name, which is new.
    New(String),
    /// A texture that another material brought along.
    Known(String),
}

impl NewTextures {
    /// The name of a material's texture. Equal textures have one name, others never do, and the
    /// same materials give the same names with every import.
    pub fn name(&mut self, material: &str, texture: &[u8]) -> Named {
        if let Some(known) = self.known.get(texture) {
            return Named::Known(known.clone());
        }
        let tries = (0u32..).map(|round| format!("{}{ENDING}", stem(material, round)));
        let is_free = |name: &String| !self.taken.contains(&name.to_ascii_lowercase());
        // There are more rounds than textures, so one of them is free.
        let name = tries.take(self.taken.len() + 1).find(is_free).unwrap_or_default();
        self.taken.push(name.to_ascii_lowercase());
        self.known.insert(texture.to_vec(), name.clone());
        Named::New(name)
    }
}

/// A material's name as it is, where a texture can have it; else its beginning and a number that
/// follows from all of it. A dot inside would ask for a palette.
fn stem(material: &str, round: u32) -> String {
    let fits = material.len() <= LONGEST && material.is_ascii() && !material.contains('.');
    if fits && round == 0 {
        return material.to_owned();
    }
    let plain = |c: char| if c.is_ascii_graphic() && c != '.' { c } else { '_' };
    let start: String = material.chars().map(plain).take(LONGEST - 5).collect();
    format!("{start}_{:04x}", number_of(material, round))
}

/// FNV-1a of a name without its case, folded to 16 bits; rounds follow each other.
fn number_of(material: &str, round: u32) -> u16 {
    let step = |hash: u32, byte: u8| {
        (hash ^ u32::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0193)
    };
    let hash = material.bytes().fold(0x811c_9dc5, step);
    let [a, b, c, d] = hash.to_le_bytes();
    let folded = u16::from_le_bytes([a, b]) ^ u16::from_le_bytes([c, d]);
    let [low, high, ..] = round.to_le_bytes();
    folded.wrapping_add(u16::from_le_bytes([low, high]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(textures: &mut NewTextures, material: &str, texture: &[u8]) -> String {
        match textures.name(material, texture) {
            Named::New(name) => name,
            Named::Known(name) => panic!("{name} is known"),
        }
    }

    #[test]
    fn names_that_begin_alike_stay_apart() {
        let mut textures = NewTextures::default();
        let left = new(&mut textures, "barracks_wall_left", b"1");
        let right = new(&mut textures, "barracks_wall_right", b"2");
        assert_ne!(left, right);
        for name in [&left, &right] {
            assert!(name.starts_with("barracks_") && name.len() <= 15, "{name}");
            assert_eq!(name.matches('.').count(), 1, "{name}");
        }
        assert_eq!(new(&mut textures, "wall", b"3"), "wall.0");
        let dotted = new(&mut textures, "wall.b1", b"4");
        assert!(dotted.starts_with("wall_b1_") && dotted.ends_with(".0"), "{dotted}");
    }

    #[test]
    fn a_name_follows_from_the_material_alone() {
        let alone = new(&mut NewTextures::default(), "barracks_wall_right", b"2");
        let mut textures = NewTextures::default();
        new(&mut textures, "barracks_wall_left", b"1");
        assert_eq!(new(&mut textures, "barracks_wall_right", b"2"), alone);
        let again = new(&mut NewTextures::default(), "Barracks_Wall_Right", b"2");
        assert!(again.eq_ignore_ascii_case(&alone), "case does not count");
    }

    #[test]
    fn equal_pictures_are_one_texture_and_taken_names_are_not_given_twice() {
        let mut textures = NewTextures::default();
        let long = new(&mut textures, "barracks_wall_left", b"1");
        assert_eq!(textures.name("door", b"1"), Named::Known(long.clone()));
        let thief = long.trim_end_matches(".0").to_ascii_uppercase();
        let other = new(&mut textures, &thief, b"2");
        assert!(!other.eq_ignore_ascii_case(&long) && other.len() <= 15, "{other}");
    }
}
