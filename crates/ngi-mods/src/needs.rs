//! Mods that need others: those come first.

use ngi_verbs::{Error, Result};

use crate::manifest::Manifest;

/// The order in which mods can be laid over a game: as they come, but each behind what it needs.
/// What is missing, too old, or needs itself in the end is an error.
pub fn in_order(mods: &[&Manifest]) -> Result<Vec<usize>> {
    let mut order: Vec<usize> = Vec::new();
    let mut waiting: Vec<usize> = (0..mods.len()).collect();
    while !waiting.is_empty() {
        let ready = waiting.iter().position(|&place| {
            let done = |name: &str| {
                order.iter().any(|&done| mods.get(done).is_some_and(|other| other.is(name)))
            };
            mods.get(place).is_some_and(|each| each.needs().all(|(name, _)| done(name)))
        });
        match ready {
            Some(at) => order.push(waiting.remove(at)),
            None => return Err(stuck(mods, &waiting)),
        }
    }
    for each in mods {
        for (name, least) in each.needs() {
            let other = mods.iter().find(|other| other.is(name));
            if let (Some(other), Some(least)) = (other, least)
                && !other.is_at_least(least)
            {
                let (mine, theirs) = (&each.name, &other.version);
                let why = format!("{mine} needs {name} {least} or newer, and this is {theirs}");
                return Err(Error::Usage(why));
            }
        }
    }
    Ok(order)
}

/// Fails where mods in this order do not have before them what they need.
pub fn check_order(mods: &[&Manifest]) -> Result<()> {
    in_order(mods)?;
    for (place, each) in mods.iter().enumerate() {
        let before = mods.get(..place).unwrap_or_default();
        let late = each.needs().find(|(name, _)| !before.iter().any(|other| other.is(name)));
        if let Some((name, _)) = late {
            let why = format!("{} needs {name}, which has to come before it", each.name);
            return Err(Error::Usage(why));
        }
    }
    Ok(())
}

/// Why none of those that are left can come next.
fn stuck(mods: &[&Manifest], waiting: &[usize]) -> Error {
    for each in waiting.iter().filter_map(|&place| mods.get(place)) {
        let missing = each.needs().find(|(name, _)| !mods.iter().any(|other| other.is(name)));
        if let Some((name, _)) = missing {
            return Error::Usage(format!("{} needs {name}, which is not installed", each.name));
        }
    }
    let names: Vec<&str> =
        waiting.iter().filter_map(|&place| Some(mods.get(place)?.name.as_str())).collect();
    Error::Usage(format!("these need each other in a circle: {}", names.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str, needs: &[&str]) -> Manifest {
        let needs = needs.iter().map(|&need| need.to_owned()).collect();
        Manifest { needs, version: "2.0".to_owned(), ..Manifest::new(name).unwrap() }
    }

    #[test]
    fn each_comes_behind_what_it_needs() {
        let (a, b, c) = (named("a", &["B", "c 1.5"]), named("b", &["c"]), named("c", &[]));
        assert_eq!(in_order(&[&a, &b, &c]).unwrap(), [2, 1, 0]);
        assert!(check_order(&[&c, &b, &a]).is_ok());
        let told = check_order(&[&c, &a, &b]).unwrap_err().to_string();
        assert_eq!(told, "a needs B, which has to come before it");
    }

    #[test]
    fn what_cannot_be_is_refused_with_the_reason() {
        let told = |mods: &[&Manifest]| in_order(mods).unwrap_err().to_string();
        let (a, b, own) = (named("a", &["b"]), named("b", &["a"]), named("own", &["own"]));
        assert_eq!(told(&[&a, &b]), "these need each other in a circle: a, b");
        assert_eq!(told(&[&own]), "these need each other in a circle: own");
        assert_eq!(told(&[&a]), "a needs b, which is not installed");
        let (new, old) = (named("new", &["old 2.1"]), named("old", &[]));
        assert_eq!(told(&[&new, &old]), "new needs old 2.1 or newer, and this is 2.0");
    }
}
