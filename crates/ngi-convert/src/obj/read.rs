//! OBJ files read: objects of triangles. Nothing in a file is trusted.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use super::header::Header;
use crate::Result;
use crate::gltf::{MOST_FACES, refuse};
use crate::polygon::{self, Flaw};

/// A corner: numbers of place, texture coordinate and normal, from 0.
pub(super) type Corner = (usize, Option<usize>, Option<usize>);

/// Faces of one material.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Part {
    /// Index of the material's name; `None` before the first `usemtl`.
    pub material: Option<usize>,
    pub faces: Vec<[Corner; 3]>,
}

/// An object.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Object {
    pub name: String,
    pub parts: Vec<Part>,
}

/// A file.
#[derive(Debug, Default)]
pub(super) struct ObjFile {
    pub header: Option<Header>,
    pub positions: Vec<[f32; 3]>,
    pub uvs: Vec<[f32; 2]>,
    pub normals: Vec<[f32; 3]>,
    pub objects: Vec<Object>,
    /// Names of materials in the order they come up.
    pub materials: Vec<String>,
    /// Names of material libraries.
    pub libraries: Vec<String>,
    /// What is not looked at, one thing per line.
    pub lost: Vec<String>,
}

/// Reads a file.
pub(super) fn read(bytes: &[u8]) -> Result<ObjFile> {
    // Names may be in any code page; what is no UTF-8 becomes a mark.
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}');
    // A backslash at the end continues a line.
    let text: Cow<'_, str> = match text.contains("\\\n") || text.contains("\\\r\n") {
        true => text.replace("\\\r\n", " ").replace("\\\n", " ").into(),
        false => text.into(),
    };
    // Without objects, groups are the objects.
    let has_objects = text.lines().any(|line| line.trim_start().starts_with("o "));
    let mut reader = Reader { has_objects, ..Reader::default() };
    for (at, line) in text.lines().enumerate() {
        reader.line(line.trim(), at + 1)?;
    }
    let Reader { mut file, unread, flaws, smoothing, bare_corners, .. } = reader;
    file.objects.retain(|object| object.parts.iter().any(|part| !part.faces.is_empty()));
    for object in &mut file.objects {
        object.parts.retain(|part| !part.faces.is_empty());
    }
    if unread > 0 {
        file.lost.push(format!("{unread} lines that say nothing of triangles"));
    }
    file.lost.extend(flaws.into_iter().map(|(flaw, lines)| shown_flaw(flaw, &lines)));
    if smoothing > 0 && bare_corners > 0 {
        let why =
            format!("{bare_corners} corners have no normal, and get that of all faces around");
        file.lost.push(format!("{smoothing} smoothing groups (s): {why}"));
    }
    Ok(file)
}

/// Describes polygons that are not cut as their author may have meant.
fn shown_flaw(flaw: Flaw, lines: &[usize]) -> String {
    let first = lines.first().copied().unwrap_or_default();
    let count = match lines.len() {
        1 => format!("a polygon (line {first})"),
        count => format!("{count} polygons (the first on line {first})"),
    };
    let why = match flaw {
        Flaw::NoArea => "no area; its corners are on a line, or its edges cross",
        Flaw::Crossing => "its edges cross; the triangles overlap",
        Flaw::TooManyCorners => {
            "not convex, and too many corners; cut around the first corner, the triangles overlap"
        }
    };
    format!("{count}: {why}")
}

#[derive(Default)]
struct Reader {
    file: ObjFile,
    known_objects: HashMap<String, usize>,
    known_materials: HashMap<String, usize>,
    /// The object that faces go to.
    current: usize,
    has_objects: bool,
    faces: usize,
    unread: usize,
    /// Lines of polygons that could not be cut cleanly.
    flaws: BTreeMap<Flaw, Vec<usize>>,
    /// Lines that begin a smoothing group, or end it.
    smoothing: usize,
    /// Corners without a normal.
    bare_corners: usize,
}

impl Reader {
    fn line(&mut self, line: &str, at: usize) -> Result<()> {
        if line.starts_with('#') && self.file.header.is_none() {
            self.file.header = Header::parse(line);
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "v" => self.file.positions.push(numbers(rest, 3, at)?),
            "vn" => self.file.normals.push(numbers(rest, 3, at)?),
            "vt" => {
                let [u, v] = numbers(rest, 1, at)?;
                self.file.uvs.push([u, v]);
            }
            "f" => self.face(rest, at)?,
            "o" => self.object(rest),
            "g" if !self.has_objects => self.object(rest),
            "usemtl" => self.material(rest),
            "mtllib" => self.file.libraries.push(rest.to_owned()),
            "s" => self.smoothing += 1,
            _ if word.is_empty() || word.starts_with('#') || word == "g" => {}
            _ => self.unread += 1,
        }
        Ok(())
    }

