"""Where a thing in Blender comes from: kept as a custom property of its collection, so that it is
saved with the file and found again."""

import bpy

KEY = "ngi_origin"


def put(collection, game, path, format_id, fields):
    """Says what a collection is. `fields` is `extras.ngi` of the scene."""
    collection[KEY] = {"game": str(game), "path": path, "format": format_id, "fields": fields}


def get(collection):
    """Game, path, format and fields of a collection that was imported; None of any other."""
    found = collection.get(KEY) if collection is not None else None
    return found.to_dict() if hasattr(found, "to_dict") else None


def things():
    """All collections that were imported, by name."""
    return [collection for collection in bpy.data.collections if KEY in collection]


def of_object(thing):
    """The collection that an object belongs to, or its parents do; None for strangers."""
    while thing is not None:
        for collection in things():
            if any(thing == other for other in collection.all_objects):
                return collection
        thing = thing.parent
    return None


def active(context):
    """What is meant: the collection of the active object, the active one, or the only one."""
    found = of_object(getattr(context, "active_object", None))
    if found is None and KEY in (getattr(context, "collection", None) or ()):
        found = context.collection
    everything = things()
    return found if found is not None or len(everything) != 1 else everything[0]


def objects(collection):
    """All objects of a thing: those in its collections, and what hangs on them anywhere else."""
    found = set(collection.all_objects)
    for thing in list(found):
        found.update(thing.children_recursive)
    return found
