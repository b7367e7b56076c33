"""Arranges imported objects: a collection for each level of detail and damage stage, visible
sockets with their names, and coloured portals."""

import bpy
from mathutils import Vector

from .fields import NO_PORTAL
from .gltf_file import KEY

# Custom properties of a collection: its damage stage and level of detail.
STAGE, LEVEL = "ngi_stage", "ngi_level"

STAGES = ("intact", "damaged", "wrecked")
# Value of the field `kind` on the node of the areal map.
AREALS = "areals"
PORTAL_COLOUR = (1.0, 0.1, 0.9, 0.4)


def fields_of(thing):
    """Returns `extras.ngi` of an object, mesh or material as a dictionary."""
    found = thing.get(KEY) if thing is not None else None
    return found.to_dict() if hasattr(found, "to_dict") else {}


def cell_of(thing):
    """Returns the damage stage and level of detail of an object; None if it has neither."""
    fields = fields_of(thing)
    if "level" not in fields or thing.type != "MESH":
        return None
    return fields.get("stage", 0), fields["level"]


def arrange(scene, name, objects):
    """Moves objects into a new collection and returns that collection."""
    thing = bpy.data.collections.new(name)
    scene.collection.children.link(thing)
    cells = {}
    for item in sorted(objects, key=lambda item: item.name):
        cell = cell_of(item)
        cells.setdefault(cell, []).append(item)
    several = len(cells.keys() - {None}) > 1
    areals = [item for item in objects if fields_of(item).get("kind") == AREALS]
    for cell in sorted(cells, key=lambda cell: cell or (-1, -1)):
        place = collection_of(thing, cell) if cell is not None and several else thing
        for item in cells[cell]:
            for old in list(item.users_collection):
                old.objects.unlink(item)
            place.objects.link(item)
    if several:
        show(scene, thing, *min(cells.keys() - {None}))
    put_aside(scene, thing, areals)
    dress(objects)
    return thing


def put_aside(scene, thing, areals):
    """Moves areals, which cover the ground, into a collection that is hidden at first."""
    if not areals or len(areals) == len(thing.all_objects):
        return
    place = bpy.data.collections.new(f"{thing.name} {AREALS}")
    thing.children.link(place)
    for item in areals:
        thing.objects.unlink(item)
        place.objects.link(item)
    set_hidden(scene, place, True)


def collection_of(thing, cell):
    """Returns the collection for a damage stage and level of detail; creates it if needed."""
    stage, level = cell
    for child in thing.children:
        if (child.get(STAGE), child.get(LEVEL)) == cell:
            return child
    called = STAGES[stage] if stage < len(STAGES) else str(stage)
    title = "inside" if level == 4 else f"level {level}"
    child = bpy.data.collections.new(f"{thing.name} {title}" + (f" {called}" if stage else ""))
    child[STAGE], child[LEVEL] = stage, level
    thing.children.link(child)
    return child


def cells_of(thing):
    """Returns the damage stages and levels of detail that have collections, in order."""
    found = ((child.get(STAGE), child.get(LEVEL)) for child in thing.children)
    return sorted(cell for cell in found if None not in cell)


def layer_of(layer, collection):
    """Returns the layer collection of a collection; None if the view layer does not contain it."""
    if layer.collection == collection:
        return layer
    found = (layer_of(child, collection) for child in layer.children)
    return next((child for child in found if child is not None), None)


def show(scene, thing, stage, level):
    """Shows one damage stage and level of detail like the game and hides the others.

    A node without a shape for the stage shows the shape of the stage before.
    """
    best = {}
    for child in thing.children:
        cell = (child.get(STAGE), child.get(LEVEL))
        if None in cell or cell[1] != level or cell[0] > stage:
            continue
        for item in child.objects:
            owner = owner_of(item).name
            best[owner] = max(best.get(owner, (-1, "")), (cell[0], item.name))
    shown = {name for _, name in best.values()}
    for child in thing.children:
        if child.get(STAGE) is None:
            continue
        set_hidden(scene, child, not any(item.name in shown for item in child.objects))
        for item in child.objects:
            item.hide_render = item.name not in shown
            hide(scene, item, item.name not in shown)


def owner_of(item):
    """Returns the object of the node that a shape belongs to: its parent, or the shape itself for
    pieces of the ground."""
    carries = fields_of(item).get("carrier") and item.parent is not None
    return item.parent if carries else item


def set_hidden(scene, collection, hidden):
    """Hides or shows a collection in the viewport and in renders."""
    collection.hide_render = hidden
    for view in scene.view_layers:
        layer = layer_of(view.layer_collection, collection)
        if layer is not None:
            layer.hide_viewport = hidden


def hide(scene, item, hidden):
    """Hides or shows an object in the viewport."""
    for view in scene.view_layers:
        if item.name in view.objects:
            item.hide_set(hidden, view_layer=view)


def dress(objects):
    """Sets the display of empties, sockets and portals."""
    size = reach(objects) * 0.06
    for item in objects:
        if item.type == "EMPTY":
            item.empty_display_size = size * 0.5
            item.empty_display_type = "PLAIN_AXES"
            if fields_of(item).get("label"):
                item.empty_display_type = "ARROWS"
                item.empty_display_size = size
                item.show_name = True
    slots = (slot for item in objects if item.type == "MESH" for slot in item.material_slots)
    for material in {slot.material for slot in slots if slot.material is not None}:
        if fields_of(material).get("portal", NO_PORTAL) != NO_PORTAL:
            material.diffuse_color = PORTAL_COLOUR


def reach(objects):
    """Returns the diagonal of the box around all meshes, at least 0.01; 1 if there are none."""
    corners = [
        item.matrix_world @ Vector(corner)
        for item in objects
        if item.type == "MESH"
        for corner in item.bound_box
    ]
    if not corners:
        return 1.0
    low, high = (Vector(map(side, *corners)) for side in (min, max))
    return max((high - low).length, 0.01)
