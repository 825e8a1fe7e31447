/* Follows the decisions of one account, or of all; a gap is reported as a reset. All pages of a browser share one
   connection if it has shared workers. */
import { clock } from "./parts.js";
import { streams } from "./streams.js";

const ALIVE_MS = 20_000;

const followed = new Map();
let last = 0;
let port = null;
let hub = null;

/* A page in the back-forward cache keeps no connection open; when it is shown again it reloads. */
addEventListener("pageshow", event => { if (event.persisted) location.reload(); });
addEventListener("pagehide", () => port?.postMessage({ kind: "end" }));
setInterval(() => port?.postMessage({ kind: "alive" }), ALIVE_MS);

/** To be called once, before anything is followed. A login as another user gets another stream. */
export function connect(name) {
  try {
    const worker = new SharedWorker("/app/streams-worker.js", { type: "module", name: "lockarbiter 1 " + name });
    worker.addEventListener("error", alone);
    worker.port.addEventListener("message", ({ data: { kind, id, data } }) => {
      if (kind === "gone") for (const one of [...followed.values()]) one.tell("reset");
      else followed.get(id)?.tell(kind, data);
    });
    worker.port.start();
    port = worker.port;
  } catch {
    alone();
  }
}

/* The fallback without shared workers: each page has a connection of its own. */
function alone() {
  port = null;
  hub ??= streams();
  for (const one of followed.values()) one.begin();
}

/** Follows again, after another stream of the same reader took the place. */
export function takeBack() {
  if (port) port.postMessage({ kind: "takeBack" }); else hub?.takeBack();
}

/** Makes every page begin anew, because the login has ended. */
export function endAll() {
  if (port) port.postMessage({ kind: "reset" }); else hub?.reset();
}

/**
 *
 * @param after "partition:seq", separated by commas; undefined = from now on
 * @param onBegin called once: the state read from then on is not older than the events that follow
 * @param onState called with "live", "waiting" for the console, or "displaced" by another place of the same reader,
 *     until takeBack; and since when on this machine's clock
 * @return a function that ends it
 */
export function follow({ account, after, onBegin = () => {}, onEvents, onReset, onState = () => {} }) {
  const id = ++last;
  let own = null;
  const one = {
    tell(kind, data) {
      if (kind === "now") clock.tell(data);
      if (kind === "begin") onBegin();
      if (kind === "state") onState(data.state, data.since);
      if (kind === "events") {
        onEvents(data);
        if (port) port.postMessage({ kind: "took", id }); else own?.took();
      }
      if (kind === "reset" && followed.delete(id)) onReset();
    },
    begin() {
      const asked = { account: account ?? "", after };
      if (port) port.postMessage({ kind: "follow", id, ...asked }); else own = hub.follow({ ...asked, tell: one.tell });
    },
  };
  followed.set(id, one);
  one.begin();
  return () => {
    if (!followed.delete(id)) return;
    if (port) port.postMessage({ kind: "leave", id }); else own?.leave();
  };
}
