/* Small parts that several screens share. Names come from anybody: lit-html writes them as text, and text.visible shows
   hidden characters. */
import { html, nothing, svg } from "/lib/lit-html/lit-html.js";

export const MODES = ["READ", "ADD", "PUT", "DELETE", "EXCLUSIVE", "GUARD", "FREEZE", "CLOSE"];
export const shown = value => text.inOrder(text.visible(value));
export const whoOf = lock => text.visible(lock.subAccount ?? "") + (lock.session ? " · " + text.visible(lock.session) : "");
const sum = counts => Object.values(counts ?? {}).reduce((a, b) => a + b, 0);

export const modeChip = mode => html`<span class="chip mode-${mode}">${mode}</span>`;
/** The colours of the modes, for a legend. */
export const modeKeys = MODES.map(mode => html`<span><svg width="12" height="10" aria-hidden="true"><rect class="fill-${mode}" width="12" height="10"></rect></svg>${mode}</span>`);
export const stateChip = lock => lock.state === "waiting" ? html`<span class="chip waiting">waiting</span>` : html`<span class="chip held">held</span>`;
export const pathOf = lock => lock.path ?? lock.targets.map(target => target.path).join(", ");
/** The refusals that end a wait; all others answer a command, and leave the lock of that id as it is. */
const WAIT_ENDS = ["WAIT_TIMEOUT", "PATH_GONE", "NO_SESSION", "ACCOUNT_CLOSED"];
/** Says whether an event ends a lock or a wait; copies do not. */
export const endsLock = event => !event.repeated && (event.type === "released" || (event.type === "rejected" && WAIT_ENDS.includes(event.reason)));
/** Says whether a lock was ended by force because the end was reached that somebody who asked had attached. */
export const isAskedEnd = event => event.type === "released" && event.reason === "FORCED" && event.commandId === event.lockId;
const MOST_PATH = 200;
/** A path whose middle is left out if it is very long; the tooltip has it whole. */
export const brief = path => html`<span title=${shown(path)}>${text.inOrder(text.middle(text.visible(path), value => value.length <= MOST_PATH))}</span>`;
/** A text that may be cut off with an ellipsis; the tooltip has it whole. */
export const clip = (name, value) => html`<span class=${name} title=${value}>${value}</span>`;
/** The path of a lock; it is cut off at the beginning, because the end tells locks of a folder apart. */
export const clipPath = (lock, more = "") => html`<span class="name path ${more}" title=${shown(pathOf(lock))}><bdi dir="ltr">${shown(pathOf(lock))}</bdi></span>`;
/** Says whether an end is one that its holder did not choose. */
export const isBadEnd = reason => ["EXPIRED", "SESSION_ENDED", "FORCED"].includes(reason);
/** Says whether it is a check-out: it protects its paths, and no process keeps it. */
export const isCheckOut = lock => lock.targets?.[0]?.mode === "GUARD";
/** Says whether it is a freeze: its paths stand still. */
export const isFreeze = lock => lock.targets?.[0]?.mode === "FREEZE";
/** Says whether it closes its account: nobody else gets any lock there. */
export const isClose = lock => lock.targets?.[0]?.mode === "CLOSE";
/**
 * Says of an event whether it changes a lock of a kind. The arbiter tells a kept lock again every five minutes, and
 * nothing changes by it.
 */
export const changesOne = isOne => event => !event.repeated && event.type !== "told" && isOne(event);
/** What a lock, or the event about it, tells whoever meets it; empty = nothing. */
export const noteOf = lock => lock.attributes?.note ?? "";
/** A note in quotation marks; it is cut off with an ellipsis where it has no room. */
export const quoted = note => note ? clip("note", "“" + text.visible(note) + "”") : nothing;
/** The whole note of a lock, in a dialog about it. */
export const noteBlock = lock => noteOf(lock) ? html`<p class="note">Its note: “${text.visible(noteOf(lock))}”</p>` : nothing;
/** The line break in a row of a narrow list. */
export const turn = html`<span class="turn"></span>`;

/**
 * The present time of the log: the last time that the console told, plus the time since on this machine's clock; 0 =
 * not told yet. An account's last event only says that the time was later than that.
 */
