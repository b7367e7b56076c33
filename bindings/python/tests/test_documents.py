"""Tests of documents: fields as attributes, validated as by `ngi set`."""

import copy
import json
import pickle

import numpy as np

import ngi_tools
from ngi_tools import about, fields, plain
from support import CopyTest, DemoTest, sums


def documents(game):
    """Yields the node and document of each file and entry below 200,000 bytes."""
    for node in game.find("*"):
        if node.size < 200_000:
            yield node, node.open()


class Looking(DemoTest):
    def test_fields_are_attributes(self):
        water = self.game.open("Material.lib/WATER")
        self.assertEqual(water.version, 6)
        self.assertEqual(water["class"], 7)
        self.assertEqual(water.speed, 1.0)
        self.assertEqual(water.phases[0].diffuse, (200, 220, 255, 100))
        self.assertEqual(water.phases[-1].texture, "WATER.0")
        self.assertEqual(len(water.phases), 16)
        self.assertEqual([phase.cell for phase in water.phases][:3], [0, 1, 2])
        self.assertEqual(water.tracks[0]["keys"][1].time_ms, 160)
        self.assertIn("opacity", fields(water.phases[0]))
        self.assertIn("phases", dir(water))
        self.assertTrue(hasattr(water, "phases"))
        self.assertFalse(hasattr(water, "phasen"))
        self.assertIn("opacity", about(water.phases[0], "opacity").meaning.lower() + " opacity")
        self.assertEqual(about(water.phases[0], "opacity").stored, "u8")

    def test_every_document_says_what_the_program_says(self):
        kinds = set()
        for node, document in documents(self.game):
            kinds.add(document.format_id)
            if document.format_id == "bytes":
                continue
            said = json.loads(document.to_json())
            schema = said.pop("schema")
            self.assertTrue(schema.startswith("ngi."), node.path)
            self.assertEqual(plain(document), said, node.path)
            self.assertEqual(document.content, node.read())
            self.assertFalse(document.changed)
        self.assertGreaterEqual(len(kinds), 25, kinds)

    def test_no_field_is_hidden_by_a_name_of_ours(self):
        for node, document in documents(self.game):
            names = {name for name in dir(type(document)) if not name.startswith("_")}
            hidden = names & set(fields(document))
            self.assertFalse(hidden, f"{node.path}: {hidden}")

    def test_rows_are_arrays(self):
        water = self.game.open("Material.lib/WATER")
        array = water.phases.array
        self.assertEqual(array["opacity"].tolist(), [100] * 16)
        self.assertEqual(array["texture"][0], b"WATER.0")
        self.assertEqual(array.tobytes() in water.content, True)
        self.assertFalse(array.flags.writeable)
        self.assertIs(water.phases.array, array)
        self.assertEqual(np.asarray(water.phases).shape, (16,))

    def test_arrays_of_all_rows_say_what_documents_say(self):
        model = self.game.model("static.rlb/s_stone_0_01.msh")
        self.assertEqual(model.positions.array.tolist(), [list(map(np.float32, row)) for row in plain(model.positions)])
        self.assertEqual(model.indices.array.tolist(), plain(model.indices))
        slots = model.slots.array
        for index, slot in enumerate(plain(model.slots)):
            self.assertEqual(int(slots[index]["batch_start"]), slot["batch_start"])
            self.assertEqual(slots[index]["aabb"]["max"].tolist(), [np.float32(x) for x in slot["aabb"]["max"]])

    def test_parts_compare_with_plain_values_and_are_not_copied(self):
        water = self.game.open("Material.lib/WATER")
        self.assertEqual(water.phases[0], plain(water.phases[0]))
        self.assertEqual(water.phases[1:3], [water.phases[1], water.phases[2]])
        for make in (copy.copy, copy.deepcopy, pickle.dumps):
            with self.assertRaises(TypeError):
                make(water.phases[0])

    def test_what_plays_is_played(self):
        played = self.game.open("Material.lib/WATER").play([0, 0.1])
        self.assertEqual(played.times, [0, 0.1])
        with self.assertRaises(ngi_tools.FieldError):
            self.game.open("Material.lib/WATER").play(float("nan"))


