/* A list that has only the visible rows in the page, however many there are. Keys move the selection. */
import { html, render, nothing } from "/lib/lit-html/lit-html.js";

const HEIGHT = 32;
const TALL = 48;
/* Below this width a list has rows of two lines, and an even narrower one omits less important columns. Rows with a
   path beside other texts need more room. */
export const ROOM = 1240;
const NARROW = 640;

/**
 *
 * @param into an element that scrolls
 * @param row (item, index, chosen) => template
 * @param room () => width in pixels below which a row has two lines
 * @param keyOf item => text that identifies an item across updates
 * @param steady whether the row under the pointer, or the chosen one, stays in its place when items come or go above it
 */
export function virtualList({ into, row, keyOf, label, steady = false, room = () => ROOM, onChoose = () => {}, onKey = () => false, onSight = () => {} }) {
  let items = [];
  let chosen = null;
  let frame = 0;
  into.tabIndex = 0;
  into.setAttribute("role", "listbox");
  into.setAttribute("aria-label", label);
  into.classList.add("virtual");

  let height = HEIGHT;
  let tall = 0;
  let wasInSight = false;
  function draw() {
    cancelAnimationFrame(frame);
    frame = 0;
    const isTwo = into.clientWidth > 0 && into.clientWidth < room();
    into.classList.toggle("two", isTwo);
    into.classList.toggle("narrow", isTwo && into.clientWidth <= NARROW);
    const before = height;
    height = isTwo ? TALL : HEIGHT;
    const top = into.scrollTop * height / before;
    const first = Math.max(0, Math.floor(top / height) - 5);
    const last = Math.min(items.length, Math.ceil((top + into.clientHeight) / height) + 5);
    const rows = [];
    for (let n = first; n < last; n++) rows.push(n);
    render(html`<svg class="spacer" width="1" height=${items.length * height} aria-hidden="true"></svg>
      <div class="rows">${rows.map(n => html`<div class="row ${keyOf(items[n]) === chosen ? "chosen" : ""}" id="row-${n}" role="option"
        aria-selected=${keyOf(items[n]) === chosen} aria-setsize=${items.length} aria-posinset=${n + 1} data-index=${n}>${row(items[n], n, keyOf(items[n]) === chosen)}</div>`)}</div>`, into);
    const holder = into.querySelector(".rows");
    holder.style.transform = `translateY(${first * height}px)`;
    const at = index();
    /* If rows become taller the same rows stay visible; if the window becomes smaller the selected one does. */
    if (height !== before) into.scrollTop = top;
    if (wasInSight && innerHeight < tall) reach(at);
    tall = innerHeight;
    wasInSight = isInSight(at);
    into.classList.toggle("has-chosen", wasInSight);
    if (at >= first && at < last) into.setAttribute("aria-activedescendant", "row-" + at); else into.removeAttribute("aria-activedescendant");
    onSight(first, last);
  }
  const later = () => { frame ||= requestAnimationFrame(draw); };
  const placeOf = key => key === null ? -1 : items.findIndex(item => keyOf(item) === key);
  const index = () => placeOf(chosen);
  const isInSight = at => at >= 0 && at * height < into.scrollTop + into.clientHeight && (at + 1) * height > into.scrollTop;

  function reach(n) {
    const top = n * height;
    if (top < into.scrollTop) into.scrollTop = top;
    if (top + height > into.scrollTop + into.clientHeight) into.scrollTop = top + height - into.clientHeight;
  }

  /* The row is drawn as the chosen one first: what onChoose shows beside it must not cover it. */
  function choose(n, open = false) {
    if (n < 0 || n >= items.length) return;
    chosen = keyOf(items[n]);
    draw();
    onChoose(items[n], open);
  }
  function moveTo(n) {
    if (items.length > 0) reach(n);
    choose(n);
  }

  /* The row that somebody looks at: the one under the pointer, or else the chosen one. */
  function held() {
    const pointed = into.querySelector(".row:hover")?.dataset.index;
    const at = pointed === undefined ? index() : Number(pointed);
    return at < items.length && isInSight(at) ? { key: keyOf(items[at]), y: at * height - into.scrollTop } : null;
  }
  function set(next) {
    const anchor = steady ? held() : null;
    items = next;
    /* The empty end that dock.js may have given to the list was for a row that is gone. */
    if (index() < 0) into.style.removeProperty("--least");
    if (!anchor) {
      later();
      return;
    }
    draw();
    const at = placeOf(anchor.key);
    if (at < 0 || Math.abs(at * height - into.scrollTop - anchor.y) < 1) return;
    into.scrollTop = at * height - anchor.y;
    draw();
  }

  into.addEventListener("scroll", later, { passive: true });
  new ResizeObserver(later).observe(into);
  into.addEventListener("click", event => {
    const found = event.target.closest("[data-index]");
    if (found && !event.target.closest("button")) choose(Number(found.dataset.index), true);
  });
  into.addEventListener("keydown", event => {
    if (event.target !== into) return;
    const at = index();
    const page = Math.max(1, Math.floor(into.clientHeight / height) - 1);
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -items.length, End: items.length }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step !== undefined) {
      moveTo(Math.min(items.length - 1, Math.max(0, at < 0 ? 0 : at + step)));
      event.preventDefault();
    } else if (event.key === "Enter" && at >= 0) {
      choose(at, true);
      event.preventDefault();
    } else if (at >= 0 && onKey(event, items[at])) {
      event.preventDefault();
    }
  });
  return {
    set,
    choose: key => { chosen = key; later(); },
    /** Chooses the first row, unless one of the rows is chosen; gives the list the focus. */
    enter: () => { into.focus(); moveTo(Math.max(0, index())); },
    /** Scrolls to the selected row. */
    reveal: () => { draw(); const at = index(); if (at >= 0 && !isInSight(at)) into.scrollTop = Math.max(0, at * height - into.clientHeight / 3); },
    chosen: () => chosen,
    isPointedAt: () => into.matches(":hover"),
    hasChosen: () => index() >= 0,
    redraw: later,
    focus: () => into.focus(),
  };
}
export { nothing };
