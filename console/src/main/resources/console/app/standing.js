/* Says on every screen of an account that its partition does not go on; nothing that is shown changes meanwhile. */
import { html, render } from "/lib/lit-html/lit-html.js";
import { get } from "./api.js";
import { addressOf } from "./place.js";
import { shown } from "./parts.js";

const EVERY_MS = 5000;
const notice = document.getElementById("standing");
let watched = "";
let timer = 0;

/** @param account whose partition is looked at; empty = none */
export function watch(account) {
  if (account === watched) return;
  watched = account;
  notice.hidden = true;
  clearTimeout(timer);
  if (account) look(account);
}

async function look(account) {
  try {
    const [{ position }, { partitions }] = await Promise.all([get("recent", { account, limit: 1 }), get("partitions")]);
    if (watched === account) tell(partitions.find(one => one.partition === parseInt(position, 10)));
  } catch {
    /* The screen itself reports that the console does not answer. */
  }
  if (watched === account) timer = setTimeout(look, EVERY_MS, account);
}

/* A partition that never got a command has no state either. */
function tell(one) {
  notice.hidden = !one || one.state === "OK" || one.endOffset === 0;
  if (notice.hidden) return;
  render(html`Partition ${one.partition}, which has this account, is ${one.state}: ${shown(one.cause ?? "")}. <a href=${addressOf("partitions")}>Partitions</a> says what to do.`, notice);
}
