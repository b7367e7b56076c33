"""Import: runs `ngi export` to glTF and Blender's glTF importer, then calls `arrange`."""

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
    """Options of an import. `lod` and `stage` are a number or `all`."""

    lod: str = "all"
    stage: str = "all"
    fps: int = 25


def bring_in(program, game, path, format_id, options):
    """Imports a file or entry of the game into the scene; returns its collection and a report."""
    folder = check_game(game)
    if format_id in TOGETHER:
        # One shape per part. The other shapes belong to the model.
        options = Options("0", "0", options.fps)
    scene = bpy.context.scene
    with tempfile.TemporaryDirectory(prefix="ngi-") as place:
        file = Path(place) / f"{called(path, format_id)}.{SUFFIX}"
        report = export(program, folder, path, file, options)
        fields = gltf_file.scene_fields(file)
        follow_rate(scene, fields, report)
        objects = load(file, scene)
    if not objects:
        raise Problem(f"{path} contains no objects that can be imported.")
    collection = arrange.arrange(scene, called(path, format_id), objects)
    if format_id == "tma":
        stored = missions.stored_in(program, folder / path / missions.MISSION)
        missions.remember(objects, stored)
    origin.put(collection, folder, path, format_id, fields)
    return collection, report


def export(program, game, path, file, options):
    """Runs `ngi export` and returns its report."""
    choice = ["--lod", options.lod, "--stage", options.stage, "--fps", options.fps]
    document = program.ask("export", game / path, "-o", file, "--game", game, *choice)
    report = Report.of(path, document)
    # The files are temporary, so they do not belong in the report.
    report.files = []
    return report


def follow_rate(scene, fields, report):
    """Sets frame rate and frame range of the scene to those of the clip, so that keys lie on whole
    frames."""
    rate, frames = fields.get("fps"), fields.get("frames", 0)
    if not rate or frames < 2:
        return
    render = scene.render
    if (render.fps, render.fps_base) != (round(rate), 1.0):
        report.told.append(
            f"the scene was set to {round(rate)} frames per second, the frame rate of the clip"
        )
        render.fps, render.fps_base = round(rate), 1.0
    scene.frame_start = 0
    scene.frame_end = max(scene.frame_end, frames - 1) if scene.get(LENGTH) else frames - 1
    scene[LENGTH] = True


# Custom property of a scene whose frame range was set by an import. Longer clips extend it.
LENGTH = "ngi_length"


def load(file, scene):
    """Runs Blender's glTF importer and returns the new objects."""
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
    # The importer stores the fields of the file on the scene. They belong to the collection.
    if gltf_file.KEY in scene:
        del scene[gltf_file.KEY]
    if mine is not None:
        scene[gltf_file.KEY] = mine
    for image in set(bpy.data.images) - before["images"]:
        # The image is packed into the .blend file. The temporary folder will be deleted.
        image.filepath_raw = f"//{image.name}.png"
    objects = set(bpy.data.objects) - before["objects"]
    for collection in set(bpy.data.collections) - before["collections"]:
        # Empty helper collections, such as the one for bone shapes.
        if not collection.all_objects:
            bpy.data.collections.remove(collection)
    return objects
