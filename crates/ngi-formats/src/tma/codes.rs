//! Every rule of a mission, each with a stable code.

use crate::schema::rules;

rules! {
    TRUNCATED = error("tma.truncated", "Every field is complete.");
    COUNT = error("tma.count", "No count needs more bytes than are left.");
    CLAN_VERSION = error(
        "tma.clan-version",
        "The version of the clans is 1 to 6; the engine refuses others."
    ) of ["clan_version"];
    OBJECT_VERSION = error(
        "tma.object-version",
        "The version of the objects is 1 to 10."
    ) of ["object_version"];
    END = error("tma.end", "Nothing follows the last lode.") of ["tail"];
    NUMBER = error("tma.number", "Floats are finite numbers.") of [
        "routes[].points", "clans[].base", "clans[].zones", "objects[].position",
        "objects[].turn", "objects[].scale", "objects[].properties[].float", "lodes"
    ];
    TEXT_NUL = warning(
        "tma.text.nul",
        "No text contains a NUL: the engine would read only the part before it."
    ) of [
        "clans[].name", "clans[].script", "clans[].tree", "clans[].relations[].name",
        "objects[].path", "objects[].name", "objects[].properties[].name", "land"
    ];
    ROUTE_ID = warning(
        "tma.route.id",
        "Routes are numbered from 0, in order."
    ) of ["routes[].id"] is derived;
    ROUTE_POINTS = warning(
        "tma.route.points",
        "A route has at least three corners: fewer corners enclose nothing."
    ) of ["routes[].points"];
    CLAN_NAME = warning(
        "tma.clan.name",
        "No two clans share a name: relations refer to clans by name."
    ) of ["clans[].name"];
    CLAN_KIND = warning("tma.clan.kind", "The kind of a clan is 0 to 3.") of ["clans[].kind"];
    CLAN_BASE = error(
        "tma.clan.base",
        "The coordinates of a clan's base are at most 10,000; the engine refuses larger ones."
    ) of ["clans[].base"];
    CLAN_MINDS = warning(
        "tma.clan.minds",
        "A clan has no more units than minds: the engine does not create units without a mind."
    ) of ["clans[].minds"]
        game "The game does not create the units for which no mind is left."
        mend "Give the clan more minds, `ngi set PATH clans[N].minds=COUNT`, or remove units.";
    ZONE_KIND = warning("tma.zone.kind", "The kind of a zone is 1.") of ["clans[].zones[].kind"];
    ZONE_RADII = warning(
        "tma.zone.radii",
        "The inner circle of a zone is not larger than the outer circle."
    ) of ["clans[].zones[].inner"];
    RELATION_STANCE = warning(
        "tma.relation.stance",
        "A clan sees another clan as an enemy, 0, or as an ally, 1."
    ) of ["clans[].relations[].stance"];
    RELATION_NAMES = warning(
        "tma.relation.names",
        "Every clan lists all clans and no other names."
    ) of ["clans[].relations"];
    RELATION_MUTUAL = warning(
        "tma.relation.mutual",
        "Two clans see each other in the same way."
    ) of ["clans[].relations[].stance"];
    RELATION_SELF = warning(
        "tma.relation.self",
        "A clan is its own ally."
    ) of ["clans[].relations[].stance"];
    OBJECT_KIND = warning(
        "tma.object.kind",
        "The kind of an object is building, unit, vegetation or rock, 0 to 3."
    ) of ["objects[].kind"];
    OBJECT_OWNER = error(
        "tma.object.owner",
        "The owner of a building or unit is an existing clan."
    ) of ["objects[].owner"];
    OBJECT_CLAN_ID = warning(
        "tma.object.clan-id",
        "The property ClanID of a building or unit equals its owner."
    ) of ["objects[].properties[].whole.value"] is derived;
    OBJECT_LOGICAL_ID = warning(
        "tma.object.logical-id",
        "The property LogicalID of a building or unit equals its logical id."
    ) of ["objects[].properties[].whole.value"] is derived;
    OBJECT_ID_TWICE = error(
        "tma.object.id-twice",
        "No two buildings share a logical id, and no two units share one."
    ) of ["objects[].logical_id"];
    SCALE_IGNORED = warning(
        "tma.object.scale",
        "The scale of a building or unit is 1: the engine ignores other scales."
    ) of ["objects[].scale"];
    HOST_HALF = error(
        "tma.host.half",
        "A unit that starts in a building names both the building and a place in it."
    ) of ["objects[].host", "objects[].host_vertex"];
    HOST_GUEST = warning("tma.host.guest", "Only units start in a building.") of ["objects[].host"];
    HOST_MISSING = error(
        "tma.host.missing",
        "The host of a unit is the logical id of a building in the mission."
    ) of ["objects[].host"];
    PROPERTY_KIND = warning(
        "tma.property.kind",
        "The kind of a property is floats, 0, or whole numbers, 1."
    ) of ["objects[].properties[].kind"];
    PROPERTY_BOUNDS = warning(
        "tma.property.bounds",
        "The value of a property is within its bounds."
    ) of ["objects[].properties[].float.value", "objects[].properties[].whole.value"];
    VERSION_USUAL = retail("tma.version.usual", "The version of the file is 1.") of ["version"];
    CLAN_VERSION_USUAL = retail(
        "tma.clan-version.usual",
        "The version of the clans is 6."
    ) of ["clan_version"];
    OBJECT_VERSION_USUAL = retail(
        "tma.object-version.usual",
        "The version of the objects is 10."
    ) of ["object_version"];
    CLAN_WORD = retail("tma.clan.word", "The first word of a clan is -1.") of ["clans[].unk_0x00"];
    ZONE_CLAN = retail("tma.zone.clan", "Only clans of nature have zones.") of ["clans[].zones"];
    OBJECT_WORD_USUAL = retail(
        "tma.object.word",
        "The second word of an object is 0x80000002."
    ) of ["objects[].unk_0x04"];
    TURN_UPRIGHT = retail(
        "tma.object.turn",
        "Objects are rotated about z only."
    ) of ["objects[].turn"];
    SCALE_UNIFORM = retail(
        "tma.object.scale.uniform",
        "The three factors of a scale are equal."
    ) of ["objects[].scale"];
    PROPERTY_WORD = retail(
        "tma.property.word",
        "The word before the properties is 1."
    ) of ["objects[].property_word"];
    LODE_WORD = retail("tma.lode.word", "The word before the lodes is 1.") of ["lode_word"];
    LODE_KIND = retail(
        "tma.lode.kind",
        "A lode is of ore, 0x10001000, or unspecified, 0."
    ) of ["lodes[].kind"];
}
