"""Preferences of the add-on: the program ngi and default folders."""

from pathlib import Path

import bpy
from bpy.props import IntProperty, StringProperty

from ..logic.program import Problem, Program, find

# Package name of the add-on: `bl_ext.….ngi_blender` for an extension, else `ngi_blender`.
ADDON = __package__.rsplit(".", 1)[0]
BUNDLED = Path(__file__).parent.parent / "bin"


class NgiPreferences(bpy.types.AddonPreferences):
    bl_idname = ADDON

    program: StringProperty(
        name="Program",
        description=(
            "Path of the program ngi. If empty, the bundled one or the one on the PATH is used"
        ),
        subtype="FILE_PATH",
    )
    game: StringProperty(
        name="Game Folder",
        description="Default game folder",
        subtype="DIR_PATH",
    )
    mod: StringProperty(
        name="Mod Folder",
        description="Default folder for exports to a mod",
        subtype="DIR_PATH",
    )
    fps: IntProperty(
        name="Frames per Second",
        description="Frame rate of imported clips; the game stores none",
        default=25,
        min=1,
        max=240,
    )

    def draw(self, context):
        layout = self.layout
        layout.use_property_split = True
        for name in ("program", "game", "mod", "fps"):
            layout.prop(self, name)
        try:
            version = ".".join(map(str, program().version()))
            layout.label(text=f"ngi {version}", icon="CHECKMARK", translate=False)
        except Problem as problem:
            layout.label(text=str(problem), icon="ERROR", translate=False)


class Unset:
    """Default preferences, for example in tests that register the add-on without preferences."""

    program = game = mod = ""
    fps = 25


def settings():
    addon = bpy.context.preferences.addons.get(ADDON)
    return addon.preferences if addon is not None and addon.preferences is not None else Unset


_program = {}


def program():
    """Returns the program ngi; cached until another program is chosen or its file changes."""
    path = find(bpy.path.abspath(settings().program), BUNDLED)
    stamp = (path, path.stat().st_mtime_ns)
    if _program.get("stamp") != stamp:
        _program.update(stamp=stamp, program=Program(path))
    return _program["program"]


CLASSES = (NgiPreferences,)
