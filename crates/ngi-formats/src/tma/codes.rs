//! Every rule of a mission, each with a stable code.

use crate::schema::rules;

rules! {
    TRUNCATED = error("tma.truncated", "Every field is there in full.");
    COUNT = error("tma.count", "No count asks for more than the bytes that are left can be.");
    CLAN_VERSION = error(
        "tma.clan-version",
        "The version of the clans is 1 to 6; the engine refuses others."
    ) of ["clan_version"];
    OBJECT_VERSION = error(
        "tma.object-version",
        "The version of the objects is 1 to 10."
    ) of ["object_version"];
    END = error("tma.end", "Nothing follows the last lode.") of ["tail"];
    NUMBER = error("tma.number", "Floats are numbers, neither infinite nor NaN.") of [
        "routes[].points", "clans[].base", "clans[].zones", "objects[].position",
        "objects[].turn", "objects[].scale", "objects[].properties[].float", "lodes"
    ];
    TEXT_NUL = warning(
        "tma.text.nul",
        "No text has a NUL in it: the engine would read it up to there."
    ) of [
        "clans[].name", "clans[].script", "clans[].tree", "clans[].relations[].name",
        "objects[].path", "objects[].name", "objects[].properties[].name", "land"
    ];
    ROUTE_ID = warning("tma.route.id", "Routes are numbered from 0 on, in order.") of ["routes[].id"] is derived;
    ROUTE_POINTS = warning(
        "tma.route.points",
        "A route has at least three corners: nothing is inside fewer."
    ) of ["routes[].points"];
    CLAN_NAME = warning(
        "tma.clan.name",
        "No two clans have one name: relations go by name."
    ) of ["clans[].name"];
    CLAN_KIND = warning("tma.clan.kind", "Who plays a clan is 0 to 3.") of ["clans[].kind"];
    CLAN_BASE = error(
        "tma.clan.base",
        "The base of a clan is at most at 10,000; the engine refuses more."
    ) of ["clans[].base"];
    CLAN_MINDS = warning(
        "tma.clan.minds",
        "A clan has no more units than minds: the engine does not create those that have none."
    ) of ["clans[].minds"]
        game "It does not create the units that have no mind left."
        mend "Give the clan more minds, `ngi set PATH clans[N].minds=COUNT`, or take units out.";
    ZONE_KIND = warning("tma.zone.kind", "The kind of a zone is 1.") of ["clans[].zones[].kind"];
    ZONE_RADII = warning(
        "tma.zone.radii",
        "The inner circle of a zone is no larger than the outer one."
    ) of ["clans[].zones[].inner"];
    RELATION_STANCE = warning(
        "tma.relation.stance",
        "A clan sees another as an enemy, 0, or as an ally, 1."
    ) of ["clans[].relations[].stance"];
    RELATION_NAMES = warning(
        "tma.relation.names",
        "Every clan lists every clan, and no other name."
    ) of ["clans[].relations"];
    RELATION_MUTUAL = warning(
        "tma.relation.mutual",
        "Two clans see each other alike."
    ) of ["clans[].relations[].stance"];
    RELATION_SELF = warning(
        "tma.relation.self",
        "A clan is its own ally."
    ) of ["clans[].relations[].stance"];
    OBJECT_KIND = warning(
        "tma.object.kind",
        "An object is a building, a unit, vegetation or a rock, 0 to 3."
    ) of ["objects[].kind"];
    OBJECT_OWNER = error(
        "tma.object.owner",
        "The owner of a building or unit is one of the clans."
    ) of ["objects[].owner"];
    OBJECT_CLAN_ID = warning(
        "tma.object.clan-id",
        "The property ClanID of a building or unit is its owner."
    ) of ["objects[].properties[].whole.value"] is derived;
    OBJECT_LOGICAL_ID = warning(
        "tma.object.logical-id",
        "The property LogicalID of a building or unit is its logical id."
    ) of ["objects[].properties[].whole.value"] is derived;
    OBJECT_ID_TWICE = error(
        "tma.object.id-twice",
        "No two buildings have one logical id, and no two units."
    ) of ["objects[].logical_id"];
    SCALE_IGNORED = warning(
        "tma.object.scale",
        "A building or unit has the scale 1: the engine does not look at others."
    ) of ["objects[].scale"];
    HOST_HALF = error(
        "tma.host.half",
        "A unit that starts in a building names both the building and a place in it."
    ) of ["objects[].host", "objects[].host_vertex"];
    HOST_GUEST = warning("tma.host.guest", "Only units start in a building.") of ["objects[].host"];
    HOST_MISSING = error(
        "tma.host.missing",
        "What a unit starts in is the logical id of a building of the mission."
    ) of ["objects[].host"];
    PROPERTY_KIND = warning(
        "tma.property.kind",
        "A property is of floats, 0, or of whole numbers, 1."
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
    ZONE_CLAN = retail("tma.zone.clan", "Only nature has zones.") of ["clans[].zones"];
    OBJECT_WORD_USUAL = retail(
        "tma.object.word",
        "The second word of an object is 0x80000002."
    ) of ["objects[].unk_0x04"];
    TURN_UPRIGHT = retail(
        "tma.object.turn",
        "Objects are turned about z only."
    ) of ["objects[].turn"];
    SCALE_UNIFORM = retail(
        "tma.object.scale.uniform",
        "The three factors of a scale are the same."
    ) of ["objects[].scale"];
    PROPERTY_WORD = retail(
        "tma.property.word",
        "The word in front of the properties is 1."
    ) of ["objects[].property_word"];
    LODE_WORD = retail("tma.lode.word", "The word in front of the lodes is 1.") of ["lode_word"];
    LODE_KIND = retail(
        "tma.lode.kind",
        "A lode is of ore, 0x10001000, or of nothing that is said, 0."
    ) of ["lodes[].kind"];
}
