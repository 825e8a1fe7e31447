/* Screen 6: decisions as they are published, the latest first; forced releases stand above all others. */
import { html, render, nothing } from "/lib/lit-html/lit-html.js";
import { get } from "./api.js";
import { still } from "./dock.js";
import { live } from "./following.js";
import { virtualList } from "./list.js";
import { TYPES, decisionOf, eventChip } from "./life.js";
import { announce, clip, clipPath, clock, clockOf, drawn, empty, isAskedEnd, noteOf, pathOf, problem, quoted, shown, whoOf } from "./parts.js";
import { remember as rememberPlace } from "./place.js";
import { follow } from "./stream.js";

const MOST = 5000;
const MOST_FORCED = 200;

/* After a gap the page builds the screen again: its events are taken over, and the gap is shown. */
const TAKEN_OVER_MS = 5000;
let left = null;
let gaps = 0;

/** Says whether somebody ended it by force. */
const isForced = event => event.by !== undefined && event.type !== "yieldRequested";
/* The day is shown only if it is not the present one. */
const when = at => clockOf(at, Math.floor(clock.now()));
const keyOf = event => (event.cause?.partition ?? 0) + ":" + event.seq;

export function activity(screen, { account, parameters, go, choose }) {
  const filter = {
    words: parameters.get("words") ?? "", type: parameters.get("type") ?? "", lockId: parameters.get("lockId") ?? "",
    scope: account && parameters.get("scope") !== "all" ? "account" : "all",
  };
  const key = JSON.stringify([account, filter.type, filter.lockId, filter.scope]);
  const before = left?.key === key && performance.now() - left.at < TAKEN_OVER_MS ? left : { events: [], forced: [] };
  let events = before.events;
  let forced = before.forced;
  let frozen = null;
  let missed = 0;
  let state = "waiting";
  let failed = null;
  let list = null;
  let stop = () => {};
  let timer = 0;
  let closed = false;
  let generation = 0;
  let isRead = before.events.length > 0;

  const fits = event => (!filter.type || (filter.type === "forced" ? isForced(event) : event.type === filter.type)) && (!filter.lockId || event.lockId === filter.lockId);
  const haystack = event => event.haystack ??= JSON.stringify(event.of).toLowerCase();
  function words() {
    const wanted = filter.words.toLowerCase().split(/\s+/).filter(Boolean);
    return wanted.length === 0 ? () => true : event => event.gap || wanted.every(word => haystack(event).includes(word));
  }

  /* An end that somebody attached who asked tells no comment; the request, which came before, does. */
  const askings = new Map();
  const lockOf = event => event.account + "\n" + event.lockId;
  function noteAskings(more) {
    for (const event of more) {
      const key = lockOf(event);
      if (event.type !== "yieldRequested" || event.endsAt === undefined || askings.get(key)?.endsAt === event.endsAt) continue;
      askings.delete(key);
      askings.set(key, event);
      if (askings.size > MOST) askings.delete(askings.keys().next().value);
    }
  }
  const reasonOf = event => event.comment ?? (isAskedEnd(event) ? askings.get(lockOf(event))?.comment : undefined);
  function byWhom(event) {
    const reason = reasonOf(event);
    const who = "by " + text.visible(event.by) + (isAskedEnd(event) ? ", who had asked for it" : "");
    return clip("forced-by", who + (reason ? ": “" + shown(reason) + "”" : isAskedEnd(event) ? "" : ", without a reason"));
  }
  function row({ of: event, gap }) {
    if (gap) return html`<span class="gap"><span aria-hidden="true">⋯</span> A gap: ${gap} may be missing here</span>`;
    const rest = isForced(event) ? { ...event, by: undefined } : event;
    return html`<span class="lead"><time>${when(event.at)}</time>${eventChip(event)}</span>
      ${event.targets ? clipPath(event) : clip("name", text.visible(event.lockId ?? ""))}
      <span class="sub">${filter.scope === "all" ? clip("account", text.visible(event.account)) : nothing}${event.subAccount ? clip("who-text", whoOf(event)) : nothing}
      ${isForced(event) ? byWhom(event) : nothing}${quoted(noteOf(event))}${clip("time", decisionOf(rest))}</span>`;
  }

  function strip() {
    if (forced.length === 0) return nothing;
    return html`<section class="forced-strip" aria-label="What was ended by force"><h2><span aria-hidden="true">⚠</span> ${text.count(forced.length, "end")} by force${forced.length === MOST_FORCED ? " or more" : ""}</h2>
      <ul>${forced.slice(0, 3).map(event => html`<li><time>${when(event.at)}</time>${eventChip(event)}${byWhom(event)}${event.subAccount ? clip("who-text", whoOf(event)) : nothing}
        <button type="button" class="link" title=${event.targets ? shown(pathOf(event)) : text.visible(event.lockId ?? "")} @click=${() => lifeOf(event)}>${event.targets ? shown(pathOf(event)) : text.visible(event.lockId ?? "")}</button></li>`)}</ul>
      ${forced.length > 3 && filter.type !== "forced" ? html`<button type="button" class="link" @click=${() => set("type", "forced")}>all of them</button>` : nothing}</section>`;
  }

  function draw() {
    const found = list ? current().length : 0;
    render(html`
      <form class="bar filters" role="search" aria-label="Filter decisions" @submit=${event => event.preventDefault()}>
        <input type="search" id="search" placeholder="Words" aria-label="Words" title="Every word must occur (/)" .value=${filter.words} @input=${event => { filter.words = event.target.value; remember(); show(); }}>
        <input type="text" id="lock-id" placeholder="Lock id" aria-label="Lock id, whole" spellcheck="false" .value=${filter.lockId} @input=${event => set("lockId", event.target.value.trim(), 300)}>
        <select id="type" aria-label="Type" @change=${event => set("type", event.target.value)}>${[["", "all types"], ...TYPES.map(type => [type, type]), ["forced", "by force"]].map(([value, name]) => html`<option value=${value} ?selected=${value === filter.type}>${name}</option>`)}</select>
        <select id="scope" aria-label="Accounts" @change=${event => set("scope", event.target.value)}><option value="account" ?disabled=${!account} ?selected=${filter.scope === "account"}>this account</option><option value="all" ?selected=${filter.scope === "all"}>all accounts</option></select>
        <button type="button" id="pause" aria-pressed=${frozen !== null} @click=${() => pause(frozen === null)} title="(space)">${frozen === null ? "Pause" : "Go on"}</button>
        <span class="found" role="status">${state === "displaced" ? "not followed" : state !== "live" ? "connecting …" : frozen !== null ? "paused" + (missed > 0 ? ", " + text.number(missed) + " new" : "") : "live"}${isRead ? " · " + text.count(found, "row") : ""}${events.length >= MOST ? ", older ones are dropped" : ""}</span>
      </form>
      ${strip()}
      <div class="list activity" id="activity"></div>
      ${failed && found === 0 ? problem(failed) : found === 0 && isRead ? events.length === 0 ? empty("No such decision lately", "Decisions show here as they are published.") : empty("Nothing fits", "No decision here has these words.") : nothing}`, screen);
    if (list) return;
    const into = screen.querySelector("#activity");
    list = virtualList({
      into, label: "Decisions, the latest first", keyOf: event => event.key, row,
      onChoose: ({ of: event }, opened) => {
        if (!event) return;
        pause(true);
        if (opened && event.lockId) open(event);
      },
      onKey: (event, { of: chosen }) => {
        if (event.key !== "l" || !chosen?.lockId) return false;
        event.stopPropagation();
        lifeOf(chosen);
        return true;
      },
    });
    into.addEventListener("keydown", event => {
      if (event.key !== " " || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      pause(frozen === null);
    });
    into.addEventListener("scroll", () => { if (into.scrollTop > 0 && frozen === null) pause(true); }, { passive: true });
  }

  const current = () => (frozen ?? events).filter(words());
  function show() {
    list?.set(current());
    draw();
  }

  const lifeOf = event => go("life", { account: event.account, lockId: event.lockId });
  function open(event) {
    if (event.account === account) choose({ ...event, state: "event" });
    else lifeOf(event);
  }

  /* Stops the list, so that it can be read; new events are counted meanwhile. */
  function pause(on) {
    if (on === (frozen !== null)) return;
    frozen = on ? events : null;
    missed = 0;
    if (!on) Object.assign(screen.querySelector("#activity"), { scrollTop: 0, style: "" });
    announce(on ? "Paused" : "Live");
    show();
  }

  function set(name, value, afterMs = 0) {
    if (filter[name] === value) return;
    filter[name] = value;
    remember();
    frozen = null;
    events = [];
    forced = [];
    ++generation;
    isRead = false;
    clearTimeout(timer);
    timer = setTimeout(begin, afterMs);
    show();
  }

  /* Stores filter and selection in the address, so that Back shows the same again. */
  function remember() {
    rememberPlace("activity", { ...filter, scope: filter.scope === "all" ? "all" : "" });
  }

  function noteForced(more) {
    const known = new Set(forced.map(keyOf));
    const fresh = more.filter(event => isForced(event) && !known.has(keyOf(event)));
    if (fresh.length === 0) return;
    forced = [...fresh.reverse(), ...forced].sort((a, b) => b.at - a.at).slice(0, MOST_FORCED);
    const last = forced[0];
    announce(text.visible(last.by) + " ended " + text.visible(last.lockId ?? "") + " by force" + (reasonOf(last) ? ": " + text.visible(reasonOf(last)) : ""));
  }

  function add(more) {
    const fresh = more.filter(fits).map(event => ({ key: keyOf(event), of: event }));
    events = [...fresh.reverse(), ...events].slice(0, MOST);
    if (frozen !== null) missed += fresh.length;
  }

  function take(more) {
    for (const event of more) clock.hear(event.at);
    noteAskings(more);
    noteForced(more);
    add(more);
    if (frozen === null) show(); else still(screen.querySelector("#activity"), draw);
    if (more.length > 0) drawn(more.at(-1).seq);
  }

  /* The latest events have no gap among them. There is a gap to the older ones only if the last of those is not among
     the latest. */
  function join(latest) {
    const here = new Map(latest.map(event => [keyOf(event), event]));
    const last = new Map();
    for (const { of: event } of events) if (event && !last.has(event.cause?.partition)) last.set(event.cause?.partition, keyOf(event));
    const newest = events[0]?.of;
    const known = new Set(events.map(event => event.key));
    if (newest && [...last.values()].some(key => !here.has(key))) {
      const next = latest.find(event => !known.has(keyOf(event)));
      events = [{ key: "gap-" + ++gaps, gap: "what was decided after " + text.time(newest.at) + (next ? " and before " + text.time(next.at) : "") }, ...events];
      announce("A gap: decisions may be missing");
    }
    take(latest.filter(event => !known.has(keyOf(event))));
  }

  async function begin() {
    const mine = ++generation;
    stop();
    stop = () => {};
    const of = filter.scope === "account" ? account : "";
    try {
      const type = filter.type === "forced" ? "released" : filter.type;
      const [recent, released] = await Promise.all([
        get("recent", { account: of, type, lockId: filter.lockId, limit: MOST }),
        get("recent", { account: of, type: "released", limit: MOST }),
      ]);
      if (closed || mine !== generation) return;
      failed = null;
      isRead = true;
      noteAskings(recent.events.map(one => one.event));
      noteForced(released.events.map(one => one.event));
      join(recent.events.map(one => one.event));
      stop = follow({ account: of, after: recent.position, onEvents: take, onReset: begin, onState: (next, since) => { state = next; live(next, since); draw(); } });
    } catch (error) {
      if (closed || mine !== generation) return;
      failed = error;
      draw();
      timer = setTimeout(begin, 2000);
    }
  }

  draw();
  begin();
  return {
    events: () => {}, tick: () => {}, focus: () => list?.focus(), search: () => screen.querySelector("#search").focus(), enter: () => list?.enter(),
    close: () => {
      closed = true;
      clearTimeout(timer);
      stop();
      left = { key: JSON.stringify([account, filter.type, filter.lockId, filter.scope]), events, forced, at: performance.now() };
    },
  };
}
