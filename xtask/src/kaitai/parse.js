// Parses dumped files with the Kaitai descriptions and compares every number with what `ngi`
// says lies at its offset. Arguments: folder of the packages, folder of the descriptions, folder
// of the cases (N.bin beside N.json: format, params, fields).
"use strict";
const fs = require("fs");
const path = require("path");
const [, , packages, schemas, cases] = process.argv;
const load = (name) => require(path.join(packages, name));
const compiler = load("kaitai-struct-compiler");
const runtime = load("kaitai-struct");
const { KaitaiStream } = runtime;
const YAML = load("yaml");

// RsLi enciphers its table; the description names this process.
class NgiXor {
  constructor(key) {
    this.key = key & 0xffff;
  }
  decode(data) {
    let low = this.key & 0xff;
    let high = this.key >> 8;
    const out = new Uint8Array(data.length);
    deciphered.add(out.buffer);
    for (let at = 0; at < data.length; at += 1) {
      low = (high ^ (low << 1)) & 0xff;
      out[at] = data[at] ^ low;
      high = (low ^ (high >> 1)) & 0xff;
    }
    return out;
  }
}

async function compile(file) {
  const description = YAML.parse(fs.readFileSync(path.join(schemas, file), "utf8"));
  const compiled = await compiler.compile("javascript", description, null, true);
  const modules = {};
  const provide = (name) => {
    if (name === "kaitai-struct/KaitaiStream") return KaitaiStream;
    if (/ngi_?xor/i.test(name)) return { NgiXor };
    throw new Error(`no module ${name}`);
  };
  for (const source of Object.values(compiled)) {
    const module = { exports: {} };
    new Function("module", "exports", "require", "self", source)(
      module, module.exports, provide, modules);
    Object.assign(modules, module.exports);
  }
  const name = description.meta.id;
  const type = name.split("_").map((part) => part[0].toUpperCase() + part.slice(1)).join("");
  return modules[type] && modules[type].prototype ? modules[type] : modules[type][type] || modules[type];
}

// Whether an object was read out of bytes that the cipher gave.
const deciphered = new WeakSet();
function isDecoded(value) {
  const io = value._io;
  return Boolean(io) && deciphered.has(io.buffer) && value._parent._io !== io;
}

// Instances are read when somebody asks for them.
function ask(object) {
  for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(object))) {
    const described = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(object), name);
    if (described && described.get) void object[name];
  }
}

// Every plain value of a parsed object by its offset.
function leaves(object, base, found) {
  ask(object);
  const debug = object._debug || {};
  for (const [name, place] of Object.entries(debug)) {
    if (!place || place.start === undefined) continue;
    const value = object[name] !== undefined ? object[name] : object[`_m_${name}`];
    gather(value, place, base, found);
  }
}

function gather(value, place, base, found) {
  if (value === undefined || value === null) return;
  const own = base + (place.ioOffset || 0);
  if (value instanceof Uint8Array) {
    // Nothing may lie where something else begins.
    if (value.length > 0) found.set(own + place.start, { bytes: value });
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => gather(item, place.arr[index], base, found));
  } else if (typeof value === "object") {
    // What was deciphered lies in a buffer of its own, at the place of what it was.
    leaves(value, isDecoded(value) ? own + place.start : base, found);
  } else {
    found.set(own + place.start, { number: value });
  }
}

const WIDTH = { u8: 1, i8: 1, u16: 2, i16: 2, u32: 4, i32: 4, f32: 4 };
const decoder = new TextDecoder("windows-1251");

function sameNumber(kind, said, read) {
  if (typeof said === "boolean") return said === Boolean(read);
  if (kind === "f32") {
    if (typeof said === "string") {
      return said.startsWith("nan") ? Number.isNaN(read) : read === Number(said.replace("inf", "Infinity"));
    }
    return Object.is(Math.fround(said), read);
  }
  return said === read;
}

