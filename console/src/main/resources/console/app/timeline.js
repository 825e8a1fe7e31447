/* Screen 7: the last minutes of an account, drawn by the audit's painter; it moves with log time until the reader stops
   it. */
import { html, render, nothing } from "/lib/lit-html/lit-html.js";
import { get } from "./api.js";
import { lives } from "./lives.js";
import { MODES, announce, clock, empty, modeChip, pathOf, problem, shown } from "./parts.js";
import { scripts } from "./script.js";

const MOST_LOCKS = 5000;
const MOST_SEEDED = 3000;
const MOST_BUFFERED = 20_000;
const MOST_TABLE = 200;
const KEPT_MS = 15 * 60_000;
const LEAST_MS = 2_000;
/* The initial width is the largest at which the locks can still be told apart. */
const BEGIN_MS = [180_000, 60_000, 30_000, 15_000];
const MOST_BEGIN = 60;
const LANES = [["path", "Paths"], ["folder", "Folders"], ["subAccount", "Sub-accounts"]];
const still = matchMedia("(prefers-reduced-motion: reduce)");

/* The painter takes its canvas, and the list of blockers, once, when its script runs; so the screens share one canvas.
   */
const canvas = document.createElement("canvas");
canvas.id = "lanes";
canvas.tabIndex = 0;
let showing = null;
globalThis.MODES = MODES;
globalThis.lives = { blockers: lock => showing?.blockers(lock) ?? [] };

async function tools() {
  await scripts("/lib/d3/dist/d3.min.js", "/audit/lanes.js", "/audit/painter.js");
  painter.readColours();
}
theme.onChange(() => {
  if (showing?.layout) { painter.readColours(); showing.relayout(); }
});

