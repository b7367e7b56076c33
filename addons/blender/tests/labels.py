"""Collects the labels of the add-on from its sources."""

import ast
from pathlib import Path

# Keyword arguments that contain labels, unless the call has `translate=False`.
SHOWN = ("name", "description", "text", "confirm_text", "title", "meaning")
# Constants that contain labels, or tuples of key, label and tooltip.
LISTS = ("STAGES", "TITLES", "LEVELS", "DESTINATIONS")
# Names that are equal in every language, and texts that are not labels.
PLAIN = {"", "NGI", "ngi_origin"}


def labels(package):
    """Returns all labels in the sources below a folder."""
    found = set()
    for path in sorted(Path(package).rglob("*.py")):
        if path.name != "words.py":
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                found.update(labels_of(node))
    return found - PLAIN


def labels_of(node):
    if isinstance(node, ast.Call):
        yield from of_call(node)
    elif isinstance(node, ast.ClassDef):
        yield from of_class(node)
    elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in LISTS:
        whole = node.value
        entries = whole.values if isinstance(whole, ast.Dict) else whole.elts
        for entry in entries:
            yield from texts(entry.elts[1:] if isinstance(entry, ast.Tuple) else [entry])


def of_call(node):
    called = getattr(node.func, "id", getattr(node.func, "attr", ""))
    if called in ("Kind", "Field"):
        yield from texts(node.args[1:])
    words = {word.arg: word.value for word in node.keywords}
    is_data = "translate" in words and getattr(words["translate"], "value", True) is False
    if not is_data:
        yield from texts(words[name] for name in SHOWN if name in words)


def of_class(node):
    bases = {getattr(base, "attr", "") for base in node.bases}
    if "Operator" in bases:
        yield ast.get_docstring(node)
    for line in node.body:
        if isinstance(line, ast.Assign) and getattr(line.targets[0], "id", "") == "bl_label":
            yield from texts([line.value])


def texts(nodes):
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
