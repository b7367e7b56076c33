//! Which clips of a file become the one clip of a model.
//!
//! A model has one clip for all of its nodes. Other programs write one per action, so clips that
//! move different nodes are one. Which of several a node is to follow is for a person to say.

use std::collections::HashMap;

use gltf_json as gj;

use super::open::refuse;
use crate::Result;

/// A clip of a file.
pub(super) struct Clip<'a> {
    /// Its name, or its number.
    pub name: String,
    pub animation: &'a gj::Animation,
}

/// The clips that are taken: the one that was asked for, or all of them.
pub(super) fn choose<'a>(root: &'a gj::Root, name: Option<&str>) -> Result<Vec<Clip<'a>>> {
    let named = |(at, animation): (usize, &'a gj::Animation)| Clip {
        name: animation.name.clone().unwrap_or_else(|| format!("#{at}")),
        animation,
    };
    let clips: Vec<Clip<'a>> = root.animations.iter().enumerate().map(named).collect();
    let names = || clips.iter().map(|clip| clip.name.as_str()).collect::<Vec<_>>().join(", ");
    if let Some(name) = name {
        let names = names();
        return match clips.into_iter().find(|clip| clip.name == name) {
            Some(clip) => Ok(vec![clip]),
            None => refuse("animations", format!("no clip {name}; there are {names}")),
        };
    }
    let mut movers: HashMap<usize, usize> = HashMap::new();
    for (at, clip) in clips.iter().enumerate() {
        for channel in &clip.animation.channels {
            let node = channel.target.node.value();
            let first = *movers.entry(node).or_insert(at);
            if let Some(other) = clips.get(first).filter(|_| first != at) {
                let called = root.nodes.get(node).and_then(|node| node.name.clone());
                let called = called.unwrap_or_else(|| format!("#{node}"));
                let why = format!(
                    "{} and {} both move node \"{called}\", and a model has one clip; there are \
                     {}; choose one with --clip",
                    other.name,
                    clip.name,
                    names()
                );
                return refuse("animations", why);
            }
        }
    }
    Ok(clips)
}

/// What is to be said where several became one.
pub(super) fn line(clips: &[Clip<'_>]) -> Option<String> {
    let names: Vec<&str> = clips.iter().map(|clip| clip.name.as_str()).collect();
    let (count, names) = (names.len(), names.join(", "));
    (count > 1)
        .then(|| format!("animation: {count} clips move different nodes and are one: {names}"))
}
