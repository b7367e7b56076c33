"""Tests of the add-on in Blender without a window: round trips of the demo game, edits, fields."""

import json
import math
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from common import BUNKER, DEMO, MISSION, PICTURES, PROGRAM, ROBOT, UNIT, VALLEY, WithGame, files_of

import bpy

import ngi_blender
from ngi_blender.logic import arrange, catalogue, missions, origin, units
from ngi_blender.logic.catalogue import rows
from ngi_blender.ui import exporting, importing, panels, showing, state

# Lets the add-on find the program on the PATH, as for a user.
os.environ["PATH"] = str(Path(PROGRAM).parent) + os.pathsep + os.environ["PATH"]


def setUpModule():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    ngi_blender.register()


def tearDownModule():
    ngi_blender.unregister()


class InBlender(WithGame):
    def setUp(self):
        super().setUp()
        bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)

    def bring(self, path, kind="msh", **options):
        """Imports a path and returns its collection."""
        before = set(origin.things())
        done = bpy.ops.import_scene.ngi(game=str(self.game), path=path, kind=kind, **options)
        self.assertEqual(done, {"FINISHED"}, path)
        (collection,) = set(origin.things()) - before
        return collection

    def take(self, collection, **options):
        """Exports a collection and returns the lines of the report by kind."""
        done = bpy.ops.export_scene.ngi(collection=collection.name, **options)
        self.assertEqual(done, {"FINISHED"}, self.lines())
        return self.lines()

    def refused(self, operator, **options):
        """Returns the message of an operator that must fail."""
        with self.assertRaises(RuntimeError) as caught:
            operator(**options)
        return str(caught.exception)

    def lines(self):
        listed = {}
        for line in state.of(bpy.context).lines:
            listed.setdefault(line.kind, []).append(line.text)
        return listed

    def object(self, collection, name):
        """Returns an object by its name in the game, which may differ from its name in Blender."""
        for item in collection.all_objects:
            found = arrange.fields_of(item)
            if not found.get("carrier") and found.get("name") == name:
                return item
        raise AssertionError(f"no {name}")

    def shape(self, collection, name, stage=0, level=0):
        """Returns the object with a shape of a node."""
        node = arrange.fields_of(self.object(collection, name))["node"]
        for item in collection.all_objects:
            if arrange.cell_of(item) == (stage, level):
                if arrange.fields_of(item)["node"] == node:
                    return item
        raise AssertionError(f"no shape of {name}")


class OutAndBack(InBlender):
    def comes_back(self, path, kind, **options):
        """Exports an unedited import; returns True if the game is unchanged byte for byte.

        Fails if the game changed without a reported loss.
        """
        lines = self.take(self.bring(path, kind, **options))
        if kind == "msh":
            self.assertNotIn("written", lines, path)
        if self.changed() and not lines.get("lost"):
            self.fail(f"{path}: {self.changed()} changed, but no loss was reported: {lines}")
        return not self.changed()

    def test_every_model_and_level_comes_back(self):
        same = count = 0
        for kind in ("msh", "land"):
            for row in rows(self.program, DEMO, kind):
                for options in ({"lod": "all", "stage": "all"}, {"lod": "0", "stage": "0"}):
                    with self.subTest(path=row.path, **options):
                        count += 1
                        same += self.comes_back(row.path, kind, **options)
                bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
        equal = f"{same} of {count} equal byte for byte"
        print(f"Blender {bpy.app.version_string}: {equal}", file=sys.stderr)
        self.assertGreaterEqual(count, 20)
        self.assertEqual(same, count)

    def test_several_things_in_one_scene_do_not_meet(self):
        things = [self.bring(path) for path in (ROBOT, ROBOT, BUNKER, "guns.rlb/g_gun_01.msh")]
        self.assertEqual(len({thing.name for thing in things}), 4)
        for thing in things[1:]:
            lines = self.take(thing)
            self.assertEqual((self.changed(), lines.get("lost")), ([], None), thing.name)
        self.assertNotIn("ngi", bpy.context.scene, "the scene must not have fields of a collection")

    def test_a_file_that_is_saved_and_opened_again_still_knows(self):
        self.bring(BUNKER)
        file = str(self.place / "bunker.blend")
        bpy.ops.wm.save_as_mainfile(filepath=file)
        bpy.ops.wm.open_mainfile(filepath=file)
        (thing,) = origin.things()
        self.assertEqual(origin.get(thing)["path"], BUNKER)
        self.take(thing)
        self.assertEqual(self.changed(), [])

    def test_the_users_scene_stays_as_it_is(self):
        scene = bpy.context.scene
        thing = self.bring(ROBOT)
        self.take(thing)
        self.assertEqual((bpy.context.scene, len(bpy.data.scenes)), (scene, 1))
        left = Path(tempfile.gettempdir()).glob("ngi-*/r_scout_0_01.gltf")
        self.assertEqual(list(left), [], "a temporary file was not deleted")