class Setting(CopyTest):
    def setUp(self):
        super().setUp()
        self.water = self.game.open("Material.lib/WATER")

    def test_values_are_set_and_written(self):
        before = sums(self.folder)
        self.water.phases[0].opacity = 50
        self.water.phases[1].diffuse = (1, 2, 3, 4)
        self.water.phases[2].texture = "ROCK.0"
        self.water["class"] = np.uint8(9)
        self.water.speed = 0.1
        self.assertTrue(self.water.changed)
        self.assertEqual(sums(self.folder), before, "files must not change before save")
        self.water.save()
        self.assertFalse(self.water.changed)
        again = ngi_tools.Game(self.folder).open("Material.lib/WATER")
        self.assertEqual(again.phases[0].opacity, 50)
        self.assertEqual(again.phases[1].diffuse, (1, 2, 3, 4))
        self.assertEqual(again.phases[2].texture, "ROCK.0")
        self.assertEqual((again["class"], again.speed), (9, 0.1))
        changed = {path for path, made in sums(self.folder).items() if before[path] != made}
        self.assertEqual(changed, {"Material.lib"})
        self.game.undo()
        self.assertEqual(sums(self.folder), before)

    def test_no_other_byte_changes(self):
        before = self.water.content
        self.water.phases[3].opacity = 7
        after = self.water.content
        self.assertEqual(len(after), len(before))
        self.assertEqual(sum(a != b for a, b in zip(before, after)), 1)
        self.water.phases[3].opacity = 100
        self.assertEqual(self.water.content, before)
        self.assertFalse(self.water.changed)

    def test_wrong_values_are_refused_and_change_nothing(self):
        before, phase = self.water.content, self.water.phases[0]
        wrong = [256, -1, 1.5, "much", None, [1], {}, b"\x01", True, object(), float("nan"), 10**30, 1j]
        for value in wrong:
            with self.assertRaises(ValueError, msg=repr(value)) as caught:
                phase.opacity = value
            self.assertIsInstance(caught.exception, ngi_tools.FieldError)
        for value in [(1, 2), (1, 2, 3, 4, 5), (1, 2, 3, 256), "1 2 3 4 5", 7]:
            with self.assertRaises(ngi_tools.FieldError, msg=repr(value)):
                phase.diffuse = value
        for value in ["x" * 100, "\N{SNOWMAN}", 5.5j]:
            with self.assertRaises(ngi_tools.FieldError, msg=repr(value)):
                phase.texture = value
        with self.assertRaises(ngi_tools.FieldError):
            self.game.open("Material.lib").count = 3
        for name in ("nothing", "phases[0]", "a.b", ""):
            with self.assertRaises((ngi_tools.FieldError, AttributeError), msg=name):
                setattr(self.water, name, 1)
        with self.assertRaises(TypeError):
            phase.diffuse[0] = 5
        with self.assertRaises(TypeError):
            self.water[0]
        self.assertEqual(self.water.content, before)

    def test_parts_are_added_and_taken_out(self):
        count = len(self.water.phases)
        self.water.phases.append({"cell": 3})
        self.assertEqual(len(self.water.phases), count + 1)
        self.assertEqual(self.water.phases[-1].cell, 3)
        self.assertEqual(self.water.phases[-1].texture, "WATER.0", "copied from the last phase")
        del self.water.phases[-1]
        self.assertEqual(len(self.water.phases), count)
        with self.assertRaises(IndexError):
            self.water.phases[count]
        with self.assertRaises(IndexError):
            del self.water.phases[-count - 1]
        with self.assertRaises(TypeError):
            self.water.phases["0"]
        with self.assertRaises(ngi_tools.FieldError):
            self.water.phases[0] = "-"

    def test_dead_views_raise(self):
        phase, phases = self.water.phases[1], self.water.phases
        phase.opacity = 40
        self.assertEqual(phases[1].opacity, 40, "a view must show changed values")
        array = self.water.phases.array
        del self.water.phases[0]
        for look in (lambda: phase.opacity, lambda: len(phases), lambda: phases[0], lambda: plain(phase),
                     lambda: fields(phase), lambda: phases.array, lambda: setattr(phase, "opacity", 1),
                     lambda: phases.append({})):
            with self.assertRaises(ReferenceError) as caught:
                look()
            self.assertIsInstance(caught.exception, ngi_tools.DeadViewError)
        self.assertIn("dead", repr(phase))
        self.assertEqual(array["opacity"][1], 40, "an array must not change with the document")
        self.assertEqual(self.water.phases[0].opacity, 40, "the document must stay valid")

    def test_fields_that_belong_together_are_set_together(self):
        self.water.assign({"phases[0].opacity": 1, "phases[1].opacity": 2})
        self.assertEqual(self.water.phases.array["opacity"][:2].tolist(), [1, 2])
        with self.assertRaises(ngi_tools.FieldError):
            self.water.assign({"phases[0].opacity": 3, "phases[1].opacity": 999})
        self.assertEqual(self.water.phases[0].opacity, 1)

    def test_rows_are_set_by_arrays(self):
        phases = self.water.phases.array.copy()
        phases["opacity"] = np.arange(16)
        self.water.phases = phases
        self.assertEqual([phase.opacity for phase in self.water.phases], list(range(16)))

    def test_a_table_brings_its_model_along(self):
        path = "static.rlb/s_stone_0_01.msh"
        table = self.game.open(f"{path}/3")
        before = self.game.model(path).slots[0].sphere.radius
        table.positions = table.positions.array * np.float32(2)
        table.save()
        model = self.game.model(path)
        self.assertAlmostEqual(model.slots[0].sphere.radius, 2 * before, places=3)
        self.assertEqual(model.check(), [])

    def test_findings_come_before_saving(self):
        self.assertEqual(self.water.check(), [])
        self.water.phases[0].cell = 99
        found = self.water.check()
        self.assertEqual([(each.code, each.field) for each in found], [("mat0.phase.cell-page", "phases[0].cell")])

    def test_a_mission_is_set_and_comes_back(self):
        mission = self.game.open("MISSIONS/Single.01/data.tma")
        mission.objects[0].position = (1, 2, 3)
        mission.description = "Деревья"
        mission.clans[0].name = "Somebody"
        mission.save()
        again = self.game.open("MISSIONS/Single.01/data.tma")
        self.assertEqual(again.objects[0].position, (1.0, 2.0, 3.0))
        self.assertEqual((again.description, again.clans[0].name), ("Деревья", "Somebody"))
