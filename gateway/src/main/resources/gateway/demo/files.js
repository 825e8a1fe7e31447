// The files: a stand-in for a storage. They are in this browser, so its tabs share them. It compares tokens, as each storage should.
const KEY = 'lockarbiter.demo.files';
const FIRST = { '/docs/notes.txt': { bytes: 120 }, '/docs/plan.pdf': { bytes: 81_000 }, '/photos/cat.jpg': { bytes: 210_000 }, '/photos/tree.jpg': { bytes: 190_000 } };

export const isBelow = (path, folder) => path === folder || path.startsWith(`${folder}/`);

function all() {
  try { return JSON.parse(localStorage.getItem(KEY)) ?? FIRST; } catch { return FIRST; }
}

/** Changes the files under a path, unless somebody with a later token has written one of them. */
function change(path, token, work) {
  const files = all();
  const later = Object.entries(files).find(([one, file]) => isBelow(one, path) && (file.token ?? 0) > token);
  if (later) throw new Error(`the storage refuses token ${token}: ${later[0]} was written with ${later[1].token}`);
  work(files);
  localStorage.setItem(KEY, JSON.stringify(files));
}

export const paths = () => Object.keys(all()).sort();
export const file = (path) => all()[path];

export function write(path, token, bytes) { change(path, token, (files) => { files[path] = { bytes, token }; }); }

export function remove(path, token) {
  change(path, token, (files) => Object.keys(files).filter((one) => isBelow(one, path)).forEach((one) => { delete files[one]; }));
}

export function rename(path, target, token) {
  change(path, token, (files) => Object.keys(files).filter((one) => isBelow(one, path)).forEach((one) => {
    files[target + one.slice(path.length)] = { ...files[one], token };
    delete files[one];
  }));
}

/** Calls back when another tab has changed a file. */
export function onChange(callback) { addEventListener('storage', ({ key }) => { if (key === KEY) callback(); }); }
