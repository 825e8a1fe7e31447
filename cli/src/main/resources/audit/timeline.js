/* The page: what is asked for, what is in view, and what hand and keyboard do to it. */
(() => {
  const byId = id => document.getElementById(id);
  const { canvas, AXIS } = painter, scroller = byId("scroller");
  const state = {
    by: lives.locks.length > 400 ? "folder" : "path",
    filter: { search: "", under: "", account: "", subAccount: "", outcome: "", waited: false, modes: new Set(MODES) },
    found: [], layout: null, hovered: null, selected: null, pending: false,
  };
  const span = Math.max(lives.until - lives.from, 1000);
  const whole = [lives.from - span * .01, lives.until + span * .01];
  const base = d3.scaleUtc().domain(whole);
  const view = { gutter: 260, width: 0, height: 0, top: 0, covered: AXIS, x: base.copy(), hoveredLane: null };

  /* Drawing */
  function draw() {
    state.pending = false;
    view.top = scroller.scrollTop;
    const chosen = new Map();
    if (state.hovered) chosen.set(state.hovered, true);
    if (state.selected) chosen.set(state.selected, true);
    const begun = performance.now();
    const { drawn, pointing } = painter.paint(state.layout, view, chosen);
    canvas.dataset.drawn = drawn;
    canvas.dataset.arrows = pointing;
    canvas.dataset.paintMs = (performance.now() - begun).toFixed(1);
  }
  function redraw() {
    if (!state.pending) { state.pending = true; requestAnimationFrame(draw); }
  }

  /* Time in view */
  const zoom = d3.zoom()
    .scaleExtent([1, Math.max(2, span / 20)])
    .clickDistance(4)
    .filter(event => event.type === "wheel" ? zoomsBy(event) : !event.button && !event.ctrlKey)
    .on("zoom", event => {
      view.x = event.transform.rescaleX(base);
      if (event.sourceEvent?.type === "mousemove") scroller.scrollTop -= event.sourceEvent.movementY;
      overview.show(...view.x.domain());
      hover(null);
      redraw();
    });
  const fits = () => scroller.scrollHeight <= scroller.clientHeight + 1;
  const zoomsBy = event => event.ctrlKey || event.metaKey || event.altKey || event.offsetY < AXIS || (fits() && Math.abs(event.deltaY) >= Math.abs(event.deltaX));
  const surface = d3.select(canvas);

  function transformTo([from, to]) {
    const [left, right] = base.range(), k = (right - left) / Math.max(base(to) - base(from), .001);
    return d3.zoomIdentity.translate(left, 0).scale(k).translate(-base(from), 0);
  }
  const showTime = domain => surface.call(zoom.transform, transformTo(domain));
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const smooth = () => still.matches ? surface : surface.transition().duration(180);
  const zoomBy = factor => smooth().call(zoom.scaleBy, factor);
  const panBy = part => surface.call(zoom.translateBy, -part * (view.width - view.gutter) / d3.zoomTransform(canvas).k, 0);

  function resize() {
    const domain = view.x.domain().map(Number);
    view.width = scroller.clientWidth; view.height = scroller.clientHeight;
    view.gutter = Math.max(150, Math.min(300, Math.round(view.width * .24)));
    base.range([view.gutter, view.width]);
    painter.resize(view.width, view.height);
    zoom.extent([[view.gutter, 0], [view.width, view.height]]).translateExtent([[view.gutter, -Infinity], [view.width, Infinity]]);
    overview.draw(state.found, base, byId("overview").clientWidth);
    showTime(domain);
    redraw();
  }

  /* The locks that the filters select */
  function apply() {
    state.found = lives.filtered(state.filter);
    state.layout = lanes.layOut(state.found, state.by, state.filter.modes, span);
    byId("sheet").style.height = state.layout.height + AXIS + "px";
    byId("found").textContent = state.found.length === lives.locks.length
      ? text.count(state.layout.lanes, "lane") : `${text.number(state.found.length)} of ${text.count(lives.locks.length, "lock")} · ${text.count(state.layout.lanes, "lane")}`;
    byId("clear").hidden = state.found.length === lives.locks.length;
    document.querySelectorAll("[data-lanes]").forEach(button => button.setAttribute("aria-pressed", String(button.dataset.lanes === state.by)));
    canvas.setAttribute("aria-label", `${text.count(state.found.length, "lock")} in ${text.count(state.layout.lanes, "lane")}`);
    showEmpty();
    hover(null);
    if (state.selected && !state.found.includes(state.selected)) choose(null);
    if (view.width) overview.draw(state.found, base, byId("overview").clientWidth);
    if (view.width) overview.show(...view.x.domain());
    redraw();
  }

  function showEmpty() {
    const none = lives.locks.length === 0, { element } = text;
    byId("empty").hidden = state.found.length > 0;
    byId("empty").replaceChildren(
      element("strong", {}, none ? "No locks here" : "No lock matches"),
      element("span", {}, none ? "The history that was asked for has none: another account, path or time may have some." : "Every filter must match."),
      none ? "" : element("button", { type: "button", onclick: () => byId("clear").click() }, "Clear filters"));
  }

  /* One lock */
  function hover(item, event) {
    const lock = item?.lock ?? null;
    if (lock !== state.hovered) { state.hovered = lock; redraw(); }
    canvas.classList.toggle("over", Boolean(lock));
    details.showTooltip(lock, event?.clientX, event?.clientY);
  }

  function choose(lock) {
    const changes = Boolean(lock) !== Boolean(state.selected);
    state.selected = lock;
    details.showPanel(lock);
    if (lock) byId("announcement").textContent = details.sentence(lock);
    if (changes) resize();
    redraw();
  }

  /** Brings a lock into view, in time and among the lanes. */
  function reveal(lock) {
    const place = state.layout.places.get(lock)?.[0];
    if (!place) return;
    const y = lanes.yOf(place), [from, to] = view.x.domain().map(Number);
    if (y < scroller.scrollTop || y > scroller.scrollTop + view.height - AXIS - 40) scroller.scrollTop = y - view.height / 2;
    const edge = (to - from) * .1, whole = lock.requestedAt >= from && lock.until <= to;
    if (!whole && (lock.requestedAt < from + edge || lock.requestedAt > to - 3 * edge)) {
      const begin = lock.requestedAt - 2 * edge;
      showTime([begin, begin + to - from]);
    }
  }

  function goTo(account, lockId) {
    const lock = lives.find(account, lockId);
    if (!lock) { byId("announcement").textContent = "That lock is not on this page."; return; }
    if (!state.found.includes(lock)) { byId("filters").reset(); read(); }
    hover(null);
    choose(lock);
    reveal(lock);
  }

  function step(by) {
    if (!state.found.length) return;
    const now = state.found.indexOf(state.selected);
    const next = now < 0 ? (by > 0 ? 0 : state.found.length - 1) : (now + by + state.found.length) % state.found.length;
    choose(state.found[next]);
    reveal(state.found[next]);
  }

  function itemAt(event) {
    const box = canvas.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top;
    if (x < view.gutter || y < view.covered) return undefined;
    return lanes.hit(state.layout, y - AXIS + scroller.scrollTop, +view.x.invert(x - 4), +view.x.invert(x + 4));
  }

  /* Hands */
  canvas.addEventListener("mousemove", event => {
    if (event.buttons) return;
    hover(itemAt(event), event);
    const box = canvas.getBoundingClientRect(), lane = lanes.at(state.layout, event.clientY - box.top - AXIS + scroller.scrollTop);
    const label = lane && !lane.header && event.clientX - box.left < view.gutter ? lane : null;
    canvas.title = label ? text.visible(label.key) : "";
    if (label !== view.hoveredLane) { view.hoveredLane = label; redraw(); }
  });
  canvas.addEventListener("mouseleave", () => { hover(null); view.hoveredLane = null; });
  canvas.addEventListener("click", event => choose(itemAt(event)?.lock ?? null));
  canvas.addEventListener("wheel", event => {
    if (zoomsBy(event) || Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return;
    event.preventDefault();
    panBy(event.deltaX / (view.width - view.gutter));
  }, { passive: false });
  scroller.addEventListener("scroll", () => { hover(null); redraw(); });
  surface.call(zoom).on("dblclick.zoom", null).on("dblclick", event => {
    const lock = itemAt(event)?.lock;
    if (!lock) { zoomBy(2); return; }
    const margin = Math.max((lock.until - lock.requestedAt) * .5, 50);
    showTime([lock.requestedAt - margin, lock.until + margin]);
  });
  overview.connect(domain => showTime(domain ?? whole));

  /* Keys */
  const keys = {
    ArrowLeft: () => panBy(-.15), ArrowRight: () => panBy(.15),
    ArrowUp: () => { scroller.scrollTop -= 60; }, ArrowDown: () => { scroller.scrollTop += 60; },
    PageUp: () => { scroller.scrollTop -= view.height - 80; }, PageDown: () => { scroller.scrollTop += view.height - 80; },
    "+": () => zoomBy(1.6), "=": () => zoomBy(1.6), "-": () => zoomBy(1 / 1.6), 0: () => showTime(whole), Home: () => showTime(whole),
    n: () => step(1), p: () => step(-1), Enter: () => { if (state.hovered) choose(state.hovered); },
  };
  canvas.addEventListener("keydown", event => {
    const act = keys[event.key] ?? keys[event.key.toLowerCase()];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });
  document.addEventListener("keydown", event => {
    if (event.key === "Escape") { if (state.selected) { choose(null); canvas.focus(); } hover(null); }
    const typing = event.target.matches("input, select");
    if (event.key === "/" && !typing) { event.preventDefault(); byId("search").focus(); }
  });

  /* Buttons and filters */
  byId("zoom-in").addEventListener("click", () => zoomBy(2));
  byId("zoom-out").addEventListener("click", () => zoomBy(.5));
  byId("zoom-fit").addEventListener("click", () => showTime(whole));
  document.querySelectorAll("[data-lanes]").forEach(button => button.addEventListener("click", () => {
    state.by = button.dataset.lanes; scroller.scrollTop = 0; apply();
  }));
  const options = (select, all, property) => select.append(text.element("option", { value: "" }, all),
    ...lives.counts(property).map(([value, n]) => text.element("option", { value }, `${text.visible(value)} (${text.number(n)})`)));
  options(byId("account"), "All accounts", "account");
  options(byId("outcome"), "All outcomes", "outcome");
  byId("account").hidden = lives.accounts < 2;
  byId("sub-accounts").append(...lives.counts("subAccount").slice(0, 500).map(([value]) => text.element("option", { value })));
  const inUse = new Set(lives.locks.flatMap(lock => [...lock.modes]));
  const modeButtons = MODES.map(mode => {
    const button = text.element("button", { type: "button", "aria-pressed": "true", title: "Show or hide " + mode, disabled: !inUse.has(mode) }, text.element("i"), mode);
    button.style.setProperty("--mode", `var(--${mode})`);
    button.hidden = !inUse.has(mode);
    button.addEventListener("click", () => {
      const on = state.filter.modes.has(mode);
      if (on) state.filter.modes.delete(mode); else state.filter.modes.add(mode);
      button.setAttribute("aria-pressed", String(!on));
      apply();
    });
    return button;
  });
  byId("modes").append(...modeButtons);
  const read = () => {
    Object.assign(state.filter, { search: byId("search").value.trim(), under: byId("under").value.trim(), account: byId("account").value,
      subAccount: byId("sub-account").value.trim(), outcome: byId("outcome").value, waited: byId("waited").checked });
    scroller.scrollTop = 0;
    apply();
  };
  byId("filters").addEventListener("input", read);
  byId("filters").addEventListener("submit", event => event.preventDefault());
  byId("filters").addEventListener("reset", () => {
    state.filter.modes = new Set(MODES);
    modeButtons.forEach(button => button.setAttribute("aria-pressed", "true"));
    setTimeout(read);
  });

  /* Beginning */
  details.connect(goTo, () => { choose(null); canvas.focus(); });
  const { data } = lives, subAccounts = new Set(lives.locks.map(lock => lock.account + "\n" + lock.subAccount)).size;
  byId("summary").textContent = lives.locks.length === 0 ? data.scope : [text.count(lives.locks.length, "lock"), text.count(lives.accounts, "account"),
    text.count(subAccounts, "sub-account"), text.span(lives.from, lives.until), data.scope].filter(Boolean).join(" · ");
  byId("notice").hidden = !data.omitted;
  if (data.omitted) byId("notice").textContent = `Cut: the newest ${text.number(lives.locks.length)} of ${text.count(lives.locks.length + data.omitted, "lock")}. `
    + "Ask for more with --max, or for less with --account, --path, --from and --to.";
  painter.readColours();
  theme.onChange(() => { painter.readColours(); resize(); });
  apply();
  new ResizeObserver(resize).observe(scroller);
  resize();
  document.documentElement.dataset.ready = "true";
})();
