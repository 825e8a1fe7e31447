/* The page: totals, charts and tables out of one report. */
(() => {
  const { report, scope } = JSON.parse(document.getElementById("data").textContent);
  const byId = id => document.getElementById(id), { element, visible, duration, number } = text, { totals } = report;
  const share = (part, of) => of === 0 ? "" : (100 * part / of).toFixed(part > 0 && part / of < .01 ? 1 : 0) + " %";

  byId("summary").textContent = [report.decisions.length ? text.span(report.from, report.until) : "", scope].filter(Boolean).join(" · ");
  byId("notice").hidden = !report.approximate;
  byId("notice").textContent = "Approximate: more folders or owners than are kept apart; rare ones may be missing or too low.";
  document.documentElement.dataset.ready = "true";
  if (!report.decisions.length) { byId("main").hidden = true; byId("empty").hidden = false; return; }

  const tile = (name, value, detail, bad) => element("div", { className: bad ? "tile bad" : "tile" }, element("span", {}, name), element("strong", {}, number(value)), element("span", {}, detail || "\u00a0"));
  byId("tiles").append(
    tile("Commands", totals.commands, totals.repeated ? `${number(totals.repeated)} repeated` : ""),
    tile("Requests for locks", totals.requests, `${share(totals.granted, totals.requests)} granted`),
    tile("Waited", totals.waited, `${share(totals.waited, totals.requests)}, ${number(totals.inVain)} in vain`),
    tile("Refused at once", totals.refused, share(totals.refused, totals.requests)),
    tile("Leases expired", totals.expired, `${share(totals.expired, totals.granted)} of grants`, totals.expired > 0),
    tile("Asked to let go", totals.asked, `${number(report.ends.FORCED ?? 0)} ended by force`),
    tile("Live at the end", totals.live, "held or waiting"));

  /* Charts */
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", hourCycle: "h23", hour: "2-digit", minute: "2-digit", ...(report.bucketMs < 60_000 ? { second: "2-digit" } : {}),
    ...(report.until - report.from > 86_400_000 ? { day: "numeric", month: "short" } : {}) });
  const kinds = ["granted", "queued", "rejected", "renewed", "released", "expired"];
  byId("decisions-note").textContent = `Events in each ${duration(report.bucketMs)}, UTC.`;
  charts.add("decisions", "Events over time: " + kinds.map(kind => `${kind} ${number(report.decisions.reduce((sum, bucket) => sum + bucket[kind], 0))}`).join(", "), false, "", () => ({
    type: "bar",
    data: {
      labels: report.decisions.map(bucket => clock.format(bucket.from)),
      datasets: kinds.map(kind => ({ label: kind, data: report.decisions.map(bucket => bucket[kind]), backgroundColor: theme.colour(kind), categoryPercentage: 1, barPercentage: report.decisions.length > 120 ? 1 : .86 })),
    },
    options: {
      interaction: { mode: "index", intersect: false },
      scales: {
        x: { stacked: true, grid: { display: false }, border: { color: theme.colour("line") }, ticks: { maxRotation: 0, autoSkipPadding: 24 } },
        y: { stacked: true, beginAtZero: true, border: { display: false }, ticks: { precision: 0, maxTicksLimit: 6 } },
      },
      plugins: { tooltip: { callbacks: { title: items => text.time(report.decisions[items[0].dataIndex].from) + " UTC" } } },
    },
  }));

  const refusals = Object.entries(report.refusals);
  const ends = Object.entries(report.ends);
  charts.add("ends", "Ends by reason: " + ends.map(([reason, n]) => `${reason} ${number(n)}`).join(", "), !ends.length, "Nothing ended.",
    () => charts.bars(ends.map(([reason]) => reason), [{ label: "locks", data: ends.map(([, n]) => n), backgroundColor: theme.colour("released"), ...charts.bar }]));

  charts.add("refusals", "Refusals by reason: " + refusals.map(([reason, n]) => `${reason} ${number(n)}`).join(", "), !refusals.length, "Nothing was refused.",
    () => charts.bars(refusals.map(([reason]) => reason), [{ label: "refusals", data: refusals.map(([, n]) => n), backgroundColor: theme.colour("rejected"), ...charts.bar }]));

  const marks = [["p50Ms", "half are below"], ["p90Ms", "90 % are below"], ["p99Ms", "99 % are below"], ["maxMs", "longest"]];
  const times = [["waited", report.waiting, "queued"], ["held", report.holding, "granted"]];
  charts.add("durations", times.map(([name, of]) => `${name}: ` + marks.map(([key, words]) => `${words} ${duration(of[key])}`).join(", ")).join("; "), !report.waiting.count && !report.holding.count, "Nothing ended yet.", () => ({
    type: "bar",
    data: { labels: marks.map(([, words]) => words), datasets: times.map(([name, of, colour]) => ({ label: name, data: marks.map(([key]) => Math.max(of[key], 1)), backgroundColor: theme.colour(colour), ...charts.bar, maxBarThickness: 16 })) },
    options: {
      indexAxis: "y",
      scales: {
        x: { type: "logarithmic", min: 1, border: { display: false }, ticks: { callback: value => Number.isInteger(Math.log10(value)) ? duration(value) : "", maxRotation: 0 } },
        y: { grid: { display: false }, border: { color: theme.colour("line") }, ticks: { color: theme.colour("text") } },
      },
      plugins: { tooltip: { callbacks: { label: item => ` ${item.dataset.label}: ${duration(times[item.datasetIndex][1][marks[item.dataIndex][0]])}` } } },
    },
  }));

  const many = report.accounts.length > 1, inAccount = (row, words) => many ? `${words} – ${row.account}` : words;
  const through = row => row.requests - row.waited - row.refused;
  charts.add("folders", "Hottest folders: " + report.folders.map(row => `${row.folder} ${number(row.requests)}`).join(", "), !report.folders.length, "No folder was asked for.",
    () => charts.bars(report.folders.map(row => inAccount(row, row.folder)), [
      { label: "straight through", data: report.folders.map(through), backgroundColor: theme.colour("granted"), ...charts.bar },
      { label: "waited", data: report.folders.map(row => row.waited), backgroundColor: theme.colour("queued"), ...charts.bar },
      { label: "refused", data: report.folders.map(row => row.refused), backgroundColor: theme.colour("rejected"), ...charts.bar },
    ], { footer: items => "waited in all " + duration(report.folders[items[0].dataIndex].waitedMs) }));

  const owner = row => row.session === undefined ? row.subAccount : row.subAccount + " · " + row.session;
  charts.add("expired", "Expired leases: " + report.deadClients.map(row => `${owner(row)} ${number(row.expired)}`).join(", "), !report.deadClients.length, "No lease expired.",
    () => charts.bars(report.deadClients.map(row => inAccount(row, owner(row))), [{ label: "expired", data: report.deadClients.map(row => row.expired), backgroundColor: theme.colour("expired"), ...charts.bar }],
      { footer: items => { const row = report.deadClients[items[0].dataIndex]; return [`held in all ${duration(row.heldMs)}`, `last ${text.time(row.lastAt)} UTC`]; } }));

  /* Tables */
  function table(id, titles, rows) {
    const cell = (name, value, i) => {
      const shown = typeof value === "number" ? number(value) : value;
      return element(name, { className: titles[i][1] ?? "" }, shown ?? "");
    };
    byId(id).append(
      element("thead", {}, element("tr", {}, titles.map(([title, kind]) => element("th", { scope: "col", className: kind === "number" ? kind : "" }, title)))),
      element("tbody", {}, rows.length ? rows.map(row => element("tr", {}, row.map((value, i) => cell("td", value, i))))
        : element("tr", {}, element("td", { colSpan: titles.length }, "None."))));
  }

  const bad = outcome => ["GRANTED", "WAITING", "CANCELLED"].includes(outcome) ? outcome : element("span", { className: "bad-text" }, outcome);
  table("waits", [["Waited", "number"], ["Outcome"], ["Who"], ["Asked for", "path"], ["Blocked by", "path"], ["Asked, UTC"]],
    report.longestWaits.map(row => [duration(row.waitedMs), bad(row.outcome), visible(row.subAccount) + (many ? " in " + visible(row.account) : ""),
      [row.operation + " ", text.path(row.path)], text.path(row.blockedBy ?? "–"), text.time(row.requestedAt)]));

  const columns = [["Requests", "number"], ["Granted", "number"], ["Waited", "number"], ["In vain", "number"], ["Refused", "number"], ["Expired", "number"],
    ["Waited p50", "number"], ["p99", "number"], ["Held p50", "number"], ["p99", "number"]];
  const figures = row => [row.requests, row.granted, row.waited, row.inVain, row.refused, row.expired,
    ...[row.waiting, row.holding].flatMap(times => times.count ? [duration(times.p50Ms), duration(times.p99Ms)] : ["–", "–"])];
  table("accounts", [["Account"], ...columns], report.accounts.map(row => [visible(row.account), ...figures(row)]));
  table("sub-accounts", [["Sub-account"], ["Account"], ...columns], report.subAccounts.map(row => [visible(row.subAccount), visible(row.account), ...figures(row)]));
})();
