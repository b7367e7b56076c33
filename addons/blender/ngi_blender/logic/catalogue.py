"""What a game folder has to offer: kinds of things, and a list of each."""

import fnmatch
import os
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from .program import Problem


@dataclass(frozen=True)
class Kind:
    """A kind of things: the format's id, and what it is called here."""

    format: str
    title: str
    meaning: str


KINDS = (
    Kind("msh", "Models", "Robots, buildings, guns, trees: single models in archives"),
    Kind("unit", "Units", "Robots and buildings put together of several models"),
    Kind("land", "Levels", "Maps: the ground, and where walkers may go"),
    Kind("tma", "Missions", "Maps with everything that stands on them"),
)

# Between Blender and the program.
SUFFIX = "gltf"

# What goes by the name of its folder.
FOLDERS = ("land", "tma")

# What is put together of others: `units` and `missions` put it back.
TOGETHER = ("unit", "tma")


@dataclass(frozen=True)
class Row:
    """A thing: where it is below the game folder, with `/`."""

    path: str
    size: int

    @property
    def name(self):
        return PurePosixPath(self.path).name

    @property
    def where(self):
        return str(PurePosixPath(self.path).parent)


def called(path, format_id):
    """What a thing is called: its folder's name, or its own without the suffix."""
    path = PurePosixPath(path)
    return path.name if format_id in FOLDERS else path.stem


def offered(program):
    """The kinds that this program can take out of the game."""
    return [kind for kind in KINDS if SUFFIX in program.ways(kind.format)[0]]


def comes_back(program, format_id):
    """Whether such things can be put back into the game."""
    return format_id in TOGETHER or SUFFIX in program.ways(format_id)[1]


def check_game(game):
    """The game folder as a path; a `Problem` where it is none."""
    if not game:
        raise Problem("Choose a game folder first.")
    folder = Path(game).expanduser()
    if not folder.is_dir():
        raise Problem(f"There is no folder {folder}.")
    return folder


def rows(program, game, format_id):
    """All things of a kind, in the order of their paths."""
    folder = check_game(game)
    # Deeper than entries of archives there are only pieces of models.
    found = program.ask("find", "--type", format_id, "--depth", "1", "--game", folder)
    listed = []
    for match in found["matches"]:
        path = below(match["path"], folder)
        path = str(PurePosixPath(path).parent) if format_id in FOLDERS else path
        listed.append(Row(path, match["size"]))
    return sorted(listed, key=lambda row: row.path.lower())


def below(path, folder):
    """A path that the program printed, from the game folder on."""
    path, folder = str(path).replace("\\", "/"), str(folder).replace(os.sep, "/").rstrip("/")
    return path[len(folder) + 1 :] if path.startswith(folder + "/") else path


def matching(listed, text):
    """The rows whose path has the text in it, or fits the pattern; case does not count."""
    text = text.strip().lower()
    if not text:
        return list(listed)
    is_pattern = any(letter in text for letter in "*?[")
    pattern = text if is_pattern else f"*{text}*"

    def fits(row):
        names = (row.path.lower(), row.name.lower())
        return any(fnmatch.fnmatchcase(name, pattern) for name in names)

    return [row for row in listed if fits(row)]
