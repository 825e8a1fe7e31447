/* Chooses screen and account, handles keys, and shows who is logged in and whether the stream is live. */
import { html, render, nothing } from "/lib/lit-html/lit-html.js";
import { heardOf, introduce, offer, welcome } from "./accounts.js";
import { comeBack, logIn, open, post } from "./api.js";
import { details } from "./details.js";
import { undock } from "./dock.js";
import { live, tick } from "./following.js";
import { frozen } from "./frozen.js";
import { addressOf, go, readPlace, rememberLock } from "./place.js";
import { watch } from "./standing.js";
import { connect, endAll, follow } from "./stream.js";
import { announce, clock } from "./parts.js";
import { tree } from "./tree.js";
import { waits } from "./waits.js";
import { life } from "./life.js";
import { explain } from "./explain.js";
import { partitions } from "./partitions.js";
import { activity } from "./activity.js";
import { timeline } from "./timeline.js";
import { checkOuts } from "./check-outs.js";

const SCREENS = [
  ["tree", "Tree", tree], ["waits", "Wait chains", waits], ["life", "Lock’s life", life], ["explain", "Explain", explain],
  ["partitions", "Partitions", partitions], ["activity", "Activity", activity], ["timeline", "Timeline", timeline],
  ["check-outs", "Check-outs", checkOuts],
];
const WITHOUT_ACCOUNT = ["partitions", "activity"];

const byId = id => document.getElementById(id);
let session = null;
let shown = { name: "", account: "" };
let screen = null;
let stop = () => {};

const chosen = details({
  pane: byId("details"), go, account: () => shown.account,
  onChange: lockId => {
    rememberLock(lockId);
    tabs();
  },
  onHandedOver: lockId => screen?.mark?.(lockId),
});

const freezes = frozen({ choose: lock => chosen.show(lock) });

function tabs() {
  render(html`${SCREENS.map(([name, title], n) => html`<a href=${addressOf(name)} aria-current=${name === shown.name ? "page" : "false"} title=${title + " (" + (n + 1) + ")"}>${title}</a>`)}
    <span class="hint faint"><kbd>1</kbd>–<kbd>${SCREENS.length}</kbd> screens · <kbd>a</kbd> account · <kbd>/</kbd> search</span>`, byId("tabs"));
}

function keysOfTheChosen() {
  render(html`<h2>No lock is chosen</h2>
    <p>This pane tells of the lock that you choose: who has it, and what would move if it went. Operators end it here. It goes with you from screen to screen, and stands in the address.</p>
    <dl class="keys"><dt><kbd>↑</kbd> <kbd>↓</kbd> <kbd>Enter</kbd></dt><dd>choose</dd><dt><kbd>l</kbd></dt><dd>its life</dd>
      <dt><kbd>y</kbd></dt><dd>ask its holder to let go</dd><dt><kbd>f</kbd></dt><dd>force it open</dd><dt><kbd>Esc</kbd></dt><dd>close</dd></dl>`, byId("unchosen"));
}

function arrive() {
  const { name, account, lockId, parameters } = readPlace(SCREENS.map(one => one[0]));
  const isOther = account !== shown.account;
  screen?.close();
  stop();
  shown = { name, account };
  byId("account").value = account;
  if (isOther) introduce(account);
  watch(name === "partitions" ? "" : account);
  freezes.watch(name === "partitions" ? "" : account);
  undock();
  const seeks = chosen.open(account ? lockId : "");
  tabs();
  document.title = SCREENS.find(one => one[0] === name)[1] + (account ? " – " + text.visible(account) : "") + " – Lock Arbiter console";
  const section = byId("screen");
  section.replaceWith(section.cloneNode(false));
  const fresh = byId("screen");
  fresh.className = "screen screen-" + name;
  const isWelcome = !account && !WITHOUT_ACCOUNT.includes(name);
  byId("main").classList.toggle("with-pane", !isWelcome && name !== "partitions");
  if (isWelcome) {
    screen = welcome(fresh, { name });
    return;
  }
  screen = SCREENS.find(one => one[0] === name)[2](fresh, { account, parameters, session, go, choose: lock => chosen.show(lock), chosen: seeks });
  if (account) stop = listen(account);
  if (!document.activeElement || document.activeElement === document.body) screen.focus();
}

