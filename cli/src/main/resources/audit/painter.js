/* Draws what is in view, nothing else. */
const painter = (() => {
  const AXIS = 30, BAR = 14, MOST_ARROWS = 80, INSET = (lanes.ROW - BAR) / 2;
  const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif';
  const canvas = globalThis.canvasOfLanes ?? document.getElementById("lanes"), c = canvas.getContext("2d");
  const cache = new Map();
  let colours = {}, hatches = {};

  function readColours() {
    for (const name of ["surface", "ground", "line", "line-soft", "text", "muted", "faint", "accent", "danger", ...MODES, ...MODES.map(m => m + "-ink")]) {
      colours[name] = theme.colour(name);
    }
    hatches = Object.fromEntries(MODES.map(mode => [mode, hatch(colours[mode])]));
    cache.clear();
  }

  function hatch(colour) {
    const tile = document.createElement("canvas"), size = 6, scale = devicePixelRatio;
    tile.width = tile.height = Math.round(size * scale);
    const t = tile.getContext("2d");
    t.scale(tile.width / size, tile.width / size);
    t.strokeStyle = colour; t.lineWidth = 1.8;
    for (const x of [-size, 0, size]) { t.beginPath(); t.moveTo(x - 1, size + 1); t.lineTo(x + size + 1, -1); t.stroke(); }
    const pattern = c.createPattern(tile, "repeat");
    pattern.setTransform(new DOMMatrix().scale(size / tile.width));
    return pattern;
  }

  function resize(width, height) {
    const scale = devicePixelRatio;
    canvas.width = Math.round(width * scale); canvas.height = Math.round(height * scale);
    canvas.style.width = width + "px"; canvas.style.height = height + "px";
    c.setTransform(scale, 0, 0, scale, 0, 0);
  }

  function shorten(value, width, font) {
    const key = font + width + "|" + value;
    if (!cache.has(key)) {
      if (cache.size > 20_000) cache.clear();
      cache.set(key, text.middle(value, candidate => c.measureText(candidate).width <= width));
    }
    return cache.get(key);
  }

  function gutterLabel(lane, layout, view, y) {
    const width = view.gutter - 32, half = (lanes.ROW + 12) / 2;
    const middle = Math.max(y + half, Math.min(view.covered + half, y + lane.height - half));
    const label = text.visible(lane.key);
    const slash = layout.by === "subAccount" ? -1 : label.lastIndexOf("/");
    const font = `12.5px ${FONT}`;
    c.font = font;
    const aboveWidth = slash < 0 || label.length === 1 ? 0 : c.measureText(label.slice(0, slash + 1)).width;
    const last = shorten(label.slice(slash + 1) || "/", Math.max(width - aboveWidth, width * .72), font);
    const lastWidth = c.measureText(last).width;
    let x = 20;
    if (slash >= 0 && label.length > 1) {
      const above = shorten(label.slice(0, slash + 1), width - lastWidth, font);
      c.fillStyle = colours.faint;
      c.fillText(text.inOrder(above), x, middle);
      x += c.measureText(above).width;
    }
    c.fillStyle = colours.text;
    c.fillText(text.inOrder(last), x, middle);
  }

  function bar(x0, x1, y, round) {
    c.beginPath();
    c.roundRect(x0, y, Math.max(x1 - x0, 2), BAR, round ? Math.min(3, Math.max(x1 - x0, 2) / 2) : 0);
  }

  function fading(colour, from, to) {
    const gradient = c.createLinearGradient(from, 0, to, 0);
    gradient.addColorStop(0, colour);
    gradient.addColorStop(1, colour + "40");
    return gradient;
  }

  function held(item, view, y, colour) {
    const { lock } = item, x0 = Math.max(view.x(lock.grantedAt), view.gutter - 8), x1 = Math.min(view.x(lock.until), view.width + 8);
    c.fillStyle = lock.end ? colour : fading(colour, Math.max(x0, x1 - 48), Math.max(x1, x0 + 1));
    bar(x0, x1, y, true);
    c.fill();
    const isOver = lock.outcome === "EXPIRED" || lock.outcome === "SESSION_ENDED";
    if (isOver || lock.outcome === "FORCED") {
      c.strokeStyle = colours.danger; c.lineWidth = x1 - x0 < 8 ? 1.5 : 2.5;
      c.setLineDash(isOver ? [2.5, 2] : []);
      const x = Math.max(view.x(lock.until), x0 + 1);
      c.beginPath(); c.moveTo(x, y - 1); c.lineTo(x, y + BAR + 1); c.stroke();
      c.setLineDash([]);
    }
    return [x0, x1];
  }

  /** A word into a bar: the first that has room; on a plate if the bar is hatched. */
  function label(words, x0, x1, view, y, colour, plate) {
    const from = Math.max(x0, view.gutter) + 6, width = Math.min(x1, view.width) - from - 6;
    if (width <= 28) return false;
    c.font = `11px ${FONT}`;
    const word = words.find(one => c.measureText(one).width <= width);
    if (!word) return false;
    if (plate) {
      c.fillStyle = plate;
      c.beginPath(); c.roundRect(from - 3, y + 1, c.measureText(word).width + 6, BAR - 2, 2); c.fill();
    }
    c.fillStyle = colour;
    c.fillText(text.inOrder(word), from, y + BAR / 2 + .5);
    return true;
  }

  /** A word before a bar that has no room for it, as far as nothing else is drawn there. */
  function before([words, free, x0, y]) {
    c.font = `11px ${FONT}`;
    const to = x0 - 34, word = words.find(one => c.measureText(one).width <= to - free - 8);
    if (!word) return;
    const from = to - c.measureText(word).width;
    c.fillStyle = colours.surface;
    c.fillRect(from - 3, y + 1, to - from + 6, BAR - 2);
    c.fillStyle = colours.text;
    c.fillText(text.inOrder(word), from, y + BAR / 2 + .5);
  }

  function waited(item, view, y, mode) {
    const x0 = Math.max(view.x(item.lock.requestedAt), view.gutter - 8), x1 = Math.min(view.x(item.lock.waitUntil), view.width + 8);
    bar(x0, x1, y, true);
    c.fillStyle = colours.surface; c.fill();
    c.fillStyle = hatches[mode]; c.fill();
    c.strokeStyle = colours[mode]; c.lineWidth = 1; c.stroke();
    return [x0, x1];
  }

  function cross(x, y) {
    c.strokeStyle = colours.surface; c.lineWidth = 5; c.lineCap = "round";
    const line = () => { c.beginPath(); c.moveTo(x - 3.5, y + 3.5); c.lineTo(x + 3.5, y + BAR - 3.5); c.moveTo(x + 3.5, y + 3.5); c.lineTo(x - 3.5, y + BAR - 3.5); c.stroke(); };
    line(); c.strokeStyle = colours.danger; c.lineWidth = 2; line(); c.lineCap = "butt";
  }

  /** What to write into a bar: the first that has room. */
  function inner(item, layout) {
    const { lock, target } = item;
    if (layout.by === "path") return [text.visible(lock.who), text.visible(lock.subAccount)];
    const name = text.visible(target.path.slice(target.path.lastIndexOf("/") + 1) || "/");
    return layout.by === "folder" ? [name + " · " + text.visible(lock.subAccount), name] : [text.visible(target.path), name];
  }

  function item(one, layout, view, free, marks, names) {
    const { lock } = one, mode = one.target.mode, y = lanes.yOf(one) - view.top + AXIS + INSET;
    const words = inner(one, layout);
    let isNamed = false;
    if (lock.waited) {
      const [x0, x1] = waited(one, view, y, mode);
      isNamed = label(words, x0, x1, view, y, colours.text, colours.surface);
    }
    if (lock.grantedAt !== undefined) {
      const [x0, x1] = held(one, view, y, colours[mode]);
      isNamed = label(words, x0, x1, view, y, colours[mode + "-ink"]) || isNamed;
    }
    if (!isNamed && (lock.waited || !lock.end)) names.push([words, free, view.x(one.from), y]);
    if (lock.inVain) marks.push([view.x(lock.until), y]);
  }

  function outline(one, view, strong) {
    const y = lanes.yOf(one) - view.top + AXIS + INSET, x0 = Math.max(view.x(one.from), view.gutter - 8), x1 = Math.min(view.x(one.to), view.width + 8);
    c.strokeStyle = strong ? colours.text : colours.accent; c.lineWidth = 2;
    c.beginPath(); c.roundRect(x0 - 2, y - 2, Math.max(x1 - x0, 2) + 4, BAR + 4, 4); c.stroke();
  }

  /**
   * From where the waiter began to wait to what stood in its way at that time; at the left edge if both began before
   * the view and last into it.
   */
  function arrow(waiter, blocker, view, strong) {
    const began = Math.max(view.x(waiter.lock.requestedAt), view.x(blocker.from)), edge = view.gutter + 28;
    const lasts = view.x(waiter.lock.waitUntil) > edge && view.x(blocker.to) > edge;
    const x = began < edge && lasts ? edge : began;
    const a = lanes.yOf(waiter) - view.top + AXIS + lanes.ROW / 2, b = lanes.yOf(blocker) - view.top + AXIS + lanes.ROW / 2;
    if (x < view.gutter || x > view.width || (a < AXIS && b < AXIS) || (a > view.height && b > view.height)) return false;
    const way = Math.sign(b - a) || 1, end = b - way * (BAR / 2 + 1), bow = Math.min(26, 8 + Math.abs(b - a) / 6);
    c.strokeStyle = c.fillStyle = strong ? colours.text : colours.muted;
    c.globalAlpha = strong ? 1 : .55; c.lineWidth = strong ? 1.8 : 1.1;
    c.beginPath(); c.moveTo(x + 2, a); c.bezierCurveTo(x - bow, a, x - bow, end - way * 4, x + 1, end - way * 4); c.stroke();
    c.beginPath(); c.moveTo(x + 3.5, end); c.lineTo(x - 4, end - way * 2.5); c.lineTo(x + 2.5, end - way * 7); c.closePath(); c.fill();
    c.globalAlpha = 1;
    return true;
  }

  /** Draws arrows to all blockers that have a lane; says how many. */
  function arrows(waiters, layout, view, strong) {
    let drawn = 0;
    for (const waiter of waiters) {
      for (const lock of lives.blockers(waiter.lock)) {
        const places = layout.places.get(lock);
        if (!places) continue;
        const distance = place => Math.abs(place.lane.y - waiter.lane.y);
        if (arrow(waiter, places.reduce((best, place) => distance(place) < distance(best) ? place : best), view, strong)) drawn++;
      }
    }
    return drawn;
  }

  function axis(view, ticks) {
    c.fillStyle = colours.surface; c.fillRect(0, 0, view.width, AXIS);
    c.font = `12px ${FONT}`; c.textAlign = "center";
    const step = ticks.length > 1 ? ticks[1] - ticks[0] : 1;
    const format = d3.utcFormat(step < 1000 ? "%H:%M:%S.%L" : step < 60_000 ? "%H:%M:%S" : step < 86_400_000 ? "%H:%M" : "%-d %b");
    let last = view.gutter - 40;
    for (const tick of ticks) {
      const label = step < 86_400_000 && +tick % 86_400_000 === 0 ? d3.utcFormat("%-d %b")(tick) : format(tick);
      const x = view.x(tick), half = c.measureText(label).width / 2;
      if (x - half < Math.max(last + 8, view.gutter - 30) || x + half > view.width - 4) continue;
      c.fillStyle = colours.muted; c.fillText(label, x, AXIS / 2 + 1);
      last = x + half;
    }
    c.textAlign = "left"; c.fillStyle = colours.faint;
    c.fillText(d3.utcFormat("%-d %b %Y, UTC")(view.x.domain()[0]), 20, AXIS / 2 + 1);
    c.strokeStyle = colours.line; c.lineWidth = 1;
    c.beginPath(); c.moveTo(0, AXIS - .5); c.lineTo(view.width, AXIS - .5); c.stroke();
  }

  function frame(view, visible, layout, ticks) {
    c.fillStyle = colours.surface; c.fillRect(0, 0, view.width, view.height);
    c.strokeStyle = colours["line-soft"]; c.lineWidth = 1;
    c.beginPath();
    for (const tick of ticks) { const x = Math.round(view.x(tick)) + .5; if (x > view.gutter) { c.moveTo(x, AXIS); c.lineTo(x, view.height); } }
    c.stroke();
    for (const lane of visible) {
      const y = lane.y - view.top + AXIS;
      if (lane.header) { c.fillStyle = colours.ground; c.fillRect(0, y, view.width, lane.height); }
      c.strokeStyle = lane.header ? colours.line : colours["line-soft"];
      c.beginPath(); c.moveTo(0, Math.round(y + lane.height) - .5); c.lineTo(view.width, Math.round(y + lane.height) - .5); c.stroke();
    }
  }

  function gutter(view, visible, layout, hoveredLane) {
    const above = layout.all.findLast(lane => lane.header && lane.y < view.top);
    view.covered = AXIS + (above ? above.height : 0);
    c.fillStyle = colours.surface; c.fillRect(0, AXIS, view.gutter, view.height - AXIS);
    for (const lane of visible) {
      const y = lane.y - view.top + AXIS;
      if (lane.header) {
        c.fillStyle = colours.ground; c.fillRect(0, y, view.gutter, lane.height);
        c.fillStyle = colours.muted; c.font = `650 12px ${FONT}`;
        c.fillText(shorten(text.visible(lane.account), view.gutter - 32, c.font), 20, y + lane.height / 2 + 1);
        continue;
      }
      if (lane === hoveredLane) { c.fillStyle = colours.ground; c.fillRect(0, y, view.gutter, lane.height - 1); }
      gutterLabel(lane, layout, view, y);
      c.strokeStyle = colours["line-soft"]; c.lineWidth = 1;
      c.beginPath(); c.moveTo(0, Math.round(y + lane.height) - .5); c.lineTo(view.gutter, Math.round(y + lane.height) - .5); c.stroke();
    }
    if (above) {
      c.fillStyle = colours.ground; c.fillRect(0, AXIS, view.width, above.height);
      c.fillStyle = colours.muted; c.font = `650 12px ${FONT}`;
      c.fillText(shorten(text.visible(above.account), view.gutter - 32, c.font), 20, AXIS + above.height / 2 + 1);
      c.strokeStyle = colours.line; c.lineWidth = 1;
      c.beginPath(); c.moveTo(0, AXIS + above.height - .5); c.lineTo(view.width, AXIS + above.height - .5); c.stroke();
    }
    c.strokeStyle = colours.line;
    c.beginPath(); c.moveTo(view.gutter - .5, 0); c.lineTo(view.gutter - .5, view.height); c.stroke();
  }

  /** Draws the view; says how many bars and arrows that were. */
  function paint(layout, view, chosen) {
    const visible = layout.all.filter(lane => lane.y + lane.height > view.top && lane.y < view.top + view.height - AXIS);
    const ticks = view.x.ticks(Math.max(2, Math.floor((view.width - view.gutter) / 110)));
    const from = +view.x.invert(view.gutter - 8), to = +view.x.invert(view.width + 8);
    const marks = [], waiters = [], names = [];
    let drawn = 0, pointing = 0;
    c.textBaseline = "middle"; c.textAlign = "left"; c.direction = "ltr";
    frame(view, visible, layout, ticks);
    c.save(); c.beginPath(); c.rect(view.gutter, AXIS, view.width - view.gutter, view.height - AXIS); c.clip();
    for (const lane of visible) {
      for (const row of lane.rows) {
        if (!row) continue;
        const y = lane.y + 6 + lane.rows.indexOf(row) * lanes.ROW - view.top;
        if (y + lanes.ROW < 0 || y > view.height) continue;
        let free = view.gutter;
        for (const one of lanes.within(row, from, to)) {
          item(one, layout, view, free, marks, names);
          free = Math.max(free, view.x(one.to));
          if (one.lock.waited && one.lock.blockedBy.length) waiters.push(one);
          drawn++;
        }
      }
    }
    for (const [x, y] of marks) cross(x, y);
    if (waiters.length <= MOST_ARROWS) pointing += arrows(waiters, layout, view, false);
    names.forEach(before);
    for (const [lock, strong] of chosen) {
      const places = layout.places.get(lock) ?? [];
      for (const blocker of lives.blockers(lock)) for (const place of layout.places.get(blocker) ?? []) outline(place, view, false);
      for (const place of places) outline(place, view, strong);
      pointing += arrows(places.slice(0, 1), layout, view, true);
    }
    c.restore();
    gutter(view, visible, layout, view.hoveredLane);
    axis(view, ticks);
    return { drawn, pointing };
  }

  return { canvas, AXIS, resize, readColours, paint, colour: name => colours[name] };
})();