class WhatIsSeen(InBlender):
    def test_levels_and_stages_are_collections(self):
        thing = self.bring(ROBOT)
        cells = arrange.cells_of(thing)
        self.assertEqual(cells[0], (0, 0))
        self.assertIn((2, 1), cells)
        self.assertIn((0, 4), cells, "the view from inside")
        names = [child.name for child in thing.children]
        self.assertIn("r_scout_0_01 level 0", names)
        self.assertIn("r_scout_0_01 level 1 wrecked", names)
        head, far = self.shape(thing, "head"), self.shape(thing, "head", level=1)
        self.assertTrue(head.visible_get() and not far.visible_get())
        self.assertTrue(far.hide_render)
        self.assertEqual(bpy.ops.ngi.show(stage=1, level=0), {"FINISHED"})
        torso, hips = self.shape(thing, "torso", stage=1), self.shape(thing, "hips")
        self.assertTrue(torso.visible_get(), "the damaged shape must be visible")
        self.assertTrue(hips.visible_get(), "without a damaged shape, the intact one stays visible")
        self.assertFalse(self.shape(thing, "torso").visible_get())
        # Hidden objects are exported too.
        self.take(thing)
        self.assertEqual(self.changed(), [])

    def test_one_level_needs_no_collections(self):
        thing = self.bring(ROBOT, lod="0", stage="0")
        self.assertEqual(len(thing.children), 0)
        self.assertTrue(all(item.visible_get() for item in thing.all_objects))

    def test_sockets_stand_out(self):
        thing = self.bring(ROBOT)
        gun = self.object(thing, "Base_gun_r")
        self.assertEqual((gun.empty_display_type, gun.show_name), ("ARROWS", True))
        self.assertEqual(gun.ngi_fields.label, "e_gun_light")
        self.assertEqual(self.object(thing, "hips").empty_display_type, "PLAIN_AXES")

    def test_portals_and_lightmaps_are_there(self):
        thing = self.bring(BUNKER)
        materials = {slot.material for item in thing.all_objects for slot in item.material_slots}
        portals = [each for each in materials if arrange.fields_of(each)["portal"] != 65535]
        self.assertEqual(len(portals), 3)
        for portal in portals:
            self.assertEqual(
                tuple(round(part, 2) for part in portal.diffuse_color), arrange.PORTAL_COLOUR
            )
            beyond = panels.room(portal, portal.ngi_fields.portal)
            self.assertTrue(beyond.isidentifier() and not beyond.isdigit(), beyond)
        lit = [each for each in materials if "lightmap_name" in arrange.fields_of(each)]
        self.assertGreaterEqual(len(lit), 3)
        pictures = {node.image.name for node in nodes(lit[0], "TEX_IMAGE")}
        self.assertIn("F_BUNKER_01.0", pictures)

    def test_materials_show_their_pictures(self):
        thing = self.bring(ROBOT)
        seen = 0
        for item in thing.all_objects:
            for slot in item.material_slots:
                images = [node.image for node in nodes(slot.material, "TEX_IMAGE")]
                self.assertTrue(images and all(image.size[0] > 0 for image in images))
                self.assertTrue(all(image.packed_file for image in images))
                seen += 1
        self.assertGreater(seen, 100)

    def test_the_clip_plays_as_in_the_game(self):
        scene = bpy.context.scene
        scene.render.fps = 24
        thing = self.bring(ROBOT)
        self.assertEqual((scene.render.fps, scene.frame_start, scene.frame_end), (25, 0, 64))
        self.assertIn("25 frames per second", " ".join(self.lines()["told"]))
        for frame in (0, 12, 40):
            scene.frame_set(frame)
            asked = self.program.ask("pose", self.game / ROBOT, "--time", frame)
            compared = 0
            for node in asked["nodes"]:
                item = self.object(thing, node["name"])
                # The last of the four columns is the position.
                where = node["world"][12:15]
                for ours, theirs in zip(item.matrix_world.translation, where, strict=True):
                    self.assertAlmostEqual(ours, theirs, 3, f"{node['name']} at {frame}")
                compared += 1
            self.assertGreater(compared, 20)

    def test_a_picture(self):
        thing = self.bring(ROBOT)
        self.assertGreater(colours(render(thing, "robot")), 200)
        arrange.show(bpy.context.scene, thing, 2, 0)
        render(thing, "robot-wrecked")
        bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
        valley = self.bring(VALLEY, "land")
        names = [child.name for child in valley.children]
        self.assertIn("VALLEY areals", names)
        ground = [item for item in valley.all_objects if arrange.cell_of(item) == (0, 0)]
        self.assertGreater(len(ground), 100)
        self.assertTrue(all(item.visible_get() for item in ground), "level 0 must be visible")
        self.assertGreater(colours(render(valley, "valley")), 60)
        bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
        self.assertGreater(colours(render(self.bring(UNIT, "unit"), "unit")), 100)
        bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
        self.assertGreater(colours(render(self.bring(MISSION, "tma"), "mission")), 100)


