//! A bound on work that a file can ask for.

use super::codes;
use crate::Findings;
use crate::msh::read::Model;

/// Steps that are left. Sound models need a small part of it; a hostile file, whose ranges all
/// cover the same records, runs out of it instead of running for hours.
#[derive(Debug, Clone, Copy)]
pub(super) struct Budget {
    left: usize,
}

impl Budget {
    /// A number of steps that grows with the model's tables, not with what they claim.
    pub fn for_model(model: &Model<'_>) -> Self {
        let records = model.indices.len()
            + model.batches.len()
            + model.slots.len()
            + model.map.map_or(0, |map| map.len())
            + model.keys.map_or(0, |keys| keys.len());
        Self { left: 16 * records + 0x1_0000 }
    }

    /// Takes `cost` steps and one more; `false` once there are not enough left.
    pub fn spend(&mut self, cost: usize) -> bool {
        match self.left.checked_sub(cost.saturating_add(1)) {
            Some(left) => {
                self.left = left;
                true
            }
            None => {
                self.left = 0;
                false
            }
        }
    }
}

/// Notes that a table's ranges overlap too much to look at all of them.
pub(super) fn overlap(findings: &mut Findings, table: &str, index: usize) {
    findings.at(&codes::TABLE_OVERLAP, format_args!("{table}[{index}]"), || {
        "from here on its records have been covered many times; not looked at".into()
    });
}
