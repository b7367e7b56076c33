"""Read, check, edit and write the files of an NGI game (Parkan: Iron Strategy).

The package is installed as ``ngi-tools`` and imported as ``ngi_tools``::

    >>> import ngi_tools
    >>> game = ngi_tools.Game("ngi-demo")
    >>> water = game.open("Material.lib/WATER")
    >>> water.phases[0].opacity
    100

Everything is what the program ``ngi`` and its library do; ``docs/tools/python.md`` is the guide.
"""

from ._native import CAN_RENDER, VERSION as __version__
from .documents import Document, Playing
from .errors import (
    ChangedError,
    DeadViewError,
    DiskError,
    FieldError,
    FormatError,
    NgiError,
    NoFieldError,
    NotFoundError,
    RenderError,
)
from .parts import About, Part, Parts, Record, Rows, about, fields, plain
from .findings import Finding, Report
from .game import Archive, Change, Folder, Game, Node
from .levels import Level
from .models import Mesh, Model, Pose
from .textures import Texture

__all__ = [
    "CAN_RENDER",
    "About",
    "Archive",
    "Change",
    "ChangedError",
    "DeadViewError",
    "DiskError",
    "Document",
    "FieldError",
    "Finding",
    "Folder",
    "FormatError",
    "Game",
    "Level",
    "Mesh",
    "Model",
    "NgiError",
    "NoFieldError",
    "Node",
    "NotFoundError",
    "Part",
    "Parts",
    "Playing",
    "Pose",
    "Record",
    "RenderError",
    "Report",
    "Rows",
    "Texture",
    "__version__",
    "about",
    "fields",
    "plain",
]