/* Follows the account. Events from the beginning on arrive by the stream, so a screen reads once more what it has read
   before; after a gap it begins anew. */
function listen(account) {
  return follow({
    account,
    onBegin: () => {
      screen?.begin?.();
      freezes.begin();
      chosen.events([]);
      screen?.tick();
    },
    onEvents: events => {
      for (const event of events) clock.hear(event.at);
      screen?.events(events);
      freezes.events(events);
      chosen.events(events);
      heardOf();
      live("live");
    },
    onReset: () => {
      live("waiting");
      setTimeout(beginAnew, 300, shown);
    },
    onState: live,
  });
}

/* The old content stays visible until the console answers. */
async function beginAnew(then) {
  const answers = await fetch("/api/session").then(answer => answer.ok, () => false);
  if (shown !== then) return;
  if (answers) arrive(); else setTimeout(beginAnew, 1000, then);
}

function keys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || byId("dialog").open) return;
  /* A ring around what has the focus is for those who use keys; it would look like an error to others. */
  document.documentElement.dataset.keys = "";
  const typing = event.target.closest("input, select, textarea");
  if (event.key === "Escape") {
    if (typing?.id === "account") {
      event.preventDefault();
      typing.value = shown.account;
      screen?.narrow?.();
    }
    if (typing) {
      typing.blur();
      return;
    }
    chosen.close();
    screen?.focus();
    return;
  }
  if (typing) {
    if (!typing.matches("#screen [type=search]") || !screen?.enter || !["ArrowDown", "Enter"].includes(event.key)) return;
    event.preventDefault();
    screen.enter();
    return;
  }
  const n = Number(event.key);
  if (n >= 1 && n <= SCREENS.length) go(SCREENS[n - 1][0]);
  else if (screen?.keys?.[event.key]) screen.keys[event.key]();
  else if (event.key === "a") byId("account").select();
  else if (event.key === "/") (screen?.search ?? screen?.focus)?.();
  else if (event.key === "f") chosen.force();
  else if (event.key === "y") chosen.ask();
  else if (event.key === "l") chosen.life();
  else return;
  event.preventDefault();
}

async function begin() {
  session = await open();
  if (session.roles.length === 0) {
    logIn();
    return;
  }
  comeBack();
  connect(session.name);
  render(html`${text.visible(session.name)} <span class="faint">${session.roles.includes("OPERATOR") ? "operator" : "viewer"}</span>${session.login === "none" ? nothing
    : html` <button type="button" @click=${async () => { await post("logout"); endAll(); location.replace("/login.html"); }}>Log out</button>`}`, byId("who"));
  if (session.login === "none") byId("who").title = "No login is configured: this console answers to this machine alone";
  keysOfTheChosen();
  byId("account-form").addEventListener("submit", event => {
    event.preventDefault();
    byId("account").blur();
    go(shown.name, { account: byId("account").value });
    screen?.focus();
  });
  byId("account").addEventListener("input", event => {
    offer(event.target.value);
    screen?.narrow?.();
  });
  byId("account").addEventListener("change", event => { if (event.target.value !== shown.account) go(shown.name, { account: event.target.value }); });
  addEventListener("hashchange", arrive);
  addEventListener("keydown", keys);
  addEventListener("pointerdown", () => { delete document.documentElement.dataset.keys; });
  setInterval(() => {
    screen?.tick();
    chosen.tick();
    freezes.tick();
    tick();
  }, 1000);
  offer("");
  arrive();
  announce("Console is ready");
}
begin().catch(error => {
  byId("notice").hidden = false;
  byId("notice").textContent = "The console does not answer: " + error.message;
});