export const clock = (() => {
  const MOST_BACK_MS = 60_000;
  let at = 0;
  let told = 0;
  let latest = 0;
  const now = () => at === 0 ? 0 : at + (performance.now() - told);
  const set = time => { at = time; told = performance.now(); };
  return {
    /** Takes the time of a decision. */
    hear(time) {
      latest = Math.max(latest, time);
      if (at > 0 && time > now()) set(time);
    },
    /**
     * Takes the time of the console's clock; if that is a little behind the brokers' clocks, it does not turn back the
     * time of an event.
     */
    tell(time) {
      const next = Math.max(time, latest);
      if (next > now() || now() - next > MOST_BACK_MS) set(next);
    },
    now,
  };
})();

const whole = ms => ms < 1000 ? "less than 1 s" : text.duration(Math.floor(ms / 1000) * 1000);
export const since = time => clock.now() === 0 ? "since " + text.time(time) : whole(Math.max(0, clock.now() - time));
export const until = time => clock.now() === 0 ? "at " + text.time(time) : time > clock.now() ? "in " + whole(time - clock.now()) : "any moment";
/** When the lease or the wait of a lock ends. A bound lock ends with its session, which later commands keep alive. */
export const endOf = lock => lock.bound && lock.state === "held" ? "with its session" : until(lock.until);

/**
 * A bar of the held targets by mode; its width shows their number on a logarithmic scale, so that one among thousands
 * is visible.
 */
export function bar(at, below, most) {
  const total = sum(at) + sum(below);
  if (total === 0) return html`<span class="modebar-place"></span>`;
  const width = 4 + 116 * Math.log1p(total) / Math.log1p(Math.max(most, 1));
  let x = 0;
  return html`<svg class="modebar" width="120" height="10" viewBox="0 0 120 10" role="img" aria-label=${MODES.filter(mode => (at[mode] ?? 0) + (below[mode] ?? 0) > 0).map(mode => (at[mode] ?? 0) + (below[mode] ?? 0) + " " + mode).join(", ")}>${MODES.map(mode => {
    const part = width * ((at[mode] ?? 0) + (below[mode] ?? 0)) / total;
    const left = x;
    x += part;
    return part === 0 ? nothing : svgRect(mode, left, part);
  })}</svg>`;
}

const svgRect = (mode, x, width) => svg`<rect class="fill-${mode}" x=${x} y="0" width=${Math.max(1, width)} height="10"></rect>`;

/** Describes the consequences of a lock's end, in sentences. */
export function outcome({ nextInAll, stillWaiting, moreWaiting }) {
  if (nextInAll === 0 && stillWaiting === 0) return "Nobody waits for it.";
  const granted = nextInAll === 0 ? "Nobody would get anything by it." : text.count(nextInAll, "request") + " would be granted.";
  if (stillWaiting === 0) return granted;
  return granted + " " + text.count(stillWaiting, "request") + (moreWaiting ? " or more" : "") + " that it holds up would wait on" + (nextInAll === 0 ? ", for something else is in the way as well." : ".");
}

/** Formats a time; the day is written only if it differs from that of another time. */
export function clockOf(at, other) {
  const [day, ...rest] = text.time(at).split(", ");
  return text.time(other).startsWith(day + ", ") ? rest.join(", ") : text.time(at);
}

export function announce(message) {
  document.getElementById("announcement").textContent = message;
}

/** Reports, for measurements, that the events up to this one are in the page; the next frame paints them. */
export const drawn = seq => document.dispatchEvent(new CustomEvent("drawn", { detail: seq }));

/** The arrow that opens and closes a row; the keys do it too, so Tab passes it by. */
export const twist = (isOpen, toggle) => html`<button type="button" class="twist" tabindex="-1" aria-label=${isOpen ? "Close" : "Open"} @click=${toggle}>${isOpen ? "▾" : "▸"}</button>`;

export const empty = (title, hint) => html`<div class="nothing"><strong>${title}</strong><span>${hint}</span></div>`;
/** Marks content as outdated: the present question failed. */
export const stale = error => html`<span class="problem">As it was before; now: ${shown(error.message)}</span>`;
export const problem = error => html`<div class="nothing"><strong>This cannot be shown now</strong><span>${shown(error.message)}</span></div>`;
