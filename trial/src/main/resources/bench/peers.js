/* The page: ratios, charts and a table out of one report. */
(() => {
  const report = JSON.parse(document.getElementById("data").textContent);
  const byId = id => document.getElementById(id), { element, number } = text;
  const { levels, echo, latency, costs } = report;
  const whole = value => number(Math.round(value)), tenths = value => value.toFixed(value < 100 ? 1 : 0), times = value => value.toFixed(2) + " ×";
  const sides = { arbiter: "ADD", Redisson: "DELETE", echo: "PUT" };
  const processes = [["arbiter", "ADD"], ["echo", "PUT"], ["broker", "READ"], ["redis", "DELETE"], ["client", "EXCLUSIVE"]];

  byId("summary").textContent = `Medians of ${text.count(report.runs, "run")} of ${report.seconds} s on ${text.count(report.cores, "core")}; ${report.accounts} accounts, commands of ${report.commandBytes} bytes, events of ${report.eventBytes}`;
  byId("echo-note").textContent = `Per second, ${number(echo.inFlight)} in flight. The echo reads, writes records as long, and commits; it decides nothing.`;
  byId("latency-note").textContent = `From a command to its committed answer at ${latency.perSecond} a second, ms.`;
  document.documentElement.dataset.ready = "true";

  /* Ratios and their bars */
  const tile = (name, value, bar, missed) => element("div", { className: missed ? "tile bad" : "tile" }, element("span", {}, name), element("strong", {}, times(value)), element("span", {}, bar || "\u00a0"));
  byId("tiles").append(
    ...levels.map(level => tile(`${number(level.inFlight)} in flight`, level.ratio, "of Redisson's" + (level.least ? `, at least ${level.least} ×` : ""), level.ratio < level.least)),
    tile("Commands/s", echo.ratio, "of the echo's"),
    tile("p50", latency.p50Ratio, `of the echo's, at most ${latency.p50Most} ×`, latency.p50Ratio > latency.p50Most),
    tile("p99", latency.p99Ratio, `of the echo's, at most ${latency.p99Most} ×`, latency.p99Ratio > latency.p99Most));

  /* Charts */
  const range = (series, words) => `${words(series.median)}, of ${series.values.length}: ${words(series.least)} to ${words(series.most)}`;
  function columns(id, names, datasets, words) {
    const label = datasets.map(set => `${set.label}: ` + set.series.map((series, i) => `${names[i]} ${words(series.median)}`).join(", ")).join("; ");
    charts.add(id, label, false, "", () => ({
      type: "bar",
      data: { labels: names, datasets: datasets.map(set => ({ label: set.label, data: set.series.map(series => series.median), backgroundColor: theme.colour(sides[set.label]), maxBarThickness: 64, borderRadius: 3 })) },
      options: {
        interaction: { mode: "index", intersect: false },
        scales: {
          x: { grid: { display: false }, border: { color: theme.colour("line") }, ticks: { color: theme.colour("text") } },
          y: { beginAtZero: true, border: { display: false }, ticks: { maxTicksLimit: 6, callback: value => number(value) } },
        },
        plugins: { tooltip: { callbacks: { label: item => ` ${item.dataset.label}: ${range(datasets[item.datasetIndex].series[item.dataIndex], words)}` } } },
      },
    }));
  }
  columns("cycles", levels.map(level => `${number(level.inFlight)} in flight`), [
    { label: "arbiter", series: levels.map(level => level.arbiterCycles) }, { label: "Redisson", series: levels.map(level => level.redissonCycles) }], whole);
  columns("echo", ["commands/s"], [{ label: "arbiter", series: [echo.arbiterCommands] }, { label: "echo", series: [echo.echoCommands] }], whole);
  columns("latency", ["p50", "p99"], [
    { label: "arbiter", series: [latency.arbiterP50Ms, latency.arbiterP99Ms] }, { label: "echo", series: [latency.echoP50Ms, latency.echoP99Ms] }], value => tenths(value) + " ms");

  /* With little in flight most of it is time that passes, not work. */
  const busy = costs.filter(cost => cost.inFlight >= 256), rows = busy.length ? busy : costs, name = cost => `${cost.side}, ${number(cost.inFlight)} in flight`;
  const all = cost => Object.values(cost.secondsPerMillion).reduce((sum, seconds) => sum + seconds, 0);
  charts.add("costs", rows.map(cost => `${name(cost)}: ${tenths(all(cost))} s`).join(", "), !rows.length, "Nothing was measured.",
    () => charts.bars(rows.map(name), processes.map(([process, colour]) => ({ label: process, data: rows.map(cost => cost.secondsPerMillion[process] ?? 0), backgroundColor: theme.colour(colour), ...charts.bar })),
      { label: item => ` ${item.dataset.label}: ${tenths(item.raw)} s`, footer: items => `in all ${tenths(all(rows[items[0].dataIndex]))} s` }));

  /* Table */
  const row = (what, side, series, words) => [what, side, words(series.median), words(series.least), words(series.most)];
  const figures = [
    ...levels.flatMap(level => [row(`cycles/s, ${number(level.inFlight)} in flight`, "arbiter", level.arbiterCycles, whole), row(`cycles/s, ${text.count(level.threads, "thread")}`, "Redisson", level.redissonCycles, whole)]),
    row(`commands/s, ${number(echo.inFlight)} in flight`, "arbiter", echo.arbiterCommands, whole), row(`commands/s, ${number(echo.inFlight)} in flight`, "echo", echo.echoCommands, whole),
    row("p50, ms", "arbiter", latency.arbiterP50Ms, tenths), row("p50, ms", "echo", latency.echoP50Ms, tenths),
    row("p99, ms", "arbiter", latency.arbiterP99Ms, tenths), row("p99, ms", "echo", latency.echoP99Ms, tenths)];
  const titles = ["Figure", "Side", "Median", "Least", "Most"], kind = i => i > 1 ? "number" : "";
  byId("figures").append(
    element("thead", {}, element("tr", {}, titles.map((title, i) => element("th", { scope: "col", className: kind(i) }, title)))),
    element("tbody", {}, figures.map(cells => element("tr", {}, cells.map((cell, i) => element("td", { className: kind(i) }, cell))))));
})();