class Edits(InBlender):
    def test_moved_vertices_move_and_nothing_else(self):
        thing = self.bring(ROBOT)
        for vertex in self.shape(thing, "head").data.vertices:
            vertex.co.z += 0.25
        lines = self.take(thing)
        self.assertNotIn("lost", lines)
        self.assertEqual(self.changed(), ["bases.rlb"])
        told = self.differences(ROBOT)
        self.assertEqual(len(moved(told)), 1, told)
        self.assertRegex(moved(told)[0], "node head, level 0: .*at most 0.25")
        self.assertIn("head", " ".join(lines["told"]), "coarser levels keep the old shape")
        # The backup contains the original.
        backup = next(self.game.glob("bases.rlb.bak*"))
        self.assertEqual(backup.read_bytes(), (Path(DEMO) / "bases.rlb").read_bytes())
        self.assertEqual(bpy.ops.ngi.undo(game=str(self.game)), {"FINISHED"})
        self.assertEqual(self.changed(), [])

    def test_coarser_levels_are_made(self):
        thing = self.bring(ROBOT, lod="0", stage="0")
        for vertex in self.object(thing, "head").data.vertices:
            vertex.co.z += 0.25
        self.take(thing, make_lods=True)
        told = [line for line in self.differences(ROBOT) if "node head, level" in line]
        self.assertGreaterEqual(len(told), 3, told)

    def test_while_editing_nothing_is_forgotten(self):
        thing = self.bring(ROBOT)
        head = self.shape(thing, "head")
        bpy.context.view_layer.objects.active = head
        bpy.ops.object.mode_set(mode="EDIT")
        import bmesh

        edited = bmesh.from_edit_mesh(head.data)
        edited.verts.ensure_lookup_table()
        edited.verts[0].co.z += 1
        self.take(thing)
        self.assertEqual(len(moved(self.differences(ROBOT))), 1)

    def test_a_part_that_hangs_on_a_node_goes_along_wherever_it_lies(self):
        thing = self.bring(ROBOT, lod="0", stage="0")
        head = self.object(thing, "head")
        horn = head.copy()
        horn.data = head.data.copy()
        horn.animation_data_clear()
        del horn["ngi"]
        horn.name = "horn"
        bpy.context.scene.collection.objects.link(horn)
        self.take(thing)
        shown = self.program.run("show", self.game / ROBOT).out
        self.assertIn("horn", shown)

    def test_a_painted_picture_goes_along(self):
        thing = self.bring(ROBOT)
        image = bpy.data.images["PANEL.0"]
        pixels = list(image.pixels)
        for at in range(0, len(pixels) // 2, 4):
            pixels[at : at + 3] = (1.0, 0.0, 0.0)
        image.pixels = pixels
        image.update()
        lines = self.take(thing)
        self.assertNotIn("lost", lines)
        self.assertEqual([name for name in self.changed() if name == "bases.rlb"], [])
        self.assertIn("Textures.lib", self.changed())
        # Other materials use the same texture, so the painted material got a new one.
        for game, red in ((DEMO, False), (self.game, True)):
            colour = colour_of(self, Path(game) / ROBOT, "M_PANEL")
            self.assertEqual(colour[0] > 0.9 and colour[1] < 0.1, red, colour)

    def test_without_pictures_a_painted_one_is_told(self):
        thing = self.bring(ROBOT)
        image = bpy.data.images["PANEL.0"]
        image.pixels = [1.0] * len(image.pixels)
        image.update()
        lines = self.take(thing, repaint=False)
        self.assertEqual(self.changed(), [])
        self.assertIn("M_PANEL", " ".join(lines["told"]))

    def test_a_level_is_sculpted(self):
        thing = self.bring(VALLEY, "land")
        raise_hill(thing)
        before = height(self.program, Path(DEMO) / VALLEY)
        self.take(thing)
        self.assertEqual(
            {name.rsplit("/", 1)[0] for name in self.changed()}, {VALLEY}, self.changed()
        )
        after = height(self.program, self.game / VALLEY)
        self.assertAlmostEqual(after - before, 8, 2)


class Destinations(InBlender):
    def test_something_new_brings_all_that_belongs_to_it(self):
        thing = self.bring(ROBOT, lod="0", stage="0")
        self.take(thing, to="NEW", name="r_other")
        self.assertEqual(self.changed(), ["bases.rlb", "objects.rlb"])
        self.assertEqual(self.stored("bases.rlb/r_other.msh"), self.stored(ROBOT))
        said = self.refused(
            bpy.ops.export_scene.ngi, collection=thing.name, to="NEW", name="R_OTHER"
        )
        self.assertIn("already exists", said)

    def seen(self, mod, path):
        """Returns the lines of `ngi diff` between the demo game and the game with a mod."""
        place = self.place / "seen"
        self.program.run("mod", "apply", self.game, mod, "-o", place, "--force")
        return self.differences(path, place / path)

    def test_a_mod_says_what_changed_and_the_game_stays(self):
        mod = self.place / "mod"
        thing = self.bring(ROBOT)
        self.shape(thing, "head").data.vertices[0].co.z += 1
        lines = self.take(thing, to="MOD", mod=str(mod))
        self.assertEqual(self.changed(), [])
        self.assertIn("mod.toml", files_of(mod))
        self.assertTrue(any("mod 1.0: " in line for line in lines["told"]), lines)
        self.assertEqual(len(moved(self.seen(mod, ROBOT))), 1)
        small = sum(len(content) for content in files_of(mod).values())
        self.assertLess(small, 20_000, "the mod must not contain an archive of the game")
        # A second export adds to the same mod.
        again = self.bring(ROBOT)
        for vertex in self.shape(again, "hips").data.vertices:
            vertex.co.z += 1
        self.take(again, to="MOD", mod=str(mod))
        told = self.seen(mod, ROBOT)
        self.assertTrue(any("node hips" in line for line in told), told)
        self.program.run("mod", "install", self.game, mod)
        self.assertEqual(self.changed(), ["bases.rlb"])
        self.program.run("mod", "remove", self.game, "mod")
        self.assertEqual(self.changed(), [])

    def test_a_level_goes_into_a_mod(self):
        mod = self.place / "mod"
        thing = self.bring(VALLEY, "land")
        self.take(thing, to="MOD", mod=str(mod))
        self.assertEqual((self.changed(), files_of(mod).get("changes.json", b"").count(b"path")), ([], 0))
        raise_hill(thing)
        self.take(thing, to="MOD", mod=str(mod))
        self.assertEqual(self.changed(), [])
        self.assertIn(b"VALLEY", files_of(mod)["changes.json"])


class PutTogether(InBlender):
    def test_units_come_and_go_back(self):
        listed = rows(self.program, DEMO, "unit")
        self.assertGreaterEqual(len(listed), 20)
        # A sample is enough, because similar buildings consist of the same models.
        for row in listed[::8]:
            with self.subTest(path=row.path):
                thing = self.bring(row.path, "unit")
                parts = units.parts_of(thing)
                self.assertTrue(parts, row.path)
                lines = self.take(thing)
                self.assertEqual((self.changed(), lines.get("lost")), ([], None), lines)
            bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)

    def test_a_units_shapes_go_into_its_models(self):
        thing = self.bring(UNIT, "unit")
        before = {key: len(getattr(bpy.data, key)) for key in units.MADE}
        rate = bpy.context.scene.render.fps, bpy.context.scene.frame_end
        model, meshes = next(iter(sorted(units.parts_of(thing).items())))
        node, mesh = next(iter(sorted(meshes.items())))
        for vertex in mesh.vertices:
            vertex.co.z += 0.25
        lines = self.take(thing)
        self.assertNotIn("lost", lines)
        self.assertEqual(self.changed(), [model.split("/")[0]])
        self.assertEqual(len(moved(self.differences(model))), 1)
        after = {key: len(getattr(bpy.data, key)) for key in units.MADE}
        self.assertEqual((before, rate), (after, (bpy.context.scene.render.fps, bpy.context.scene.frame_end)))
        said = self.refused(
            bpy.ops.export_scene.ngi, collection=thing.name, to="NEW", name="x"
        )
        self.assertIn("consists of models", said)

    def test_a_mission_comes_with_everything_in_its_place(self):
        listed = rows(self.program, DEMO, "tma")
        self.assertIn(MISSION, [row.path for row in listed])
        thing = self.bring(MISSION, "tma")
        self.assertEqual(thing.name, "Single.02")
        stored = missions.stored_in(self.program, self.game / MISSION / "data.tma")
        placed = {missions.number_of(item): item for item in thing.all_objects}
        placed.pop(None)
        self.assertGreaterEqual(len(placed), 10)
        near = [
            math.hypot(item.matrix_world.translation.x - stored[number][0],
                       item.matrix_world.translation.y - stored[number][1]) < 0.01
            for number, item in placed.items()
        ]
        # Units inside buildings have the position of the building.
        self.assertGreater(sum(near), len(near) // 2)
        self.assertEqual(self.take(thing).get("written"), None)
        self.assertEqual(self.changed(), [])

    def test_what_is_moved_in_a_mission_has_another_place(self):
        thing = self.bring(MISSION, "tma")
        placed = {missions.number_of(item): item for item in thing.all_objects}
        number = max(key for key in placed if key is not None)
        item, file = placed[number], self.game / MISSION / "data.tma"
        was = missions.stored_in(self.program, file)[number]
        item.location.x += 12
        item.rotation_mode = "XYZ"
        item.rotation_euler.z += 0.5
        for target in ({"to": "MOD", "mod": str(self.place / "mod")}, {}, {}):
            self.take(thing, **target)
        self.assertEqual(self.changed(), [f"{MISSION}/data.tma"])
        now = missions.stored_in(self.program, file)[number]
        wanted = [was[0] + 12, *was[1:5], was[5] + 0.5]
        for ours, theirs in zip(now, wanted, strict=True):
            self.assertAlmostEqual(ours, theirs, 3)
        text = (self.place / "mod/changes.json").read_text()
        self.assertIn(f"objects[{number}].", text)
        self.assertEqual(text.count('"set"'), 2, text)


class Fields(InBlender):
    def test_what_is_typed_is_in_the_game(self):
        thing = self.bring(ROBOT)
        gun = self.object(thing, "Base_gun_r")
        gun.ngi_fields.label = "e_gun_heavy"
        bpy.context.view_layer.objects.active = gun
        self.assertEqual(gun.ngi_fields.flags, 0)
        bpy.ops.ngi.bit(owner="OBJECT", key="flags", bit=512)
        self.assertEqual(gun.ngi_fields.flags, 512)
        self.take(thing)
        file = self.place / "again.gltf"
        self.program.run("export", self.game / ROBOT, "-o", file)
        nodes = json.loads(file.read_text())["nodes"]
        (found,) = [node["extras"]["ngi"] for node in nodes if node["name"] == "Base_gun_r"]
        self.assertEqual((found["label"], found["flags"]), ("e_gun_heavy", 512))

    def test_flags_of_a_material_are_those_of_its_batches(self):
        thing = self.bring(ROBOT)
        head = self.shape(thing, "head")
        bpy.context.view_layer.objects.active = head
        material = head.active_material
        bpy.ops.ngi.bit(owner="MATERIAL", key="word", bit=2)
        self.assertEqual(material.ngi_fields.word & 2, 2)
        self.take(thing)
        told = self.differences(ROBOT)
        self.assertTrue(told and all("batches" in line or "batch" in line for line in told), told)

    def test_the_panel_says_what_fields_mean(self):
        thing = self.bring(BUNKER)
        portal = next(
            (item, at)
            for item in thing.all_objects
            for at, slot in enumerate(item.material_slots)
            if arrange.fields_of(slot.material)["portal"] != 65535
        )
        item, at = portal
        bpy.context.view_layer.objects.active = item
        item.active_material_index = at
        layout = drawn(panels.NGI_PT_fields.draw, bpy.context)
        said = " | ".join(layout.said)
        for words in ("Node of the room behind", "portal_unseen", "Damage Stage", "Wear", "Slot"):
            self.assertIn(words, said)
        self.assertIn("portal", layout.properties)
        self.assertIn("→ ", said)

    def test_everything_that_is_drawn_can_be_drawn(self):
        shown = state.of(bpy.context)
        shown.kind, shown.search, shown.game = "msh", "", str(self.game)
        thing = self.bring(ROBOT)
        bpy.context.view_layer.objects.active = self.shape(thing, "head")
        for panel in panels.CLASSES:
            self.assertTrue(not hasattr(panel, "poll") or panel.poll(bpy.context), panel)
            layout = drawn(panel.draw, bpy.context)
            self.assertTrue(layout.said or layout.properties, panel)
        for to in ("REPLACE", "NEW", "MOD"):
            shown.to = to
            layout = drawn(panels.NGI_PT_thing.draw, bpy.context)
            self.assertEqual("name" in layout.properties, to == "NEW")
            self.assertEqual("mod" in layout.properties, to == "MOD")
        for menu in (importing.menu, exporting.menu):
            self.assertIn("NGI", drawn(menu, bpy.context).said[0])
        for each in (importing.IMPORT_SCENE_OT_ngi, showing.NGI_OT_report):
            self.assertTrue(drawn(each.draw, bpy.context).said, each)
        draw_row = importing.NGI_UL_rows.draw_item
        row = Layout()
        draw_row(None, bpy.context, row, None, shown.rows[0], 0, None, "")
        self.assertEqual(row.said, ["r_scout_0_01.msh", "bases.rlb"])
        bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
        for panel in panels.CLASSES:
            if not hasattr(panel, "poll") or panel.poll(bpy.context):
                drawn(panel.draw, bpy.context)


class Searching(InBlender):
    def test_the_list_follows_what_is_typed(self):
        shown = state.of(bpy.context)
        shown.search, shown.game = "", str(self.game)
        offered = [kind.format for kind in catalogue.offered(self.program)]
        self.assertEqual([kind[0] for kind in state.kinds(shown, bpy.context)], offered)
        shown.kind = "msh"
        self.assertEqual(len(shown.rows), len(rows(self.program, self.game, "msh")))
        shown.search = "bunker"
        self.assertEqual([row.path for row in shown.rows], [BUNKER])
        # Without a path, the operator imports the selected row.
        shown.row = 0
        self.assertEqual(bpy.ops.import_scene.ngi(), {"FINISHED"})
        self.assertEqual(origin.get(origin.things()[0])["path"], BUNKER)
        shown.search = "nothing like that"
        self.assertEqual(len(shown.rows), 0)
        self.assertIn("Select a row of the list", self.refused(bpy.ops.import_scene.ngi))
        shown.search, shown.kind = "", "land"
        self.assertEqual([row.name for row in shown.rows], ["CRATER", "VALLEY"])
        shown.game = str(self.place / "nowhere")
        self.assertIn("does not exist", shown.problem)

    def test_wrong_paths_are_told(self):
        said = self.refused(bpy.ops.import_scene.ngi, game=str(self.game), path="a.rlb/b.msh")
        self.assertIn("a.rlb", said)
        self.assertIn("Select an imported object", self.refused(bpy.ops.export_scene.ngi))
        thing = self.bring(ROBOT)
        (self.game / "bases.rlb").unlink()
        said = self.refused(bpy.ops.export_scene.ngi, collection=thing.name)
        self.assertIn("no longer in", said)
        self.assertEqual(len(bpy.data.scenes), 1)

    def test_without_the_program_it_is_told_what_to_do(self):
        path = os.environ["PATH"]
        os.environ["PATH"] = str(self.place)
        try:
            said = self.refused(bpy.ops.import_scene.ngi, game=str(self.game), path=ROBOT)
        finally:
            os.environ["PATH"] = path
        self.assertIn("choose it in the add-on's preferences", said)


class Button:
    """Mock of the properties of an operator button; accepts only properties of the operator."""

    def __init__(self, name):
        group, own = name.split(".")
        known = getattr(getattr(bpy.ops, group), own).get_rna_type().properties.keys()
        object.__setattr__(self, "known", known)

    def __setattr__(self, name, value):
        assert name in self.known, name


class Layout:
    """Mock of Blender's layout: accepts the same arguments and records texts and properties."""

    def __init__(self, said=None, properties=None):
        self.said = [] if said is None else said
        self.properties = [] if properties is None else properties

    def check(self, function, options):
        known = bpy.types.UILayout.bl_rna.functions[function].parameters
        for name, value in options.items():
            assert name in known, f"{function} has no {name}"
            if known[name].type == "ENUM":
                assert value in known[name].enum_items, f"{function}: {value}"

    def row(self, **options):
        self.check("row", options)
        return Layout(self.said, self.properties)

    def column(self, **options):
        self.check("column", options)
        return Layout(self.said, self.properties)

    def box(self):
        return Layout(self.said, self.properties)

    def grid_flow(self, **options):
        self.check("grid_flow", options)
        return Layout(self.said, self.properties)

    def label(self, **options):
        self.check("label", options)
        self.said.append(options["text"])

    def prop(self, owner, name, **options):
        self.check("prop", options)
        assert name in owner.bl_rna.properties.keys(), f"{owner} has no {name}"
        self.properties.append(name)

    def operator(self, name, **options):
        self.check("operator", options)
        self.said.append(options["text"])
        return Button(name)

    def template_list(self, kind, _, owner, listed, place, at, **options):
        assert hasattr(bpy.types, kind), kind
        self.check("template_list", options)
        for own, name in ((owner, listed), (place, at)):
            assert name in own.bl_rna.properties.keys(), name


def drawn(draw, *arguments):
    """Calls a draw function with a mock panel and returns its layout."""
    panel = type("Drawn", (), {"layout": Layout()})()
    draw(panel, *arguments)
    return panel.layout


def nodes(material, kind):
    return [node for node in material.node_tree.nodes if node.type == kind]


def moved(lines):
    """Returns the lines of a difference that report moved vertices."""
    return [line for line in lines if "vertices moved" in line or "vertex moved" in line]


def colour_of(test, model, material):
    """Returns the first pixel of the base colour image of a material."""
    place = Path(tempfile.mkdtemp(dir=test.place))
    test.program.run("export", model, "-o", place / "x.gltf")
    document = json.loads((place / "x.gltf").read_text())
    (found,) = [each for each in document["materials"] if each["name"] == material]
    shown = found["pbrMetallicRoughness"]["baseColorTexture"]["index"]
    source = document["images"][document["textures"][shown]["source"]]
    image = bpy.data.images.load(str(place / source["uri"]))
    return tuple(image.pixels[:3])


def raise_hill(thing):
    """Raises the ground around a point of the valley by eight units."""
    raised = 0
    for item in thing.all_objects:
        if item.type == "MESH" and arrange.fields_of(item).get("square") is not None:
            for vertex in item.data.vertices:
                place = item.matrix_world @ vertex.co
                if math.hypot(place.x - 450, place.y - 120) < 60:
                    vertex.co.z += 8
                    raised += 1
    assert raised > 10, raised


def height(program, level):
    return program.ask("query", level, "height", "450", "120")["point"][2]


def render(collection, name):
    """Renders a small image of a collection with Cycles and returns its pixels."""
    from mathutils import Vector

    scene = bpy.context.scene
    seen = [item for item in collection.all_objects if item.type == "MESH" and item.visible_get()]
    corners = [item.matrix_world @ Vector(each) for item in seen for each in item.bound_box]
    low, high = (Vector(map(side, *corners)) for side in (min, max))
    middle, size = (low + high) / 2, (high - low).length
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.location = middle + Vector((0.7, -0.9, 0.5)).normalized() * size * 1.25
    camera.rotation_euler = (middle - camera.location).to_track_quat("-Z", "Y").to_euler()
    camera.data.clip_end = size * 10
    sun = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
    sun.data.energy, sun.rotation_euler = 4, (0.6, 0.2, 0.4)
    for item in (camera, sun):
        scene.collection.objects.link(item)
    scene.camera = camera
    scene.world = scene.world or bpy.data.worlds.new("world")
    scene.world.use_nodes = True
    scene.world.node_tree.nodes["Background"].inputs[0].default_value = (0.5, 0.6, 0.8, 1)
    scene.render.engine = "CYCLES"
    scene.cycles.device, scene.cycles.samples = "CPU", 8
    scene.render.resolution_x, scene.render.resolution_y = 400, 300
    scene.render.resolution_percentage = 100
    scene.render.image_settings.file_format = "PNG"
    version = ".".join(map(str, bpy.app.version[:2]))
    picture = Path(PICTURES) / f"{name}-{version}.png"
    scene.render.filepath = str(picture)
    with tempfile.TemporaryDirectory() as place:
        file = str(Path(place) / "scene.blend")
        bpy.ops.wm.save_as_mainfile(filepath=file, copy=True)
        # Renders in a child process, because Cycles may crash a Python that has Blender as a
        # module after the image was written.
        script = "import bpy, sys; bpy.ops.wm.open_mainfile(filepath=sys.argv[1]); "
        script += "bpy.ops.render.render(write_still=True)"
        subprocess.run([sys.executable, "-c", script, file], capture_output=True, check=False)
    for item in (camera, sun):
        bpy.data.objects.remove(item)
    return bpy.data.images.load(str(picture)).pixels[:]


def colours(pixels):
    """Returns the number of different colours of an image, with 32 steps per channel."""
    steps = [round(value * 31) for value in pixels]
    return len({tuple(steps[at : at + 3]) for at in range(0, len(steps), 4)})


if __name__ == "__main__":
    unittest.main()
