"""What is kept for all files: where the program and the game are."""

from pathlib import Path

import bpy
from bpy.props import IntProperty, StringProperty

from ..logic.program import Problem, Program, find

# The package of the add-on: `bl_ext.….ngi_blender`, or just `ngi_blender`.
ADDON = __package__.rsplit(".", 1)[0]
BUNDLED = Path(__file__).parent.parent / "bin"


class NgiPreferences(bpy.types.AddonPreferences):
    bl_idname = ADDON

    program: StringProperty(
        name="Program",
        description="The program ngi; empty for the one in the add-on, else the one on PATH",
        subtype="FILE_PATH",
    )
    game: StringProperty(
        name="Game folder",
        description="The folder of the game that is looked into",
        subtype="DIR_PATH",
    )
    mod: StringProperty(
        name="Mod folder",
        description="The folder of a mod; what is changed goes there",
        subtype="DIR_PATH",
    )
    fps: IntProperty(
        name="Frames per second",
        description="Rate of clips that are imported; the game itself names none",
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
    """What counts where the add-on was registered without preferences, such as in tests."""

    program = game = mod = ""
    fps = 25


def settings():
    addon = bpy.context.preferences.addons.get(ADDON)
    return addon.preferences if addon is not None and addon.preferences is not None else Unset


_program = {}


def program():
    """The program that is to be asked; what it said of itself is kept."""
    path = find(bpy.path.abspath(settings().program), BUNDLED)
    stamp = (path, path.stat().st_mtime_ns)
    if _program.get("stamp") != stamp:
        _program.update(stamp=stamp, program=Program(path))
    return _program["program"]


CLASSES = (NgiPreferences,)
