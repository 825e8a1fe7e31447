/* Screen 2: who waits for whom; what holds up most stands first. */
import { html, render, nothing } from "/lib/lit-html/lit-html.js";
import { get } from "./api.js";
import { virtualList } from "./list.js";
import { clip, drawn, empty, modeChip, pathOf, problem, shown, since, turn, until, whoOf } from "./parts.js";

export function waits(screen, { account, choose }) {
  let data = null;
  let failed = null;
  let list = null;
  let asking = false;
  let again = false;
  let closed = false;
  let rows = [];
  const shut = new Set();

  function flatten() {
    rows = [];
    const behind = new Map();
    for (const waiter of data.waiters) {
      const key = waiter.behind ?? "";
      if (!behind.has(key)) behind.set(key, []);
      behind.get(key).push(waiter);
    }
    const seen = new Set();
    const add = (waiter, depth) => {
      if (seen.has(waiter.lock.lockId)) return;
      seen.add(waiter.lock.lockId);
      rows.push({ key: waiter.lock.lockId, waiter, depth });
      for (const next of behind.get(waiter.lock.lockId) ?? []) add(next, depth + 1);
    };
    for (const root of data.roots) {
      const under = behind.get(root.lock.lockId) ?? [];
      const isOpen = !shut.has(root.lock.lockId);
      rows.push({ key: root.lock.lockId, root, depth: 0, isOpen, hasMore: under.length > 0 });
      if (isOpen) under.forEach(waiter => add(waiter, 1));
      else under.forEach(waiter => mark(waiter));
    }
    function mark(waiter) {
      seen.add(waiter.lock.lockId);
      for (const next of behind.get(waiter.lock.lockId) ?? []) mark(next);
    }
    const rest = data.waiters.filter(waiter => !seen.has(waiter.lock.lockId));
    rest.forEach(waiter => add(waiter, 0));
    list?.set(rows);
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
  }

  function draw() {
    render(html`
      <div class="bar filters"><span class="found" role="status">${data ? text.count(data.waiting, "request") + (data.waiting === 1 ? " waits" : " wait") + ", held up by " + text.count(data.roots.length, "lock") + (data.moreRoots ? " and more" : "") : ""}</span>
        <span class="faint hint">What holds up most stands first. Choose it to see what would move if it went.</span></div>
      <div class="list" id="waits"></div>
      ${failed ? problem(failed) : data && data.waiting === 0 ? empty("Nobody waits", "No request of this account stands in the queue.") : nothing}`, screen);
    list ??= virtualList({
      into: screen.querySelector("#waits"), label: "Wait chains", row: rowOf, keyOf: row => row.key,
      onChoose: row => choose((row.root ?? row.waiter).lock),
      onKey: (event, row) => {
        if (!row.root || !["ArrowLeft", "ArrowRight"].includes(event.key)) return false;
        if (row.isOpen === (event.key === "ArrowLeft")) toggle(row);
        return true;
      },
    });
  }

  async function refresh() {
    if (closed) return;
    if (asking) { again = true; return; }
    asking = true;
    const began = performance.now();
    try {
      data = await get("waits", { account, limit: 200 });
      failed = null;
    } catch (error) {
      failed = error;
      setTimeout(refresh, 2000);
    }
    asking = false;
    if (closed) return;
    draw();
    if (data) flatten();
    if (!failed) drawn(data.seq);
    /* The longer an answer takes, the longer the console is left alone; an event waits for one answer and a half at most, and for the next. */
    if (again) { again = false; setTimeout(refresh, Math.min(500, Math.max(20, (performance.now() - began) / 2))); }
  }

  draw();
  refresh();
  return { begin: refresh, events: refresh, tick: () => list?.redraw(), focus: () => list?.focus(), close: () => { closed = true; } };
}
