"""Catalogue of a game folder: the kinds of data that can be imported, and a list of each."""

import fnmatch
import os
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from .program import Problem


@dataclass(frozen=True)
class Kind:
    """Kind of importable data: id of the format, label and tooltip."""

    format: str
    title: str
    meaning: str


KINDS = (
    Kind("msh", "Models", "Single models in archives: robots, buildings, guns, trees"),
    Kind("unit", "Units", "Robots and buildings assembled from several models"),
    Kind("land", "Levels", "Maps: the ground and the areals that units can walk on"),
    Kind("tma", "Missions", "Levels with all objects of a mission"),
)

# Format of the files exchanged between Blender and the program.
SUFFIX = "gltf"

# Formats that are listed by the name of their folder.
FOLDERS = ("land", "tma")

# Formats that consist of other files. `units` and `missions` export them.
TOGETHER = ("unit", "tma")


@dataclass(frozen=True)
class Row:
    """Row of the list: path from the game folder, with `/`, and size in bytes."""

    path: str
    size: int

    @property
    def name(self):
        return PurePosixPath(self.path).name

    @property
    def where(self):
        return str(PurePosixPath(self.path).parent)


def called(path, format_id):
    """Returns the display name: the folder's name for folders, else the name without suffix."""
    path = PurePosixPath(path)
    return path.name if format_id in FOLDERS else path.stem


def offered(program):
    """Returns the kinds that the program can export as glTF."""
    return [kind for kind in KINDS if SUFFIX in program.ways(kind.format)[0]]


def comes_back(program, format_id):
    """Returns True if data of this format can be written back to the game."""
    return format_id in TOGETHER or SUFFIX in program.ways(format_id)[1]


def check_game(game):
    """Returns the game folder as a path; raises `Problem` if it is not a folder."""
    if not game:
        raise Problem("Choose a game folder first.")
    folder = Path(game).expanduser()
    if not folder.is_dir():
        raise Problem(f"The folder {folder} does not exist.")
    return folder


def rows(program, game, format_id):
    """Returns all rows of a kind, sorted by path."""
    folder = check_game(game)
    # Depth 1 includes the entries of archives. Below them are only parts of models.
    found = program.ask("find", "--type", format_id, "--depth", "1", "--game", folder)
    listed = []
    for match in found["matches"]:
        path = below(match["path"], folder)
        path = str(PurePosixPath(path).parent) if format_id in FOLDERS else path
        listed.append(Row(path, match["size"]))
    return sorted(listed, key=lambda row: row.path.lower())


def below(path, folder):
    """Returns a path printed by the program relative to the game folder, with `/`."""
    path, folder = str(path).replace("\\", "/"), str(folder).replace(os.sep, "/").rstrip("/")
    return path[len(folder) + 1 :] if path.startswith(folder + "/") else path


def matching(listed, text):
    """Returns the rows whose path or name contains the text or matches the pattern, ignoring
    case."""
    text = text.strip().lower()
    if not text:
        return list(listed)
    is_pattern = any(letter in text for letter in "*?[")
    pattern = text if is_pattern else f"*{text}*"

    def fits(row):
        names = (row.path.lower(), row.name.lower())
        return any(fnmatch.fnmatchcase(name, pattern) for name in names)

    return [row for row in listed if fits(row)]
