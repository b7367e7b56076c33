"""Out of the game into Blender: `ngi export` to glTF, Blender's own importer, then `arrange`."""

import tempfile
from dataclasses import dataclass
from pathlib import Path

import bpy

from . import arrange, gltf_file, missions, origin
from .catalogue import SUFFIX, TOGETHER, called, check_game
from .operators import run
from .program import Problem
from .report import Report


@dataclass(frozen=True)
class Options:
    """What of a thing comes along: a number, or `all`."""

    lod: str = "all"
    stage: str = "all"
    fps: int = 25


def bring_in(program, game, path, format_id, options):
    """Imports a thing into the scene; gives its collection and the report."""
    folder = check_game(game)
    if format_id in TOGETHER:
        # One shape of each part: its model has the others.
        options = Options("0", "0", options.fps)
    scene = bpy.context.scene
    with tempfile.TemporaryDirectory(prefix="ngi-") as place:
        file = Path(place) / f"{called(path, format_id)}.{SUFFIX}"
        report = export(program, folder, path, file, options)
        fields = gltf_file.scene_fields(file)
        follow_rate(scene, fields, report)
        objects = load(file, scene)
    if not objects:
        raise Problem(f"{path}: there is nothing in it that can be shown.")
    collection = arrange.arrange(scene, called(path, format_id), objects)
    if format_id == "tma":
        stored = missions.stored_in(program, folder / path / missions.MISSION)
        missions.remember(objects, stored)
    origin.put(collection, folder, path, format_id, fields)
    return collection, report


def export(program, game, path, file, options):
    """Has the program write the thing."""
    choice = ["--lod", options.lod, "--stage", options.stage, "--fps", options.fps]
    document = program.ask("export", game / path, "-o", file, "--game", game, *choice)
    report = Report.of(path, document)
    # Nobody needs to know about files that are gone in a moment.
    report.files = []
    return report


def follow_rate(scene, fields, report):
    """The scene gets the rate and the length of the clip: keys lie on whole frames then."""
    rate, frames = fields.get("fps"), fields.get("frames", 0)
    if not rate or frames < 2:
        return
    render = scene.render
    if (render.fps, render.fps_base) != (round(rate), 1.0):
        report.told.append(f"the scene has {round(rate)} frames per second now, as the clip has")
        render.fps, render.fps_base = round(rate), 1.0
    scene.frame_start = 0
    scene.frame_end = max(scene.frame_end, frames - 1) if scene.get(LENGTH) else frames - 1
    scene[LENGTH] = True


# Whether the scene's length is that of clips: a longer one lets it grow.
LENGTH = "ngi_length"


def load(file, scene):
    """Blender's importer; gives the new objects."""
    before = {key: set(getattr(bpy.data, key)) for key in ("objects", "images", "collections")}
    mine = scene.get(gltf_file.KEY)
    mine = mine.to_dict() if hasattr(mine, "to_dict") else None
    wanted = {
        "filepath": str(file),
        "import_pack_images": True,
        "merge_vertices": False,
        "import_shading": "NORMALS",
        "import_scene_as_collection": False,
        "loglevel": 50,
    }
    run(bpy.ops.import_scene.gltf, wanted)
    # What it put on the scene belongs to the thing.
    if gltf_file.KEY in scene:
        del scene[gltf_file.KEY]
    if mine is not None:
        scene[gltf_file.KEY] = mine
    for image in set(bpy.data.images) - before["images"]:
        # The picture is in the file; the folder it came from is gone.
        image.filepath_raw = f"//{image.name}.png"
    objects = set(bpy.data.objects) - before["objects"]
    for collection in set(bpy.data.collections) - before["collections"]:
        # Shapes of bones and the like.
        if not collection.all_objects:
            bpy.data.collections.remove(collection)
    return objects
