"""Tests of queries about levels."""

import numpy as np

import ngi_tools
from support import DemoTest


class Asking(DemoTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.level = cls.game.level("DATA/MAPS/VALLEY")

    def test_heights_one_by_one_and_together(self):
        points = [(x, y) for x in range(20, 680, 60) for y in range(20, 680, 60)]
        together = self.level.heights(points)
        for point, height in zip(points, together):
            alone = self.level.height(*point)
            self.assertEqual(alone.hit, not np.isnan(height))
            if alone.hit:
                self.assertEqual(np.float32(alone.point[2]), height)
        self.assertTrue(np.isnan(self.level.heights([(-1e6, 0)])).all())
        self.assertEqual(len(self.level.heights(np.empty((0, 2)))), 0)

    def test_rays_and_what_lies_between(self):
        ground = self.level.height(100, 100)
        x, y, z = ground.point
        down = self.level.ray((x, y, z + 50), (0, 0, -1))
        self.assertEqual((down.hit, down.face), (True, ground.face))
        self.assertAlmostEqual(down.distance, 50, places=3)
        self.assertTrue(self.level.segment((x, y, z + 5), (x, y, z - 5)).hit)
        self.assertFalse(self.level.segment((x, y, z + 5), (x, y, z + 4)).hit)
        self.assertIn(ground.face, self.level.box((x - 1, y - 1, z - 9), (x + 1, y + 1, z + 9)).faces)
        self.assertTrue(self.level.walk(x, y, z + 1, 10).hit)

    def test_areals_and_routes(self):
        self.assertIsNotNone(self.level.area(30, 30).areal)
        route = self.level.route((30, 30), (600, 330))
        self.assertGreater(len(route.areals), 2)
        self.assertGreater(route.cost, 0)

    def test_what_is_no_question_is_refused(self):
        for wrong in (lambda: self.level.height("a", 1), lambda: self.level.height(None, 1),
                      lambda: self.level.route((1, 2), None)):
            with self.assertRaises(TypeError):
                wrong()
        for wrong in (lambda: self.level.ray((1, 2), (0, 0, 1)), lambda: self.level.heights([1, 2, 3])):
            with self.assertRaises(ValueError):
                wrong()
        self.assertFalse(self.level.height(float("nan"), float("inf")).hit)
        with self.assertRaises(ngi_tools.NotFoundError):
            self.game.level("DATA/MAPS/NOWHERE")
