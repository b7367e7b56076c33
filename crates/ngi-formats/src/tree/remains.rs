//! What is left of a document where a file cannot be followed.

use super::branch::Branch;
use super::node::{At, Node};
use super::path::{Step, steps};
use crate::Error;

impl<'a> Node<'a> {
    /// The parts that `known` gives of a file that cannot be followed, and the part that the error
    /// is about, where that is none of them: the bytes from there on.
    pub(crate) fn remains(
        branches: &'static [Branch],
        bytes: &'a [u8],
        error: &Error,
        known: impl Fn(&'static Branch) -> Option<Node<'a>>,
    ) -> Self {
        let about = match steps(&error.field).as_deref() {
            Some([Step::Key(key), ..]) => *key,
            _ => "",
        };
        let part = |branch: &'static Branch| {
            let broken = || {
                let at = usize::try_from(error.offset?).ok()?;
                Some(Node::Hex(bytes.get(at..)?.into(), At::Offset(at)))
            };
            let is_broken = !about.is_empty() && branch.name == about;
            known(branch).or_else(|| if is_broken { broken() } else { None })
        };
        Node::object(branches, branches.iter().map(part))
    }
}
