"""Export: runs Blender's glTF exporter, then `ngi import` with the original as reference."""

import tempfile
from contextlib import contextmanager
from pathlib import Path

import bpy

from . import destination, gltf_file, missions, origin, units
from .catalogue import SUFFIX, check_game, comes_back, rows
from .operators import run
from .program import Problem
from .report import Report


def take_back(program, collection, options):
    """Exports an imported collection to its destination and returns the report."""
    found = origin.get(collection)
    if found is None:
        raise Problem("Select an imported object or collection first.")
    path, format_id = found["path"], found["format"]
    check_game(found["game"])
    if not comes_back(program, format_id):
        raise Problem(f"This version of ngi cannot write “{path}” back to the game.")
    if format_id == "unit":
        report = units.unit_back(program, collection, options, thing_back)
    elif format_id == "tma":
        report = missions.mission_back(program, collection, options)
    else:
        report = thing_back(program, collection, options)
    if not report.files:
        report.told.append("nothing was written: the destination already contains the same data")
    return report


def thing_back(program, collection, options):
    """Exports a model or level and returns the report."""
    found = origin.get(collection)
    game, path, format_id = check_game(found["game"]), found["path"], found["format"]
    if options.to == destination.NEW:
        check_new(program, game, path, format_id, options)
    is_level = format_id == "land"
    needed = destination.needed_for(game, path, is_level)
    with tempfile.TemporaryDirectory(prefix="ngi-") as place:
        file = Path(place) / f"{destination.file_stem(path, options)}.{SUFFIX}"
        save(collection, file, found["fields"])
        with destination.prepared(program, game, needed, options) as (target, finish):
            words = destination.words(game, target, path, is_level, options)
            report = Report.of(path, program.ask("import", file, *words))
            finish(report)
    return report


def check_new(program, game, path, format_id, options):
    """Raises `Problem` if the new name already exists."""
    name = destination.check_name(options.name)
    there = {row.path.lower() for row in rows(program, game, format_id)}
    old = path.rsplit("/", 1)
    suffix = "." + old[-1].rsplit(".", 1)[1] if "." in old[-1] else ""
    new = "/".join([*old[:-1], name + suffix])
    if new.lower() in there:
        raise Problem(f"{new} already exists. Choose another name.")


def save(collection, file, fields):
    """Writes a collection as glTF, with the fields of the game."""
    rate = bpy.context.scene.render
    wanted = {
        "filepath": str(file),
        "check_existing": False,
        "export_format": "GLTF_SEPARATE",
        "use_active_scene": True,
        "export_extras": True,
        "export_yup": True,
        "export_apply": True,
        "export_normals": True,
        "export_tangents": False,
        "export_texcoords": True,
        "export_attributes": True,
        "export_vertex_color": "ACTIVE",
        "export_materials": "EXPORT",
        "export_image_format": "AUTO",
        "export_cameras": False,
        "export_lights": False,
        "export_morph": False,
        "export_animations": True,
        "export_animation_mode": "ACTIONS",
        "will_save_settings": False,
    }
    with alone(collection, rate):
        run(bpy.ops.export_scene.gltf, wanted)
    fields = dict(fields)
    if "fps" in fields:
        fields["fps"] = rate.fps * rate.fps_base
    gltf_file.put_scene_fields(file, collection.name, fields)


@contextmanager
def alone(collection, rate):
    """Shows a temporary scene that contains only the collection, completely visible."""
    window = bpy.context.window
    if window is None:
        raise Problem("Exporting needs a Blender window.")
    mine, place = window.scene, bpy.data.scenes.new("ngi export")
    mode = bpy.context.mode
    if mode != "OBJECT" and bpy.ops.object.mode_set.poll():
        # Edit mode does not write its changes to the mesh until it ends.
        bpy.ops.object.mode_set(mode="OBJECT")
    try:
        place.render.fps, place.render.fps_base = rate.fps, rate.fps_base
        place.collection.children.link(collection)
        inside = set(collection.all_objects)
        for item in origin.objects(collection) - inside:
            place.collection.objects.link(item)
        window.scene = place
        yield place
    finally:
        window.scene = mine
        bpy.data.scenes.remove(place)
