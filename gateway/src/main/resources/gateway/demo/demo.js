// The demo: a file tree for several tabs, each of them a member of one account, and beside it the events of the gateway.
import { LockClient, LockError } from './client/index.js';
import * as files from './files.js';
import { run } from './work.js';

const MEMBERS = ['ann', 'ben', 'cleo', 'dan'];
const MOST_SAID = 60;
const el = (id) => document.getElementById(id);
const live = new Map();
let chosen = '/docs/plan.pdf';

function make(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/** The first member that no other tab has; the tab has it until it is closed. */
async function member() {
  const asked = new URLSearchParams(location.search).get('as');
  if (MEMBERS.includes(asked) || !navigator.locks) return MEMBERS.includes(asked) ? asked : MEMBERS[0];
  for (const name of MEMBERS) {
    const isOurs = await new Promise((done) => {
      navigator.locks.request(`lockarbiter.demo.${name}`, { ifAvailable: true }, (lock) => { done(Boolean(lock)); return lock && new Promise(() => {}); });
    });
    if (isOurs) return name;
  }
  return MEMBERS[0];
}

function row(path, isFolder) {
  const button = make('button', '', make('span', isFolder ? 'name folder' : `name ${path.lastIndexOf('/') ? 'deep' : ''}`, isFolder ? `${path}/` : path.slice(path.lastIndexOf('/') + 1)));
  button.type = 'button';
  button.dataset.path = path;
  button.setAttribute('aria-pressed', String(path === chosen));
  button.append(make('span', 'size', isFolder ? '' : `${Math.ceil((files.file(path)?.bytes ?? 0) / 1000)} kB`));
  for (const lock of live.values()) {
    const target = (lock.targets ?? []).find((one) => one.path === path);
    if (target) button.append(lock.state === 'queued' ? make('span', 'chip waits', `${lock.subAccount} waits`) : make('span', `chip mode-${target.mode}`, `${lock.subAccount} ${target.mode}`));
  }
  button.addEventListener('click', () => choose(path));
  return make('li', '', button);
}

function draw() {
  const paths = files.paths(), wanted = [...live.values()].flatMap((lock) => (lock.targets ?? []).map((one) => one.path));
  const folders = new Set([...paths, ...wanted].map((path) => path.slice(0, path.lastIndexOf('/'))).filter(Boolean));
  const rows = [...folders].map((path) => ({ path, isFolder: true }));
  new Set([...paths, ...wanted]).forEach((path) => { if (!folders.has(path)) rows.push({ path, isFolder: false }); });
  rows.sort((a, b) => (a.path < b.path ? -1 : 1));
  const focused = document.activeElement?.dataset?.path;
  el('tree').replaceChildren(...rows.map(({ path, isFolder }) => row(path, isFolder)));
  if (focused) el('tree').querySelector(`[data-path="${CSS.escape(focused)}"]`)?.focus();
  const isFolder = folders.has(chosen);
  el('download').disabled = isFolder || !files.file(chosen);
  el('rename').disabled = el('delete').disabled = !isFolder && !files.file(chosen);
}

function choose(path) {
  chosen = path;
  draw();
  el('name').value = el('download').disabled && !el('delete').disabled ? 'new.txt' : path.slice(path.lastIndexOf('/') + 1);
}

/** The path that the field names: in the folder that is chosen, or beside the file. */
function named(isRename) {
  const name = el('name').value.trim().replace(/[/\\]/g, '');
  if (!name) throw new Error('The name is empty.');
  const isFolder = !isRename && el('download').disabled && !el('delete').disabled;
  return `${isFolder ? chosen : chosen.slice(0, chosen.lastIndexOf('/'))}/${name}`;
}

function begin(locks, request, gone, finish) {
  const text = make('span'), progress = make('progress'), stop = make('button', '', 'Stop');
  const item = make('li', '', make('span', 'what', make('strong', '', `${request.operation} ${request.path} `), text), progress, stop);
  progress.max = 1;
  stop.type = 'button';
  el('work').prepend(item);
  const giveUp = run(locks, request, Number(el('takes').value), gone, finish, ({ state, text: words, done }) => {
    item.className = state;
    if (words) text.textContent = words;
    progress.hidden = done === undefined;
    progress.value = done ?? 0;
    stop.hidden = state === 'done' || state === 'failed';
    if (stop.hidden) setTimeout(() => item.remove(), 15_000);
    draw();
  });
  stop.addEventListener('click', giveUp);
}

function on(id, work) {
  el(id).addEventListener('click', () => {
    el('notice').hidden = true;
    try { work(); } catch (failure) { [el('notice').textContent, el('notice').hidden] = [failure.message, false]; }
  });
}

function buttons(locks) {
  on('upload', () => {
    const path = named(false);
    begin(locks, { operation: 'UPLOAD', path }, false, (token) => files.write(path, token, 1000 + Math.floor(Math.random() * 300_000)));
  });
  on('download', () => begin(locks, { operation: 'DOWNLOAD', path: chosen }, false, () => {}));
  on('delete', () => {
    const path = chosen;
    begin(locks, { operation: 'DELETE', path }, true, (token) => files.remove(path, token));
  });
  on('rename', () => {
    const path = chosen, destination = named(true);
    if (path === destination) throw new Error('That is its name already: change it in the field first.');
    begin(locks, { operation: 'RENAME', path, destination }, true, (token) => files.rename(path, destination, token));
  });
}

function take(lock) {
  if (lock.state === 'granted' || lock.state === 'queued') live.set(lock.lockId, lock);
  else live.delete(lock.lockId);
}

const WORDS = { yieldRequested: 'is asked to let go', told: 'still holds' };

function say({ event, lock }) {
  const others = [...new Set((lock.blockedBy ?? []).map((one) => one.subAccount))];
  const more = [event === 'granted' && `token ${lock.token}`, event === 'queued' && `behind ${others.join(', ')}, place ${lock.position}`,
    ['released', 'rejected'].includes(event) && lock.reason].filter(Boolean).join('');
  const item = make('li', '', make('time', '', new Date(lock.at).toLocaleTimeString([], { hour12: false })),
    make('span', '', make('strong', '', lock.subAccount), ` ${WORDS[event] ?? event} `, make('span', '', `${lock.operation} ${lock.path}`)), make('small', '', more));
  el('nothing').hidden = true;
  el('said').prepend(item);
  while (el('said').children.length > MOST_SAID) el('said').lastChild.remove();
}

/** Lists the locks of all members, then follows the events from there; again after a reset. */
async function follow(options, own) {
  const onOpen = () => { el('live').className = 'live'; el('live').textContent = 'live'; };
  const onCut = () => { el('live').className = ''; el('live').textContent = 'no connection'; };
  for (;;) {
    let position;
    live.clear();
    for (const name of MEMBERS) {
      const page = await new LockClient({ ...options, subAccount: name }).list({ of: 'member', limit: 500 });
      position ??= page.position;
      page.locks.forEach(take);
    }
    draw();
    for await (const told of own.events({ of: 'members', after: position, onOpen, onCut })) {
      if (told.event === 'reset') continue;
      take(told.lock);
      if (told.event !== 'renewed') say(told);
      draw();
    }
  }
}

async function start() {
  const { account, key } = await (await fetch('settings.json')).json(), subAccount = await member();
  const options = { url: location.origin, account, key };
  const locks = new LockClient({ ...options, subAccount });
  el('who').hidden = false;
  el('who').textContent = `you are ${subAccount}`;
  document.title = `${subAccount} – Lock Arbiter demo`;
  buttons(locks);
  files.onChange(draw);
  choose(chosen);
  await follow(options, locks);
}

start().catch((failure) => {
  el('notice').textContent = failure instanceof LockError ? `The gateway does not do that: ${failure.message}` : `The page has failed: ${failure.message}`;
  el('notice').hidden = false;
  el('live').textContent = '';
});
