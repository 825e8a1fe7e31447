/* Screen 2: wait chains; the lock that blocks most requests comes first. */
import { html, render, nothing } from "/lib/lit-html/lit-html.js";
import { get } from "./api.js";
import { virtualList } from "./list.js";
import { clip, drawn, empty, modeChip, pathOf, problem, shown, since, stale, turn, until, whoOf } from "./parts.js";

/* Number of rows to ask for: the visible ones and some more, whatever the account's size. */
const STEPS = [80, 300, 1000];
const MOST_ROOTS = 200;
const MARGIN = 20;
/* After an answer that took longer than this, the page asks less often. */
const QUICK_MS = 100;
const RETRY_MS = 2000;

export function waits(screen, { account, choose }) {
  let data = null;
  let failed = null;
  let list = null;
  let asking = false;
  let again = false;
  let closed = false;
  let retry = 0;
  let rows = [];
  let listed = { roots: 0, waiters: 0 };
  let step = 0;
  let asked = 0;
  let inSight = 0;
  const shut = new Set();

  const isCut = () => asked < STEPS.length - 1 && (data.moreRoots || data.waiters.length < data.lookedAt);

  /* Stops where the answer was cut off: what follows is unknown. */
  function flatten() {
    rows = [];
    listed = { roots: 0, waiters: 0 };
    const behind = new Map();
    for (const waiter of data.waiters) {
      if (!behind.has(waiter.behind)) behind.set(waiter.behind, []);
      behind.get(waiter.behind).push(waiter);
    }
    const roots = new Set(data.roots.map(root => root.lock.lockId));
    const ended = () => isCut() && listed.waiters === data.waiters.length && data.waiters.length < data.lookedAt;
    const add = (waiter, depth, isShown) => {
      listed.waiters++;
      if (isShown) rows.push({ key: waiter.lock.lockId, waiter, depth });
      for (const next of behind.get(waiter.lock.lockId) ?? []) add(next, depth + 1, isShown);
    };
    for (const root of data.roots) {
      if (ended()) return;
      const under = behind.get(root.lock.lockId) ?? [];
      const isOpen = !shut.has(root.lock.lockId);
      listed.roots++;
      rows.push({ key: root.lock.lockId, root, depth: 0, isOpen, hasMore: under.length > 0 });
      for (const waiter of under) add(waiter, 1, isOpen);
    }
    if (isCut()) return;
    const known = new Set(data.waiters.map(waiter => waiter.lock.lockId));
    for (const waiter of data.waiters) if (!roots.has(waiter.behind) && !known.has(waiter.behind)) add(waiter, 0, true);
  }

  /* A closed root shows no requests here, but the answer contains them. */
  function measure() {
    const place = STEPS.findIndex(rows => rows >= inSight + MARGIN);
    const wanted = place < 0 ? STEPS.length - 1 : place;
    step = shut.size > 0 ? Math.max(step, wanted) : wanted;
    if (data && step <= asked && isCut() && rows.length < inSight + MARGIN) step = asked + 1;
  }
  function sight(last) {
    inSight = last;
    const before = step;
    measure();
    if (step > before) refresh();
  }

  function rowOf(row) {
    const indent = html`<span class="indent">${"\u2003".repeat(Math.min(row.depth, 16))}${row.depth > 0 ? "└ " : ""}</span>`;
    if (row.root) {
      const { lock, directly, inAll, since: from } = row.root;
      return html`${row.hasMore ? html`<button type="button" class="twist" tabindex="-1" aria-label=${row.isOpen ? "Close" : "Open"} @click=${() => toggle(row)}>${row.isOpen ? "▾" : "▸"}</button>` : html`<span class="twist"></span>`}
        <strong class="blocks" title="requests that wait for it, and those behind them">holds up ${text.number(inAll)}</strong>
        ${modeChip(lock.targets[0].mode)}${clip("name", shown(pathOf(lock)))}${turn}${clip("who-text", whoOf(lock))}<span class="op">${lock.operation}</span>
        ${clip("time", "longest wait " + since(from) + (directly === inAll ? "" : " · " + text.number(directly) + " directly"))}${clip("time more", "lease ends " + until(lock.until))}`;
    }
    const { waiter } = row;
    return html`${indent}<span class="badge waiting">${waiter.position}.</span>${modeChip(waiter.lock.targets[0].mode)}
      ${clip("name", shown(pathOf(waiter.lock)))}${turn}${clip("who-text", whoOf(waiter.lock))}<span class="op">${waiter.lock.operation}</span>
      ${clip("time", "waits " + since(waiter.lock.since) + (waiter.heldInTheWay + waiter.earlierInTheWay > 1 ? " · " + text.number(waiter.heldInTheWay + waiter.earlierInTheWay) + " in its way" : ""))}${clip("time more", "gives up " + until(waiter.lock.until))}`;
  }

  function toggle(row) {
    if (shut.has(row.key)) shut.delete(row.key); else shut.add(row.key);
    flatten();
    draw();
    list.set(rows);
  }

  function said() {
    const { waiting, lookedAt, rootsInAll } = data;
    const all = text.count(waiting, "request") + (waiting === 1 ? " waits" : " wait") + (lookedAt < waiting ? ", the first " + text.number(lookedAt) + " of them" : ",") + " held up by " + text.count(rootsInAll, "lock");
    const isWhole = listed.waiters === waiting && listed.roots === rootsInAll;
    return isWhole ? all : all + " · shown: " + text.count(listed.waiters, "request") + ", " + text.count(listed.roots, "lock");
  }

  function draw() {
    render(html`
      <div class="bar filters"><span class="found" role="status">${failed && data ? stale(failed) : data ? said() : ""}</span>
        <span class="faint hint">What holds up most stands first. Choose it to see what would move if it went.</span></div>
      <div class="list" id="waits"></div>
      ${failed ? data ? nothing : problem(failed.status === 403 ? failed : { message: failed.message + " – this page asks again by itself" }) : data && data.waiting === 0 ? empty("Nobody waits", "No request of this account stands in the queue.") : nothing}`, screen);
    list ??= virtualList({
      into: screen.querySelector("#waits"), label: "Wait chains", row: rowOf, keyOf: row => row.key,
      onSight: (first, last) => sight(last),
      onChoose: row => choose((row.root ?? row.waiter).lock),
      onKey: (event, row) => {
        if (!row.root || !["ArrowLeft", "ArrowRight"].includes(event.key)) return false;
        if (row.isOpen === (event.key === "ArrowLeft")) toggle(row);
        return true;
      },
    });
  }

  async function refresh() {
    if (closed || retry) return;
    if (asking) { again = true; return; }
    asking = true;
    const began = performance.now();
    const now = step;
    try {
      data = await get("waits", { account, limit: Math.min(MOST_ROOTS, STEPS[now]), waiters: STEPS[now] });
      asked = now;
      failed = null;
    } catch (error) {
      failed = error;
      retry = setTimeout(() => { retry = 0; refresh(); }, RETRY_MS);
    }
    asking = false;
    if (closed) return;
    if (data) flatten();
    draw();
    list.set(rows);
    if (!failed) drawn(data.seq);
    if (again) { again = false; setTimeout(refresh, Math.min(500, Math.max(0, performance.now() - began - QUICK_MS) / 2)); }
  }

  draw();
  refresh();
  return { begin: refresh, events: refresh, tick: () => list?.redraw(), focus: () => list?.focus(), close: () => { closed = true; } };
}
