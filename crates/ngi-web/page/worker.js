// The page's second thread: makes the demo game and unpacks zip files, so that the window never
// stands still. It has the same program, in a memory of its own.

import init, { Demo, Unzip } from './ngi_web.js';

const ready = init();

const send = (message, bytes) => postMessage(message, bytes ? [bytes.buffer] : []);

async function makeDemo() {
  const demo = new Demo();
  const total = demo.count();
  for (let index = 0; index < total; index += 1) {
    const [name, bytes] = demo.make(index);
    send({ name, bytes, done: index + 1, total }, bytes);
  }
}

async function unzip(file) {
  const zip = new Unzip(new Uint8Array(await file.arrayBuffer()));
  const total = zip.count();
  for (let done = 1, next; (next = zip.next()); done += 1) {
    const [name, bytes, why] = next;
    send({ name, bytes, why, done, total }, bytes);
  }
}

onmessage = async ({ data }) => {
  try {
    await ready;
    await (data.zip ? unzip(data.zip) : makeDemo());
    send({ end: true });
  } catch (error) {
    send({ failed: String(error?.message ?? error) });
  }
};
