/* Shows whether the page receives events: a light in the header, and a sentence after some seconds without them. */
import { html, render } from "/lib/lit-html/lit-html.js";
import { announce, clock } from "./parts.js";
import { takeBack } from "./stream.js";

const PATIENCE_MS = 3000;
/* A new connection may work at once. */
const LEAST_MS = 1000;
const light = document.getElementById("live");
const notice = document.getElementById("following");
let state = "";
let timer = 0;

/**
 *
 * @param next "live", "waiting" for the console, or "displaced" by another place of the same reader
 * @param since when that began, on this machine's clock
 */
export function live(next, since = Date.now()) {
  if (next !== state) {
    state = next;
    clearTimeout(timer);
    if (state === "live") notice.hidden = true;
    else if (state === "displaced") say(html`Nothing new is shown here: you follow the console at as many places as one reader may, and the latest has taken this one’s. <button type="button" @click=${takeBack}>Follow here again</button>`);
    else timer = setTimeout(stands, Math.max(LEAST_MS, since + PATIENCE_MS - Date.now()), since);
  }
  light.className = "live " + state;
  render(html`<i></i>${state === "live" ? html`live${clock.now() ? html`<span class="at"> · ${text.time(Math.floor(clock.now())).slice(0, -4)} UTC</span>` : ""}` : state === "displaced" ? "not followed" : "connecting …"}`, light);
}

/** Called once a second. */
export const tick = () => { if (state === "live") live(state); };

function stands(since) {
  say(html`Not updating since ${text.time(since).slice(0, -4)} UTC on this machine’s clock: the console does not answer. You see the last known state; updates resume by themselves.`);
}

function say(what) {
  render(what, notice);
  notice.hidden = false;
  announce("Not updating");
}
