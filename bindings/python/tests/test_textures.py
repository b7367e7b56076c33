"""Tests of textures as arrays and images."""

import numpy as np
from PIL import Image

import ngi_tools
from support import CopyTest, DemoTest

PANEL = "Textures.lib/PANEL.0"


class Looking(DemoTest):
    def test_all_levels_of_all_textures_are_arrays(self):
        formats = set()
        for node in self.game.find(kind="texm"):
            texture = node.open()
            formats.add(texture.format)
            for level in range(texture.levels):
                width, height = (max(1, side >> level) for side in (texture.width, texture.height))
                self.assertEqual(texture.rgba(level).shape, (height, width, 4), node.path)
            with self.assertRaises(ValueError):
                texture.rgba(texture.levels)
        self.assertGreaterEqual(len(formats), 5, formats)

    def test_pixels_are_those_that_are_stored(self):
        texture = self.game.texture(PANEL)
        self.assertEqual(texture.format, 8888)
        stored = np.frombuffer(texture.content, np.uint8, offset=32, count=256 * 256 * 4)
        np.testing.assert_array_equal(texture.rgba()[..., [2, 1, 0, 3]].ravel(), stored)

    def test_pictures_of_pillow(self):
        picture = self.game.texture(PANEL).image(2)
        self.assertEqual((picture.mode, picture.size), ("RGBA", (64, 64)))
        for wrong in (-1, 1.5, "0", True):
            with self.assertRaises((IndexError, TypeError)):
                self.game.texture(PANEL).image(wrong)


class Painting(CopyTest):
    def test_what_looks_the_same_changes_no_byte(self):
        painted = 0
        for node in self.game.find(kind="texm"):
            texture = node.open()
            if texture.format == 2:
                # Other textures share the palette with its colours.
                with self.assertRaises(ngi_tools.FieldError):
                    texture.paint(texture.rgba())
            else:
                texture.paint(texture.rgba())
                painted += 1
            self.assertFalse(texture.changed, node.path)
        self.assertGreater(painted, 20)

    def test_other_pixels_are_there_afterwards(self):
        texture = self.game.texture(PANEL)
        pixels = texture.rgba()
        pixels[..., 0] = 255 - pixels[..., 0]
        texture.paint(pixels)
        texture.save()
        again = self.game.texture(PANEL)
        np.testing.assert_array_equal(again.rgba(), pixels)
        self.assertEqual((again.levels, again.format), (9, 8888))
        self.assertEqual(self.game.check(PANEL).findings, ())

    def test_pictures_of_pillow_are_taken(self):
        texture = self.game.texture(PANEL)
        texture.paint(Image.new("RGB", (256, 256), (10, 20, 30)))
        self.assertEqual(texture.rgba()[0, 0, :3].tolist(), [10, 20, 30])
        texture.paint(Image.new("P", (256, 256)))
        self.assertEqual(texture.rgba()[5, 5, :3].tolist(), [0, 0, 0])

    def test_what_is_no_picture_is_refused(self):
        texture = self.game.texture(PANEL)
        flat = np.zeros((4, 4), np.uint8)
        for wrong in (flat, flat.astype(float)[..., None], "picture", None, np.zeros((0, 0, 4), np.uint8),
                      np.zeros((4, 4, 4), np.float32)):
            with self.assertRaises(ngi_tools.FieldError, msg=repr(wrong)):
                texture.paint(wrong)
        self.assertFalse(texture.changed)
