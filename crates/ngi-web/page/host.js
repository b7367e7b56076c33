// What only a page can do. The viewer calls these; page.js says how.

const host = {};

/** Sets how requests of the viewer are answered. */
export function answer(functions) {
  Object.assign(host, functions);
}

const call = (name) => (...given) => host[name]?.(...given);

export const choose_folder = call('chooseFolder');
export const choose_file = call('chooseFile');
export const make_demo = call('makeDemo');
export const cancel_work = call('cancelWork');
export const download = call('download');
export const selected = call('selected');
export const panicked = call('panicked');
