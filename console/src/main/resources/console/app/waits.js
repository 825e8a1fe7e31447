/* Screen 2: who waits for whom. By lock, the one that blocks most requests stands first; by waiter, each waiting request
   stands above what is in its way. */
import { html, render, nothing } from "/lib/lit-html/lit-html.js";
import { get } from "./api.js";
import { chains } from "./chains.js";
import { virtualList } from "./list.js";
import { drawn, empty, problem, stale } from "./parts.js";
import { isLockChosen, remember } from "./place.js";
import { turns } from "./turns.js";
import { waiters } from "./waiters.js";

/* After an answer that took longer than this, the page asks less often. */
const QUICK_MS = 100;
const RETRY_MS = 2000;
/* A row says more than those of other lists, so it needs more room to be a single line. */
const ROOM = 1500;
const WAYS = [["lock", "By lock"], ["waiter", "By waiter"]];

export function waits(screen, { account, parameters, choose, chosen: before }) {
  let by = parameters.get("by") === "waiter" || parameters.get("words") ? "waiter" : "lock";
  let words = parameters.get("words") ?? "";
  let failed = null;
  let list = null;
  let enters = false;
  let retry = 0;
  /* The lock that was chosen on another screen, until its row is known. */
  let sought = "";
  const turn = turns({
    mayAsk: () => !retry, ask, show,
    more: ms => setTimeout(turn.refresh, Math.min(500, Math.max(0, ms - QUICK_MS) / 2)),
  });

  const isHeld = () => list !== null && (list.isPointedAt() || (isLockChosen() && list.hasChosen()));
  function viewOf() {
    return by === "lock" ? chains({ toggled, isHeld }) : waiters({ toggled, words: () => words });
  }

  let view = viewOf();

  function set(nextBy, nextWords) {
    [by, words] = [nextBy, nextWords];
    turn.changed();
    if (by !== view.by) {
      view = viewOf();
      list.set([]);
    } else view.forget();
    remember("waits", { by: by === "waiter" ? by : "", words });
    draw();
    turn.refresh();
  }

  function toggled() {
    list.set(view.rows());
    draw();
  }

  function draw() {
    const data = view.isKnown();
    render(html`
      <form class="bar filters" role="search" aria-label="Wait chains" @submit=${event => event.preventDefault()}>
        <div class="segments" role="group" aria-label="Order">${WAYS.map(([value, name]) => html`<button type="button" id=${"by-" + value} aria-pressed=${value === by} title="(w)" @click=${() => set(value, value === "lock" ? "" : words)}>${name}</button>`)}</div>
        <input type="search" id="search" placeholder="Who waits? Name, path or lock id" aria-label="Who waits" title="Search (/)" spellcheck="false" .value=${words} @input=${event => set("waiter", event.target.value)}>
        <span class="found" role="status">${failed && data ? stale(failed) : data ? view.said() : failed ? "" : "reading …"}</span>
      </form>
      <div class="list" id="waits"></div>
      <footer class="bar legend"><span>${view.hint()}</span><span class="hint"><kbd>→</kbd> <kbd>←</kbd> open, close · <kbd>w</kbd> by lock, by waiter</span></footer>
      ${failed ? data ? nothing : problem(failed.status === 403 ? failed : { message: failed.message + " – this page asks again by itself" }) : data && view.isEmpty() ? view.nobody?.() ?? empty("Nobody waits", "No request of this account stands in the queue.") : nothing}`, screen);
    list ??= virtualList({
      into: screen.querySelector("#waits"), label: "Wait chains", steady: true, room: () => ROOM, keyOf: row => row.key,
      row: row => view.row(row),
      onSight: (first, last) => { if (view.sight(last)) turn.refresh(); },
      onChoose: row => { if (row.lock) choose(row.lock); },
      onKey: (event, row) => {
        if (!["ArrowLeft", "ArrowRight"].includes(event.key)) return false;
        if (row.isOpen !== undefined && row.isOpen === (event.key === "ArrowLeft")) view.toggle(row);
        return true;
      },
    });
  }

  async function ask() {
    try {
      const data = await get(view.path, view.query(account));
      failed = null;
      return data;
    } catch (error) {
      failed = error;
      retry = setTimeout(() => { retry = 0; turn.refresh(); }, RETRY_MS);
      return null;
    }
  }

  function show(data) {
    if (data) view.take(data);
    draw();
    list.set(view.rows());
    mark();
    if (!failed) drawn(data.seq);
    if (enters && !failed) {
      enters = false;
      list.enter();
    }
  }

  /* The lock that was chosen on another screen is chosen here as well. */
  async function bring() {
    const lock = await before;
    if (!lock || turn.isClosed()) return;
    sought = lock.lockId;
    mark();
  }
  function mark() {
    if (!sought || !view.isKnown()) return;
    list.choose(view.keyOf(sought));
    list.reveal();
    sought = "";
  }

  draw();
  turn.refresh();
  bring();
  return {
    begin: turn.refresh, events: turn.refresh, tick: () => list?.redraw(), focus: () => list?.focus(), search: () => screen.querySelector("#search").focus(),
    keys: { w: () => set(by === "lock" ? "waiter" : "lock", "") },
    /** Leads from the words into the list, once the answer to them has come. */
    enter: () => { if (view.isKnown()) list.enter(); else enters = true; },
    close: turn.close,
  };
}
