// Uses the page as a person would, in Chromium and in Firefox, without a screen.
// node browser.mjs ADDRESS FOLDER NGI [STEP]; the folder has demo/, broken/ and real/. With STEP only
// the first step and those whose names contain it. Times are told, and nothing fails for them: a busy
// machine says nothing about a page.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import puppeteer from 'puppeteer-core';

const [address, folder, ngi, only] = process.argv.slice(2);
const pictures = path.join(folder, 'pictures');
const downloads = path.join(folder, 'downloads');
for (const made of [pictures, downloads]) mkdirSync(made, { recursive: true });

const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time));

async function until(what, ready, limit = 120_000) {
  const end = Date.now() + limit;
  for (;;) {
    const value = await ready();
    if (value) return value;
    if (Date.now() > end) throw new Error(`waited too long: ${what}`);
    await sleep(30);
  }
}

async function launch(browser, language = 'en-US') {
  const chromium = browser === 'chrome';
  return puppeteer.launch({
    browser,
    executablePath: chromium ? '/usr/bin/chromium' : '/usr/bin/firefox-esr',
    // Without a screen Firefox has no WebGL 2: whoever starts this brings a pretended one.
    headless: chromium,
    protocolTimeout: 900_000,
    defaultViewport: { width: 1100, height: 700 },
    env: { ...process.env, LANGUAGE: language.replace('-', '_'), LANG: `${language.replace('-', '_')}.UTF-8` },
    args: chromium ? ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist',
      '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run', `--lang=${language}`, `--accept-lang=${language}`] : [],
    extraPrefsFirefox: { 'webgl.force-enabled': true, 'webgl.disable-fail-if-major-performance-caveat': true, 'intl.accept_languages': language },
  });
}

// The page, with everything it asks of the network noted.
async function open(browser, hash = '', before = undefined) {
  const page = await browser.newPage();
  if (before) await page.evaluateOnNewDocument(before);
  const state = { page, asked: [], errors: [] };
  page.on('request', (request) => state.asked.push(request.url()));
  page.on('pageerror', (error) => state.errors.push(String(error)));
  page.on('console', (message) => { if (message.type() === 'error') state.errors.push(message.text()); });
  await page.goto(`${address}${hash}`);
  state.look = async () => JSON.parse(await page.evaluate(() => window.ngi?.look() || '{}'));
  state.call = (name, ...given) => page.evaluate((name, given) => window.ngi[name](...given), name, given);
  state.idle = (what, ready = () => true, limit = undefined) => until(what, async () => {
    const seen = await state.look();
    return seen.busy === false && ready(seen) ? seen : null;
  }, limit);
  state.picture = (name) => page.screenshot({ path: path.join(pictures, `${name}.png`) });
  await until('the page begins', () => page.evaluate(() => document.documentElement.dataset.ready === 'yes'));
  return state;
}

// The bytes of a file that the page hands out. An export may be several.
async function download(state, name, act) {
  await act();
  const file = path.join(downloads, name);
  await until(`${name}, of ${readdirSync(downloads)}`, () => existsSync(file) && statSync(file).size > 0);
  const bytes = readFileSync(file);
  for (const other of readdirSync(downloads)) rmSync(path.join(downloads, other));
  return bytes;
}

// Files through the page's own input, as somebody chooses them.
async function bring(state, files, input = '#choose-file') {
  const chosen = await state.page.$(input);
  await chosen.uploadFile(...files);
}

// Files let go over the page.
async function drop(state, files) {
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop']) {
    await state.session.send('Input.dispatchDragEvent', { type, x: 500, y: 300, data });
  }
}

// The milliseconds of the processor that some frames took.
async function frameTimes(state, frames = 30) {
  await state.call('frame_times');
  for (let frame = 0; frame < frames; frame += 1) {
    await state.call('redraw');
    await sleep(50);
  }
  return taken(state);
}

// As a plain list: an array of numbers does not come through from Firefox.
const taken = (state) => state.page.evaluate(() => [...window.ngi.frame_times()]);
const slowest = (times) => Math.max(0, ...times);
const median = (times) => [...times].sort((a, b) => a - b)[times.length >> 1];
const told = (time, other, asked) => `${(time / other).toFixed(1)} times as long (${asked} asked)`;

const seconds = (time) => `${(time / 1000).toFixed(1)} s`;

// What is compared with the window, in milliseconds.
const measured = {};

