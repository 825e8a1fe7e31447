/* Screen 6: decisions as they are published. */
import { html, render, nothing } from "/lib/lit-html/lit-html.js";
import { get } from "./api.js";
import { virtualList } from "./list.js";
import { eventChip, particulars } from "./life.js";
import { clock, empty, pathOf, problem, shown, whoOf } from "./parts.js";
import { follow } from "./stream.js";

const MOST = 5000;

export function activity(screen, { account, parameters, choose }) {
  const filter = { words: parameters.get("words") ?? "", type: parameters.get("type") ?? "", scope: parameters.get("scope") ?? (account ? "account" : "all") };
  let events = [];
  let paused = false;
  let missed = 0;
  let stop = () => {};
  let list = null;
  let failed = null;
  let closed = false;
  let generation = 0;

  const fits = event => {
    if (filter.type === "forced" ? event.reason !== "FORCED" && event.by === undefined : filter.type && event.type !== filter.type) return false;
    if (!filter.words) return true;
    const all = JSON.stringify(event).toLowerCase();
    return filter.words.toLowerCase().split(/\s+/).every(word => all.includes(word));
  };

  function draw() {
    render(html`
      <form class="bar filters" role="search" aria-label="Filter decisions" @submit=${event => event.preventDefault()}>
        <input type="search" id="search" placeholder="Filter: every word must occur" aria-label="Filter" title="Filter (/)" .value=${filter.words} @input=${event => { filter.words = event.target.value; show(); }}>
        <select aria-label="Type" .value=${filter.type} @change=${event => { filter.type = event.target.value; show(); }}><option value="">all decisions</option>${["granted", "queued", "renewed", "released", "rejected"].map(type => html`<option value=${type}>${type}</option>`)}<option value="forced">by operators</option></select>
        <select aria-label="Which accounts" .value=${filter.scope} @change=${event => { filter.scope = event.target.value; begin(); }}><option value="account" ?disabled=${!account}>this account</option><option value="all">all accounts</option></select>
        <button type="button" aria-pressed=${paused} @click=${pause} title="Pause (space)">${paused ? "Go on" + (missed ? " (" + text.number(missed) + " new)" : "") : "Pause"}</button>
      </form>
      <div class="list" id="activity"></div>
      ${failed ? problem(failed) : events.length === 0 ? empty("Nothing has happened lately", "Decisions show here as they are published.") : nothing}`, screen);
    list ??= virtualList({
      into: screen.querySelector("#activity"), label: "Decisions, the latest first", keyOf: event => event.key,
      row: event => html`<time>${text.time(event.at)}</time>${eventChip(event)}${filter.scope === "all" ? html`<span class="faint">${text.visible(event.account)}</span>` : nothing}
        <span class="who-text">${event.subAccount ? whoOf(event) : ""}</span><span class="name">${event.targets ? shown(pathOf(event)) : text.visible(event.lockId ?? "")}</span><span class="time">${particulars(event)}</span>`,
      onChoose: (event, opened) => { if (opened && event.lockId) choose({ ...event, state: "event" }); },
      onKey: event => { if (event.key === " ") { pause(); return true; } return false; },
    });
  }
  function show() {
    list?.set(events.filter(fits));
    draw();
  }
  function pause() {
    paused = !paused;
    if (!paused) missed = 0;
    show();
  }
  function take(more) {
    for (const event of more) {
      event.key = (event.cause?.partition ?? 0) + ":" + event.seq;
      clock.hear(event.at);
    }
    events = more.reverse().concat(events).slice(0, MOST);
    if (paused) { missed += more.length; draw(); } else show();
  }

  async function begin() {
    const mine = ++generation;
    stop();
    const of = filter.scope === "account" ? account : "";
    try {
      const recent = await get("recent", { account: of, limit: 1000 });
      if (closed || mine !== generation) return;
      failed = null;
      events = [];
      take(recent.events.map(one => one.event));
      stop = follow({ account: of, after: recent.position, onEvents: take, onReset: begin, onState: () => {} });
    } catch (error) {
      failed = error;
      draw();
      setTimeout(() => { if (!closed && mine === generation) begin(); }, 2000);
    }
  }

  draw();
  begin();
  return { events: () => {}, tick: () => {}, focus: () => list?.focus(), search: () => screen.querySelector("#search").focus(), close: () => { closed = true; stop(); } };
}
