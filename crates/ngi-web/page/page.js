// The page around the viewer: brings files in, hands files out, shows what cannot be drawn.

import init, * as viewer from './ngi_web.js';
import { answer } from './host.js';

const RUSSIAN = (navigator.language ?? '').toLowerCase().startsWith('ru');
const TEXTS = RUSSIAN ? {
  loading: 'Загрузка…',
  noGraphics: 'Браузер не поддерживает WebGL 2, который нужен для рисования. Включите аппаратное ускорение или откройте страницу в другом браузере.',
  crashed: 'Программа аварийно завершилась. Несохранённые изменения остались в браузере: перезагрузите страницу и откройте те же файлы, чтобы восстановить их.',
  lost: 'Браузер закрыл доступ к графике. Несохранённые изменения остались в браузере: перезагрузите страницу и откройте те же файлы, чтобы восстановить их.',
  reload: 'Перезагрузить',
  tooLarge: 'файл больше 1 ГБ, а больше страница открыть не может; возьмите программу ngi',
  unreadable: 'браузер не смог прочитать файл; проверьте, что он на месте и доступен',
  noStorage: 'Браузер не разрешает странице хранить данные: после перезагрузки несохранённые изменения пропадут',
  reading: 'Загрузка файлов…', demo: 'Создание демо-игры…', unpacking: 'Распаковка…',
} : {
  loading: 'Loading…',
  noGraphics: 'This browser does not support WebGL 2, which is needed for drawing. Turn on hardware acceleration or use another browser.',
  crashed: 'The program has crashed. Unsaved changes are kept in the browser: reload the page and open the same files to restore them.',
  lost: 'The browser has closed the graphics device. Unsaved changes are kept in the browser: reload the page and open the same files to restore them.',
  reload: 'Reload',
  tooLarge: 'larger than 1 GB, which is the most that this page can open; use the program ngi',
  unreadable: 'the browser cannot read this file; check that it still exists and can be opened',
  noStorage: 'This browser does not let the page store data: unsaved changes are lost when the page is reloaded',
  reading: 'Loading files…', demo: 'Creating the demo game…', unpacking: 'Unpacking…',
};

const LARGEST = 2 ** 30;
const DEMO = 'demo';
const byId = (id) => document.getElementById(id);
const state = { worker: null, isDemo: false, work: 0, told: 0 };

function curtain(text, detail = '', reload = false) {
  byId('curtain').hidden = !text;
  byId('curtain-text').textContent = text ?? '';
  byId('curtain-detail').textContent = detail;
  byId('reload').textContent = TEXTS.reload;
  byId('reload').hidden = !reload;
}

// What the address asks for: "#demo/static.rlb/tree.msh" or "#static.rlb/tree.msh".
function asked() {
  const path = decodeURIComponent(location.hash.slice(1));
  const inDemo = path === DEMO || path.startsWith(`${DEMO}/`);
  return { inDemo, path: (inDemo ? path.slice(DEMO.length + 1) : path) || undefined };
}

// ---- bringing files in

// How many files, and how many bytes of them, are read at once.
const TOGETHER = 32;
const TOGETHER_BYTES = 2 ** 26;

// Every time progress is told a frame is drawn, which takes longer than a small file.
function progress(what, share) {
  if (performance.now() - state.told < 100) return;
  state.told = performance.now();
  viewer.working(what, share);
}

function begin(isDemo) {
  cancelWork();
  viewer.forget_brought();
  state.isDemo = isDemo;
  state.work += 1;
  return state.work;
}

function finish(label) {
  viewer.working(undefined, 0);
  const { inDemo, path } = asked();
  viewer.open_brought(label, inDemo === state.isDemo ? path : undefined);
  tellOfStorage();
}

// Runs the second thread on something; its files come one by one.
function inWorker(request, what) {
  return new Promise((resolve, reject) => {
    const worker = new Worker('./worker.js', { type: 'module' });
    state.worker = worker;
    const end = (settle, value) => {
      worker.terminate();
      if (state.worker === worker) state.worker = null;
      settle(value);
    };
    worker.onerror = (event) => end(reject, new Error(event.message || 'the worker has crashed'));
    worker.onmessage = ({ data }) => {
      if (data.end) return end(resolve);
      if (data.failed) return end(reject, new Error(data.failed));
      if (data.bytes) viewer.bring(data.name, data.bytes);
      else viewer.refuse(data.name, data.why);
      progress(what, data.done / data.total);
    };
    worker.postMessage(request);
  });
}

function cancelWork() {
  state.work += 1;
  state.worker?.terminate();
  state.worker = null;
  viewer.forget_brought();
  viewer.working(undefined, 0);
}

async function makeDemo() {
  begin(true);
  viewer.working(TEXTS.demo, 0);
  try {
    await inWorker({ demo: true }, TEXTS.demo);
    finish('demo');
  } catch (error) {
    viewer.working(undefined, 0);
    viewer.complain(String(error.message ?? error));
  }
}

const isZip = ({ path }) => /\.zip$/i.test(path);

// As many of the files that are left as may be read at once; at least one, and a zip alone.
function nextFew(files) {
  let bytes = files[0].file.size;
  const more = files.slice(1, TOGETHER).findIndex((one) => {
    bytes += one.file.size;
    return bytes > TOGETHER_BYTES || isZip(one) || isZip(files[0]);
  });
  return files.slice(0, more < 0 ? TOGETHER : more + 1);
}

