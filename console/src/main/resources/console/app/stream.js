/* Follows the decisions of an account, or of all, and says when there are some; a gap is said as a reset. */
import { query } from "./api.js";

const MOST = 20_000;

/* A page that was left keeps no connection, of which a browser allows few; come back to, it begins anew. */
addEventListener("pageshow", event => { if (event.persisted) location.reload(); });

export function follow({ account, after, onEvents, onReset, onState }) {
  let source = null;
  let position = after;
  let gathered = [];
  let timer = 0;
  let closed = false;
  let retry = 0;

  /* Many events a second are told together: a page has ten pictures a second at most. */
  function told() {
    timer = 0;
    const events = gathered;
    gathered = [];
    if (!closed && events.length > 0) onEvents(events);
  }

  function open() {
    source = new EventSource("/api/events?" + query({ account, after: position }));
    source.addEventListener("open", () => { retry = 0; onState("live"); });
    source.addEventListener("event", message => {
      if (message.lastEventId) position = message.lastEventId;
      gathered.push(JSON.parse(message.data));
      if (gathered.length > MOST) {
        source.close();
        gathered = [];
        if (!closed) onReset();
        return;
      }
      timer ||= setTimeout(told, 100);
    });
    source.addEventListener("position", message => {
      position = message.lastEventId;
      onState("live");
    });
    source.addEventListener("reset", () => {
      source.close();
      if (!closed) onReset();
    });
    source.addEventListener("error", () => {
      onState("waiting");
      if (source.readyState === EventSource.CLOSED && !closed) {
        source.close();
        retry = Math.min(retry + 1, 10);
        setTimeout(() => { if (!closed) open(); }, retry * 500);
      }
    });
  }
  const leave = () => source.close();
  addEventListener("pagehide", leave);
  open();
  return () => {
    closed = true;
    removeEventListener("pagehide", leave);
    clearTimeout(timer);
    source.close();
  };
}
