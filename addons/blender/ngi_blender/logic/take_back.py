"""Out of Blender back into the game: Blender's own exporter, then `ngi import` with what the thing
was imported from as its reference."""

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
    """Puts a thing back; gives the report."""
    found = origin.get(collection)
    if found is None:
        raise Problem("Choose something that was imported from a game first.")
    path, format_id = found["path"], found["format"]
    check_game(found["game"])
    if not comes_back(program, format_id):
        raise Problem(f"This ngi cannot put “{path}” back: it only takes such things out.")
    if format_id == "unit":
        report = units.unit_back(program, collection, options, thing_back)
    elif format_id == "tma":
        report = missions.mission_back(program, collection, options)
    else:
        report = thing_back(program, collection, options)
    if not report.files:
        report.told.append("nothing was written: all of it is there already")
    return report


def thing_back(program, collection, options):
    """Puts a model or a level back."""
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
    """A new name takes nobody's place."""
    name = destination.check_name(options.name)
    there = {row.path.lower() for row in rows(program, game, format_id)}
    old = path.rsplit("/", 1)
    suffix = "." + old[-1].rsplit(".", 1)[1] if "." in old[-1] else ""
    new = "/".join([*old[:-1], name + suffix])
    if new.lower() in there:
        raise Problem(f"{new} is there already; choose another name.")


def save(collection, file, fields):
    """Writes a collection as glTF, with everything that Blender has no word for."""
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
    """A scene with nothing but a thing, in which all of it is seen."""
    window = bpy.context.window
    if window is None:
        raise Problem("Blender has no window to export from.")
    mine, place = window.scene, bpy.data.scenes.new("ngi export")
    mode = bpy.context.mode
    if mode != "OBJECT" and bpy.ops.object.mode_set.poll():
        # What is being edited is not in the mesh yet.
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
