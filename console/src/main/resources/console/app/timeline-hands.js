/* Mouse and keys on the timeline. */

/**
 *
 * @param view size of the picture and its scale of time
 * @param signal ends everything
 * @param keys what each key does, besides those that move the view
 */
export function hands({ screen, canvas, scroller, view, signal, onResize, onScroll, hover, itemAt, zoom, pan, pick, toTable, span, isFollowing, keys }) {
  const on = (target, type, listener, options = {}) => target.addEventListener(type, listener, { signal, ...options });
  const msOf = pixels => pixels * span() / (view.width - view.gutter);
  let drag = null;

  on(canvas, "pointerdown", event => { if (event.button === 0) { drag = { x: event.clientX, y: event.clientY, moved: false }; canvas.setPointerCapture(event.pointerId); } });
  on(canvas, "pointermove", event => {
    if (!drag) { hover(itemAt(event), event); return; }
    const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
    if (!drag.moved && Math.hypot(dx, dy) < 4) return;
    hover(null);
    scroller.scrollTop -= dy;
    pan(-msOf(dx));
    drag = { x: event.clientX, y: event.clientY, moved: true };
  });
  on(canvas, "pointerup", event => {
    if (drag && !drag.moved) pick(itemAt(event));
    drag = null;
  });
  on(canvas, "pointercancel", () => { drag = null; });
  on(canvas, "pointerleave", () => hover(null));
  on(canvas, "wheel", event => {
    const zooms = event.ctrlKey || event.metaKey || event.altKey;
    if (!zooms && Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return;
    event.preventDefault();
    if (zooms) zoom(2 ** (event.deltaY / 300), isFollowing() ? null : +view.x.invert(event.offsetX));
    else pan(msOf(event.deltaX));
  }, { passive: false });
  on(scroller, "scroll", () => { hover(null); onScroll(); });

  const scroll = by => { scroller.scrollTop += by; };
  const moves = {
    ArrowLeft: () => pan(-span() * .15), ArrowRight: () => pan(span() * .15), ArrowUp: () => scroll(-60), ArrowDown: () => scroll(60),
    PageUp: () => scroll(80 - view.height), PageDown: () => scroll(view.height - 80), ...keys,
  };
  on(screen, "keydown", event => {
    if (event.target !== canvas && event.target.id !== "table") return;
    const act = event.target === canvas ? moves[event.key] : event.key === "t" ? toTable : undefined;
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });
  const sizes = new ResizeObserver(onResize);
  sizes.observe(scroller);
  signal.addEventListener("abort", () => sizes.disconnect());
}
