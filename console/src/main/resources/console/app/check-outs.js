/* Screen 8: the check-outs of an account, each with who keeps it, since when, until when, and its note. */
import { html, render, nothing } from "/lib/lit-html/lit-html.js";
import { get, patience } from "./api.js";
import { virtualList } from "./list.js";
import { remember } from "./place.js";
import { changesOne, clip, clipPath, drawn, empty, endOf, isCheckOut, noteOf, problem, quoted, since, stale, whoOf } from "./parts.js";
import { turns } from "./turns.js";

/* At most as many as an answer has. */
const MOST = 1000;
/* What happens meanwhile is asked for together. */
const PAUSE_MS = 300;
const ORDERS = [["since", "Oldest first"], ["subAccount", "By member"], ["path", "By folder"]];

const changes = changesOne(isCheckOut);
/* A folder as the API wants it: with the leading "/", without one at the end. */
const folder = path => path === "" ? "" : "/" + path.replace(/^\/+|\/+$/g, "");

export function checkOuts(screen, { account, parameters, choose, chosen: before }) {
  const wanted = { order: ORDERS.find(one => one[0] === parameters.get("order"))?.[0] ?? "since", words: parameters.get("words") ?? "", member: parameters.get("member") ?? "", under: parameters.get("under") ?? "" };
  let data = null;
  /* The last request to the holder of each lock, as far as the console keeps events. */
  let asked = new Map();
  let failed = null;
  let list = null;
  let enters = false;
  let timer = 0;
  let sought = "";
  const turn = turns({ mayAsk: () => !retry.waits(), ask, show, more: later });
  const retry = patience(turn.refresh);

  const isFiltered = () => [wanted.words, wanted.member, wanted.under].some(one => one.trim() !== "");

  function set(name, value) {
    if (wanted[name] === value) return;
    wanted[name] = value;
    turn.changed();
    data = null;
    failed = null;
    remember("check-outs", { ...wanted, order: wanted.order === "since" ? "" : wanted.order });
    retry.stop();
    draw();
    turn.refresh();
  }

  function draw() {
    const field = (id, name, placeholder, label, title) => html`<input type="search" id=${id} placeholder=${placeholder} aria-label=${label} title=${title} spellcheck="false" .value=${wanted[name]} @input=${event => set(name, event.target.value)}>`;
    render(html`
      <form class="bar filters" role="search" aria-label="Check-outs" @submit=${event => event.preventDefault()}>
        <div class="segments" role="group" aria-label="Order">${ORDERS.map(([value, name]) => html`<button type="button" id=${"order-" + value} aria-pressed=${value === wanted.order} title="(o)" @click=${() => set("order", value)}>${name}</button>`)}</div>
        ${field("search", "words", "File, name or note", "Words", "Search paths, members, lock ids and notes (/)")}
        ${field("member", "member", "Member", "Member, the whole name", "The whole name of a member")}
        ${field("under", "under", "/folder", "Folder", "At or below this path")}
        <span class="found" role="status">${failed && data ? stale(failed) : data ? said() : failed ? "" : "reading …"}</span>
      </form>
      <div class="list" id="check-outs"></div>
      <footer class="bar legend"><span>Others may read what is checked out, and change nothing there.</span><span class="hint"><kbd>o</kbd> order</span></footer>
      ${failed ? data ? nothing : problem(failed) : data?.total === 0 ? nobody() : nothing}`, screen);
    list ??= virtualList({
      into: screen.querySelector("#check-outs"), label: "Check-outs", steady: true, keyOf: lock => lock.lockId, row, onChoose: choose,
    });
  }

  const row = lock => html`${clipPath(lock, "strong")}<span class="sub">${clip("who-text", whoOf(lock))}<span class="notes">${asked.has(lock.lockId) ? clip("in-the-way", "asked for by " + text.visible(asked.get(lock.lockId).by)) : nothing}${quoted(noteOf(lock))}</span></span>
    <span class="time" title=${"since " + text.time(lock.since)}>checked out ${since(lock.since)}</span><span class="time more" title=${lock.bound ? "" : "until " + text.time(lock.until)}>ends ${endOf(lock)}</span>`;

  function said() {
    const all = text.count(data.total, "check-out") + (isFiltered() ? data.total === 1 ? " fits" : " fit" : "");
    return data.locks.length < data.total ? all + ", the first " + text.number(data.locks.length) + " are shown" : all;
  }
  const nobody = () => isFiltered() ? empty("Nothing fits", "No check-out has all that stands in the fields. A member is found by the whole name.")
    : empty("Nothing is checked out", "Nobody has checked out a file or a folder of this account. A check-out that begins shows by itself.");

  async function ask(isLatest) {
    clearTimeout(timer);
    timer = 0;
    try {
      const recent = get("recent", { account, type: "yieldRequested", limit: MOST });
      const answer = await get("locks", { account, mode: "GUARD", state: "held", order: wanted.order, text: wanted.words.trim(), subAccount: wanted.member.trim(), under: folder(wanted.under.trim()), limit: MOST });
      const requests = (await recent).events;
      if (isLatest()) {
        data = answer;
        asked = new Map(requests.map(({ event }) => [event.lockId, event]));
        failed = null;
        retry.stop();
      }
    } catch (error) {
      if (isLatest()) failed = Object.assign(error, { message: retry.failed(error) });
    }
  }

  function show() {
    draw();
    list.set(data?.locks ?? []);
    mark();
    if (!failed) drawn(data.seq);
    if (enters && !failed) {
      enters = false;
      list.enter();
    }
  }
  function later() {
    timer ||= setTimeout(() => { timer = 0; turn.refresh(); }, PAUSE_MS);
  }

  /* The check-out that was chosen on another screen is chosen here as well. */
  async function bring() {
    const lock = await before;
    if (lock) markNext(lock.lockId);
  }
  function markNext(lockId) {
    if (turn.isClosed()) return;
    sought = lockId;
    mark();
  }
  function mark() {
    if (!sought || !data) return;
    list.choose(sought);
    list.reveal();
    sought = "";
  }

  draw();
  turn.refresh();
  bring();
  return {
    begin: turn.refresh, mark: markNext, events: events => { if (events.some(changes)) later(); }, tick: () => list?.redraw(), focus: () => list?.focus(), search: () => screen.querySelector("#search").focus(),
    keys: { o: () => set("order", ORDERS[(ORDERS.findIndex(one => one[0] === wanted.order) + 1) % ORDERS.length][0]) },
    /** Leads from the words into the list, once the answer to them has come. */
    enter: () => { if (data) list.enter(); else enters = true; },
    close: () => {
      turn.close();
      clearTimeout(timer);
      retry.stop();
    },
  };
}
