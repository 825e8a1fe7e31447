/* Screen 7: the last minutes of an account, drawn by the audit's painter; it moves with log time until the reader stops
   it. */
import { html, render, nothing } from "/lib/lit-html/lit-html.js";
import { get } from "./api.js";
import { lives } from "./lives.js";
import { MODES, announce, clock, clockOf, empty, noteOf, pathOf, problem, shown } from "./parts.js";
import { scripts } from "./script.js";
import { hands } from "./timeline-hands.js";
import { leftOut, legend, outcome, sentence, table } from "./timeline-words.js";

const MOST_LOCKS = 5000;
const MOST_SEEDED = 3000;
const MOST_BUFFERED = 20_000;
const MOST_WAITERS = 200;
const MOST_BLOCKERS = 20;
const KEPT_MS = 15 * 60_000;
const LEAST_MS = 2_000;
const BEGIN_MS = 5 * 60_000;
const LANES = [["path", "Paths"], ["folder", "Folders"], ["subAccount", "Sub-accounts"]];
const still = matchMedia("(prefers-reduced-motion: reduce)");

/* The painter takes its canvas, and the list of blockers, once, when its script runs; so the screens share one canvas.
   It must not look for the canvas in the page: the reader may have left the screen before the script arrives. */
const canvas = document.createElement("canvas");
canvas.id = "lanes";
canvas.tabIndex = 0;
let showing = null;
globalThis.MODES = MODES;
globalThis.canvasOfLanes = canvas;
globalThis.lives = { blockers: lock => showing?.blockers(lock) ?? [] };

async function tools() {
  await scripts("/lib/d3/dist/d3.min.js", "/audit/lanes.js", "/audit/painter.js");
  painter.readColours();
}
theme.onChange(() => {
  if (showing?.layout) { painter.readColours(); showing.relayout(); }
});