// The window of ngi, drawn by the software that Firefox draws with: when its first picture is there,
// counted from the start of the program, and how long its frames take.
async function desktop(frames, ...words) {
  const home = path.join(folder, 'home');
  const begun = performance.now();
  const env = { ...process.env, NGI_FRAMES: frames, WGPU_BACKEND: 'gl', HOME: home, XDG_DATA_HOME: home };
  delete env.WAYLAND_DISPLAY;
  const window = spawn(ngi, ['view', ...words], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const seen = { others: [] };
  for await (const line of createInterface({ input: window.stderr })) {
    if (line === 'view: the first picture is drawn') seen.first = performance.now() - begun;
    else if (line.startsWith('view: frames in ms: ')) seen.frames = line.split(' ').slice(4).map(Number);
    else seen.others.push(line);
  }
  assert.ok(seen.first && seen.frames?.length, `the window drew nothing: ${seen.others.join('\n')}`);
  return seen;
}

// Tells the page's times beside those of the window, now that no browser is at work.
async function compare() {
  const { first } = await desktop('5 static.rlb/s_tree_0_01.msh');
  console.error(`web:   the first picture of the demo: ${seconds(first)} in the window, ${seconds(measured.first)} in Firefox with the same driver, ${told(measured.first, first, 3)}`);
  const level = median((await desktop('30', path.join(folder, 'demo', LEVEL))).frames);
  for (const [browser, time] of [['Chromium', measured.level], ['Firefox', measured.firefoxLevel]]) {
    console.error(`web:   a frame of the level: ${level.toFixed(2)} ms in the window, ${time.toFixed(2)} ms in ${browser}, ${told(time, level, 4)}`);
  }
}

// Types into the search and takes it back.
async function typed(state, text, picture) {
  // The bar of a picture is above both sides.
  await state.page.mouse.click(150, (await state.look()).drawn ? 73 : 46);
  await sleep(500);
  await state.call('frame_times');
  for (const letter of text) {
    await state.page.keyboard.type(letter);
    await sleep(150);
  }
  await until('typed', async () => (await state.look()).search === text);
  const times = await taken(state);
  console.error(`web:   while typing, the slowest of ${times.length} frames took ${slowest(times).toFixed(1)} ms, the median ${median(times).toFixed(1)} ms (50 asked)`);
  if (picture) await state.picture(picture);
  for (const _ of text) await state.page.keyboard.press('Backspace');
  await until('no search', async () => (await state.look()).search === '');
}

// A folder as a zip.
const ZIP = `
import sys, zipfile, pathlib
root = pathlib.Path(sys.argv[1])
with zipfile.ZipFile(sys.argv[2], 'w', zipfile.ZIP_DEFLATED, compresslevel=1) as out:
    for file in sorted(root.rglob('*')):
        if file.is_file(): out.write(file, file.relative_to(root.parent))
`;

const LEVEL = 'DATA/MAPS/VALLEY/Land.msh';

const native = (...words) => execFileSync(ngi, words, { stdio: ['ignore', 'pipe', 'inherit'] });

const steps = {
  async 'the demo opens from the address, and nothing but the page is fetched'(state) {
    const seen = await state.idle('the demo', (seen) => seen.items > 100 && seen.drawn);
    const since = await state.page.evaluate(() => performance.now());
    console.error(`web:   the demo is made and drawn ${seconds(since)} after the address was opened`);
    assert.equal(seen.open, 'static.rlb/s_tree_0_01.msh');
    for (const url of state.asked) assert.ok(url.startsWith(address) || url.startsWith('blob:') || url.startsWith('data:'), url);
    assert.match(await state.page.evaluate(() => location.hash), /^#demo\/static\.rlb/);
    await sleep(1500);
    await state.picture('demo-tree');
  },

  async 'a click on the model picks a part of it'(state) {
    assert.equal((await state.look()).picked, false);
    await state.page.mouse.click(516, 400);
    await until('picked', async () => (await state.look()).picked);
  },

  async 'another address selects something else'(state) {
    await state.page.evaluate(() => { location.hash = '#demo/Textures.lib/GRASS.0'; });
    await state.idle('the texture', (seen) => seen.open === 'Textures.lib/GRASS.0' && seen.drawn);
    await sleep(500);
    await state.picture('texture');
    const bytes = await download(state, 'GRASS.png', () => state.call('export_as', 'png'));
    const out = path.join(folder, 'texture.png');
    native('export', path.join(folder, 'demo', 'Textures.lib', 'GRASS.0'), '-o', out);
    assert.ok(bytes.equals(readFileSync(out)), 'png: the page and ngi export disagree');
  },

  async 'searching as one types'(state) {
    await typed(state, 'tree', 'search');
  },

  async 'work can be cancelled'(state) {
    const before = await state.look();
    await state.page.evaluate(() => { location.hash = '#demo'; });
    await until('work', async () => (await state.look()).busy);
    await state.call('cancel');
    const after = await state.idle('cancelled');
    assert.deepEqual([after.place, after.items], [before.place, before.items]);
    await state.page.evaluate(() => { location.hash = '#demo/static.rlb/s_tree_0_01.msh'; });
  },

  async 'small pictures are drawn'(state) {
    await until('thumbnails', async () => (await state.look()).thumbnails > 3);
  },

  async 'a click in the tree selects'(state) {
    const before = (await state.look()).selected;
    for (let y = 140; y < 500 && (await state.look()).selected === before; y += 24) {
      await state.page.mouse.click(90, y);
      await sleep(150);
    }
    assert.notEqual((await state.look()).selected, before);
  },

  async 'everything that can be drawn is drawn'(state) {
    for (const [name, kind] of [[LEVEL, 'level'], ['bases.rlb/r_scout_0_01.msh', 'model'],
      ['Material.lib/WATER', 'material']]) {
      await state.call('select', name);
      await state.idle(name, (seen) => seen.open === name && seen.drawn);
      await sleep(1500);
      await state.picture(kind);
      const times = await frameTimes(state);
      measured[kind] = median(times);
      console.error(`web:   ${kind}: frames of ${median(times).toFixed(1)} ms, the slowest ${slowest(times).toFixed(1)} ms`);
    }
  },

  async 'a field is edited, undone, edited and saved: the download is what ngi set makes'(state) {
    await state.call('select', 'Material.lib/WATER');
    await state.idle('the material', (seen) => seen.open === 'Material.lib/WATER');
    await state.call('edit', 'phases[0].opacity', '12');
    await state.idle('the change', (seen) => seen.changed);
    await state.call('undo');
    await state.idle('undone', (seen) => !seen.changed);
    await state.call('edit', 'phases[0].opacity', '50');
    await state.idle('the change', (seen) => seen.changed && seen.kept === 1);
    const bytes = await download(state, 'Material.lib', () => state.call('save'));
    const copy = path.join(folder, 'Material.lib');
    copyFileSync(path.join(folder, 'demo', 'Material.lib'), copy);
    native('set', `${copy}/WATER`, 'phases[0].opacity=50');
    assert.ok(bytes.equals(readFileSync(copy)), 'the page and ngi set disagree');
    await state.idle('saved', (seen) => !seen.changed && seen.kept === 0);
  },

  async 'exports are those of ngi export'(state) {
    await state.call('select', 'static.rlb/s_tree_0_01.msh');
    await state.idle('the tree', (seen) => seen.open === 'static.rlb/s_tree_0_01.msh');
    for (const suffix of ['glb', 'json']) {
      const name = `s_tree_0_01.${suffix}`;
      const bytes = await download(state, name, () => state.call('export_as', suffix));
      const out = path.join(folder, name);
      native('export', path.join(folder, 'demo', 'static.rlb', 's_tree_0_01.msh'), '-o', out);
      assert.ok(bytes.equals(readFileSync(out)), `${suffix}: the page and ngi export disagree`);
    }
    const png = await download(state, 's_tree_0_01.msh.png', () => state.call('take_picture'));
    assert.equal(png.subarray(1, 4).toString(), 'PNG');
    writeFileSync(path.join(pictures, 'taken.png'), png);
  },

  async 'a crash keeps what was not saved'(state) {
    await state.call('select', 'Material.lib/L_SAND');
    await state.idle('the material', (seen) => seen.open === 'Material.lib/L_SAND');
    await state.call('edit', 'phases[0].opacity', '33');
    await state.idle('the change', (seen) => seen.kept === 1);
    await state.call('crash').catch(() => {});
    await until('the curtain', () => state.page.evaluate(() => !document.getElementById('curtain').hidden));
    await state.picture('crashed');
    state.page.on('dialog', (dialog) => dialog.accept());
    await state.page.goto('about:blank');
    await state.page.goto(`${address}#demo/Material.lib/L_SAND`);
    await until('again', () => state.page.evaluate(() => document.documentElement.dataset.ready === 'yes'));
    await until('the offer', async () => (await state.look()).offered === 1);
    await state.picture('offered');
    await state.call('bring_back');
    await state.idle('brought back', (seen) => seen.changed && seen.open === 'Material.lib/L_SAND');
    const bytes = await download(state, 'Material.lib', () => state.call('save'));
    const copy = path.join(folder, 'Material.lib');
    copyFileSync(path.join(folder, 'demo', 'Material.lib'), copy);
    native('set', `${copy}/L_SAND`, 'phases[0].opacity=33');
    assert.ok(bytes.equals(readFileSync(copy)), 'what was brought back is not what was typed');
  },

  async 'an archive of sixty megabytes is dropped'(state) {
    const [large, filler] = [path.join(folder, 'large.lib'), path.join(folder, 'filler.bin')];
    copyFileSync(path.join(folder, 'demo', 'sounds.lib'), large);
    writeFileSync(filler, Buffer.alloc(60 << 20, 7));
    native('edit', large, 'put', 'filler.bin@DATA', filler, '--no-backup');
    await drop(state, [large]);
    const seen = await state.idle('the large archive', (seen) => seen.place === 'large.lib' && seen.selected === 'large.lib');
    assert.ok(seen.items > 2, `${seen.items} items`);
    assert.deepEqual(seen.messages, []);
  },

  async 'a folder is chosen'(state) {
    await bring(state, [path.join(folder, 'demo')], '#choose-folder');
    const seen = await state.idle('the folder', (seen) => seen.place === 'demo' && seen.items > 100);
    assert.deepEqual(seen.messages, []);
  },

  async 'two gigabytes are refused'(state) {
    const huge = path.join(folder, 'huge.bin');
    writeFileSync(huge, '');
    truncateSync(huge, 2 ** 31);
    const before = (await state.look()).place;
    await bring(state, [huge]);
    const seen = await state.idle('the huge file', (seen) => seen.messages.some((text) => text.includes('huge.bin')));
    assert.ok(seen.messages.join().includes('larger than 1 GB'), seen.messages.join());
    assert.equal(seen.place, before);
    rmSync(huge);
  },

  async 'a zip is unpacked; a bomb and names that lead elsewhere are refused'(state) {
    const zip = path.join(folder, 'demo.zip');
    execFileSync('python3', ['-c', `${ZIP}
with zipfile.ZipFile(sys.argv[3], 'w', zipfile.ZIP_DEFLATED) as out:
    out.writestr('../outside.txt', 'x')
    out.writestr('One.txt', '1')
    out.writestr('ONE.TXT', '2')
    with out.open('bomb.bin', 'w', force_zip64=True) as bomb:
        for _ in range(2100): bomb.write(bytes(1 << 20))
`, path.join(folder, 'demo'), zip, path.join(folder, 'bad.zip')]);
    await bring(state, [zip]);
    await state.idle('the zip', (seen) => seen.items > 100 && seen.place === 'demo.zip');
    await state.call('select', 'sounds.lib');
    await state.idle('an archive of it', (seen) => seen.open === 'sounds.lib');
    await bring(state, [path.join(folder, 'bad.zip')]);
    const seen = await state.idle('the bad zip', (seen) => seen.place === 'bad.zip');
    const told = seen.messages.join('\n');
    for (const what of ['outside.txt', 'bomb.bin', 'in other letter case']) assert.ok(told.includes(what), told);
  },

  async 'a game of real size, in a zip'(state) {
    const zip = path.join(folder, 'real.zip');
    execFileSync('python3', ['-c', ZIP, path.join(folder, 'real'), zip]);
    const watched = state.page.evaluate(async () => {
      const times = {};
      const begun = performance.now();
      for (;;) {
        const seen = JSON.parse(window.ngi.look());
        const now = performance.now() - begun;
        if (seen.place === 'real.zip') {
          times.read ??= now;
          if (seen.items > 0) times.first ??= now;
          if (seen.items > 5000 && !seen.busy) return { ...times, all: now, items: seen.items };
        }
        if (now > 240_000) return { ...times, seen };
        await new Promise((resolve) => { setTimeout(resolve, 10); });
      }
    });
    await bring(state, [zip]);
    const { read, first, all: whole, items } = await watched;
    assert.ok(items, 'the tree was never whole');
    const after = (time) => `${((time - read) / 1000).toFixed(2)} s`;
    console.error(`web:   real size: unpacked in ${(read / 1000).toFixed(1)} s; then the tree after ${after(first)}, all ${items} items after ${after(whole)}`);
    await typed(state, 'robot');
    await state.picture('real-size');
  },

  async 'every broken file is opened, and the page stays'(state) {
    const broken = path.join(folder, 'broken');
    const files = readdirSync(broken, { recursive: true })
      .filter((name) => statSync(path.join(broken, name)).isFile() && path.basename(name) !== 'expected.txt');
    assert.ok(files.length > 300, `${files.length} broken files`);
    await bring(state, [broken], '#choose-folder');
    await state.idle('broken files', (seen) => seen.place === 'broken' && seen.items > files.length);
    // Each file is opened and looked at before the next: a frame is drawn of it. A small one: software
    // draws.
    const usual = state.page.viewport();
    await state.page.setViewport({ width: 720, height: 480 });
    const took = [];
    const log = path.join(folder, 'broken.txt');
    for (const name of files) {
      const begun = Date.now();
      await state.call('select', name);
      // A map of 65,537 areals has held the software that draws for Chromium up for two minutes.
      await state.idle(name, (seen) => seen.open === name, 600_000);
      took.push([Date.now() - begun, name]);
      appendFileSync(log, `${took.at(-1).join(' ')}\n`);
    }
    await state.page.setViewport(usual);
    for (const [time, name] of took.sort((a, b) => b[0] - a[0]).slice(0, 3)) console.error(`web:   ${name}: ${time} ms`);
    assert.ok(await state.page.evaluate(() => document.getElementById('curtain').hidden), 'the page has crashed');
    await state.picture('broken');
    console.error(`web:   ${files.length} broken files`);
  },

  async 'a lost WebGL context is told'(state) {
    await state.page.evaluate(() => {
      const gl = document.getElementById('canvas').getContext('webgl2');
      gl.getExtension('WEBGL_lose_context').loseContext();
    });
    await until('the curtain', () => state.page.evaluate(() => !document.getElementById('curtain').hidden));
    await state.picture('lost');
  },
};

async function all(browser) {
  const state = await open(browser, '#demo/static.rlb/s_tree_0_01.msh');
  state.session = await state.page.createCDPSession();
  await state.session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: downloads });
  const wanted = Object.entries(steps).filter(([name], at) => at === 0 || !only || name.includes(only));
  for (const [name, step] of wanted) {
    const begun = Date.now();
    try {
      await step(state);
    } catch (error) {
      await state.picture('failed').catch(() => {});
      console.error(JSON.stringify(await state.look().catch(() => null)));
      console.error(state.errors.slice(-5).join('\n'));
      throw new Error(`${name}: ${error.message}`, { cause: error });
    }
    console.error(`web: ${name} (${Date.now() - begun} ms)`);
  }
}