    /// Begins an object, or goes on with one of that name. The material stays.
    fn object(&mut self, name: &str) {
        let material = self.last_part().and_then(|part| part.material);
        let objects = &mut self.file.objects;
        self.current = *self.known_objects.entry(name.to_owned()).or_insert_with(|| {
            objects.push(Object { name: name.to_owned(), parts: Vec::new() });
            objects.len() - 1
        });
        self.begin_part(material);
    }

    fn material(&mut self, name: &str) {
        let materials = &mut self.file.materials;
        let index = *self.known_materials.entry(name.to_owned()).or_insert_with(|| {
            materials.push(name.to_owned());
            materials.len() - 1
        });
        // Even for the same material again: batches of ours may share one.
        self.begin_part(Some(index));
    }

    /// Begins a part; one that is still empty is taken instead.
    fn begin_part(&mut self, material: Option<usize>) {
        if self.file.objects.is_empty() {
            self.file.objects.push(Object { name: "object".into(), parts: Vec::new() });
        }
        let Some(object) = self.file.objects.get_mut(self.current) else { return };
        match object.parts.last_mut().filter(|part| part.faces.is_empty()) {
            Some(empty) => empty.material = material,
            None => object.parts.push(Part { material, faces: Vec::new() }),
        }
    }

    fn last_part(&mut self) -> Option<&mut Part> {
        self.file.objects.get_mut(self.current)?.parts.last_mut()
    }

    /// Adds the triangles of a polygon.
    fn face(&mut self, rest: &str, at: usize) -> Result<()> {
        let corners: Vec<Corner> =
            rest.split_whitespace().map(|word| self.corner(word, at)).collect::<Result<_>>()?;
        if corners.len() < 3 {
            return refuse(place(at), "a face has three corners at least");
        }
        self.faces += corners.len() - 2;
        if self.faces > MOST_FACES {
            let why = format!("more than {MOST_FACES} triangles: no model can hold them");
            return refuse(place(at), why);
        }
        self.bare_corners += corners.iter().filter(|(_, _, normal)| normal.is_none()).count();
        let position = |&(position, ..): &Corner| {
            self.file.positions.get(position).copied().unwrap_or_default()
        };
        let (triangles, flaw) = polygon::cut(&corners.iter().map(position).collect::<Vec<_>>());
        flaw.into_iter().for_each(|flaw| self.flaws.entry(flaw).or_default().push(at));
        if self.last_part().is_none() {
            self.begin_part(None);
        }
        let corner = |number: u32| usize::try_from(number).ok().and_then(|at| corners.get(at));
        let triangles = triangles
            .into_iter()
            .filter_map(|[a, b, c]| Some([*corner(a)?, *corner(b)?, *corner(c)?]));
        if let Some(part) = self.last_part() {
            part.faces.extend(triangles);
        }
        Ok(())
    }

    fn corner(&self, word: &str, at: usize) -> Result<Corner> {
        let mut parts = word.split('/');
        let mut index = |count: usize, what: &str| match parts.next() {
            None | Some("") => Ok(None),
            Some(text) => match resolve(text, count) {
                Some(index) => Ok(Some(index)),
                None => refuse(place(at), format!("{what} {text}: there are {count}")),
            },
        };
        let position = index(self.file.positions.len(), "vertex")?;
        let uv = index(self.file.uvs.len(), "texture coordinate")?;
        let normal = index(self.file.normals.len(), "normal")?;
        match position {
            Some(position) => Ok((position, uv, normal)),
            None => refuse(place(at), format!("\"{word}\" names no vertex")),
        }
    }
}

/// A number that counts from 1, or from the end where it is negative.
fn resolve(text: &str, count: usize) -> Option<usize> {
    let number: i64 = text.parse().ok()?;
    let index = match number {
        1.. => number - 1,
        ..0 => i64::try_from(count).ok()?.checked_add(number)?,
        0 => return None,
    };
    usize::try_from(index).ok().filter(|&index| index < count)
}

fn place(line: usize) -> String {
    format!("line {line}")
}