// Compares one field; gives what is wrong, or nothing.
function compare(row, found) {
  const list = row.kind.match(/^(\w+?)((?:\[\d+\])*)$/);
  const kind = list ? list[1] : row.kind;
  if (kind === "text" || kind === "bytes") {
    const at = found.get(row.offset);
    if (row.size === 0) return null;
    // A type is a number that people read as four letters.
    if (at && at.number !== undefined && kind === "text" && row.size === 4) {
      const letters = [0, 8, 16, 24].map((shift) => String.fromCharCode((at.number >>> shift) & 255));
      return [letters.join(""), String(at.number)].includes(row.value) ? null : at.number;
    }
    if (!at || !at.bytes) return "nothing is read there";
    if (kind === "bytes") {
      // Levels of a texture and the like: one behind the other.
      let hex = Buffer.from(at.bytes).toString("hex");
      let next = row.offset + at.bytes.length;
      while (hex.length < row.value.length && found.get(next) && found.get(next).bytes && found.get(next).bytes.length) {
        const more = found.get(next).bytes;
        hex += Buffer.from(more).toString("hex");
        next += more.length;
      }
      return hex === row.value ? null : "other bytes";
    }
    const end = at.bytes.indexOf(0);
    const text = decoder.decode(end < 0 ? at.bytes : at.bytes.subarray(0, end));
    return text === row.value ? null : `"${text}"`;
  }
  const values = [row.value].flat(Infinity);
  for (let index = 0; index < values.length; index += 1) {
    const place = row.order ? row.order[index] : index;
    const at = found.get(row.offset + place * WIDTH[kind]);
    if (!at || at.number === undefined) return `nothing is read at ${row.offset + index * WIDTH[kind]}`;
    let read = at.number;
    let said = values[index];
    if (row.bits) {
      const [low, width] = row.bits;
      const mask = width >= 32 ? 0xffffffff : 2 ** width - 1;
      const part = Math.floor(read / 2 ** low) % (mask + 1);
      if (typeof said === "string") continue; // told by its name
      read = row.in_place ? part * 2 ** low : part;
    }
    if (!sameNumber(kind, said, read)) return `${read} at ${row.offset + index * WIDTH[kind]}`;
  }
  return null;
}

// Holds every document against the JSON Schema of its format; gives how many are wrong.
function validate() {
  const Ajv = load("ajv/dist/2020");
  const ajv = new (Ajv.default || Ajv)({ strict: false, allErrors: false, unicodeRegExp: false });
  const schemas = {};
  let [documents, wrong] = [0, 0];
  for (const file of fs.readdirSync(cases).filter((name) => name.endsWith(".document"))) {
    const document = JSON.parse(fs.readFileSync(path.join(cases, file), "utf8"));
    const id = document.schema.replace(/^ngi\.|\/1$/g, "");
    if (!schemas[id]) {
      schemas[id] = ajv.compile(JSON.parse(fs.readFileSync(path.join(cases, `${id}.schema`), "utf8")));
    }
    documents += 1;
    if (!schemas[id](document)) {
      wrong += 1;
      const [first] = schemas[id].errors;
      if (wrong < 20) console.error(`${file}: ${id}: ${first.instancePath} ${first.message} ${JSON.stringify(first.params)}`);
    }
  }
  console.error(`schemas: ${documents} documents, ${wrong} wrong`);
  return documents < 50 ? 1 : wrong;
}

(async () => {
  const types = {};
  for (const file of fs.readdirSync(schemas).filter((name) => name.endsWith(".ksy"))) {
    types[file.replace(/^ngi_|\.ksy$/g, "")] = await compile(file);
  }
  let [files, numbers, wrong] = [0, 0, 0];
  const seen = new Set();
  for (const file of fs.readdirSync(cases).filter((name) => name.endsWith(".json"))) {
    const told = JSON.parse(fs.readFileSync(path.join(cases, file), "utf8"));
    const Type = types[told.format];
    if (!Type) continue;
    const bytes = fs.readFileSync(path.join(cases, file.replace(/json$/, "bin")));
    const found = new Map();
    try {
      const stream = new KaitaiStream(new Uint8Array(bytes).buffer);
      const parsed = new Type(stream, null, null, ...told.params);
      parsed._read();
      for (const name of told.instances || []) void parsed[name];
      leaves(parsed, 0, found);
    } catch (error) {
      wrong += 1;
      console.error(`${told.path}: ${error.stack.split("\n").slice(0, 3).join(" | ")}`);
      continue;
    }
    files += 1;
    seen.add(told.format);
    for (const row of told.fields) {
      if (row.offset === null || row.size === 0) continue;
      const why = compare(row, found);
      numbers += 1;
      if (why) {
        wrong += 1;
        if (wrong < 40) console.error(`${told.path}: ${row.path} (${row.kind} at ${row.offset}) is ${JSON.stringify(row.value)}, but ${why}`);
      }
    }
  }
  const unseen = Object.keys(types).filter((type) => !seen.has(type));
  console.error(`kaitai: ${files} files, ${numbers} fields, ${wrong} wrong`);
  if (unseen.length) console.error(`kaitai: no file of ${unseen.join(", ")}`);
  process.exit(wrong || unseen.length || files < 50 || validate() ? 1 : 0);
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
