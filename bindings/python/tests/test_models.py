"""Tests of models: arrays, meshes, poses."""

import numpy as np

import ngi_tools
from support import CopyTest, DemoTest

SCOUT = "bases.rlb/r_scout_0_01.msh"


class Looking(DemoTest):
    def test_vertices_and_indices_are_typed_views(self):
        model = self.game.model(SCOUT)
        self.assertEqual((model.vertices.dtype, model.vertices.shape[1]), (np.float32, 3))
        self.assertEqual(model.indices.array.dtype, np.uint16)
        arrays = model.arrays()
        self.assertTrue(all(not array.flags.writeable for array in arrays.values()))
        self.assertTrue({"nodes", "slots", "positions", "normals", "uvs", "indices"} <= set(arrays))
        np.testing.assert_array_equal(arrays["positions"], model.vertices)
        self.assertEqual(len(arrays["normals"]), len(model.vertices))
        with self.assertRaises(ValueError):
            model.vertices[0] = 0

    def test_views_outlive_everything(self):
        vertices = ngi_tools.Game(self.game.folder).model(SCOUT).vertices
        total = float(vertices.sum())
        self.assertTrue(np.isfinite(total))

    def test_every_mesh_of_every_model_lies_in_its_box(self):
        count = 0
        for node in self.game.find(kind="msh"):
            model = node.open()
            slots = model.slots.array
            for index, row in enumerate(model.nodes.array):
                for place in np.flatnonzero(row["slots"] != 0xFFFF):
                    stage, level = divmod(int(place), 5)
                    mesh = model.mesh(index, stage, level)
                    box = slots[row["slots"][place]]["aabb"]
                    self.assertTrue((mesh.positions >= box["min"] - 1e-3).all(), node.path)
                    self.assertTrue((mesh.positions <= box["max"] + 1e-3).all(), node.path)
                    self.assertLess(mesh.faces.max(initial=0), max(len(mesh.positions), 1))
                    self.assertEqual(len(mesh.materials), len(mesh.faces))
                    lengths = np.linalg.norm(mesh.normals, axis=1)
                    self.assertTrue((abs(lengths - 1) < 0.1).mean() > 0.9, node.path)
                    count += 1
        self.assertGreater(count, 100)

    def test_a_node_without_geometry_has_no_mesh(self):
        model = self.game.model(SCOUT)
        self.assertIsNone(model.mesh(0))
        for wrong in ((0, 3, 0), (0, 0, 5), (0, -1, 0), (99, 0, 0)):
            with self.assertRaises(IndexError):
                model.mesh(*wrong)

    def test_poses_hang_together(self):
        pose = self.game.model(SCOUT).pose(12.5)
        self.assertEqual(len(pose.names), 22)
        for index, parent in enumerate(pose.parents):
            above = np.eye(4) if parent < 0 else pose.world[parent]
            np.testing.assert_allclose(above @ pose.local[index], pose.world[index], atol=1e-4)
        still = self.game.model(SCOUT).pose()
        self.assertFalse(np.allclose(still.world, pose.world))
        blended = self.game.model(SCOUT).pose(0, blend=(12.5, 1.0))
        np.testing.assert_allclose(blended.world, pose.world, atol=1e-3)
        for wrong in ("soon", None, [1]):
            with self.assertRaises(TypeError):
                self.game.model(SCOUT).pose(wrong)

    def test_what_is_no_model_is_told(self):
        with self.assertRaises(ngi_tools.NgiError):
            self.game.model("Material.lib/WATER")


class Changing(CopyTest):
    def test_moved_vertices_move_what_follows(self):
        path = "static.rlb/s_stone_0_01.msh"
        model = self.game.model(path)
        centre = model.slots[0].sphere.center
        model.positions = model.vertices + np.float32([0, 0, 1])
        moved = model.slots[0].sphere.center
        np.testing.assert_allclose(np.subtract(moved, centre), [0, 0, 1], atol=1e-4)
        model.save()
        self.assertEqual(self.game.check(path).findings, ())
        self.game.undo()
        self.assertEqual(self.game.model(path).slots[0].sphere.center, centre)

    def test_arrays_of_the_wrong_kind_are_refused(self):
        model = self.game.model("static.rlb/s_stone_0_01.msh")
        before = model.content
        good = model.vertices
        for wrong in (good[:, :2], good.ravel(), good.astype(complex), good.astype("U8"), good[None]):
            with self.assertRaises(ngi_tools.FieldError):
                model.positions = wrong
        for wrong in (np.array([70_000]), np.array([-1]), np.array([0.5])):
            with self.assertRaises(ngi_tools.FieldError):
                model.indices = wrong
        self.assertEqual(model.content, before)
        model.positions = good.astype(np.float64)
        self.assertEqual(model.content, before, "equal values must give equal bytes")
