"""Report of an import or export, read from a document `ngi.written/1`."""

from dataclasses import dataclass, field

SCHEMA = "ngi.written/1"

# Keys of the document, in the order in which the lines are shown.
KINDS = ("lost", "told", "computed", "carried")
# Labels of the kinds of lines.
TITLES = {
    "lost": "Lost",
    "told": "Note",
    "computed": "Recomputed",
    "carried": "Kept",
    "written": "Written",
}


@dataclass
class Report:
    """Report of an import or export."""

    title: str
    files: list = field(default_factory=list)
    carried: list = field(default_factory=list)
    computed: list = field(default_factory=list)
    lost: list = field(default_factory=list)
    told: list = field(default_factory=list)

    @classmethod
    def of(cls, title, document):
        """Reads a report from a document; raises ValueError for another kind of document."""
        if document.get("schema") != SCHEMA:
            raise ValueError(f"expected a document {SCHEMA}, not {document.get('schema')}")
        files = [(file["path"], file["backup"]) for file in document["files"]]
        lines = {kind: list(document[kind]) for kind in KINDS}
        return cls(title, files, **lines)

    @property
    def is_lossy(self):
        return bool(self.lost)

    def lines(self):
        """Returns kind and text of each line, losses first and written files last."""
        listed = [(kind, line) for kind in KINDS for line in getattr(self, kind)]
        for path, backup in self.files:
            listed.append(("written", path if backup is None else f"{path} (backup: {backup})"))
        return listed

    def text(self):
        """Returns the whole report as plain text for the text editor."""
        lines = (f"{TITLES[kind]}: {line}" for kind, line in self.lines())
        return "\n".join((self.title, "", *lines, ""))
