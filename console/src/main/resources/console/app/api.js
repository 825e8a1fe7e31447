/* Requests to the console. A refusal becomes an Error with its reason. */
/* Longer than the slowest answer takes: a connection that is silent for so long is dead. */
const PATIENCE_MS = 20_000;
let session = null;

export class Refusal extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

/**
 * The page that the reader wanted before the login. The part after # is not sent to the server, and a provider's pages
 * may lie between.
 */
const PLACE = "place";

/** Goes to the login, and from there back to the present page. */
export function logIn() {
  sessionStorage.setItem(PLACE, location.hash);
  location.replace("/login.html");
}

/** Returns to the page wanted before the login; never leaves this site, whatever is stored. */
export function comeBack() {
  const place = sessionStorage.getItem(PLACE) ?? "";
  sessionStorage.removeItem(PLACE);
  if (place.startsWith("#/") && location.hash === "") history.replaceState(null, "", place);
}

async function answer(response) {
  if (response.status === 401) logIn();
  if (response.ok) return response.status === 204 ? null : response.json();
  const problem = await response.json().catch(() => ({}));
  throw new Refusal(response.status, problem.detail ?? response.statusText);
}

/** Builds a query: null, undefined and empty parameters are left out, a list becomes several parameters. */
export function query(parameters) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined && one !== "") search.append(name, one);
    }
  }
  return search.toString();
}

/** @param until aborts the request */
export async function get(path, parameters = {}, until = null) {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  return answer(await fetch("/api/" + path + "?" + query(parameters), { signal: until ? AbortSignal.any([patience, until]) : patience }));
}

export async function post(path, body) {
  const now = await open();
  return answer(await fetch("/api/" + path, {
    method: "POST",
    headers: { "Content-Type": "application/json", [now.csrfHeader]: now.csrfToken },
    body: JSON.stringify(body ?? {}),
  }));
}

const PAUSES_MS = [1000, 2000, 4000, 8000, 15_000];

/** Repeats a question that failed for now, each time after a longer pause. */
export function patience(ask) {
  let failures = 0;
  let timer = 0;
  let pause = 0;
  function stop() {
    clearTimeout(timer);
    timer = 0;
    failures = 0;
  }
  return {
    /** Returns the text for the reader, which says whether and when the question is repeated. */
    failed(error) {
      if (error instanceof Refusal && error.status !== 503 && error.status !== 429) return error.message;
      /* Several failed questions are repeated as one. */
      if (timer === 0) {
        pause = PAUSES_MS[Math.min(failures++, PAUSES_MS.length - 1)];
        timer = setTimeout(() => { timer = 0; ask(); }, pause);
      }
      return error.message + " – this page asks again by itself in " + pause / 1000 + " s";
    },
    /** Called when the question was answered, or is no longer wanted. */
    stop,
    waits: () => timer !== 0,
  };
}

/** Reads the session; read again before each change, because tokens change at a login. */
export async function open() {
  session = await answer(await fetch("/api/session"));
  return session;
}

export const isOperator = () => session?.roles.includes("OPERATOR") ?? false;
