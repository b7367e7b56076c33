"""The program `ngi`: where it is, whether it is new enough, and how it is asked."""

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

# Older ones do not say in `schema --json` what can become glTF.
OLDEST = (0, 1, 0)

NAME = "ngi.exe" if os.name == "nt" else "ngi"


class Problem(Exception):
    """Something that whoever pressed the button has to know; its text is shown as it is."""


@dataclass(frozen=True)
class Answer:
    """How a run ended: 0 fine, 1 with findings or losses."""

    code: int
    out: str
    said: str


def find(chosen="", bundled=None, search_path=None):
    """The program: the one that was chosen, else the one in the add-on, else the one on PATH."""
    if chosen:
        path = Path(chosen).expanduser()
        path = path / NAME if path.is_dir() else path
        if not path.is_file():
            raise Problem(f"There is no program {path}. Choose ngi in the add-on's preferences.")
        return path
    if bundled is not None and (Path(bundled) / NAME).is_file():
        path = Path(bundled) / NAME
        # Archives may be unpacked without the mark of programs.
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
    """The version in what `ngi --version` prints: (0, 1, 0), or None."""
    found = re.match(r"ngi (\d+)\.(\d+)\.(\d+)", text)
    return tuple(int(part) for part in found.groups()) if found else None


@dataclass
class Program:
    """A program that was found."""

    path: Path
    # What it answered once it answers always; so does what is wrong with it. Panels ask often.
    _known: dict = field(default_factory=dict, repr=False)

    def run(self, *words):
        """Runs it. Ends it with an error (2), that is a `Problem` with what it said."""
        hidden = {"creationflags": subprocess.CREATE_NO_WINDOW} if os.name == "nt" else {}
        # The game is always named; one of the environment would only be in the way.
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
            raise Problem(said.strip() or f"ngi ended with {done.returncode}")
        return Answer(done.returncode, out, said)

    def ask(self, *words):
        """The JSON document that a command prints."""
        answer = self.run(*words, "--json")
        try:
            return json.loads(answer.out)
        except ValueError as error:
            raise Problem(f"ngi {words[0]}: no JSON, but: {answer.said.strip()}") from error

    def once(self, what, ask):
        if what not in self._known:
            try:
                self._known[what] = ask()
            except Problem as problem:
                self._known[what] = problem
        if isinstance(self._known[what], Problem):
            raise self._known[what]
        return self._known[what]

    def version(self):
        """Its version; a `Problem` where it is too old, or some other program."""
        return self.once("version", self.ask_version)

    def ask_version(self):
        said = self.run("--version").out.strip()
        version = version_of(said)
        if version is None:
            raise Problem(f"{self.path} is not ngi: it calls itself “{said[:60]}”.")
        if version < OLDEST:
            raise Problem(f"{said} is too old: {'.'.join(map(str, OLDEST))} or newer is needed.")
        return version

    def schema(self):
        """`ngi schema --json`; a program that is too old is noticed before."""
        self.version()
        return self.once("schema", lambda: self.ask("schema"))

    def ways(self, format_id):
        """What things of a format can become, and what they can be made of: two lists of suffixes.
        A format that it does not know goes nowhere."""
        for known in self.schema()["formats"]:
            if known["id"] == format_id:
                if "out" not in known:
                    raise Problem(f"{self.path} is too old for this add-on; install a newer ngi.")
                return known["out"], known["back"]
        return [], []
