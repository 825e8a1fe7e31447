/* What the timeline says in words: a table of the locks, a sentence about one, what is left out, and the legend. */
import { html, nothing } from "/lib/lit-html/lit-html.js";
import { isBadEnd, modeChip, modeKeys, noteOf, pathOf, shown, whoOf } from "./parts.js";

const MOST_ROWS = 200;

export const outcome = lock => ({ WAITING: "waits", HELD: "held" })[lock.outcome] ?? lock.outcome;

export const sentence = lock => ["asked " + text.time(lock.requestedAt), lock.waited ? "waited " + text.duration(lock.waitUntil - lock.requestedAt) : "",
  lock.grantedAt === undefined ? "" : "held " + text.duration(lock.until - lock.grantedAt), lock.end?.by ? "by " + text.visible(lock.end.by) + (lock.end.comment ? ": " + text.visible(lock.end.comment) : "") : "",
  lock.end?.replacedBy ? "replaced by the lock of " + whoOf(lock.end.replacedBy) : "", lock.end?.movedTo ? "moved to " + text.visible(lock.end.movedTo) : "", lock.end || !lock.asked ? "" : "asked to let go by " + text.visible(lock.asked.by),
  noteOf(lock) ? "note “" + text.visible(noteOf(lock)) + "”" : ""].filter(Boolean).join(", ");

export function table(found, go) {
  const latest = found.slice(-MOST_ROWS).reverse();
  const all = text.count(found.length, "lock");
  return html`<table><caption>${found.length > MOST_ROWS ? "The latest " + text.number(MOST_ROWS) + " of " + all : all}, the latest first</caption>
    <thead><tr>${["Asked (UTC)", "State", "Mode", "Owner", "Operation", "Path", "Waited", "Held"].map(name => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${latest.map(lock => html`<tr><td data-name="Asked">${text.time(lock.requestedAt)}</td><td class=${isBadEnd(lock.outcome) || lock.inVain ? "bad-text" : ""}>${outcome(lock)}</td><td>${modeChip(lock.targets[0].mode)}</td><td class="name">${text.visible(lock.who)}</td><td>${lock.operation}</td>
      <td class="name"><button type="button" class="link" @click=${() => go("life", { lockId: lock.lockId })}>${shown(pathOf(lock))}</button></td>
      <td data-name="Waited">${lock.waited ? text.duration(lock.waitUntil - lock.requestedAt) : "—"}</td><td data-name="Held">${lock.grantedAt === undefined ? "—" : text.duration(lock.until - lock.grantedAt)}</td></tr>`)}</tbody></table>`;
}

/** Says what the timeline does not show of the time from the one given on. */
export function leftOut({ isReady, from, historyFrom, seeded, turnedAway, most, cut, isLost }) {
  const parts = [];
  if (isReady && historyFrom > from) parts.push("Events are known from " + text.time(historyFrom) + " on; of what lies before only locks that were still live then");
  if (seeded.total > seeded.shown) parts.push(text.number(seeded.shown) + " of " + text.count(seeded.total, "live lock") + " were read at the start; others show when something happens to them");
  if (turnedAway > 0) parts.push("More than " + text.number(most) + " locks are live; some are left out");
  if (isLost) parts.push("The chosen lock is not among those that are known here; its life reads the log");
  if (cut > 0) parts.push(text.count(cut, "lock") + " in this time " + (cut === 1 ? "is" : "are") + " not drawn: search for some, or zoom in");
  return parts.length === 0 ? nothing : html`<p class="notice left-out">${parts.join(". ")}.</p>`;
}

export const legend = html`<footer class="bar legend" aria-label="Legend">${modeKeys}<span><i class="key solid"></i>held</span><span><i class="key hatched"></i>waited</span><span><i class="key open"></i>still so</span><span><i class="key expired"></i>expired</span>
        <span><i class="key forced"></i>forced</span><span><i class="key cross">✕</i>refused, or waited in vain</span><span><i class="key arrow">↷</i>waits for</span>
        <span class="hint" id="timeline-keys"><kbd>←</kbd> <kbd>→</kbd> pan · <kbd>+</kbd> <kbd>−</kbd> zoom · <kbd>space</kbd> pause · <kbd>n</kbd> <kbd>p</kbd> next, previous lock · <kbd>t</kbd> table</span></footer>`;
