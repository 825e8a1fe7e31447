/* Puts locks into lanes and rows: in one row nothing overlaps, unless more is held at once than MOST_ROWS. */
const lanes = (() => {
  const ROW = 18, PAD = 6, HEADER = 30, MOST_ROWS = 16;

  const parent = path => path.lastIndexOf("/") <= 0 ? "/" : path.slice(0, path.lastIndexOf("/"));
  const keys = {
    path: (lock, target) => target.path,
    folder: (lock, target) => target.mode === "ADD" ? target.path : parent(target.path),
    subAccount: lock => lock.subAccount,
  };
  /** Folders before what only begins like them, as the arbiter orders paths. */
  const order = key => key.replaceAll("/", "\u0001");
  const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

  function group(locks, by, modes) {
    const found = new Map();
    for (const lock of locks) {
      const seen = new Set();
      for (const target of lock.targets) {
        if (!modes.has(target.mode)) continue;
        const key = keys[by](lock, target);
        if (by === "subAccount" && seen.has(key)) continue;
        seen.add(key);
        const id = lock.account + "\n" + key;
        if (!found.has(id)) found.set(id, { account: lock.account, key, items: [], rows: [] });
        found.get(id).items.push({ lock, target, from: lock.requestedAt, to: lock.until });
      }
    }
    return [...found.values()].sort((a, b) => compare(a.account, b.account) || compare(order(a.key), order(b.key)));
  }

  /** First row that is free long enough to tell two bars apart. */
  function pack(lane, gap) {
    const ends = [];
    for (const item of lane.items) {
      let row = ends.findIndex(end => end + gap <= item.from);
      if (row < 0) row = ends.length < MOST_ROWS ? ends.length : ends.indexOf(Math.min(...ends));
      (lane.rows[row] ??= { items: [], last: [] });
      lane.rows[row].items.push(item);
      ends[row] = Math.max(ends[row] ?? -Infinity, item.to);
      lane.rows[row].last.push(ends[row]);
      item.row = row;
      item.lane = lane;
    }
  }

  function layOut(locks, by, modes, span) {
    const found = group(locks, by, modes);
    const many = new Set(found.map(lane => lane.account)).size > 1;
    const all = [], places = new Map();
    let y = 0, account;
    for (const lane of found) {
      if (many && lane.account !== account) {
        account = lane.account;
        all.push({ header: true, account, y, height: HEADER, rows: [] });
        y += HEADER;
      }
      pack(lane, span / 5000);
      lane.y = y;
      lane.height = Math.max(1, lane.rows.length) * ROW + 2 * PAD;
      y += lane.height;
      all.push(lane);
      for (const item of lane.items) {
        if (!places.has(item.lock)) places.set(item.lock, []);
        places.get(item.lock).push(item);
      }
    }
    return { by, all, places, height: y, lanes: found.length };
  }

  const yOf = item => item.lane.y + PAD + item.row * ROW;

  function at(layout, y) {
    const i = d3.bisector(lane => lane.y).right(layout.all, y) - 1;
    const lane = layout.all[i];
    return lane && y < lane.y + lane.height ? lane : undefined;
  }

  /** Items of a row that reach into a time, in their order. */
  function* within(row, from, to) {
    for (let i = d3.bisectLeft(row.last, from); i < row.items.length && row.items[i].from <= to; i++) {
      if (row.items[i].to >= from) yield row.items[i];
    }
  }

  /** What lies at a place; the last drawn wins. */
  function hit(layout, y, from, to) {
    const lane = at(layout, y);
    const row = lane && lane.rows[Math.floor((y - lane.y - PAD) / ROW)];
    let found;
    if (row) for (const item of within(row, from, to)) found = item;
    return found;
  }

  return { ROW, layOut, yOf, at, within, hit };
})();
