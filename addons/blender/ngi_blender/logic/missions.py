"""Export of missions: writes the positions and rotations of moved objects to the mission file."""

import math

import bpy
from mathutils import Matrix

from . import arrange, destination, origin
from .catalogue import check_game
from .program import Problem
from .report import Report

# Custom properties of an object: its matrix at import as sixteen numbers, and its position and
# rotation as stored in the mission file.
PLACE, STORED = "ngi_place", "ngi_stored"

# File name of a mission in its folder.
MISSION = "data.tma"

# Smaller movements and rotations (in radians) are ignored.
NEAR = 1e-4


def stored_in(program, file):
    """Returns position and rotation of each object, as stored in the file."""
    return [[*each["position"], *each["turn"]] for each in program.ask("show", file)["objects"]]


def number_of(item):
    """Returns the number of an object in its mission; None for parts and for other objects."""
    fields = arrange.fields_of(item)
    return None if "part" in fields else fields.get("object")


def remember(objects, stored):
    """Stores the current placement of each object of a mission in its custom properties."""
    bpy.context.view_layer.update()
    for item in objects:
        number = number_of(item)
        if number is not None and number < len(stored):
            item[PLACE] = [part for row in item.matrix_world for part in row]
            item[STORED] = stored[number]


def moved(collection):
    """Returns a tuple for each object that was moved, rotated or scaled.

    The tuple contains the number of the object, its new position and rotation, and True if it was
    also scaled, or rotated about another axis than Z.
    """
    bpy.context.view_layer.update()
    found = []
    for item in collection.all_objects:
        number, place = number_of(item), item.get(PLACE)
        if number is None or place is None:
            continue
        was = Matrix([place[at : at + 4] for at in range(0, 16, 4)])
        now = item.matrix_world
        by = now.translation - was.translation
        turned = now.to_quaternion() @ was.to_quaternion().inverted()
        about = math.remainder(2 * math.atan2(turned.z, turned.w), 2 * math.pi)
        grown = (now.to_scale() - was.to_scale()).length > NEAR
        other = grown or math.hypot(turned.x, turned.y) > NEAR
        if by.length > NEAR or abs(about) > NEAR or other:
            steps = (*by, 0, 0, about)
            pairs = zip(item[STORED], steps, strict=True)
            # Unchanged coordinates keep their stored value exactly.
            values = [was + step if abs(step) > NEAR else was for was, step in pairs]
            found.append((number, values, other))
    return sorted(found)


def changed(number, stored, values):
    """Yields the values that differ from the file, as arguments of `ngi set`."""
    for field, at in (("position", 0), ("turn", 3)):
        was, now = stored[at : at + 3], values[at : at + 3]
        if any(abs(a - b) > NEAR for a, b in zip(was, now, strict=True)):
            said = ",".join(f"{value:.9g}" for value in now)
            yield f"objects[{number}].{field}=[{said}]"


def mission_back(program, collection, options):
    """Writes the new places of moved or rotated objects of a mission; returns the report."""
    found = origin.get(collection)
    game, path = check_game(found["game"]), found["path"]
    if options.to == destination.NEW:
        raise Problem("A mission cannot be added as new. Choose another destination.")
    report, words = Report(path), []
    file = f"{path}/{MISSION}"
    with destination.prepared(program, game, [file], options) as (target, finish):
        there = destination.on_disk(target, file)[0]
        stored = stored_in(program, there)
        for number, values, other in moved(collection):
            words += changed(number, stored[number], values)
            if other:
                lost = "only its position and its rotation about Z are exported"
                report.lost.append(f"object {number}: {lost}")
        if words:
            made = Report.of(path, program.ask("set", there, *words))
            report.files, report.told = made.files, made.told
            finish(report)
    report.told.append("meshes of a mission are not exported; import the unit or model instead")
    return report
