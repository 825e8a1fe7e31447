/* What the console answers. A refusal becomes an Error with its reason. */
/* Longer than the longest answer takes: a connection that says nothing for so long has gone without an end. */
const PATIENCE_MS = 20_000;
let session = null;

export class Refusal extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

/** Where the reader wanted to go; what stands behind # is not sent to the server, and a provider's pages may lie between. */
const PLACE = "place";

/** To the login, and from there back to what is shown here. */
export function logIn() {
  sessionStorage.setItem(PLACE, location.hash);
  location.replace("/login.html");
}

/** To what was to be shown before the login: within this page, whatever stands there. */
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

/** Parameters that are null, undefined or empty are left out; lists are given several times. */
export function query(parameters) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined && one !== "") search.append(name, one);
    }
  }
  return search.toString();
}

/** @param until ends the question before it is answered */
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

/** Asks again what was not answered now but may be later, each time after a longer pause. */
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
    /** What to tell the reader; it says whether and when it is asked again. */
    failed(error) {
      if (error instanceof Refusal && error.status !== 503 && error.status !== 429) return error.message;
      /* Several questions that were under way together are asked again as one. */
      if (timer === 0) {
        pause = PAUSES_MS[Math.min(failures++, PAUSES_MS.length - 1)];
        timer = setTimeout(() => { timer = 0; ask(); }, pause);
      }
      return error.message + " – this page asks again by itself in " + pause / 1000 + " s";
    },
    /** It was answered, or nobody wants to know any more. */
    stop,
    waits: () => timer !== 0,
  };
}

/** Who is asking; asked once more before each change, for tokens change at a login. */
export async function open() {
  session = await answer(await fetch("/api/session"));
  return session;
}

export const isOperator = () => session?.roles.includes("OPERATOR") ?? false;
