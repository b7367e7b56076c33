"""Where a thing goes, as words for `ngi import`: into the game, under a new name, into a mod.

A mod is a folder of `ngi mod`: it says what changes. What is exported goes into copies of the files
that may change, as the mod makes them; what then differs from the game becomes the mod.
"""

import os
import shutil
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from .program import Problem

REPLACE, NEW, MOD = "REPLACE", "NEW", "MOD"

# Libraries of the game that new and repainted materials go into.
LIBRARIES = {"--materials": "Material.lib", "--textures": "Textures.lib"}


@dataclass(frozen=True)
class Options:
    """How a thing goes back."""

    to: str = REPLACE
    name: str = ""
    mod: str = ""
    make_lods: bool = False
    repaint: bool = True
    clip: str = ""


def on_disk(folder, path):
    """The file of a path below a folder, case ignored, as far as the path leads through folders:
    the file, and what is left of the path. None where nothing is."""
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
    """File and entry of a thing: `bases.rlb`, `r_scout.msh`. The entry of a plain file is empty."""
    found = on_disk(game, path)
    if found is None:
        raise Problem(f"{path} is not in {game} any more.")
    file, entry = found
    return file.relative_to(game).as_posix(), entry


def check_name(name):
    """A new name for an entry of an archive."""
    plain = name and not any(letter in name for letter in '/\\#@:*?"<>|') and name.isprintable()
    if not plain or name.startswith(".") or len(name.encode("cp1251", "replace")) > 31:
        raise Problem(f"“{name}” is no name for an entry: at most 31 plain characters.")
    return name


@contextmanager
def prepared(program, game, needed, options):
    """The folder that is written into, while it is there, and what finishes a report: the game
    itself, or for a mod copies of the files of the game that are `needed`."""
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
            """What was written becomes the mod."""
            if report.files:
                made = program.ask("mod", "make", root, layer, "--into", mod)
                report.files = [(file["path"], file["backup"]) for file in made["files"]]
                report.told += made["told"]

        yield layer, finish


def mod_folder(game, options):
    """The folder of the mod; a `Problem` where it cannot be one."""
    if not options.mod:
        raise Problem("Choose a folder for the mod first.")
    mod = Path(options.mod).expanduser()
    if mod.resolve() == game.resolve():
        raise Problem("The folder of the mod is the game itself.")
    if mod.is_dir() and any(mod.iterdir()) and not (mod / "mod.toml").is_file():
        raise Problem(f"{mod} is no mod: choose an empty folder, or one with a mod.toml.")
    return mod


def needed_for(game, path, is_level):
    """The files of the game that a model's import may change. Levels bring all of theirs."""
    if is_level:
        return []
    libraries = [name for name in LIBRARIES.values() if on_disk(game, name)]
    return [split(game, path)[0], *libraries]


def copy_missing(game, layer, needed):
    """Copies files of the game that are not there yet."""
    for name in needed:
        if on_disk(layer, name) is None:
            source, _ = on_disk(game, name)
            target = layer / source.relative_to(game)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)


def words(game, target, path, is_level, options):
    """The words for a thing of `game` that goes into `target`: the game itself, or a mod."""
    like = target if is_there(target, path, is_level) else game
    common = ["--like", like / path]
    if is_level:
        name = path
        if options.to == NEW:
            name = PurePosixPath(path).with_name(check_name(options.name))
        there = target / name
        common += ["-o", there]
        # A new level takes nobody's place.
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
    """Whether a mod has a thing already, so that it is the reference."""
    if is_level:
        return on_disk(target, f"{path}/Land.msh") is not None
    found = on_disk(target, path)
    return found is not None


def file_stem(path, options):
    """What the file between Blender and the program is called: new entries get its name."""
    return options.name if options.to == NEW else PurePosixPath(path).stem
