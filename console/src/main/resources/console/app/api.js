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

export async function get(path, parameters = {}) {
  return answer(await fetch("/api/" + path + "?" + query(parameters), { signal: AbortSignal.timeout(PATIENCE_MS) }));
}

export async function post(path, body) {
  const now = await open();
  return answer(await fetch("/api/" + path, {
    method: "POST",
    headers: { "Content-Type": "application/json", [now.csrfHeader]: now.csrfToken },
    body: JSON.stringify(body ?? {}),
  }));
}

/** Who is asking; asked once more before each change, for tokens change at a login. */
export async function open() {
  session = await answer(await fetch("/api/session"));
  return session;
}

export const isOperator = () => session?.roles.includes("OPERATOR") ?? false;
