/* The data of the page: locks with what is derived from them, and which of them are asked for. */
const MODES = ["READ", "ADD", "PUT", "DELETE", "EXCLUSIVE", "GUARD", "FREEZE", "CLOSE"];

const lives = (() => {
  const data = JSON.parse(document.getElementById("data").textContent);

  function outcomeOf(lock) {
    if (lock.end) return lock.end.reason;
    return lock.grantedAt === undefined ? "WAITING" : "HELD";
  }

  function derive(lock, index) {
    lock.index = index;
    lock.outcome = outcomeOf(lock);
    lock.who = lock.session === undefined ? lock.subAccount : lock.subAccount + " · " + lock.session;
    lock.until = lock.end ? lock.end.at : Math.max(data.until, lock.grantedAt ?? lock.requestedAt);
    lock.waitUntil = lock.grantedAt ?? lock.until;
    lock.modes = new Set(lock.targets.map(target => target.mode));
    lock.waited = lock.waitUntil > lock.requestedAt;
    lock.inVain = lock.end !== undefined && lock.end.type === "rejected";
    return lock;
  }

  const locks = data.locks.map(derive).sort((a, b) => a.requestedAt - b.requestedAt || a.index - b.index);
  const byId = new Map(locks.map(lock => [lock.account + "\n" + lock.lockId, lock]));

  /** All that can be searched for; put together when it is first needed. */
  function haystack(lock) {
    return lock.haystack ??= [
      lock.lockId, lock.account, lock.subAccount, lock.session, lock.operation, lock.outcome, lock.token,
      ...lock.targets.map(target => target.path + " " + target.mode),
      ...Object.entries(lock.attributes ?? {}).flat(),
    ].join("\n").toLowerCase();
  }

  const lies = (path, under) => under === "/" || path === under || path.startsWith(under + "/");

  function matcher(filter) {
    const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
    const under = filter.under.replace(/(.)\/+$/, "$1");
    return lock =>
      (!filter.account || lock.account === filter.account)
      && (!filter.subAccount || lock.subAccount === filter.subAccount)
      && (!filter.outcome || lock.outcome === filter.outcome)
      && (!filter.waited || lock.waited)
      && lock.targets.some(target => filter.modes.has(target.mode) && (!under || lies(target.path, under)))
      && words.every(word => haystack(lock).includes(word));
  }

  function counts(property) {
    const found = new Map();
    for (const lock of locks) found.set(lock[property], (found.get(lock[property]) ?? 0) + 1);
    return [...found].sort((a, b) => b[1] - a[1]);
  }

  return {
    data, locks, counts,
    accounts: new Set(locks.map(lock => lock.account)).size,
    from: locks.length ? locks[0].requestedAt : data.until,
    until: data.until,
    blockers: lock => lock.blockedBy.map(blocker => byId.get(lock.account + "\n" + blocker.lockId)).filter(Boolean),
    find: (account, lockId) => byId.get(account + "\n" + lockId),
    filtered: filter => locks.filter(matcher(filter)),
  };
})();