async function bringFile({ path, file }) {
  if (file.size > LARGEST) {
    viewer.refuse(path, TEXTS.tooLarge);
    return;
  }
  const work = state.work;
  try {
    if (isZip({ path })) {
      await inWorker({ zip: file }, TEXTS.unpacking);
      return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (work === state.work) viewer.bring(path, bytes);
  } catch (error) {
    if (work !== state.work) return;
    viewer.refuse(path, error instanceof DOMException ? TEXTS.unreadable : String(error.message ?? error));
  }
}

// Files with their paths: [{ path, file }].
async function bringFiles(files) {
  if (!files.length) return;
  const work = begin(false);
  viewer.working(TEXTS.reading, 0);
  for (let done = 0; done < files.length;) {
    const few = nextFew(files.slice(done));
    await Promise.all(few.map(bringFile));
    // Somebody cancelled, or opened something else.
    if (work !== state.work) return;
    done += few.length;
    progress(TEXTS.reading, done / files.length);
  }
  finish(files.length === 1 ? files[0].path : files[0].path.split('/')[0]);
}

// ---- choosing and dropping

async function filesBelow(handle, path = '') {
  const found = [];
  for await (const [name, entry] of handle.entries()) {
    const below = path ? `${path}/${name}` : name;
    if (entry.kind === 'directory') found.push(...await filesBelow(entry, below));
    else found.push({ path: below, file: await entry.getFile() });
  }
  return found;
}

async function chooseFolder() {
  if (!window.showDirectoryPicker) {
    byId('choose-folder').click();
    return;
  }
  try {
    const handle = await window.showDirectoryPicker();
    await bringFiles((await filesBelow(handle)).map((one) => ({ ...one, path: `${handle.name}/${one.path}` })));
  } catch (error) {
    if (error.name !== 'AbortError') byId('choose-folder').click();
  }
}

function listen(input) {
  input.addEventListener('change', () => {
    const files = [...input.files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
    input.value = '';
    bringFiles(files);
  });
}

const readAll = (reader) => new Promise((resolve, reject) => {
  const all = [];
  const more = () => reader.readEntries((some) => (some.length ? (all.push(...some), more()) : resolve(all)), reject);
  more();
});

async function filesOfEntry(entry) {
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    return [{ path: entry.fullPath.replace(/^\//, ''), file }];
  }
  const below = await Promise.all((await readAll(entry.createReader())).map(filesOfEntry));
  return below.flat();
}

async function dropped(event) {
  event.preventDefault();
  event.stopPropagation();
  // Entries must be asked for before anything is waited for: the event forgets them.
  const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  const plain = [...event.dataTransfer.files].map((file) => ({ path: file.name, file }));
  try {
    const files = entries.length ? (await Promise.all(entries.map(filesOfEntry))).flat() : plain;
    await bringFiles(files);
  } catch (error) {
    viewer.complain(`${TEXTS.unreadable}: ${error.message ?? error}`);
  }
}

// ---- handing files out

function download(name, bytes) {
  const link = document.createElement('a');
  // The bytes are a view into the viewer's memory, which may move: a copy.
  link.href = URL.createObjectURL(new Blob([bytes.slice()], { type: 'application/octet-stream' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function selected(path) {
  const hash = state.isDemo ? `${DEMO}/${path}` : path;
  history.replaceState(null, '', `#${hash.split('/').map(encodeURIComponent).join('/')}`);
}

function storageWorks() {
  try {
    localStorage.setItem('ngi-probe', '1');
    localStorage.removeItem('ngi-probe');
    return true;
  } catch {
    return false;
  }
}

function tellOfStorage() {
  if (!storageWorks()) viewer.complain(TEXTS.noStorage);
}

// ---- beginning

async function begun() {
  curtain(TEXTS.loading);
  byId('reload').addEventListener('click', () => location.reload());
  const canvas = byId('canvas');
  await init();
  answer({
    chooseFolder, chooseFile: () => byId('choose-file').click(), makeDemo, cancelWork, download, selected,
    panicked: (message) => curtain(TEXTS.crashed, message, true),
  });
  canvas.addEventListener('webglcontextlost', () => curtain(TEXTS.lost, '', true));
  try {
    await viewer.start(canvas, RUSSIAN);
  } catch (error) {
    curtain(TEXTS.noGraphics, String(error?.message ?? error), true);
    return;
  }
  curtain(null);
  window.ngi = viewer;
  document.documentElement.dataset.ready = 'yes';
  listen(byId('choose-folder'));
  listen(byId('choose-file'));
  for (const kind of ['dragenter', 'dragover']) {
    document.addEventListener(kind, (event) => event.preventDefault(), true);
  }
  document.addEventListener('drop', dropped, true);
  window.addEventListener('beforeunload', (event) => { if (viewer.has_changes()) event.preventDefault(); });
  window.addEventListener('hashchange', () => {
    const { inDemo, path } = asked();
    if (path && inDemo === state.isDemo) viewer.select(path);
    else if (inDemo) makeDemo();
  });
  tellOfStorage();
  if (asked().inDemo) makeDemo();
}

begun().catch((error) => curtain(TEXTS.crashed, String(error?.stack ?? error), true));
