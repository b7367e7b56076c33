// Uses the page as a person would, in Chromium and in Firefox, without a screen.
// node browser.mjs ADDRESS FOLDER NGI; the folder has demo/ and broken/.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import puppeteer from 'puppeteer-core';

const [address, folder, ngi] = process.argv.slice(2);
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
    await sleep(100);
  }
}

async function launch(browser, language = 'en-US') {
  const chromium = browser === 'chrome';
  return puppeteer.launch({
    browser,
    executablePath: chromium ? '/usr/bin/chromium' : '/usr/bin/firefox-esr',
    headless: true,
    protocolTimeout: 300_000,
    defaultViewport: { width: 1100, height: 700 },
    env: { ...process.env, LANGUAGE: language.replace('-', '_'), LANG: `${language.replace('-', '_')}.UTF-8` },
    args: chromium ? ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist',
      '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run', `--lang=${language}`] : [],
    extraPrefsFirefox: { 'webgl.force-enabled': true, 'intl.accept_languages': language },
  });
}

// The page, with everything it asks of the network noted.
async function open(browser, hash = '', context = browser) {
  const page = await context.newPage();
  const state = { page, asked: [], errors: [] };
  page.on('request', (request) => state.asked.push(request.url()));
  page.on('pageerror', (error) => state.errors.push(String(error)));
  page.on('console', (message) => { if (message.type() === 'error') state.errors.push(message.text()); });
  await page.goto(`${address}${hash}`);
  state.look = async () => JSON.parse(await page.evaluate(() => window.ngi?.look() || '{}'));
  state.call = (name, ...given) => page.evaluate((name, given) => window.ngi[name](...given), name, given);
  state.idle = (what, ready = () => true) => until(what, async () => {
    const seen = await state.look();
    return seen.busy === false && ready(seen) ? seen : null;
  });
  state.picture = (name) => page.screenshot({ path: path.join(pictures, `${name}.png`) });
  await until('the page begins', () => page.evaluate(() => document.documentElement.dataset.ready === 'yes'));
  return state;
}

async function download(state, what, act) {
  const before = new Set(readdirSync(downloads));
  await act();
  const name = await until(what, () => readdirSync(downloads).find((file) => !before.has(file) && !file.endsWith('.crdownload')));
  const file = path.join(downloads, name);
  await until(`${what} is whole`, () => statSync(file).size > 0);
  const bytes = readFileSync(file);
  rmSync(file);
  return { name, bytes };
}

// Files through the page's own input, as somebody chooses them.
async function bring(state, files) {
  const input = await state.page.$('#choose-file');
  await input.uploadFile(...files);
}

const native = (...words) => execFileSync(ngi, words, { stdio: ['ignore', 'pipe', 'inherit'] });

