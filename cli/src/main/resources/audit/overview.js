/* The whole time in one strip: how much was held and how much waited, and which part is in view. */
const overview = (() => {
  const box = document.getElementById("overview"), canvas = box.querySelector("canvas"), svg = d3.select(box.querySelector("svg"));
  const brush = d3.brushX().on("brush end", event => { if (event.sourceEvent) choose(event.selection); });
  const layer = svg.append("g");
  let choose = () => {}, x, top = 10;

  function levels(locks, bins) {
    const change = { held: new Float64Array(bins + 1), waiting: new Float64Array(bins + 1) };
    const bin = at => Math.max(0, Math.min(bins - 1, Math.floor((at - +x.domain()[0]) / (x.domain()[1] - x.domain()[0]) * bins)));
    for (const lock of locks) {
      if (lock.grantedAt !== undefined) { change.held[bin(lock.grantedAt)]++; change.held[bin(lock.until) + 1]--; }
      if (lock.waited) { change.waiting[bin(lock.requestedAt)]++; change.waiting[bin(lock.waitUntil) + 1]--; }
    }
    const held = d3.cumsum(change.held), waiting = d3.cumsum(change.waiting);
    return Array.from({ length: bins }, (_, i) => ({ held: held[i], waiting: waiting[i] }));
  }

  function draw(locks, scale, width) {
    x = scale;
    const height = box.clientHeight, ratio = devicePixelRatio, c = canvas.getContext("2d"), [from, to] = x.range();
    canvas.width = width * ratio; canvas.height = height * ratio;
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    const bins = levels(locks, Math.max(20, Math.floor((to - from) / 3)));
    const seen = d3.max(bins, bin => bin.held + bin.waiting), most = seen || 1, y = d3.scaleLinear([0, most], [height - 6, top]);
    const place = i => from + i * (to - from) / bins.length;
    const area = (low, high, colour) => {
      c.beginPath();
      d3.area().x((_, i) => place(i)).y0(bin => y(low(bin))).y1(bin => y(high(bin))).curve(d3.curveStepAfter).context(c)([...bins, bins.at(-1)]);
      c.fillStyle = colour; c.fill();
    };
    area(() => 0, bin => bin.held, painter.colour("faint"));
    area(bin => bin.held, bin => bin.held + bin.waiting, painter.colour("text"));
    c.font = '11.5px system-ui, "Noto Sans", "DejaVu Sans", sans-serif'; c.textBaseline = "middle";
    const label = (words, line, colour) => { c.fillStyle = colour; c.fillRect(20, line - 4, 8, 8); c.fillStyle = painter.colour("muted"); c.fillText(words, 34, line); };
    label("waiting", 17, painter.colour("text")); label("held", 34, painter.colour("faint"));
    c.textAlign = "right"; c.fillStyle = painter.colour("faint"); if (seen) c.fillText("at most " + text.number(seen), from - 12, 17);
    brush.extent([[from, 4], [to, height - 3]]);
    layer.call(brush);
  }

  const show = (from, to) => { if (x) layer.call(brush.move, [x(from), x(to)]); };
  return { draw, show, connect: listener => { choose = selection => listener(selection && selection.map(place => +x.invert(place))); } };
})();