export function timeline(screen, { account, parameters, go, choose, chosen: before }) {
  const known = lives(account, MOST_LOCKS);
  const view = { gutter: 0, width: 0, height: 0, top: 0, covered: 0, x: null, hoveredLane: null };
  const here = new AbortController();
  let by = LANES.some(([value]) => value === parameters.get("by")) ? parameters.get("by") : "path";
  let words = "";
  let span = BEGIN_MS;
  let end = null;
  let found = [];
  let cut = 0;
  let selected = null;
  /* Whether the lock that was chosen on another screen is not among those that are known here. */
  let isLost = false;
  let hovered = null;
  let asTable = false;
  let seeded = { shown: 0, total: 0 };
  let historyFrom = 0;
  let failed = null;
  let ready = false;
  let closed = false;
  let waiting = [];
  let begun = false;
  let position = null;
  let frame = 0;
  let laidOutAt = 0;
  let drawnAt = 0;
  let stale = true;
  const me = { blockers: lock => known.blockers(lock), layout: null, relayout: () => { stale = true; resize(); } };

  const now = () => Math.floor(clock.now());
  const right = () => end ?? now() + span * .03;
  const byId = id => screen.querySelector("#" + id);

  function controls() {
    render(html`
      <form class="bar filters" role="search" aria-label="Timeline" @submit=${event => event.preventDefault()}>
        <input type="search" id="search" placeholder="Words" aria-label="Words" title="Every word must occur (/)" .value=${words} @input=${event => { words = event.target.value; stale = true; }}>
        <div class="segments" role="group" aria-label="One lane per">${LANES.map(([value, name]) => html`<button type="button" aria-pressed=${value === by} @click=${() => { by = value; stale = true; controls(); }}>${name}</button>`)}</div>
        <div class="segments" role="group" aria-label="Zoom"><button type="button" aria-label="Zoom out" title="(−)" @click=${() => zoom(2)}>−</button><button type="button" aria-label="Zoom in" title="(+)" @click=${() => zoom(.5)}>+</button></div>
        <button type="button" id="pause" aria-pressed=${end !== null} title="(space)" @click=${toggle}>${end === null ? "Pause" : "Follow now"}</button>
        <button type="button" id="as-table" aria-pressed=${asTable} title="(t)" @click=${toTable}>Table</button>
        <span class="found" role="status">${!ready ? "reading …" : text.count(found.length, "lock") + " · " + text.count(me.layout?.lanes ?? 0, "lane") + " · " + (end === null ? "the last " + text.duration(span) : text.duration(span) + " until " + clockOf(Math.round(end), now()).slice(0, -4))}</span>
      </form>
      <div class="stage" ?hidden=${asTable}><div class="scroller" id="scroller"><div class="sheet" id="sheet"><i class="chosen" id="picked" hidden></i></div></div></div>
      <div class="scroll" id="table" tabindex="0" role="region" aria-label="Locks of this time as a table" ?hidden=${!asTable}>${asTable ? table(found, go) : nothing}</div>
      ${leftOut({ isReady: ready, from: Math.max(now() - KEPT_MS, right() - span), historyFrom, seeded, turnedAway: known.turnedAway(), most: MOST_LOCKS, cut, isLost })}
      <div class="tip" id="tip" role="tooltip" hidden></div>
      ${legend}
      ${failed ? problem(failed) : ready && found.length === 0 && !asTable ? empty(words ? "Nothing fits" : "Nothing in this time", words ? "No lock here has these words." : "What happens from now on shows by itself.") : nothing}`, screen);
    const sheet = byId("sheet");
    if (canvas.parentNode !== sheet) sheet.append(canvas);
  }

  /* The visible part */
  const hay = lock => lock.haystack ??= [lock.lockId, lock.who, lock.operation, noteOf(lock), ...lock.targets.map(target => target.path + " " + target.mode)].join("\n").toLowerCase();
  function layOut() {
    stale = false;
    laidOutAt = performance.now();
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = known.between(right() - span, right(), now()).filter(lock => wanted.every(word => hay(lock).includes(word)));
    cut = Math.max(0, fits.length - MOST_LOCKS);
    found = cut > 0 ? fits.slice(cut) : fits;
    me.layout = lanes.layOut(found, by, new Set(MODES), span);
    byId("sheet").style.height = me.layout.height + painter.AXIS + "px";
    canvas.setAttribute("aria-label", `${text.count(found.length, "lock")} in ${text.count(me.layout.lanes, "lane")}, ${text.span(Math.round(right() - span), Math.round(right()))}. The table button, or t, shows them as a table`);
    controls();
  }

  function paint() {
    const begun = performance.now();
    for (const lock of found) if (!lock.end) lock.until = Math.max(now(), lock.grantedAt ?? lock.requestedAt);
    for (const lock of found) if (lock.grantedAt === undefined) lock.waitUntil = lock.until;
    view.top = byId("scroller").scrollTop;
    view.x = d3.scaleUtc().domain([right() - span, right()]).range([view.gutter, view.width]);
    const chosen = new Map();
    if (hovered) chosen.set(hovered, true);
    if (selected) chosen.set(selected, true);
    const { drawn, pointing } = painter.paint(me.layout, view, chosen);
    const c = canvas.getContext("2d"), x = view.x(now());
    if (x > view.gutter && x < view.width) {
      c.strokeStyle = painter.colour("accent");
      c.lineWidth = 1;
      c.beginPath(); c.moveTo(x, painter.AXIS); c.lineTo(x, view.height); c.stroke();
    }
    Object.assign(canvas.dataset, { drawn, arrows: pointing, paintMs: (performance.now() - begun).toFixed(1), at: right() });
  }

  /* Draws ten pictures a second while it moves, one if reduced motion is preferred; none while the page is hidden. */
  function loop(time) {
    if (closed) return;
    frame = requestAnimationFrame(loop);
    const moves = end === null && time - drawnAt >= (still.matches ? 1000 : 100);
    if (!ready || (!stale && !moves)) return;
    if (asTable ? stale || time - laidOutAt > 2000 : stale || time - laidOutAt > 500) layOut();
    drawnAt = time;
    if (!asTable && view.width > 0) paint();
  }
  const redraw = () => { if (ready && !asTable && view.width > 0 && me.layout) paint(); };

  function resize() {
    const scroller = byId("scroller");
    if (!ready || !scroller || scroller.clientWidth === 0) return;
    view.width = scroller.clientWidth;
    view.height = scroller.clientHeight;
    view.gutter = Math.round(Math.max(110, Math.min(300, view.width * .24)));
    painter.resize(view.width, view.height);
    layOut();
    paint();
  }

  /* Time */
  function toggle() {
    end = end === null ? right() : null;
    announce(end === null ? "Follows now" : "Paused");
    stale = true;
    controls();
  }
  function pan(ms) {
    end = Math.max(now() - KEPT_MS, Math.min(right() + ms, now() + span * .5));
    stale = true;
  }
  function zoom(factor, middle = null) {
    const before = span;
    span = Math.max(LEAST_MS, Math.min(KEPT_MS, span * factor));
    if (middle !== null) end = middle + (right() - middle) * span / before;
    else if (end !== null) end += (span - before) / 2;
    stale = true;
  }
  function toTable() {
    asTable = !asTable;
    hover(null);
    layOut();
    if (asTable) byId("table").focus();
    else { resize(); canvas.focus(); }
  }

  /* One lock */
  const itemAt = event => {
    const box = canvas.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top;
    if (!me.layout || x < view.gutter || y < view.covered) return undefined;
    return lanes.hit(me.layout, y - painter.AXIS + byId("scroller").scrollTop, +view.x.invert(x - 4), +view.x.invert(x + 4));
  };
  function hover(item, event) {
    const lock = item?.lock ?? null, tip = byId("tip");
    if (lock !== hovered) { hovered = lock; redraw(); }
    canvas.classList.toggle("over", lock !== null);
    tip.hidden = !lock;
    if (!lock) return;
    tip.replaceChildren(text.element("strong", {}, lock.operation + " " + outcome(lock)), text.element("div", { className: "tip-path" }, text.path(pathOf(lock))),
      text.element("div", {}, text.visible(lock.who)), text.element("div", { className: "faint" }, sentence(lock)));
    const box = tip.getBoundingClientRect();
    tip.style.left = Math.max(8, Math.min(event.clientX + 14, innerWidth - box.width - 8)) + "px";
    tip.style.top = Math.max(8, Math.min(event.clientY + 14, innerHeight - box.height - 8)) + "px";
  }
  /* The place of the bar, with the axis above it, is marked first: what choose() shows must not cover it. */
  function pick(item) {
    const lock = item?.lock ?? null, mark = byId("picked");
    selected = lock;
    isLost = false;
    mark.hidden = !item;
    if (lock) {
      mark.style.top = lanes.yOf(item) + "px";
      mark.style.height = painter.AXIS + lanes.ROW + "px";
      announce([lock.operation, shown(pathOf(lock)), "by", text.visible(lock.who), outcome(lock), sentence(lock)].join(" "));
      const state = lock.end ? { state: "event", ...lock.end } : lock.grantedAt === undefined ? { state: "waiting", since: lock.requestedAt, until: lock.deadline } : { state: "held", since: lock.grantedAt, until: lock.expiresAt };
      choose({ ...lock, ...state });
    }
    redraw();
  }
  function step(by) {
    if (found.length === 0) return;
    if (end === null) toggle();
    const at = found.indexOf(selected);
    const next = found[at < 0 ? found.length - 1 : (at + by + found.length) % found.length];
    reach(next);
    pick(me.layout.places.get(next)?.[0]);
  }
  function reach(lock) {
    const place = me.layout.places.get(lock)?.[0], scroller = byId("scroller");
    if (!place) return;
    const y = lanes.yOf(place);
    if (y < scroller.scrollTop || y > scroller.scrollTop + view.height - painter.AXIS - 40) scroller.scrollTop = y - view.height / 2;
  }

  /* Reads the state and the latest events, then follows the stream. */
  async function load() {
    try {
      await tools();
      const live = [];
      let total = 0, cursor = undefined;
      do {
        const page = await get("locks", { account, limit: 1000, cursor });
        live.push(...page.locks);
        ({ total, next: cursor } = page);
      } while (cursor && live.length < MOST_SEEDED);
      begun = false;
      const recent = await get("recent", { account, limit: MOST_LOCKS });
      if (closed) return;
      const { waiters } = await get("waiters", { account, limit: MOST_WAITERS, blockers: MOST_BLOCKERS });
      if (closed) return;
      for (const { event } of recent.events) { clock.hear(event.at); known.take(event); }
      live.forEach(known.seed);
      waiters.forEach(known.waits);
      seeded = { shown: live.length, total };
      historyFrom = recent.events.length === MOST_LOCKS ? recent.events[0].event.at : 0;
      position = Number(recent.position.split(":")[1]);
      take(waiting);
      waiting = [];
      failed = null;
      const isFirst = !ready;
      ready = true;
      resize();
      if (isFirst) bring();
      if (begun) load();
    } catch (error) {
      if (closed) return;
      failed = error;
      controls();
      setTimeout(() => { if (!closed) load(); }, 2000);
    }
  }

  /* The lock that was chosen on another screen is outlined here, and in sight: if it ended before, the time is moved. */
  async function bring() {
    const lock = await before;
    if (!lock || closed || !me.layout) return;
    selected = known.of(lock.lockId);
    isLost = !selected;
    if (selected && !found.includes(selected)) end = selected.until + span * .03;
    layOut();
    if (selected) reach(selected);
    redraw();
  }

  function take(events) {
    for (const event of events) if (event.seq > position) known.take(event);
    known.forget(now() - KEPT_MS);
    if (end === null || right() > now()) stale = true;
  }

  const zoomIn = () => zoom(1 / 1.6), zoomOut = () => zoom(1.6);
  showing = me;
  controls();
  hands({
    screen, canvas, scroller: byId("scroller"), view, signal: here.signal,
    onResize: resize, onScroll: redraw, hover, itemAt, zoom, pan, toTable,
    pick, span: () => span, isFollowing: () => end === null,
    keys: {
      "+": zoomIn, "=": zoomIn, "-": zoomOut, 0: () => { span = BEGIN_MS; end = null; stale = true; controls(); }, " ": toggle, n: () => step(1), p: () => step(-1), t: toTable,
      Enter: () => { if (selected) go("life", { lockId: selected.lockId }); },
    },
  });
  load();
  frame = requestAnimationFrame(loop);
  return {
    begin: () => { if (ready) load(); else begun = true; },
    events: events => {
      if (ready) take(events);
      else if (waiting.length + events.length <= MOST_BUFFERED) waiting.push(...events);
      else { waiting = []; failed = new Error("more happens than can be read"); controls(); }
    },
    keys: { "+": zoomIn, "=": zoomIn, "-": zoomOut, n: () => step(1), p: () => step(-1), t: toTable },
    tick: () => {}, focus: () => canvas.focus(), search: () => byId("search").focus(),
    close: () => {
      closed = true;
      here.abort();
      cancelAnimationFrame(frame);
      if (showing === me) showing = null;
    },
  };
}