export function timeline(screen, { account, parameters, go, choose }) {
  const known = lives(MOST_LOCKS);
  const view = { gutter: 0, width: 0, height: 0, top: 0, covered: 0, x: null, hoveredLane: null };
  const here = new AbortController();
  let by = parameters.get("by") ?? "path";
  let words = "";
  let span = BEGIN_MS[0];
  let end = null;
  let found = [];
  let cut = 0;
  let selected = null;
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
  const fitting = () => BEGIN_MS.find(width => known.between(now() - width, now(), now()).length <= MOST_BEGIN) ?? BEGIN_MS.at(-1);
  const right = () => end ?? now() + span * .03;
  const byId = id => screen.querySelector("#" + id);

  function controls() {
    const [from, to] = [right() - span, right()];
    render(html`
      <form class="bar filters" role="search" aria-label="Timeline" @submit=${event => event.preventDefault()}>
        <input type="search" id="search" placeholder="Every word must occur" aria-label="Words" title="(/)" .value=${words} @input=${event => { words = event.target.value; stale = true; }}>
        <div class="segments" role="group" aria-label="One lane per">${LANES.map(([value, name]) => html`<button type="button" aria-pressed=${value === by} @click=${() => { by = value; stale = true; controls(); }}>${name}</button>`)}</div>
        <div class="segments" role="group" aria-label="Zoom"><button type="button" aria-label="Zoom out" title="(−)" @click=${() => zoom(2)}>−</button><button type="button" aria-label="Zoom in" title="(+)" @click=${() => zoom(.5)}>+</button></div>
        <button type="button" id="pause" aria-pressed=${end !== null} title="(space)" @click=${toggle}>${end === null ? "Pause" : "Follow now"}</button>
        <button type="button" id="as-table" aria-pressed=${asTable} title="(t)" @click=${toTable}>Table</button>
        <span class="found" role="status">${!ready ? "looking …" : text.count(found.length, "lock") + " · " + text.count(me.layout?.lanes ?? 0, "lane") + " · " + (end === null ? "the last " + text.duration(span) : text.span(Math.round(from), Math.round(to)))}</span>
      </form>
      ${leftOut()}
      <div class="stage" ?hidden=${asTable}><div class="scroller" id="scroller"><div class="sheet" id="sheet"></div></div></div>
      <div class="scroll" id="table" tabindex="0" role="region" aria-label="Locks of this time as a table" ?hidden=${!asTable}>${asTable ? table() : nothing}</div>
      <div class="tip" id="tip" role="tooltip" hidden></div>
      <footer class="bar legend" aria-label="Legend"><span><i class="key solid"></i>held</span><span><i class="key hatched"></i>waited</span><span><i class="key open"></i>still so</span><span><i class="key expired"></i>expired</span>
        <span><i class="key forced"></i>forced</span><span><i class="key cross">✕</i>refused, or waited in vain</span><span><i class="key arrow">↷</i>waits for</span>
        <span class="hint" id="timeline-keys"><kbd>←</kbd> <kbd>→</kbd> pan · <kbd>+</kbd> <kbd>−</kbd> zoom · <kbd>space</kbd> pause · <kbd>n</kbd> <kbd>p</kbd> next, previous lock · <kbd>t</kbd> table</span></footer>
      ${failed ? problem(failed) : ready && found.length === 0 && !asTable ? empty(words ? "Nothing fits" : "Nothing in this time", words ? "No lock here has these words." : "What happens from now on shows by itself.") : nothing}`, screen);
    const sheet = byId("sheet");
    if (canvas.parentNode !== sheet) sheet.append(canvas);
  }

  function leftOut() {
    const parts = [];
    if (ready && historyFrom > now() - KEPT_MS && historyFrom > right() - span) parts.push("Events are known from " + text.time(historyFrom) + " on; of what lies before only locks that were still live then");
    if (seeded.total > seeded.shown) parts.push(text.number(seeded.shown) + " of " + text.count(seeded.total, "live lock") + " were read at the start; others show when something happens to them");
    if (known.turnedAway() > 0) parts.push("More than " + text.number(MOST_LOCKS) + " locks are live; some are left out");
    if (cut > 0) parts.push(text.count(cut, "lock") + " in this time " + (cut === 1 ? "is" : "are") + " not drawn: search for some, or zoom in");
    return parts.length === 0 ? nothing : html`<p class="notice left-out">${parts.join(". ")}.</p>`;
  }

  const outcome = lock => ({ WAITING: "waits", HELD: "held" })[lock.outcome] ?? lock.outcome;
  function table() {
    const latest = found.slice(-MOST_TABLE).reverse();
    return html`<table><caption>${found.length > MOST_TABLE ? "The latest " + text.number(MOST_TABLE) + " of " + text.count(found.length, "lock") : text.count(found.length, "lock")}, the latest first</caption>
      <thead><tr>${["Asked (UTC)", "State", "Mode", "Owner", "Operation", "Path", "Waited", "Held"].map(name => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>${latest.map(lock => html`<tr><td data-name="Asked">${text.time(lock.requestedAt)}</td><td class=${lock.outcome === "EXPIRED" || lock.outcome === "FORCED" || lock.inVain ? "bad-text" : ""}>${outcome(lock)}</td><td>${modeChip(lock.targets[0].mode)}</td><td class="name">${text.visible(lock.who)}</td><td>${lock.operation}</td>
        <td class="name"><button type="button" class="link" @click=${() => go("life", { lockId: lock.lockId })}>${shown(pathOf(lock))}</button></td>
        <td data-name="Waited">${lock.waited ? text.duration(lock.waitUntil - lock.requestedAt) : "—"}</td><td data-name="Held">${lock.grantedAt === undefined ? "—" : text.duration(lock.until - lock.grantedAt)}</td></tr>`)}</tbody></table>`;
  }

  /* The visible part */
  const hay = lock => lock.haystack ??= [lock.lockId, lock.who, lock.operation, ...lock.targets.map(target => target.path + " " + target.mode)].join("\n").toLowerCase();
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
    if (me.layout) { layOut(); paint(); } else stale = true;
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
  const sentence = lock => ["asked " + text.time(lock.requestedAt), lock.waited ? "waited " + text.duration(lock.waitUntil - lock.requestedAt) : "",
    lock.grantedAt === undefined ? "" : "held " + text.duration(lock.until - lock.grantedAt), lock.end?.by ? "by " + text.visible(lock.end.by) + (lock.end.comment ? ": " + text.visible(lock.end.comment) : "") : ""].filter(Boolean).join(", ");

  function pick(lock) {
    selected = lock;
    if (lock) {
      announce([lock.operation, shown(pathOf(lock)), "by", text.visible(lock.who), outcome(lock), sentence(lock)].join(" "));
      const state = lock.end ? { state: "event", type: lock.end.type, reason: lock.end.reason } : lock.grantedAt === undefined ? { state: "waiting", since: lock.requestedAt, until: lock.deadline } : { state: "held", since: lock.grantedAt, until: lock.expiresAt };
      choose({ ...lock, ...state });
    }
    redraw();
  }
  function step(by) {
    if (found.length === 0) return;
    if (end === null) toggle();
    const at = found.indexOf(selected);
    const next = found[at < 0 ? found.length - 1 : (at + by + found.length) % found.length];
    pick(next);
    const place = me.layout.places.get(next)?.[0], scroller = byId("scroller");
    if (!place) return;
    const y = lanes.yOf(place);
    if (y < scroller.scrollTop || y > scroller.scrollTop + view.height - painter.AXIS - 40) scroller.scrollTop = y - view.height / 2;
    redraw();
  }

  /* Mouse and keys */
  function connect() {
    const on = (target, type, listener, options = {}) => target.addEventListener(type, listener, { signal: here.signal, ...options });
    let drag = null;
    on(canvas, "pointerdown", event => { if (event.button === 0) { drag = { x: event.clientX, y: event.clientY, moved: false }; canvas.setPointerCapture(event.pointerId); } });
    on(canvas, "pointermove", event => {
      if (!drag) { hover(itemAt(event), event); return; }
      const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
      if (!drag.moved && Math.hypot(dx, dy) < 4) return;
      hover(null);
      byId("scroller").scrollTop -= dy;
      pan(-dx * span / (view.width - view.gutter));
      drag = { x: event.clientX, y: event.clientY, moved: true };
    });
    on(canvas, "pointerup", event => {
      if (drag && !drag.moved) pick(itemAt(event)?.lock ?? null);
      drag = null;
    });
    on(canvas, "pointercancel", () => { drag = null; });
    on(canvas, "pointerleave", () => hover(null));
    on(canvas, "wheel", event => {
      const zooms = event.ctrlKey || event.metaKey || event.altKey;
      if (!zooms && Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return;
      event.preventDefault();
      if (zooms) zoom(2 ** (event.deltaY / 300), end === null ? null : +view.x.invert(event.offsetX));
      else pan(event.deltaX * span / (view.width - view.gutter));
    }, { passive: false });
    on(byId("scroller"), "scroll", () => { hover(null); redraw(); });
    const scroll = by => { byId("scroller").scrollTop += by; };
    const keys = {
      ArrowLeft: () => pan(-span * .15), ArrowRight: () => pan(span * .15), ArrowUp: () => scroll(-60), ArrowDown: () => scroll(60), PageUp: () => scroll(80 - view.height), PageDown: () => scroll(view.height - 80),
      "+": () => zoom(1 / 1.6), "=": () => zoom(1 / 1.6), "-": () => zoom(1.6), 0: () => { span = fitting(); end = null; stale = true; controls(); }, " ": toggle, n: () => step(1), p: () => step(-1), t: toTable,
      Enter: () => { if (selected) go("life", { lockId: selected.lockId }); },
    };
    on(screen, "keydown", event => {
      if (event.target !== canvas && event.target.id !== "table") return;
      const act = event.target === canvas ? keys[event.key] : event.key === "t" ? toTable : undefined;
      if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    });
    const sizes = new ResizeObserver(resize);
    sizes.observe(byId("scroller"));
    here.signal.addEventListener("abort", () => sizes.disconnect());
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
      for (const { event } of recent.events) { clock.hear(event.at); known.take(event); }
      live.forEach(known.seed);
      seeded = { shown: live.length, total };
      historyFrom = recent.events.length === MOST_LOCKS ? recent.events[0].event.at : 0;
      position = Number(recent.position.split(":")[1]);
      take(waiting);
      waiting = [];
      failed = null;
      if (!ready) span = fitting();
      ready = true;
      resize();
      if (begun) load();
    } catch (error) {
      if (closed) return;
      failed = error;
      controls();
      setTimeout(() => { if (!closed) load(); }, 2000);
    }
  }

  function take(events) {
    for (const event of events) if (event.seq > position) known.take(event);
    known.forget(now() - KEPT_MS);
    if (end === null || right() > now()) stale = true;
  }

  showing = me;
  controls();
  connect();
  load();
  frame = requestAnimationFrame(loop);
  return {
    begin: () => { if (ready) load(); else begun = true; },
    events: events => {
      if (ready) take(events);
      else if (waiting.length + events.length <= MOST_BUFFERED) waiting.push(...events);
      else { waiting = []; failed = new Error("more happens than can be read"); controls(); }
    },
    keys: { "+": () => zoom(1 / 1.6), "=": () => zoom(1 / 1.6), "-": () => zoom(1.6), n: () => step(1), p: () => step(-1), t: toTable },
    tick: () => {}, focus: () => canvas.focus(), search: () => byId("search").focus(),
    close: () => {
      closed = true;
      here.abort();
      cancelAnimationFrame(frame);
      if (showing === me) showing = null;
    },
  };
}
