//! Names in an OBJ: single words, each once.

use std::collections::BTreeMap;

use ngi_formats::msh::Blueprint;

use crate::gltf::SurfaceKey;

/// A name as one word: an OBJ ends names at spaces.
pub(crate) fn word(name: &str) -> String {
    let word: String =
        name.chars().map(|c| if c.is_whitespace() || c.is_control() { '_' } else { c }).collect();
    if word.is_empty() { "_".into() } else { word }
}

/// A name for each node: its own, or `name#3` where several nodes share it.
pub(super) fn node_names(names: &[String]) -> Vec<String> {
    let words: Vec<String> = names.iter().map(|name| word(name)).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    words.iter().for_each(|word| *counts.entry(word).or_default() += 1);
    let unique = |(node, word): (usize, &String)| match counts.get(word.as_str()) {
        Some(1) => word.clone(),
        _ => format!("{word}#{node}"),
    };
    words.iter().enumerate().map(unique).collect()
}

/// A name for each surface of a model, in the order of its slots: the material's, or `name#2` where
/// only lightmap or flags differ. All surfaces have one, whatever is exported, so that an import
/// finds the same names.
pub(super) fn surface_names(
    plan: &Blueprint,
    row_name: &dyn Fn(u8) -> Option<String>,
) -> BTreeMap<SurfaceKey, String> {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    let mut names = BTreeMap::new();
    for part in plan.meshes.iter().flat_map(|mesh| &mesh.parts) {
        let key = SurfaceKey::of(part);
        names.entry(key).or_insert_with(|| {
            let name = row_name(key.row).map_or_else(|| format!("row_{}", key.row), |n| word(&n));
            let times = times.entry(name.clone()).or_default();
            *times += 1;
            if *times == 1 { name } else { format!("{name}#{times}") }
        });
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_single_words_and_told_apart() {
        let names = ["hull", "leg", "gun turret", "leg", ""].map(String::from);
        assert_eq!(node_names(&names), ["hull", "leg#1", "gun_turret", "leg#3", "_"]);
    }
}
