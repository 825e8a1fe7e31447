/* Screen 1: an account's folders, with the held locks and waiting requests at and below each. */
import { html, render, nothing } from "/lib/lit-html/lit-html.js";
import { get, query } from "./api.js";
import { ROOM, virtualList } from "./list.js";
import { addressOf } from "./place.js";
import { MODES, bar, clip, clipPath, drawn, empty, endOf, modeChip, modeKeys, noteOf, problem, quoted, shown, since, stale, stateChip, twist, whoOf } from "./parts.js";

const PAGE = 200;
/* Enough for all levels of the deepest path, and as many visible ones. */
const AT_ONCE = 130;
/* Most paths of one request. A server limits their number and characters; the longest path alone has 12,300, escaped.
   */
const MOST_PATHS = 60;
const MOST_QUERY = 13_000;

export function tree(screen, { account, parameters, choose, chosen: before }) {
  const open = new Set(["/"]);
  const levels = new Map();
  const rows = [];
  let list = null;
  let totals = null;
  let most = 1;
  let allWaiting = 0;
  let asking = false;
  let again = false;
  let sight = [0, 50];
  let sought = "";
  let found = null;
  let seeks = false;
  let enters = false;
  let failed = null;
  let closed = false;
  const search = { text: parameters.get("text") ?? "", state: parameters.get("state") ?? "", mode: parameters.get("mode") ?? "" };

  for (const path of ancestors(parameters.get("path") ?? "/")) open.add(path);

  const childPath = (parent, name) => parent === "/" ? "/" + name : parent + "/" + name;

  function frameOf() {
    render(html`
      <form class="bar filters" role="search" aria-label="Search locks" @submit=${event => event.preventDefault()}>
        <input type="search" id="search" placeholder="Path, name or lock id" aria-label="Search" title="Search paths, sub-accounts, lock ids and attributes (/)" .value=${search.text} @input=${event => asked("text", event.target.value)}>
        <select aria-label="State" @change=${event => asked("state", event.target.value)}><option value="">all states</option>${["held", "waiting"].map(state => html`<option value=${state} ?selected=${state === search.state}>${state}</option>`)}</select>
        <select aria-label="Mode" @change=${event => asked("mode", event.target.value)}><option value="">all modes</option>${MODES.map(mode => html`<option value=${mode} ?selected=${mode === search.mode}>${mode}</option>`)}</select>
        ${totals?.hottest && !found ? html`<button type="button" id="hottest" class="hottest" title=${"More than half of those that wait do so at or below " + shown(totals.hottest.path) + " (h)"} @click=${toHottest}><i aria-hidden="true"></i><span class="name">${shown(totals.hottest.path)}</span><span>${text.number(totals.hottest.waiting)} waiting</span></button>` : nothing}
        <span class="found" role="status">${failed ? rows.length > 0 ? stale(failed) : "" : seeks ? "searching …" : found ? matches() : totals ? held() : "reading …"}</span>
      </form>
      <div class="list" id="tree"></div>
      <footer class="bar legend" aria-label="Legend">${modeKeys}<span class="ramp">${[1, 2, 3, 4, 5].map(n => html`<i class="heat" data-heat=${n}></i>`)} few to most of those that wait</span>
        <span class="hint"><kbd>→</kbd> <kbd>←</kbd> open, close · <kbd>h</kbd> to where most wait</span></footer>
      ${failed ? rows.length > 0 ? nothing : problem(failed) : rows.length <= 1 && !found && totals && totals.held + totals.waiting === 0 ? empty("Nothing is held here", "No lock and no waiting request. What happens from now on shows by itself.")
        : found && !seeks && found.locks.length === 0 ? empty("Nothing fits", "No lock and no waiting request has these words.") : nothing}`, screen);
    if (!list) {
      list = virtualList({
        into: screen.querySelector("#tree"), label: "Folders and locks", steady: true, room: () => found ? ROOM : 760, row: rowOf, keyOf: row => row.key,
        onChoose: (row, opened) => chosen(row, opened), onKey: key, onSight: (first, last) => { sight = [first, last]; more(); },
      });
    }
    screen.querySelector("#tree").classList.toggle("of-locks", Boolean(found));
  }
  const held = () => html`${text.count(totals.held, "lock")} held, ${totals.waiting > 0 ? html`<a href=${addressOf("waits")} title="Who waits for whom (2)">${text.count(totals.waiting, "request")} waiting</a>` : "0 requests waiting"}`;
  const matches = () => text.count(found.total, "match", "matches") + (found.total > found.locks.length ? ", the first " + text.number(found.locks.length) + " are shown" : "");

  function rowOf(row) {
    if (row.kind === "more") return html`<span class="lead"><span class="indent">${pad(row.depth)}</span></span><span class="faint">more …</span>`;
    if (row.kind === "lock") {
      const lock = row.lock;
      return html`<span class="lead">${row.full ? nothing : html`<span class="indent">${pad(row.depth)}</span><span class="twist"></span>`}${stateChip(lock)}${modeChip(lock.targets[0].mode)}</span>
        ${row.full ? clipPath(lock) : html`<span class="name" title=${whoOf(lock)}>${whoOf(lock)}${quoted(noteOf(lock))}</span>`}<span class="sub">${row.full ? clip("who-text", whoOf(lock)) : nothing}<span class="op">${lock.operation}</span>${row.full ? quoted(noteOf(lock)) : nothing}</span>
        ${clip("time", lock.state === "waiting" ? "waits " + since(lock.since) : "held " + since(lock.since))}${clip("time more", (lock.state === "waiting" ? "gives up " : "ends ") + endOf(lock))}`;
    }
    const { waitingRequests: waits, heldLocks: here } = row.counts;
    return html`<span class="heat" data-heat=${warmth(waits)}></span><span class="lead"><span class="indent">${pad(row.depth)}</span>${twist(row.isOpen, () => toggle(row))}</span>
      ${clip("name", row.path === "/" ? "/" : shown(row.name))}
      <span class="counts">${waits > 0 ? html`<span class="badge waiting" title="requests that wait for a path at or below">${text.number(waits)} waiting</span>` : nothing}
      ${bar(row.counts.held, row.counts.heldBelow, most)}<span class="number" title="locks that are held on a path at or below">${here > 0 ? text.number(here) + " held" : ""}</span></span>`;
  }
  /* 0 to 5: the number of waiting requests at or below, on a logarithmic scale, so that one among thousands is visible.
     */
  const warmth = waits => waits === 0 ? 0 : Math.max(1, Math.round(5 * Math.log1p(waits) / Math.log1p(Math.max(allWaiting, waits))));
  const pad = depth => "\u2003".repeat(Math.min(depth, 24));

  function flatten() {
    rows.length = 0;
    if (found) {
      for (const lock of found.locks) rows.push({ kind: "lock", key: lock.lockId, depth: 0, lock, full: true });
    } else {
      const root = levels.get("/");
      if (root) add("/", "", root, 0);
    }
    list?.set(rows.slice());
  }
  function add(path, name, counts, depth) {
    const isOpen = open.has(path);
    rows.push({ kind: "folder", key: "f" + path, path, name, counts, depth, isOpen });
    const level = levels.get(path);
    if (!isOpen || !level) return;
    for (const lock of level.locks) rows.push({ kind: "lock", key: "l" + path + "\n" + lock.lockId, depth: depth + 1, lock });
    for (const child of level.children) add(childPath(path, child.name), child.name, child, depth + 1);
    if (level.next) rows.push({ kind: "more", key: "m" + path, path, depth: depth + 1 });
  }

  function toggle(row) {
    if (open.has(row.path) && row.path !== "/") open.delete(row.path); else open.add(row.path);
    flatten();
    refresh();
  }
  function chosen(row, opened) {
    if (row.kind === "lock") choose(row.lock);
    else if (row.kind === "folder" && opened) toggle(row);
  }
  function key(event, row) {
    if (row.kind === "folder" && event.key === "ArrowRight") {
      if (!row.isOpen) toggle(row);
      return true;
    }
    if (event.key === "ArrowLeft") {
      if (row.kind === "folder" && row.isOpen && row.path !== "/") toggle(row);
      else {
        const up = rows.slice(0, rows.findIndex(one => one.key === row.key)).reverse().find(one => one.depth < row.depth);
        if (up) list.choose(up.key);
      }
      return true;
    }
    return false;
  }

  function toHottest() {
    const path = totals.hottest?.path;
    if (!path) return;
    for (const one of ["/", ...ancestors(path)]) open.add(one);
    list.choose("f" + path);
    list.focus();
    sought = "f" + path;
    refresh();
  }

  const words = () => [search.text.trim(), search.state, search.mode].join("\n");
  function asked(name, value) {
    search[name] = value;
    seeks = true;
    frameOf();
    refresh();
  }

  /* Leads from the words into the list: at once, or when the answer to them has come. */
  function enter() {
    enters = seeks;
    if (!seeks) list.enter();
  }

  /* The lock that was chosen on another screen is opened and chosen here, unless the address names a folder. */
  async function bring() {
    const lock = parameters.get("path") || words() !== "\n\n" ? null : await before;
    if (!lock?.targets?.length || closed) return;
    const { path } = lock.targets[0];
    for (const one of ["/", ...ancestors(path)]) open.add(one);
    sought = "l" + path + "\n" + lock.lockId;
    list.choose(sought);
    refresh();
  }

  /* Returns the open levels with a visible row, and the root for the totals. */
  function wanted() {
    const paths = new Set(["/"]);
    for (const row of rows.slice(sight[0], sight[1])) {
      if (row.kind === "folder" && row.isOpen) paths.add(row.path);
      const parent = row.path && row.path !== "/" ? row.path.replace(/\/[^/]*$/, "") || "/" : null;
      if (parent && open.has(parent)) paths.add(parent);
    }
    for (const path of open) if (!levels.has(path)) paths.add(path);
    return [...paths].slice(0, AT_ONCE);
  }

  async function refresh() {
    if (closed) return;
    if (asking) { again = true; return; }
    asking = true;
    const now = words();
    try {
      if (search.text.trim() || search.state || search.mode) {
        found = await get("locks", { account, text: search.text.trim(), state: search.state, mode: search.mode, limit: 1000 });
      } else {
        found = null;
        const answer = await look(wanted());
        totals = answer;
        allWaiting = answer.waiting;
        for (const level of answer.levels) take(level);
        most = Math.max(1, ...MODES.map(mode => (levels.get("/")?.heldBelow[mode] ?? 0) + (levels.get("/")?.held[mode] ?? 0)));
        if (parameters.get("path") && !parameters.done) {
          parameters.done = true;
          for (const path of ancestors(parameters.get("path"))) open.add(path);
          again = true;
        }
      }
      failed = null;
    } catch (error) {
      failed = error;
      setTimeout(refresh, 2000);
    }
    asking = false;
    if (closed) return;
    seeks = seeks && now !== words();
    flatten();
    frameOf();
    if (enters && !seeks && !failed) {
      enters = false;
      list.enter();
    }
    if (rows.some(row => row.key === sought)) {
      list.reveal();
      sought = "";
    }
    if (!failed) drawn((found ?? totals).seq);
    if (again) { again = false; refresh(); }
  }

  /* Reads the levels in requests of limited length; the result is as old as the oldest answer. */
  async function look(paths) {
    const parts = [[]];
    let length = 0;
    for (const path of paths) {
      const more = query({ path }).length + 1;
      if (parts.at(-1).length === MOST_PATHS || (parts.at(-1).length > 0 && length + more > MOST_QUERY)) {
        parts.push([]);
        length = 0;
      }
      parts.at(-1).push(path);
      length += more;
    }
    const answers = [];
    for (const part of parts) {
      const answer = await get("tree", { account, path: part, limit: PAGE });
      answer.levels.forEach((level, n) => named(part[n], level.path));
      answers.push(answer);
    }
    return { ...answers[0], seq: Math.min(...answers.map(answer => answer.seq)), levels: answers.flatMap(answer => answer.levels) };
  }

  /* Where case does not count, the answer tells how the tree writes a path that was asked for as somebody else wrote it. */
  function named(asked, path) {
    if (path === asked) return;
    if (open.delete(asked)) open.add(path);
    if (sought.startsWith("l" + asked + "\n")) {
      sought = "l" + path + sought.slice(1 + asked.length);
      list.choose(sought);
    }
  }

  /* Replaces the first page of a level; later pages stay as they are until the reader scrolls to them. */
  function take(level) {
    const known = levels.get(level.path);
    if (known && known.children.length > level.children.length && level.next) {
      const later = known.children.slice(known.children.findIndex(child => child.name === level.next) + 1);
      levels.set(level.path, { ...level, children: [...level.children, ...later], next: known.next });
    } else {
      levels.set(level.path, level);
    }
  }

  async function more() {
    const row = rows.slice(sight[0], sight[1]).find(one => one.kind === "more");
    const level = row && levels.get(row.path);
    if (!level || level.asking) return;
    level.asking = true;
    try {
      const answer = await get("tree", { account, path: row.path, after: level.next, limit: 1000 });
      const next = answer.levels[0];
      levels.set(row.path, { ...level, asking: false, children: [...level.children, ...next.children], next: next.next });
      flatten();
    } catch { level.asking = false; }
  }

  frameOf();
  refresh();
  bring();
  return {
    begin: refresh, events: refresh, keys: { h: toHottest },
    tick: () => list?.redraw(),
    focus: () => list?.focus(),
    search: () => screen.querySelector("#search").focus(),
    enter,
    close: () => { closed = true; },
  };
}

function ancestors(path) {
  const parts = path.split("/").filter(Boolean);
  return parts.map((_, n) => "/" + parts.slice(0, n + 1).join("/"));
}
