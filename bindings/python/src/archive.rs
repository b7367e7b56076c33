//! Places in the tree: folders, files and entries of archives.

use ngi_verbs::check::entry_meta;
use ngi_verbs::format::{self, Known, Subject};
use ngi_vfs::NodeKind;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::document::Document;
use crate::errors::Result;

/// A folder, a file or an entry of an archive, as it was when it was looked up.
#[pyclass(frozen, module = "ngi_tools._native")]
pub struct Node(pub ngi_vfs::Node);

#[pymethods]
impl Node {
    /// The path from the game's folder.
    #[getter]
    fn path(&self) -> String {
        self.0.path()
    }

    /// The name alone.
    #[getter]
    fn name(&self) -> String {
        self.0.name()
    }

    /// `folder`, `file` or `entry`.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0.kind() {
            NodeKind::Folder => "folder",
            NodeKind::File => "file",
            NodeKind::Entry => "entry",
        }
    }

    /// Bytes of a file, or of an entry once it is unpacked.
    #[getter]
    fn size(&self) -> Result<u64> {
        Ok(self.0.size()?)
    }

    /// Type of an entry of an NRes archive, as text.
    #[getter]
    fn type_id(&self) -> Option<String> {
        entry_meta(&self.0).map(|entry| entry.type_id.to_string())
    }

    /// Attributes of an entry of an NRes archive.
    #[getter]
    fn attributes(&self) -> Option<[u32; 3]> {
        entry_meta(&self.0).map(|entry| entry.attributes)
    }

    /// Whether there are entries inside.
    #[getter]
    fn is_archive(&self, py: Python<'_>) -> Result<bool> {
        py.detach(|| Ok(self.0.container()?.is_some()))
    }

    /// The format's id: `msh`, `texm`, `table` for a table of a model or landscape; `None` for
    /// folders and for what is no known format.
    #[getter]
    fn format(&self, py: Python<'_>) -> Result<Option<&'static str>> {
        if self.0.kind() == NodeKind::Folder {
            return Ok(None);
        }
        py.detach(|| {
            let (bytes, name) = (self.0.bytes()?, self.0.name());
            let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(&self.0) };
            Ok(match format::of_node(&self.0, &subject) {
                Known::Listed(format) => Some(format.id()),
                Known::Table(_) => Some("table"),
                Known::Bytes => None,
            })
        })
    }

    /// All bytes.
    fn read<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| self.0.bytes())?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// What is inside, each by a name that leads to it alone.
    fn segments(&self, py: Python<'_>) -> Result<Vec<String>> {
        py.detach(|| match self.0.kind() {
            NodeKind::Folder => Ok(self.0.children()?.map(|child| child.name()).collect()),
            _ => {
                let path = || self.0.path();
                let container = self.0.open_container()?;
                let container =
                    container.ok_or_else(|| ngi_vfs::Error::NotAContainer { path: path() })?;
                Ok((0..container.len()).map(|index| container.segment(index)).collect())
            }
        })
    }

    /// What a name, `name@TYPE`, `#INDEX` or a type number leads to.
    fn child(&self, py: Python<'_>, segment: &str) -> Result<Self> {
        py.detach(|| Ok(Self(self.0.child(segment)?)))
    }

    /// Its fields.
    fn document(&self, py: Python<'_>) -> Result<Document> {
        py.detach(|| Document::open(self.0.clone()))
    }
}
