/* The list of accounts on the start page, the suggestions of the account field, and the notice for an unknown name. */
import { html, render, nothing } from "/lib/lit-html/lit-html.js";
import { get, query } from "./api.js";
import { live } from "./following.js";
import { clock, clockOf, empty, since } from "./parts.js";
import { follow } from "./stream.js";

const EVERY_MS = 5000;
const MOST_LISTED = 200;
const MOST_OFFERED = 30;
const MOST_COMPARED = 1000;
const MOST_LIKE = 5;
/* Somebody who points at the list is about to click for so long. */
const POINTS_MS = 30_000;

const byId = id => document.getElementById(id);
const unknown = byId("unknown");

/** Suggests matching accounts in the field. */
export async function offer(match) {
  const accounts = await get("accounts", { match, limit: MOST_OFFERED }).catch(() => []);
  render(html`${accounts.map(one => html`<option value=${one.account}></option>`)}`, byId("accounts"));
}

/** Shows the start page, which asks for an account; lists those that match what is typed. */
export function welcome(into, { name }) {
  let accounts = null;
  let match = "";
  let asked = 0;
  let timer = 0;
  let closed = false;
  let stop = null;
  let pointedAt = -POINTS_MS;

  /* Nothing moves under the pointer, nor away from the focus. */
  const isHeld = () => (into.matches(":hover") && performance.now() - pointedAt < POINTS_MS) || into.contains(document.activeElement?.closest("a"));

  /* Those in which somebody waits come in the console's order, the others by name, so that they stay where they are. */
  function ordered(found) {
    const all = found.map(one => ({ ...one, isFirst: one.waiting > 0 }));
    return [...all.filter(one => one.isFirst), ...all.filter(one => !one.isFirst).sort((a, b) => a.account < b.account ? -1 : 1)];
  }
  /* The same rows with their new figures. */
  function renewed(found) {
    const figures = new Map(found.map(one => [one.account, one]));
    return accounts.map(one => ({ ...one, waiting: 0, ...figures.get(one.account) }));
  }

  /* Until an account is followed, the log's time is unknown. */
  function ago(at) {
    if (clock.now() > 0) return since(at) + " ago";
    return "at " + clockOf(at, Math.max(...accounts.map(one => one.at)));
  }

  function draw() {
    const [waiting, others] = [accounts.filter(one => one.isFirst), accounts.filter(one => !one.isFirst)];
    render(html`<div class="scroll"><h2 class="asks">Which account?</h2>
      ${waiting.length === 0 ? nothing : html`<div class="card waiting-now"><h2>Somebody waits now</h2><p class="faint">The longest wait first. Follow the number to see who waits for what.</p>
        <ul class="accounts">${waiting.map(one => html`<li>${link(one)}<a class="badge waiting" href=${"#/waits?" + query({ account: one.account, by: "waiter" })}>${text.number(one.waiting)} waiting</a>
          <span class="faint">${one.waiting > 0 ? "the longest " + since(one.waitingSince) : "no longer"} · partition ${one.partition}</span></li>`)}</ul></div>`}
      <div class="card"><h2>${waiting.length > 0 ? "Other accounts" : "Accounts"}</h2>
      <p class="faint">${accounts.length === MOST_LISTED ? `Of the ${MOST_LISTED} accounts that wait longest or have the latest events` : "With recent events"}${match ? html` and “${text.visible(match)}” in the name` : nothing}. Type another name above.</p>
      ${accounts.length > 0 ? nothing : match ? empty("None fits", "No account heard of lately has this in its name.") : empty("None yet", "No decision was published in the last minutes.")}
      <ul class="accounts">${others.map(one => html`<li>${link(one)}
        <span class="faint">${text.count(one.events, "event")}, the last ${ago(one.at)} · partition ${one.partition}</span></li>`)}</ul></div></div>`, into);
  }
  const link = one => html`<a href=${"#/" + name + "?" + query({ account: one.account })}>${text.visible(one.account)}</a>`;

  async function look() {
    clearTimeout(timer);
    const mine = ++asked;
    const words = byId("account").value;
    const found = await get("accounts", { match: words, limit: MOST_LISTED }).catch(() => null);
    if (closed || mine !== asked) return;
    timer = setTimeout(look, EVERY_MS);
    if (!stop) live(found ? "live" : "waiting");
    if (!found) return;
    [accounts, match] = [accounts && words === match && isHeld() ? renewed(found) : ordered(found), words];
    /* Following one of them tells the log's time, and whether the stream works. */
    if (accounts.length > 0) stop ??= follow({ account: accounts[0].account, onEvents: () => {}, onReset: () => { stop = null; }, onState: live });
    draw();
  }
  render(html`<div class="scroll"><p class="faint" role="status">reading …</p></div>`, into);
  into.addEventListener("pointermove", () => { pointedAt = performance.now(); });
  look();
  return {
    events: () => {}, tick: () => { if (accounts) draw(); }, focus: () => {}, narrow: look,
    close: () => {
      closed = true;
      clearTimeout(timer);
      stop?.();
    },
  };
}

/** Shows a notice if the account is unknown, with similar names; hides the notice about another account. */
export async function introduce(account) {
  unknown.hidden = true;
  unknown.dataset.account = account;
  if (!account) return;
  try {
    const fitting = await get("accounts", { match: account, limit: MOST_COMPARED });
    if (fitting.some(one => one.account === account)) return;
    const { held, waiting } = await get("tree", { account, limit: 1 });
    if (held + waiting > 0) return;
    const names = (await get("accounts", { limit: MOST_COMPARED })).map(one => one.account);
    if (unknown.dataset.account === account) tell(account, like(account, [...names, ...fitting.map(one => one.account)]));
  } catch {
    /* The screen itself reports a question that failed. */
  }
}

/** Hides the notice: the account has events. */
export const heardOf = () => { unknown.hidden = true; };

function tell(account, names) {
  const to = name => html`<a href=${location.hash.split("?")[0] + "?" + query({ account: name })}>${text.visible(name)}</a>`;
  render(html`No account of the name “${text.visible(account)}” has been seen in the latest events, and Redis holds nothing of it.
    ${names.length > 0 ? html`Did you mean ${names.map((name, n) => html`${n === 0 ? "" : n === names.length - 1 ? " or " : ", "}${to(name)}`)}?` : html`See how it is written, capitals too; <a href="#/">the start page</a> lists those that were seen.`}`, unknown);
  unknown.hidden = false;
}

/** Names that begin alike or differ by few letters, the closest first. */
function like(account, names) {
  const wanted = account.toLowerCase();
  const near = wanted.length < 4 ? 1 : Math.max(2, Math.floor(wanted.length / 3));
  return [...new Set(names)].map(name => {
    const other = name.toLowerCase();
    return { name, far: other.startsWith(wanted) || wanted.startsWith(other) ? 0 : distance(wanted, other) };
  }).filter(one => one.far <= near).sort((a, b) => a.far - b.far || (a.name < b.name ? -1 : 1)).slice(0, MOST_LIKE).map(one => one.name);
}

/** Number of letters to insert, delete or replace (Levenshtein). */
function distance(one, other) {
  let last = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) next[j] = Math.min(last[j] + 1, next[j - 1] + 1, last[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
    last = next;
  }
  return last[other.length];
}
