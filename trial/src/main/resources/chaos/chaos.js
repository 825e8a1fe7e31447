/* The page: judgement, throughput and faults on one time axis, and the waits of clients. */
(() => {
  const report = JSON.parse(document.getElementById("data").textContent);
  const byId = id => document.getElementById(id), { element, number } = text;
  const { faults, perSecond, kinds } = report;
  const colours = { ARBITER: "ADD", BROKER: "READ", REDIS: "DELETE", TRAFFIC: "PUT" }, parts = Object.keys(colours);
  const words = name => name.toLowerCase().replaceAll("_", " ");

  byId("summary").textContent = `Seed ${report.seed}, ${Math.round(report.seconds)} s, ${text.count(faults.length, "fault")}; ${Object.entries(kinds).map(([kind, count]) => `${number(count)} ${kind}`).join(", ")}`;
  document.documentElement.dataset.ready = "true";

  const tile = (name, value, note, bad) => element("div", { className: bad ? "tile bad" : "tile" }, element("span", {}, name), element("strong", {}, value), element("span", {}, note || "\u00a0"));
  byId("tiles").append(
    tile("Judgement", report.clean ? "clean" : "not clean", report.clean ? "" : report.why.join("; "), !report.clean),
    tile("Commands", number(report.commands), "each with one answer", false),
    tile("Lost or twice", number(report.wrong), "of all answers", report.wrong > 0));

  const seconds = perSecond.length;
  const axis = () => ({ type: "linear", offset: false, min: 0, max: seconds, border: { color: theme.colour("line") }, ticks: { callback: value => `${value} s` } });
  const left = scale => { scale.width = 150; };
  charts.add("events", `Events per second over ${seconds} s`, !seconds, "Nothing was read.", () => ({
    type: "bar",
    data: { datasets: [{ label: "events/s", data: perSecond.map((count, i) => ({ x: i + .5, y: count })), backgroundColor: theme.colour("ADD"), barPercentage: 1, categoryPercentage: 1 }] },
    options: { scales: { x: axis(), y: { afterFit: left, beginAtZero: true, border: { display: false }, ticks: { maxTicksLimit: 5 } } }, plugins: { legend: { display: false } } },
  }));

  const names = [...new Set(faults.map(fault => fault.fault))].sort();
  byId("faults").parentElement.style.height = `${60 + 24 * names.length}px`;
  charts.add("faults", faults.map(fault => `${words(fault.fault)} at ${Math.round(fault.beginMs / 1000)} s`).join(", "), !faults.length, "Nothing was done.", () => ({
    type: "bar",
    data: {
      labels: names.map(words),
      datasets: parts.map(part => ({
        label: part.toLowerCase(), backgroundColor: theme.colour(colours[part]), maxBarThickness: 14, minBarLength: 4, grouped: false, borderRadius: 2,
        data: faults.filter(fault => fault.part === part).map(fault => ({ y: words(fault.fault), x: [fault.beginMs / 1000, fault.endMs / 1000], fault })),
      })),
    },
    options: {
      indexAxis: "y",
      scales: { x: axis(), y: { afterFit: left, grid: { display: true }, border: { color: theme.colour("line") }, ticks: { color: theme.colour("text"), autoSkip: false } } },
      plugins: { tooltip: { callbacks: { label: item => ` ${item.raw.fault.what}; silent for ${number(item.raw.fault.silenceMs)} ms at most` } } },
    },
  }));

  const rows = names.map(name => {
    const silences = faults.filter(fault => fault.fault === name).map(fault => fault.silenceMs).sort((a, b) => a - b);
    return [words(name), number(silences.length), number(silences[Math.floor((silences.length - 1) / 2)]), number(silences[silences.length - 1])];
  });
  const titles = ["Fault", "Times", "Silent, median, ms", "Longest, ms"], kind = i => i > 0 ? "number" : "";
  byId("silences").append(
    element("thead", {}, element("tr", {}, titles.map((title, i) => element("th", { scope: "col", className: kind(i) }, title)))),
    element("tbody", {}, rows.map(cells => element("tr", {}, cells.map((cell, i) => element("td", { className: kind(i) }, cell))))));
})();
