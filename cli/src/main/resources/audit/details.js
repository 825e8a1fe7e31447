/* Everything about one lock: in the tooltip, and in the panel that stays. */
const details = (() => {
  const { element, visible, time, duration } = text;

  function chip(name, mode) {
    const made = element("span", { className: "chip" + (mode ? "" : " plain") }, name);
    if (mode) { made.style.setProperty("--mode", `var(--${mode})`); made.style.setProperty("--ink", `var(--${mode}-ink)`); }
    return made;
  }

  function outcome(lock) {
    const words = { HELD: "held at the end", WAITING: "waits at the end" };
    const made = chip(words[lock.outcome] ?? lock.outcome);
    const bad = lock.inVain || ["EXPIRED", "SESSION_ENDED", "FORCED"].includes(lock.outcome);
    if (bad) made.className = "chip bad";
    return made;
  }

  function rows(lock) {
    const mono = value => element("span", { className: "mono" }, visible(value));
    const link = (id, words) => element("button", { type: "button", className: "link", onclick: () => select(lock.account, id) }, words);
    const one = [
      ["Who", visible(lock.who) + " in " + visible(lock.account)],
      ["Asked", time(lock.requestedAt)],
    ];
    if (lock.waited) one.push(["Waited", duration(lock.waitUntil - lock.requestedAt) + " of at most " + duration(lock.waitMs ?? 0)]);
    if (lock.grantedAt !== undefined) {
      one.push(["Granted", time(lock.grantedAt)]);
      one.push(["Held", duration(lock.until - lock.grantedAt) + (lock.renewals ? ", " + text.count(lock.renewals, "renewal") : "")]);
    }
    if (lock.end) one.push(["Ended", time(lock.end.at) + (lock.end.by ? " by " + visible(lock.end.by) : "") + (lock.end.comment ? ": " + visible(lock.end.comment) : "")
      + (lock.end.replacedBy ? ", replaced by lock " + visible(lock.end.replacedBy.lockId) + " of " + visible(lock.end.replacedBy.subAccount) : "")
      + (lock.end.movedTo ? ", moved to " + visible(lock.end.movedTo) : "")
      + (lock.end.gone ? ", gone" : "") + (lock.end.failed ? ", failed" : "") + (lock.end.result ? ", result " + visible(lock.end.result) : "")]);
    if (lock.endsAt !== undefined && !lock.end) one.push(["Ends at", time(lock.endsAt) + " at the latest, as " + visible(lock.endsBy ?? "somebody") + " asked"]);
    if (lock.replaces) one.push(["Replaces", element("div", {}, link(lock.replaces.lockId, mono(lock.replaces.lockId)), " of " + visible(lock.replaces.subAccount))]);
    if (lock.blockedBy.length) {
      one.push([lock.outcome === "WAITING" ? "Waits for" : lock.waited ? "Waited for" : "Blocked by", lock.blockedBy.map(b => element("div", {},
        link(b.lockId, visible(b.subAccount) + " " + b.operation), " ", b.mode + " ", text.path(b.path), b.waiting ? " (waiting)" : "", b.note ? ", note: " + visible(b.note) : ""))]);
    }
    const two = [];
    if (lock.targets.length > 1) two.push(["Targets", lock.targets.map(t => element("div", {}, chip(t.mode, t.mode), " ", text.path(t.path)))]);
    if (lock.token !== undefined) two.push(["Token", mono(lock.token)]);
    two.push(["Lease", (lock.bound ? "lives with its session" : duration(lock.leaseMs)) + (lock.expiresAt === undefined ? "" : ", to " + time(lock.expiresAt))
      + (lock.maxHoldMs ? ", held at most " + duration(lock.maxHoldMs) : "")]);
    if (lock.deadline !== undefined) two.push(["Wait limit", time(lock.deadline)]);
    if (lock.holding) two.push(["Holding", lock.holding.map(id => element("div", {}, link(id, mono(id))))]);
    for (const [name, value] of Object.entries(lock.attributes ?? {})) two.push([visible(name), visible(value)]);
    two.push(["Lock id", mono(lock.lockId)], ["Partition", mono(lock.partition)]);
    return [one, two];
  }

  function list(lock) {
    const made = element("dl", { className: "lock-data" });
    rows(lock).forEach((part, i) => {
      if (i > 0) made.append(element("hr"));
      for (const [name, value] of part) made.append(element("dt", {}, name), element("dd", {}, value));
    });
    return made;
  }

  function head(lock) {
    const path = [text.path(lock.path ?? lock.targets[0].path), lock.destination === undefined ? "" : [" → ", text.path(lock.destination)]].flat(2);
    return [
      element("div", { className: "lock-head" }, element("strong", {}, lock.operation), [...lock.modes].map(mode => chip(mode, mode)), outcome(lock)),
      element("div", { className: "lock-path" }, path),
    ];
  }

  /** As it came, without what this page derived. */
  const FIELDS = ["partition", "account", "lockId", "subAccount", "session", "operation", "path", "destination", "targets", "leaseMs", "bound", "waitMs", "maxHoldMs", "holding",
    "replaces", "attributes", "requestedAt", "queuedAt", "deadline", "grantedAt", "expiresAt", "endsAt", "endsBy", "token", "renewals", "blockedBy", "end"];

  const json = lock => JSON.stringify(Object.fromEntries(FIELDS.filter(name => lock[name] !== undefined).map(name => [name, lock[name]])), null, 1)
    .split("\n").map(visible).join("\n");

  const panel = document.getElementById("details"), tooltip = document.getElementById("tooltip");
  let select = () => {}, close = () => {};

  function showPanel(lock) {
    panel.hidden = !lock;
    if (!lock) return;
    panel.replaceChildren(
      element("button", { type: "button", className: "close", "aria-label": "Close", title: "Close (Esc)", onclick: () => close() }, "✕"),
      ...head(lock), list(lock),
      element("details", {}, element("summary", {}, "As JSON"), element("pre", { className: "mono" }, json(lock))));
    panel.scrollTop = 0;
  }

  function showTooltip(lock, x, y) {
    if (!lock) { tooltip.hidden = true; return; }
    tooltip.replaceChildren(...head(lock), list(lock));
    tooltip.hidden = false;
    tooltip.dataset.lock = lock.lockId;
    const box = tooltip.getBoundingClientRect(), gap = 14;
    const left = x + gap + box.width > innerWidth - 8 ? x - gap - box.width : x + gap;
    const top = y + gap + box.height > innerHeight - 8 ? y - gap - box.height : y + gap;
    tooltip.style.left = Math.max(8, left) + "px";
    tooltip.style.top = Math.max(8, Math.min(top, innerHeight - box.height - 8)) + "px";
  }

  const sentence = lock => [lock.operation, visible(lock.path ?? lock.targets[0].path), "by", visible(lock.who), "asked", time(lock.requestedAt),
    lock.waited ? "waited " + duration(lock.waitUntil - lock.requestedAt) : "", lock.grantedAt === undefined ? "" : "held " + duration(lock.until - lock.grantedAt),
    lock.outcome].filter(Boolean).join(", ");

  return { showPanel, showTooltip, sentence, connect: (onSelect, onClose) => { select = onSelect; close = onClose; } };
})();
