/* The place of the reader, which is the page's address: screen, account, chosen lock, and what a screen remembers. */
import { query } from "./api.js";

let account = "";
let lockId = "";

/**
 * Reads the address.
 *
 * @param names of the screens; the first is the one that opens without a name
 */
export function readPlace(names) {
  const [name, search] = location.hash.replace(/^#\/?/, "").split("?");
  const parameters = new URLSearchParams(search ?? "");
  const screen = names.includes(name) ? name : names[0];
  account = parameters.get("account") ?? "";
  lockId = parameters.get("lock") ?? (screen === "life" ? parameters.get("lockId") : null) ?? "";
  return { name: screen, account, lockId, parameters };
}

/** Returns the address of a screen; account and chosen lock stay unless others are named. */
export function addressOf(name, parameters = {}) {
  const to = { account, ...parameters };
  if (to.account !== account) return "#/" + name + "?" + query(to);
  /* A lock's life is the life of the chosen one. */
  if (name === "life") to.lockId ??= lockId; else to.lock ??= lockId;
  return "#/" + name + "?" + query(to);
}

/** Says whether a lock is chosen. */
export const isLockChosen = () => lockId !== "";

/** Opens a screen. */
export function go(name, parameters) {
  location.hash = addressOf(name, parameters);
}

/** Stores what a screen remembers in the address, so that Back shows the same again. */
export function remember(name, parameters) {
  history.replaceState(null, "", addressOf(name, parameters));
}

/** Stores the chosen lock in the address; empty = none. */
export function rememberLock(id) {
  lockId = id;
  const [name, search] = location.hash.split("?");
  const parameters = new URLSearchParams(search ?? "");
  if (id && !(name === "#/life" && parameters.get("lockId") === id)) parameters.set("lock", id); else parameters.delete("lock");
  if (location.hash) history.replaceState(null, "", [name, String(parameters)].filter(Boolean).join("?"));
}
