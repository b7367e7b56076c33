"""Export of units: a unit consists of models, so the meshes of its parts are written to these
models."""

from contextlib import contextmanager

import bpy

from . import arrange, bring_in, destination, origin
from .catalogue import check_game
from .program import Problem
from .report import KINDS as LINES
from .report import Report


def parts_of(collection):
    """Returns the meshes of a unit by path of the model and number of the node."""
    models = {}
    for item in collection.all_objects:
        fields = arrange.fields_of(item)
        if "part" not in fields:
            continue
        for child in item.children:
            node = arrange.fields_of(child).get("node")
            if child.type == "MESH" and node is not None:
                models.setdefault(fields["path"], {})[node] = child.data
    return models


def unit_back(program, collection, options, model_back):
    """Writes the meshes of a unit to the models of its parts with `model_back`; returns the
    report."""
    found = origin.get(collection)
    game, path = check_game(found["game"]), found["path"]
    if options.to == destination.NEW:
        raise Problem(
            "A unit cannot be added as new, because it consists of models. "
            "Import and export one of its models instead."
        )
    report = Report(path)
    for model, meshes in sorted(parts_of(collection).items()):
        with borrowed():
            whole = bring_in.bring_in(program, game, model, "msh", bring_in.Options())[0]
            dress_as(whole, meshes)
            add(report, model_back(program, whole, options), model)
    return report


# Data-blocks that an import creates, in the order in which they can be removed.
MADE = ("objects", "collections", "actions", "meshes", "materials", "images")
RATE = ("frame_start", "frame_end")


@contextmanager
def borrowed():
    """Removes everything that is imported inside the block; restores frame rate and frame range of
    the scene."""
    scene = bpy.context.scene
    before = {key: set(getattr(bpy.data, key)) for key in MADE}
    length = {key: getattr(scene, key) for key in RATE}
    rate, noted = (scene.render.fps, scene.render.fps_base), scene.get(bring_in.LENGTH)
    try:
        yield
    finally:
        for key in MADE:
            for item in set(getattr(bpy.data, key)) - before[key]:
                if key in ("objects", "collections") or item.users == 0:
                    getattr(bpy.data, key).remove(item)
        for key, value in length.items():
            setattr(scene, key, value)
        scene.render.fps, scene.render.fps_base = rate
        if noted is None and bring_in.LENGTH in scene:
            del scene[bring_in.LENGTH]


def dress_as(whole, meshes):
    """Replaces the finest intact meshes of a model, and the materials of all its meshes by those of
    the new meshes."""
    known = {}
    for mesh in meshes.values():
        for material in mesh.materials:
            if material is not None:
                known[plain(material.name)] = material
    for item in whole.all_objects:
        if item.type != "MESH":
            continue
        node = arrange.fields_of(item).get("node")
        if arrange.cell_of(item) in ((0, 0), None) and node in meshes:
            item.data = meshes[node]
            continue
        for slot in item.material_slots:
            if slot.material is not None:
                slot.material = known.get(plain(slot.material.name), slot.material)


def plain(name):
    """Returns a name without the number that Blender appends to duplicates."""
    stem, _, number = name.rpartition(".")
    return stem if stem and number.isdigit() else name


def add(report, other, name):
    """Adds the lines and files of another report; each line starts with the given name."""
    for kind in LINES:
        getattr(report, kind).extend(f"{name}: {line}" for line in getattr(other, kind))
    known = [path for path, _ in report.files]
    report.files += [(path, backup) for path, backup in other.files if path not in known]
