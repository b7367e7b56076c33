"""What became of everything on the way: `ngi.written/1`, as the program printed it."""

from dataclasses import dataclass, field

SCHEMA = "ngi.written/1"

KINDS = ("lost", "told", "computed", "carried")


@dataclass
class Report:
    """The report of an import or an export."""

    title: str
    files: list = field(default_factory=list)
    carried: list = field(default_factory=list)
    computed: list = field(default_factory=list)
    lost: list = field(default_factory=list)
    told: list = field(default_factory=list)

    @classmethod
    def of(cls, title, document):
        """The report in a document; another document is a mistake of ours."""
        if document.get("schema") != SCHEMA:
            raise ValueError(f"{document.get('schema')} instead of {SCHEMA}")
        files = [(file["path"], file["backup"]) for file in document["files"]]
        lines = {kind: list(document[kind]) for kind in KINDS}
        return cls(title, files, **lines)

    @property
    def is_lossy(self):
        return bool(self.lost)

    def lines(self):
        """Kind and text of each line; what is lost comes first."""
        listed = [(kind, line) for kind in KINDS for line in getattr(self, kind)]
        for path, backup in self.files:
            listed.append(("written", path if backup is None else f"{path} (before: {backup})"))
        return listed

    def text(self):
        """All of it, for the text editor."""
        lines = (f"{kind}: {line}" for kind, line in self.lines())
        return "\n".join((self.title, "", *lines, ""))
