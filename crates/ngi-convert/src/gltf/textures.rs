//! Names of the textures that new materials bring along.

use std::collections::HashMap;
use std::rc::Rc;

use ngi_formats::texm::Image;

use super::libraries::Libraries;
use super::open::refuse;
use crate::Result;
use crate::tree::Hash;

/// The longest name before its ending: a material has 15 characters for a texture's name.
const LONGEST: usize = 13;
/// What stands behind every name: no palette.
const ENDING: &str = ".0";
/// Digits of the number in a name, and how many there are.
const DIGITS: [char; 36] = [
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i',
    'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z',
];
const PLACES: usize = 4;
/// Most names that are tried for one texture.
const MOST_TRIES: u64 = 1 << 16;

/// Textures that are new, each once.
#[derive(Debug, Default)]
pub(super) struct NewTextures {
    /// Names by what they show.
    known: Vec<(Rc<Image>, String)>,
    /// The textures of the libraries by size, each with a number of what it shows.
    there: HashMap<(u32, u32), Vec<(String, u64)>>,
}

/// What a picture came to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// A texture of this name, which is new.
    New(String),
    /// A texture that another material brought along.
    Known(String),
    /// A texture that is in a library.
    There(String),
}

impl NewTextures {
    /// The name of a material's texture. Equal pictures have one name, also where one of them is
    /// in a library already; others never do. A new name follows from the material and its
    /// picture alone, so that the same input always gives the same.
    pub fn name(
        &mut self,
        material: &str,
        picture: &Rc<Image>,
        libraries: &Libraries<'_>,
    ) -> Result<Named> {
        if let Some((_, known)) = self.known.iter().find(|(known, _)| known == picture) {
            return Ok(Named::Known(known.clone()));
        }
        if let Some(name) = self.there(picture, libraries) {
            return Ok(Named::There(name));
        }
        let is_free = |name: &String| {
            let taken = self.known.iter().any(|(_, known)| known.eq_ignore_ascii_case(name));
            !taken && libraries.texture(name.as_bytes()).is_none()
        };
        let Some(name) = names(material, picture).find(is_free) else {
            return refuse(
                format!("material \"{material}\""),
                "all names for its texture are taken",
            );
        };
        self.known.push((picture.clone(), name.clone()));
        Ok(Named::New(name))
    }
}

impl NewTextures {
    /// The texture of a library that shows a picture.
    pub fn there(&mut self, picture: &Image, libraries: &Libraries<'_>) -> Option<String> {
        let number = |picture: &Image| Hash::new().add(picture.bytes()).number();
        let size = (picture.width(), picture.height());
        let there = self.there.entry(size).or_insert_with(|| {
            libraries.pictures(size).map(|(name, shown)| (name, number(&shown))).collect()
        });
        let wanted = number(picture);
        let mut alike = there.iter().filter(|(_, number)| *number == wanted);
        let is_it = |(name, _): &&(String, u64)| {
            let found = libraries.texture(name.as_bytes());
            found.and_then(|found| libraries.picture_of(&found)).is_some_and(|it| it == *picture)
        };
        alike.find(is_it).map(|(name, _)| name.clone())
    }
}

/// Names to be tried, one after the other: the beginning of the material's name, and a number that
/// follows from all of it and from the picture. A dot inside would ask for a palette.
fn names(material: &str, picture: &Image) -> impl Iterator<Item = String> {
    let plain = |c: char| if c.is_ascii_graphic() && c != '.' { c } else { '_' };
    let start: String = material.chars().map(plain).take(LONGEST - PLACES - 1).collect();
    let number = Hash::new()
        .add(material.to_ascii_lowercase().as_bytes())
        .add(&picture.width().to_le_bytes())
        .add(picture.bytes())
        .number();
    (0..MOST_TRIES)
        .map(move |round| format!("{start}_{}{ENDING}", digits(number.wrapping_add(round))))
}

/// The last digits of a number.
fn digits(mut number: u64) -> String {
    let mut text = String::with_capacity(PLACES);
    for _ in 0..PLACES {
        let digit = usize::try_from(number % DIGITS.len() as u64).unwrap_or_default();
        text.extend(DIGITS.get(digit));
        number /= DIGITS.len() as u64;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grey(value: u8) -> Rc<Image> {
        Rc::new(Image::new(2, 1, vec![[value, value, value, 255]; 2]).unwrap())
    }

    fn new(textures: &mut NewTextures, material: &str, picture: u8) -> String {
        match textures.name(material, &grey(picture), &Libraries::default()).unwrap() {
            Named::New(name) => name,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn names_that_begin_alike_stay_apart() {
        let mut textures = NewTextures::default();
        let names = [
            new(&mut textures, "barracks_wall_left", 1),
            new(&mut textures, "barracks_wall_right", 2),
            new(&mut textures, "wall", 3),
            new(&mut textures, "wall.b1", 4),
        ];
        for (at, name) in names.iter().enumerate() {
            assert!(name.len() <= 15 && name.ends_with(".0"), "{name}");
            assert_eq!(name.matches('.').count(), 1, "{name}");
            assert!(!names[..at].contains(name), "{name}");
        }
        assert!(names[0].starts_with("barracks_") && names[3].starts_with("wall_b1_"), "{names:?}");
    }

    #[test]
    fn a_name_follows_from_material_and_picture_alone() {
        let alone = new(&mut NewTextures::default(), "barracks_wall_right", 2);
        let mut textures = NewTextures::default();
        new(&mut textures, "barracks_wall_left", 1);
        assert_eq!(new(&mut textures, "barracks_wall_right", 2), alone);
        let again = new(&mut NewTextures::default(), "Barracks_Wall_Right", 2);
        assert!(again.eq_ignore_ascii_case(&alone), "case does not count");
        let other = new(&mut NewTextures::default(), "barracks_wall_right", 3);
        assert!(!other.eq_ignore_ascii_case(&alone), "another picture");
    }

    #[test]
    fn equal_pictures_are_one_texture() {
        let mut textures = NewTextures::default();
        let long = new(&mut textures, "barracks_wall_left", 1);
        let door = textures.name("door", &grey(1), &Libraries::default()).unwrap();
        assert_eq!(door, Named::Known(long));
    }
}
