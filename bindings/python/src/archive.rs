//! Nodes of the game folder: folders, files and entries of archives.

use ngi_verbs::check::entry_meta;
use ngi_verbs::format::{self, Known, Subject};
use ngi_vfs::NodeKind;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::document::Document;
use crate::errors::Result;

/// Folder, file or entry of an archive, in its state at the time of the lookup.
#[pyclass(frozen, module = "ngi_tools._native")]
pub struct Node(pub ngi_vfs::Node);

#[pymethods]
impl Node {
    /// Path relative to the game folder.
    #[getter]
    fn path(&self) -> String {
        self.0.path()
    }

    /// Name without the path.
    #[getter]
    fn name(&self) -> String {
        self.0.name()
    }

    /// Kind of the node: `folder`, `file` or `entry`.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0.kind() {
            NodeKind::Folder => "folder",
            NodeKind::File => "file",
            NodeKind::Entry => "entry",
        }
    }

    /// Size of a file, or unpacked size of an entry, in bytes.
    #[getter]
    fn size(&self) -> Result<u64> {
        Ok(self.0.size()?)
    }

    /// Type of an entry of an NRes archive, as text; `None` for other nodes.
    #[getter]
    fn type_id(&self) -> Option<String> {
        entry_meta(&self.0).map(|entry| entry.type_id.to_string())
    }

    /// Attributes of an entry of an NRes archive; `None` for other nodes.
    #[getter]
    fn attributes(&self) -> Option<[u32; 3]> {
        entry_meta(&self.0).map(|entry| entry.attributes)
    }

    /// True if the node is an archive, whose entries can be listed.
    #[getter]
    fn is_archive(&self, py: Python<'_>) -> Result<bool> {
        py.detach(|| Ok(self.0.container()?.is_some()))
    }

    /// Id of the format, such as `msh` or `texm`, or `table` for a table of a model or landscape;
    /// `None` for folders and unknown formats.
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

    /// Returns the bytes of a file, or the unpacked bytes of an entry.
    fn read<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| self.0.bytes())?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Returns a unique path segment for each child.
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

    /// Returns the child with a name, `name@TYPE`, `#INDEX` or type number.
    fn child(&self, py: Python<'_>, segment: &str) -> Result<Self> {
        py.detach(|| Ok(Self(self.0.child(segment)?)))
    }

    /// Opens the document with the fields of the node.
    fn document(&self, py: Python<'_>) -> Result<Document> {
        py.detach(|| Document::open(self.0.clone()))
    }
}
