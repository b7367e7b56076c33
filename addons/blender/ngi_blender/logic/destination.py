"""Destinations of an export, as arguments for `ngi import`: original, new entry or mod.

A mod is a folder of `ngi mod` that describes changes of the game. To export into a mod, the add-on
applies the mod to copies of the files that may change, imports into the copies, and stores their
differences from the game in the mod.
"""

import os
import shutil
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from .program import Problem

REPLACE, NEW, MOD = "REPLACE", "NEW", "MOD"

# Libraries of the game for new and edited materials and textures.
LIBRARIES = {"--materials": "Material.lib", "--textures": "Textures.lib"}


@dataclass(frozen=True)
class Options:
    """Options of an export."""

    to: str = REPLACE
    name: str = ""
    mod: str = ""
    make_lods: bool = False
    repaint: bool = True
    clip: str = ""


def on_disk(folder, path):
    """Resolves a path below a folder, ignoring case, up to the first file.

    Returns the file or folder and the rest of the path; None if it does not exist.
    """
    at = Path(folder)
    parts = PurePosixPath(path).parts
    for place, part in enumerate(parts):
        if at.is_file():
            return at, "/".join(parts[place:])
        try:
            names = {name.lower(): name for name in os.listdir(at)}
        except OSError:
            return None
        if part.lower() not in names:
            return None
        at = at / names[part.lower()]
    return at, ""


def split(game, path):
    """Splits a path into file and entry: `bases.rlb`, `r_scout.msh`. The entry is empty for a file
    outside of archives."""
    found = on_disk(game, path)
    if found is None:
        raise Problem(f"{path} is no longer in {game}.")
    file, entry = found
    return file.relative_to(game).as_posix(), entry


def check_name(name):
    """Returns a new name for an entry of an archive; raises `Problem` if it is not valid."""
    plain = name and not any(letter in name for letter in '/\\#@:*?"<>|') and name.isprintable()
    if not plain or name.startswith(".") or len(name.encode("cp1251", "replace")) > 31:
        raise Problem(
            f"“{name}” is not a valid name. Use 1 to 31 characters without "
            '/ \\ # @ : * ? " < > | and without a dot at the beginning.'
        )
    return name


@contextmanager
def prepared(program, game, needed, options):
    """Provides the folder to write into, and a function that completes the report.

    The folder is the game folder, or for a mod a temporary folder with copies of the `needed`
    files of the game.
    """
    root = Path(game)
    if options.to != MOD:
        yield root, lambda report: None
        return
    mod = mod_folder(root, options)
    with tempfile.TemporaryDirectory(prefix="ngi-") as place:
        layer = Path(place) / "layer"
        layer.mkdir()
        if (mod / "mod.toml").is_file():
            program.run("mod", "apply", root, mod, "-o", layer)
        copy_missing(root, layer, needed)

        def finish(report):
            """Stores the written differences in the mod and adds them to the report."""
            if report.files:
                made = program.ask("mod", "make", root, layer, "--into", mod)
                report.files = [(file["path"], file["backup"]) for file in made["files"]]
                report.told += made["told"]

        yield layer, finish


def mod_folder(game, options):
    """Returns the folder of the mod; raises `Problem` if it cannot be used for a mod."""
    if not options.mod:
        raise Problem("Choose a mod folder first.")
    mod = Path(options.mod).expanduser()
    if mod.resolve() == game.resolve():
        raise Problem("The mod folder must not be the game folder.")
    if mod.is_dir() and any(mod.iterdir()) and not (mod / "mod.toml").is_file():
        raise Problem(
            f"{mod} is not a mod. Choose an empty folder or one that contains mod.toml."
        )
    return mod


def needed_for(game, path, is_level):
    """Returns the files of the game that an import may change. Empty for levels, whose import
    writes all of their files."""
    if is_level:
        return []
    libraries = [name for name in LIBRARIES.values() if on_disk(game, name)]
    return [split(game, path)[0], *libraries]


def copy_missing(game, layer, needed):
    """Copies files of the game that the layer does not contain yet."""
    for name in needed:
        if on_disk(layer, name) is None:
            source, _ = on_disk(game, name)
            target = layer / source.relative_to(game)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)


def words(game, target, path, is_level, options):
    """Returns the arguments of `ngi import` that write a path of `game` to `target`, which is the
    game folder or the layer of a mod."""
    like = target if is_there(target, path, is_level) else game
    common = ["--like", like / path]
    if is_level:
        name = path
        if options.to == NEW:
            name = PurePosixPath(path).with_name(check_name(options.name))
        there = target / name
        common += ["-o", there]
        # A new level must not replace an existing one.
        return common + (["--force"] if options.to != NEW else [])
    common += ["--game", game]
    if options.make_lods:
        common += ["--make-lods"]
    if options.clip:
        common += ["--clip", options.clip]
    if options.repaint:
        common += ["--update-materials"]
    file, entry = split(game, path)
    if options.to == NEW:
        check_name(options.name)
        return common + ["--into", target / file]
    common += ["-o", target / file / entry if entry else target / file, "--force", "--new-rows"]
    for option, name in LIBRARIES.items():
        found = on_disk(target, name)
        if found:
            common += [option, found[0]]
    if options.repaint and "--materials" not in common:
        common.remove("--update-materials")
    return common


def is_there(target, path, is_level):
    """Returns True if the target already contains the path and can serve as the reference."""
    if is_level:
        return on_disk(target, f"{path}/Land.msh") is not None
    found = on_disk(target, path)
    return found is not None


def file_stem(path, options):
    """Returns the name of the exchange file without suffix. A new entry gets this name."""
    return options.name if options.to == NEW else PurePosixPath(path).stem
