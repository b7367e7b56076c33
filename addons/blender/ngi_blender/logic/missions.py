"""Missions have places: what was moved or turned in Blender gets another place in their file."""

import math

import bpy
from mathutils import Matrix

from . import arrange, destination, origin
from .catalogue import check_game
from .program import Problem
from .report import Report

# Where an object was when it was imported, as sixteen numbers; and what its file said: position and
# turn.
PLACE, STORED = "ngi_place", "ngi_stored"

# The file of a mission.
MISSION = "data.tma"

# Nearer than this is where it was.
NEAR = 1e-4


def stored_in(program, file):
    """Position and turn of each object, as the file has them."""
    return [[*each["position"], *each["turn"]] for each in program.ask("show", file)["objects"]]


def number_of(item):
    """The number of an object in its mission; None for what is none, or a part of one."""
    fields = arrange.fields_of(item)
    return None if "part" in fields else fields.get("object")


def remember(objects, stored):
    """Notes where the objects of a mission are."""
    bpy.context.view_layer.update()
    for item in objects:
        number = number_of(item)
        if number is not None and number < len(stored):
            item[PLACE] = [part for row in item.matrix_world for part in row]
            item[STORED] = stored[number]


def moved(collection):
    """What was moved or turned: numbers of objects, their new positions and turns, and whether
    something else was done to them."""
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
            # What was not moved stays to the last digit.
            values = [was + step if abs(step) > NEAR else was for was, step in pairs]
            found.append((number, values, other))
    return sorted(found)


def changed(number, stored, values):
    """What is not as the file has it, as `ngi set` takes it."""
    for field, at in (("position", 0), ("turn", 3)):
        was, now = stored[at : at + 3], values[at : at + 3]
        if any(abs(a - b) > NEAR for a, b in zip(was, now, strict=True)):
            said = ",".join(f"{value:.9g}" for value in now)
            yield f"objects[{number}].{field}=[{said}]"


def mission_back(program, collection, options):
    """Gives objects of a mission that were moved or turned their new places."""
    found = origin.get(collection)
    game, path = check_game(found["game"]), found["path"]
    if options.to == destination.NEW:
        raise Problem("A new mission is a copy of a folder; export into the game or into a mod.")
    report, words = Report(path), []
    file = f"{path}/{MISSION}"
    with destination.prepared(program, game, [file], options) as (target, finish):
        there = destination.on_disk(target, file)[0]
        stored = stored_in(program, there)
        for number, values, other in moved(collection):
            words += changed(number, stored[number], values)
            if other:
                report.lost.append(f"object {number}: only its place and its turn about z go back")
        if words:
            made = Report.of(path, program.ask("set", there, *words))
            report.files, report.told = made.files, made.told
            finish(report)
    report.told.append("shapes stay as they are: import a unit or a model to change it")
    return report
