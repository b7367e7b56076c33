"""Finds the program `ngi`, checks its version and runs it."""

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

# Older versions do not list the glTF conversions in `schema --json`.
OLDEST = (0, 1, 0)

NAME = "ngi.exe" if os.name == "nt" else "ngi"


class Problem(Exception):
    """Error whose message is shown to the user as it is."""


@dataclass(frozen=True)
class Answer:
    """Result of a run: exit code (0 for success, 1 for findings or losses), standard output and
    standard error."""

    code: int
    out: str
    said: str


def find(chosen="", bundled=None, search_path=None):
    """Returns the path of the program: the chosen one, else the bundled one, else the one on the
    PATH."""
    if chosen:
        path = Path(chosen).expanduser()
        path = path / NAME if path.is_dir() else path
        if not path.is_file():
            raise Problem(
                f"The program {path} does not exist. Choose ngi in the add-on's preferences."
            )
        return path
    if bundled is not None and (Path(bundled) / NAME).is_file():
        path = Path(bundled) / NAME
        # Unpacking an archive may drop the executable permission.
        if os.name != "nt" and not os.access(path, os.X_OK):
            path.chmod(path.stat().st_mode | 0o755)
        return path
    found = shutil.which("ngi", path=search_path)
    if found is None:
        raise Problem(
            "The program ngi was not found. Install it, or choose it in the add-on's preferences."
        )
    return Path(found)


def version_of(text):
    """Parses the output of `ngi --version` into a tuple such as (0, 1, 0); None if it is not
    ngi."""
    found = re.match(r"ngi (\d+)\.(\d+)\.(\d+)", text)
    return tuple(int(part) for part in found.groups()) if found else None


@dataclass
class Program:
    """The program `ngi` at a path."""

    path: Path
    # Cached answers and problems, because panels request them at every redraw.
    _known: dict = field(default_factory=dict, repr=False)

    def run(self, *words):
        """Runs the program; raises `Problem` with its message if the exit code is not 0 or 1."""
        hidden = {"creationflags": subprocess.CREATE_NO_WINDOW} if os.name == "nt" else {}
        # The add-on always passes the game folder, so the variable must not interfere.
        environment = {key: value for key, value in os.environ.items() if key != "NGI_GAME"}
        environment["NO_COLOR"] = "1"
        try:
            done = subprocess.run(
                [str(self.path), *(str(word) for word in words)],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                env=environment,
                check=False,
                **hidden,
            )
        except OSError as error:
            raise Problem(f"{self.path} cannot be started: {error.strerror}") from error
        out, said = (text.decode("utf-8", "replace") for text in (done.stdout, done.stderr))
        if done.returncode not in (0, 1):
            raise Problem(said.strip() or f"ngi failed with exit code {done.returncode}")
        return Answer(done.returncode, out, said)

    def ask(self, *words):
        """Runs a command and returns the JSON document that it prints."""
        answer = self.run(*words, "--json")
        try:
            return json.loads(answer.out)
        except ValueError as error:
            said = answer.said.strip()
            raise Problem(f"ngi {words[0]} did not print JSON: {said}") from error

    def once(self, what, ask):
        """Returns a cached answer, or raises the cached problem; calls `ask` the first time."""
        if what not in self._known:
            try:
                self._known[what] = ask()
            except Problem as problem:
                self._known[what] = problem
        if isinstance(self._known[what], Problem):
            raise self._known[what]
        return self._known[what]

    def version(self):
        """Returns the version; raises `Problem` if it is too old or the program is not ngi."""
        return self.once("version", self.ask_version)

    def ask_version(self):
        said = self.run("--version").out.strip()
        version = version_of(said)
        if version is None:
            raise Problem(f"{self.path} is not ngi. Its version is “{said[:60]}”.")
        if version < OLDEST:
            oldest = ".".join(map(str, OLDEST))
            raise Problem(f"{said} is too old. Install version {oldest} or newer.")
        return version

    def schema(self):
        """Returns the document of `ngi schema --json`; raises `Problem` if the program is too
        old."""
        self.version()
        return self.once("schema", lambda: self.ask("schema"))

    def ways(self, format_id):
        """Returns the suffixes that a format can be exported to, and those that it can be imported
        from. Both lists are empty for an unknown format."""
        for known in self.schema()["formats"]:
            if known["id"] == format_id:
                if "out" not in known:
                    raise Problem(
                        f"{self.path} is too old for this add-on. Install a newer version of ngi."
                    )
                return known["out"], known["back"]
        return [], []
