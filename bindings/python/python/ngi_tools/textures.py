"""Textures as arrays and pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _native
from .documents import Document
from .errors import FieldError, NgiError

if TYPE_CHECKING:
    from PIL.Image import Image


class Texture(Document):
    """A texture or lightmap."""

    __slots__ = ()

    def rgba(self, level: int = 0) -> npt.NDArray[np.uint8]:
        """A level as red, green, blue, alpha: (height, width, 4). The array is the caller's."""
        if isinstance(level, bool) or not isinstance(level, (int, np.integer)) or level < 0:
            raise IndexError(f"{level!r} is no level; 0 is the largest")
        game = self._origin.game._native
        width, height, rgba = _native.pixels(self._origin.native, game, int(level))
        return np.frombuffer(rgba, np.uint8).reshape(height, width, 4).copy()

    def image(self, level: int = 0) -> Image:
        """A level as a picture of Pillow."""
        picture: Image = _pillow().fromarray(self.rgba(level))
        return picture

    def paint(self, picture: Any, *, dither: bool = False) -> list[str]:
        """Other pixels: an array of (height, width, 3 or 4) bytes, or a picture of Pillow.

        Format, cells and levels stay as they are or follow; where the picture looks the same, no
        byte changes. Says what was worked out and what the format cannot hold.
        """
        if not isinstance(picture, np.ndarray):
            picture = _of_picture(picture)
        if picture.dtype != np.uint8 or picture.ndim != 3 or picture.shape[2] not in (3, 4):
            raise FieldError("a picture is an array of (height, width, 3 or 4) bytes")
        height, width, channels = picture.shape
        if channels == 3:
            opaque = np.full((height, width, 1), 255, np.uint8)
            rgba = np.concatenate([picture, opaque], axis=2)
        else:
            rgba = np.ascontiguousarray(picture)
        game = self._origin.game._native
        size = (width, height)
        return _native.paint(self._origin.native, game, size, rgba.tobytes(), channels == 4, dither)


def _pillow() -> Any:
    try:
        from PIL import Image as pillow
    except ImportError as error:
        raise NgiError("pictures need Pillow: pip install ngi-tools[pictures]") from error
    return pillow


def _of_picture(picture: Any) -> npt.NDArray[np.uint8]:
    if not hasattr(picture, "convert"):
        raise FieldError("a picture is an array of bytes or a picture of Pillow")
    has_alpha = picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info
    return np.asarray(picture.convert("RGBA" if has_alpha else "RGB"))
