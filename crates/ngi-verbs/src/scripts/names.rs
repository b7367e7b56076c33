//! What lies beside a script: its formulas and variables.

use ngi_formats::fml::Formulas;
use ngi_formats::text;
use ngi_formats::varset::{self, Variables};

use crate::show;
use crate::surroundings::Surroundings;

/// The names that a script's numbers mean.
pub(super) struct Around {
    /// What the formulas say; `None` where there is no such file.
    pub formulas: Option<Vec<String>>,
    /// The names of variables; `None` where there is no such file.
    pub variables: Option<Vec<String>>,
}

/// The name of a file with another suffix.
pub(super) fn with_suffix(name: &str, suffix: &str) -> String {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    format!("{stem}.{suffix}")
}

impl Around {
    /// Looks beside a script of this name: its own variables come first, then those of all.
    pub fn of(name: &str, around: &Surroundings) -> Self {
        let shown =
            |bytes: Option<&[u8]>| show::printable(&text::decode(bytes.unwrap_or_default()));
        let formulas = around.sibling(&with_suffix(name, "fml")).and_then(|found| {
            let formulas = Formulas::read(&found.bytes).ok()?;
            Some((0..formulas.len()).map(|at| shown(formulas.expression(at))).collect())
        });
        let own = around.sibling(&with_suffix(name, "var"));
        let variables = own.or_else(|| around.sibling(varset::FILE)).and_then(|found| {
            let variables = Variables::read(&found.bytes).ok()?;
            Some((0..variables.len()).map(|at| shown(variables.name(at))).collect())
        });
        Self { formulas, variables }
    }

    pub fn variable(&self, number: i32) -> Option<String> {
        named(self.variables.as_ref(), number)
    }

    pub fn formula(&self, number: i32) -> Option<String> {
        named(self.formulas.as_ref(), number)
    }
}

fn named(names: Option<&Vec<String>>, number: i32) -> Option<String> {
    names?.get(usize::try_from(number).ok()?).filter(|name| !name.is_empty()).cloned()
}