/// Numbers, of which at least `needed` have to be there; more than `N` are not looked at.
fn numbers<const N: usize>(rest: &str, needed: usize, at: usize) -> Result<[f32; N]> {
    let mut numbers = [0.0; N];
    let mut words = rest.split_whitespace();
    for (index, number) in numbers.iter_mut().enumerate() {
        let Some(word) = words.next() else {
            if index < needed {
                return refuse(place(at), format!("{index} numbers, not {needed}"));
            }
            break;
        };
        match word.parse::<f32>().ok().filter(|value| value.is_finite()) {
            Some(value) => *number = value,
            None => return refuse(place(at), format!("\"{word}\" is no finite number")),
        }
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_parts_and_corners() {
        let text = "# ngi.obj/1 lod=1 stage=0 up=z\nmtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0 9 9 9\n\
                    v 0 1 0\nvt 0.5\nvn 0 0 1\no first\nusemtl A\nf 1/1/1 2//1 3/-1 -1\n\
                    usemtl A\nf 1 2 3\no second\nf 1 2 \\\n 4\ng ignored\nl 1 2\n";
        let file = read(text.as_bytes()).unwrap();
        assert_eq!(file.header.unwrap().lod, "1");
        assert_eq!(file.positions[2], [1.0, 1.0, 0.0]);
        assert_eq!(file.uvs, [[0.5, 0.0]]);
        let [first, second] = file.objects.as_slice() else { panic!("{:?}", file.objects) };
        assert_eq!((first.name.as_str(), second.name.as_str()), ("first", "second"));
        let a = (0, Some(0), Some(0));
        let c = (2, Some(0), None);
        assert_eq!(first.parts[0].faces, [[a, (1, None, Some(0)), c], [a, c, (3, None, None)]]);
        assert_eq!(first.parts.len(), 2, "the same material begins a part of its own");
        assert_eq!(second.parts[0].material, Some(0), "a material stays until the next");
        assert_eq!(file.libraries, ["a.mtl"]);
        assert_eq!(file.lost.len(), 1);
    }

    #[test]
    fn polygons_with_flaws_and_smoothing_groups_are_reported() {
        let start = "v 0 0 0\nv 4 0 0\nv 4 2 0\nv 1 2 0\nv 1 4 0\nv 0 4 0\nvn 0 0 1\n";
        let lost = |more: &str| read(format!("{start}{more}\n").as_bytes()).unwrap().lost;
        assert_eq!(lost("f 2 3 4 5 6 1"), [""; 0]);
        assert_eq!(
            lost("f 1 3 2 5"),
            ["a polygon (line 8): its edges cross; the triangles overlap"]
        );
        let told = "2 polygons (the first on line 8): no area; its corners are on a line, or its edges cross";
        assert_eq!(lost("f 1 2 1 2\nf 1 6 1 6"), [told]);
        assert_eq!(lost("s 1\nf 1//1 2//1 3//1"), [""; 0]);
        let told =
            "1 smoothing groups (s): 1 corners have no normal, and get that of all faces around";
        assert_eq!(lost("s 1\nf 1//1 2//1 3"), [told]);
    }

    #[test]
    fn without_objects_groups_are_objects() {
        let file = read(b"v 0 0 0\nv 1 0 0\nv 0 1 0\ng a\nf 1 2 3\ng b\nf 3 2 1\ng a\nf 1 3 2\n");
        let file = file.unwrap();
        let names: Vec<_> = file.objects.iter().map(|object| object.name.as_str()).collect();
        assert_eq!(names, ["a", "b"]);
        assert_eq!(file.objects[0].parts.len(), 2);
        assert_eq!(read(b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3").unwrap().objects[0].name, "object");
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let start = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
        for (line, says) in [
            ("v 1 2", "2 numbers"),
            ("v 1 2 nan", "finite"),
            ("v 1 2 1e99", "finite"),
            ("vn 1 2 x", "finite"),
            ("vt", "0 numbers"),
            ("f 1 2", "three corners"),
            ("f 1 2 4", "vertex 4: there are 3"),
            ("f 1 2 0", "vertex 0"),
            ("f 1 2 -4", "vertex -4"),
            ("f 1/1 2 3", "texture coordinate 1: there are 0"),
            ("f 1//1 2 3", "normal 1"),
            ("f 1 2 99999999999999999999", "vertex 9999"),
            ("f 1 2 //", "names no vertex"),
        ] {
            let error = read(format!("{start}{line}\n").as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with("line 4: ") && error.contains(says), "{line}: {error}");
        }
        let many = format!("{start}{}", "f 1 2 3\n".repeat(MOST_FACES + 1));
        assert!(read(many.as_bytes()).unwrap_err().to_string().contains("65535 triangles"));
    }
}