async function inOther(name, browser, hash, { check, before, size, after } = {}) {
  try {
    const state = await open(browser, hash, before);
    if (size) await state.page.setViewport(size);
    const seen = await state.idle('the demo', (seen) => seen.items > 100 && seen.drawn);
    measured.first = await state.page.evaluate(() => performance.now());
    check?.(seen);
    await sleep(1500);
    await state.picture(name);
    await after?.(state);
    console.error(`web: ${name}: the demo is drawn`);
  } finally {
    await browser.close();
  }
}

const chromium = await launch('chrome');
try {
  await all(chromium);
} finally {
  await chromium.close();
}
if (only) process.exit(0);
await inOther('russian', await launch('chrome', 'ru-RU'), '#demo/bases.rlb/r_scout_0_01.msh',
  { check: (seen) => assert.equal(seen.language, 'Russian') });
await inOther('no-storage', await launch('chrome'), '#demo/static.rlb/s_tree_0_01.msh', {
  check: (seen) => assert.ok(seen.messages.some((text) => text.includes('does not let the page store data')), seen.messages.join()),
  before: () => Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } }),
});
await inOther('small', await launch('chrome'), '#demo/static.rlb/s_tree_0_01.msh', {
  check: (seen) => assert.ok(seen.picture[0] > 300, `the picture is ${seen.picture} points`),
  size: { width: 480, height: 800, hasTouch: true },
});
await inOther('firefox', await launch('firefox'), '#demo/static.rlb/s_tree_0_01.msh', {
  after: async (state) => {
    await state.call('select', LEVEL);
    await state.idle(LEVEL, (seen) => seen.open === LEVEL && seen.drawn);
    await sleep(1500);
    measured.firefoxLevel = median(await frameTimes(state));
    await state.picture('firefox-level');
  },
});
await compare();
console.error(`web: everything as it should be; pictures in ${pictures}`);
