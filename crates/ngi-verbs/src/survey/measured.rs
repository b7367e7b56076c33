//! What was counted, as figures ask for it.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use ngi_formats::nres::TypeId;

use super::field::Use;
use super::tally::Tally;

/// What was counted of a game, to be asked.
#[derive(Debug)]
pub struct Measured<'t> {
    /// Everything that was counted.
    pub tally: &'t Tally,
    /// How often each rule is broken.
    pub findings: &'t BTreeMap<&'static str, u64>,
    /// The fields by path, of each format and archive somebody asked about.
    fields: RefCell<HashMap<Asked, Rc<ByPath>>>,
    /// Fields that figures ask for and no file of their format has.
    lost: RefCell<BTreeSet<String>>,
}

/// A format, and an archive or all of them.
type Asked = (&'static str, Option<&'static str>);
type ByPath = HashMap<String, Use>;

/// A field that was asked for; nothing where no file has it.
#[derive(Debug)]
pub struct Field(Option<Use>);

impl<'t> Measured<'t> {
    /// What was counted.
    pub fn new(tally: &'t Tally, findings: &'t BTreeMap<&'static str, u64>) -> Self {
        Self { tally, findings, fields: RefCell::default(), lost: RefCell::default() }
    }

    /// A field of a format, wherever its things are.
    pub fn field(&self, format: &'static str, path: &str) -> Field {
        self.found((format, None), path)
    }

    /// A field of the things of a format in an archive.
    pub fn field_in(&self, archive: &'static str, format: &'static str, path: &str) -> Field {
        self.found((format, Some(archive)), path)
    }

    fn found(&self, asked: Asked, path: &str) -> Field {
        let known = self.fields.borrow().get(&asked).cloned();
        let by_path = known.unwrap_or_else(|| {
            let made = Rc::new(self.by_path(asked));
            self.fields.borrow_mut().insert(asked, Rc::clone(&made));
            made
        });
        let found = by_path.get(path).cloned();
        if found.is_none() && !by_path.is_empty() {
            self.lost.borrow_mut().insert(format!("{} {path}", asked.0));
        }
        Field(found)
    }

    /// Fields that figures asked for and no file of their format has: so there are none, or a
    /// figure names its field wrong.
    pub fn lost(&self) -> Vec<String> {
        self.lost.borrow().iter().cloned().collect()
    }

    fn by_path(&self, (format, archive): Asked) -> ByPath {
        let owned = |(path, used): (String, &Use)| (path, used.clone());
        match archive {
            None => self.tally.of_format(format).all().into_iter().map(owned).collect(),
            Some(archive) => {
                let own = self.tally.fields.get(&(format, archive));
                own.map_or_else(HashMap::new, |fields| {
                    fields.all().into_iter().map(owned).collect()
                })
            }
        }
    }

    /// How many files are NRes archives.
    pub fn archives(&self) -> Option<f64> {
        number(self.tally.archives)
    }

    /// How many entries these have.
    pub fn all_entries(&self) -> Option<f64> {
        number(self.tally.entries)
    }

    /// How many things of a format there are.
    pub fn things(&self, format: &str) -> Option<f64> {
        number(self.tally.count(format, None))
    }

    /// How many entries of a type there are.
    pub fn entries(&self, letters: [u8; 4]) -> Option<f64> {
        number(self.tally.entries_of(TypeId::from(letters), None))
    }

    /// How many entries of a type there are in an archive.
    pub fn entries_in(&self, archive: &str, letters: [u8; 4]) -> Option<f64> {
        number(self.tally.entries_of(TypeId::from(letters), Some(archive)))
    }

    /// How many files have a suffix.
    pub fn files(&self, suffix: &str) -> Option<f64> {
        number(self.tally.suffixes.get(suffix).copied().unwrap_or(0))
    }

    /// How many files have a name.
    pub fn named(&self, name: &str) -> Option<f64> {
        number(self.tally.named.get(name).copied().unwrap_or(0))
    }

    /// How often a probe gave a value.
    pub fn probe(&self, name: &'static str, value: i64) -> Option<f64> {
        number(self.tally.probes.get(&(name, value)).copied().unwrap_or(0))
    }

    /// The sum of all values that a probe gave.
    pub fn probe_sum(&self, name: &'static str) -> Option<f64> {
        let own = self.tally.probes.iter().filter(|((known, _), _)| *known == name);
        #[expect(clippy::cast_precision_loss, reason = "counts of a game")]
        Some(own.map(|((_, value), count)| *value as f64 * *count as f64).sum())
    }

    /// How often a probe gave more than a value.
    pub fn probe_above(&self, name: &'static str, least: i64) -> Option<f64> {
        let own = self.tally.probes.iter();
        let own = own.filter(|((known, value), _)| *known == name && *value > least);
        number(own.map(|(_, count)| count).sum())
    }

    /// How often rules are broken whose codes begin so; nothing where there is no such rule.
    pub fn broken(&self, prefix: &str) -> Option<f64> {
        crate::format::all_codes().find(|code| code.id.starts_with(prefix))?;
        let own = self.findings.iter().filter(|(code, _)| code.starts_with(prefix));
        number(own.map(|(_, count)| count).sum())
    }
}

impl Field {
    /// How many values there are.
    pub fn count(&self) -> Option<f64> {
        number(self.0.as_ref().map_or(0, |used| used.count))
    }

    /// How many values are this one.
    pub fn is(&self, value: i64) -> Option<f64> {
        self.of(|used| used.values.count(value.cast_unsigned()))
    }

    /// How many floats are this one.
    pub fn is_float(&self, value: f32) -> Option<f64> {
        self.of(|used| used.values.count(value.to_bits().into()))
    }

    /// How many values have all these bits.
    pub fn bits(&self, bits: u64) -> Option<f64> {
        self.of(|used| used.with_bits(bits))
    }

    /// How many values are this one under a mask.
    pub fn masked(&self, mask: u64, value: u64) -> Option<f64> {
        self.of(|used| {
            used.values.distinct()?;
            let is_it = |(known, _): &(u64, u64)| known & mask == value;
            Some(used.values.iter().filter(is_it).map(|(_, count)| count).sum())
        })
    }

    /// The sum of all values; of a list, of all its lengths.
    pub fn sum(&self) -> Option<f64> {
        self.of(Use::sum)
    }

    /// The least value.
    pub fn least(&self) -> Option<f64> {
        Some(self.0.as_ref()?.span?.0)
    }

    /// The largest value.
    pub fn most(&self) -> Option<f64> {
        Some(self.0.as_ref()?.span?.1)
    }

    /// How many different values there are.
    pub fn distinct(&self) -> Option<f64> {
        self.of(|used| Some(used.values.distinct()? as u64))
    }

    /// A number of it: 0 where no file has the field, nothing where it cannot be known.
    fn of(&self, take: impl FnOnce(&Use) -> Option<u64>) -> Option<f64> {
        self.0.as_ref().map_or(Some(0), take).and_then(number)
    }
}

fn number(count: u64) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "counts of a game")]
    Some(count as f64)
}