const steps = {
  async 'the demo opens from the address, and nothing but the page is fetched'(state) {
    const seen = await state.idle('the demo', (seen) => seen.items > 100 && seen.drawn);
    assert.equal(seen.open, 'static.rlb/s_tree_0_01.msh');
    for (const url of state.asked) assert.ok(url.startsWith(address) || url.startsWith('blob:') || url.startsWith('data:'), url);
    assert.match(await state.page.evaluate(() => location.hash), /^#demo\/static\.rlb/);
    await sleep(1500);
    await state.picture('demo-tree');
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
    for (const [name, kind] of [['DATA/MAPS/VALLEY/Land.msh', 'level'], ['bases.rlb/r_scout_0_01.msh', 'model'],
      ['Material.lib/WATER', 'material']]) {
      await state.call('select', name);
      await state.idle(name, (seen) => seen.open === name && seen.drawn);
      await sleep(1500);
      await state.picture(kind);
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
    const { name, bytes } = await download(state, 'the saved archive', () => state.call('save'));
    assert.equal(name, 'Material.lib');
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
      const { name, bytes } = await download(state, suffix, () => state.call('export', suffix));
      const out = path.join(folder, `s_tree_0_01.${suffix}`);
      native('export', path.join(folder, 'demo', 'static.rlb', 's_tree_0_01.msh'), '-o', out);
      assert.equal(name, path.basename(out));
      assert.ok(bytes.equals(readFileSync(out)), `${suffix}: the page and ngi export disagree`);
    }
    const png = await download(state, 'a picture', () => state.call('take_picture'));
    assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
    writeFileSync(path.join(pictures, 'taken.png'), png.bytes);
  },

  async 'a crash keeps what was not saved'(state) {
    await state.call('select', 'Material.lib/WATER');
    await state.idle('the material', (seen) => seen.open === 'Material.lib/WATER');
    await state.call('edit', 'phases[0].opacity', '33');
    await state.idle('the change', (seen) => seen.kept === 1);
    await state.call('crash').catch(() => {});
    await until('the curtain', () => state.page.evaluate(() => !document.getElementById('curtain').hidden));
    await state.picture('crashed');
    state.page.on('dialog', (dialog) => dialog.accept());
    await state.page.goto('about:blank');
    await state.page.goto(`${address}#demo/Material.lib/WATER`);
    await until('again', () => state.page.evaluate(() => document.documentElement.dataset.ready === 'yes'));
    await until('the offer', async () => (await state.look()).offered === 1);
    await state.picture('offered');
    await state.call('bring_back');
    await state.idle('brought back', (seen) => seen.changed && seen.open === 'Material.lib/WATER');
    const { bytes } = await download(state, 'the saved archive', () => state.call('save'));
    const copy = path.join(folder, 'Material.lib');
    copyFileSync(path.join(folder, 'demo', 'Material.lib'), copy);
    native('set', `${copy}/WATER`, 'phases[0].opacity=33');
    assert.ok(bytes.equals(readFileSync(copy)), 'what was brought back is not what was typed');
  },

  async 'sixty megabytes are taken'(state) {
    const large = path.join(folder, 'large.bin');
    writeFileSync(large, Buffer.alloc(60 << 20, 7));
    await bring(state, [large]);
    await state.idle('the large file', (seen) => seen.selected === 'large.bin');
  },

  async 'a zip is unpacked; a bomb and names that lead elsewhere are refused'(state) {
    const zip = path.join(folder, 'demo.zip');
    execFileSync('python3', ['-c', `
import sys, zipfile, pathlib
root = pathlib.Path(sys.argv[1])
with zipfile.ZipFile(sys.argv[2], 'w', zipfile.ZIP_DEFLATED) as out:
    for file in sorted(root.rglob('*')):
        if file.is_file(): out.write(file, file.relative_to(root.parent))
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
    for (const what of ['outside.txt', 'bomb.bin', 'in case only']) assert.ok(told.includes(what), told);
  },

  async 'every broken file is opened, and the page stays'(state) {
    const broken = path.join(folder, 'broken');
    const files = readdirSync(broken, { recursive: true }).map((name) => path.join(broken, name)).filter((file) => statSync(file).isFile());
    for (let at = 0; at < files.length; at += 200) {
      await bring(state, files.slice(at, at + 200));
      const count = Math.min(200, files.length - at);
      const seen = await state.idle('broken files', (seen) => seen.items >= count / 2 && !seen.place?.includes('zip'));
      assert.ok(seen.items > 0);
      for (const file of files.slice(at, at + 200).filter((_, index) => index % 5 === 0)) {
        const name = path.basename(file);
        await state.call('select', name);
        await state.idle(name, () => true);
      }
    }
    assert.ok(await state.page.evaluate(() => document.getElementById('curtain').hidden), 'the page has crashed');
    await state.picture('broken');
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
  const session = await state.page.createCDPSession();
  await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: downloads });
  for (const [name, step] of Object.entries(steps)) {
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

async function inOther(name, browser, hash, check) {
  try {
    const state = await open(browser, hash);
    const seen = await state.idle('the demo', (seen) => seen.items > 100 && seen.drawn);
    check?.(seen);
    await sleep(1500);
    await state.picture(name);
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
await inOther('russian', await launch('chrome', 'ru-RU'), '#demo/bases.rlb/r_scout_0_01.msh',
  (seen) => assert.equal(seen.language, 'Russian'));
await inOther('firefox', await launch('firefox'), '#demo/static.rlb/s_tree_0_01.msh');
console.error(`web: everything as it should be; pictures in ${pictures}`);
assert.ok(existsSync(path.join(pictures, 'firefox.png')));
