/* One EventSource for all followers, of any accounts. It serves one page or, in streams-worker.js, all pages of this
   browser, which allows few connections to a server. */
const GATHER_MS = 100;
const MOST_GATHERED = 20_000;
const NARROW_MS = 5000;
const MOST_ACCOUNTS = 32;
/* The console sends something every five seconds; a connection that is silent for so long is dead. */
const SILENT_MS = 9000;
const LOOK_MS = 1000;
const MOST_FOLLOWERS = 1000;

const parse = position => new Map((position ?? "").split(",").filter(Boolean).map(part => part.split(":").map(Number)));

export function streams() {
  const followers = new Set();
  let source = null;
  /* Accounts that the source delivers; null = all. */
  let covered = new Set();
  let heard = new Map();
  let state = "waiting";
  /* When that began, on this machine's clock; a silent connection is noticed late. */
  let stateSince = Date.now();
  /* The last time of the log that was told, and when it arrived. */
  let clock = null;
  let retry = 0;
  let timer = 0;
  let narrowing = 0;
  let heardAt = 0;
  let watch = 0;

  /**
   * Returns the followed accounts; null if somebody follows all, or if so many are followed that one stream of all is
   * less work.
   */
  function wanted() {
    const accounts = new Set([...followers].map(one => one.account));
    return accounts.has("") || accounts.size > MOST_ACCOUNTS ? null : accounts;
  }
  const covers = account => covered === null || (account !== "" && covered.has(account));

  /**
   * Follows the decisions of an account, "" = all.
   *
   * @param after "partition:seq", separated by commas; later events are told; undefined = from now on
   * @param tell (kind, what): "now", the log's clock; "begin" once, from when on nothing is missed; "state" {state, since}; "events",
   *     to be confirmed by took(); "reset", after which nothing more comes
   */
  function follow({ account, after, tell }) {
    const one = { account, tell, position: parse(after), gathered: [], timer: 0, begun: false, taking: false };
    if (followers.size >= MOST_FOLLOWERS) {
      tell("reset");
      return { leave: () => {}, took: () => {} };
    }
    followers.add(one);
    const misses = [...one.position].some(([partition, seq]) => (heard.get(partition) ?? -1) > seq);
    if (!source || !covers(account) || misses) reopen();
    else if (state === "live") begin(one);
    tell("state", { state, since: stateSince });
    return { leave: () => leave(one), took: () => took(one) };
  }

  function leave(one) {
    if (!followers.delete(one)) return;
    clearTimeout(one.timer);
    if (followers.size === 0) close();
    narrowing ||= setTimeout(narrow, NARROW_MS);
  }

  /* An account that nobody follows any more is not dropped at once: a reader who changes screens wants it again. */
  function narrow() {
    narrowing = 0;
    const now = wanted();
    if (source && now !== null && (covered === null || now.size < covered.size)) reopen();
  }

  function close() {
    clearTimeout(timer);
    clearInterval(watch);
    source?.close();
    source = null;
    heard = new Map();
    state = "waiting";
    stateSince = Date.now();
  }

  /**
   * Opens the source from the earliest position that a follower needs; events that another follower has are not told to
   * it again.
   */
  function reopen() {
    close();
    covered = wanted();
    const from = new Map();
    for (const one of followers) for (const [partition, seq] of one.position) from.set(partition, Math.min(seq, from.get(partition) ?? Infinity));
    heard = new Map(from);
    const search = new URLSearchParams();
    for (const account of covered ?? []) search.append("account", account);
    if (from.size > 0) search.append("after", [...from].map(([partition, seq]) => partition + ":" + seq).join(","));
    source = new EventSource("/api/events?" + search);
    const mine = source;
    heardAt = performance.now();
    watch = setInterval(() => { if (performance.now() - heardAt > SILENT_MS) again(); }, LOOK_MS);
    const hear = (type, listener) => mine.addEventListener(type, message => {
      if (mine !== source) return;
      heardAt = performance.now();
      listener(message);
    });
    hear("position", message => {
      clock = { now: JSON.parse(message.data).now, at: performance.now() };
      reach(parse(message.lastEventId));
    });
    hear("event", message => { take(JSON.parse(message.data)); });
    hear("reset", reset);
    /* "again": another reader took the place, so ask again. "displaced": a newer stream of this reader took it; taking
       it back at once would displace that one in turn. */
    hear("again", reopen);
    hear("displaced", () => { close(); become("displaced"); });
    hear("error", () => {
      become("waiting");
      if (mine.readyState !== EventSource.CLOSED) return;
      retry = Math.min(retry + 1, 10);
      timer = setTimeout(refused, retry * 500);
    });
  }

  /* The login may have ended: then every page begins anew, and so arrives at the login. */
  async function refused() {
    const mine = source;
    const session = await fetch("/api/session").then(answer => answer.json()).catch(() => null);
    if (mine !== source) return;
    if (session?.roles?.length === 0) reset(); else reopen();
  }

  function again() {
    become("waiting", Date.now() - (performance.now() - heardAt));
    reopen();
  }

  function reach(position) {
    retry = 0;
    for (const [partition, seq] of position) if (seq > (heard.get(partition) ?? -1)) heard.set(partition, seq);
    for (const one of followers) for (const [partition, seq] of position) if (seq > (one.position.get(partition) ?? -1)) one.position.set(partition, seq);
    become("live");
    for (const one of followers) {
      if (one.begun) one.tell("now", now());
      else begin(one);
    }
  }

  const now = () => clock.now + (performance.now() - clock.at);

  /** Called once for each follower; the state that it reads from now on is not older than its events. */
  function begin(one) {
    if (one.begun) return;
    one.begun = true;
    if (one.position.size === 0) one.position = new Map(heard);
    if (clock) one.tell("now", now());
    one.tell("begin");
  }

  function become(next, since = Date.now()) {
    if (state === next) return;
    state = next;
    stateSince = since;
    for (const one of followers) one.tell("state", { state, since });
  }

  function take(event) {
    const partition = event.cause?.partition ?? 0;
    heard.set(partition, event.seq);
    become("live");
    for (const one of [...followers]) {
      if (event.seq <= (one.position.get(partition) ?? -1)) continue;
      one.position.set(partition, event.seq);
      begin(one);
      if (one.account !== "" && one.account !== event.account) continue;
      one.gathered.push(event);
      if (one.gathered.length > MOST_GATHERED) drop(one);
      else if (!one.taking) one.timer ||= setTimeout(told, GATHER_MS, one);
    }
  }

  /* Delivers events in batches, the next one only after the last is confirmed: a suspended page piles up no messages.
     */
  function told(one) {
    one.timer = 0;
    const events = one.gathered;
    one.gathered = [];
    one.taking = true;
    one.tell("events", events);
  }
  function took(one) {
    one.taking = false;
    if (one.gathered.length > 0 && followers.has(one)) one.timer ||= setTimeout(told, GATHER_MS, one);
  }

  function drop(one) {
    leave(one);
    one.tell("reset");
  }
  function reset() {
    close();
    for (const one of [...followers]) drop(one);
  }
  function takeBack() {
    if (state === "displaced") again();
  }
  return { follow, reset, takeBack };
}
