"""Tests of rendering, if the package supports it."""

import unittest

import ngi_tools
from support import DemoTest


class Drawing(DemoTest):
    @unittest.skipIf(ngi_tools.CAN_RENDER, "built with `render`")
    def test_a_package_without_pictures_says_so(self):
        with self.assertRaises(ngi_tools.RenderError):
            self.game.render("bases.rlb/r_scout_0_01.msh")

    @unittest.skipUnless(ngi_tools.CAN_RENDER, "built without `render`")
    def test_pictures_are_arrays(self):
        picture = self.game.render("bases.rlb/r_scout_0_01.msh", (160, 120), camera=(30, 20))
        self.assertEqual(picture.shape, (120, 160, 4))
        self.assertGreater(len({tuple(pixel) for pixel in picture.reshape(-1, 4)}), 50)
        self.assertEqual(self.game.render("DATA/MAPS/VALLEY", (64, 64)).shape, (64, 64, 4))
        for wrong in ((0, 10), (10, -1), ("a", 1)):
            with self.assertRaises((ngi_tools.NgiError, OverflowError, TypeError)):
                self.game.render("Textures.lib/PANEL.0", wrong)
        with self.assertRaises(ngi_tools.RenderError):
            self.game.render("sounds.lib/shot.wav")
        with self.assertRaises(ngi_tools.RenderError):
            self.game.render("Textures.lib/PANEL.0", camera=[1])
