/* Whether the page follows what happens: a light in the head, and a sentence once it has not for some seconds. */
import { html, render } from "/lib/lit-html/lit-html.js";
import { announce, clock } from "./parts.js";

const PATIENCE_MS = 3000;
const light = document.getElementById("live");
const notice = document.getElementById("following");
let state = "";
let timer = 0;

/** @param next "live", or "waiting" for the console */
export function live(next) {
  if (next !== state) {
    state = next;
    clearTimeout(timer);
    if (state === "live") notice.hidden = true;
    else timer = setTimeout(stands, PATIENCE_MS, Date.now());
  }
  light.className = "live " + state;
  render(html`<i></i>${state === "live" ? (clock.now() ? "live · " + text.time(Math.floor(clock.now())).slice(0, -4) + " UTC" : "live") : "connecting …"}`, light);
}

/** Once a second. */
export const tick = () => { if (state === "live") live(state); };

function stands(since) {
  notice.textContent = "This page follows no more since " + text.time(since).slice(0, -4) + " UTC on this machine’s clock: the console does not answer, or cannot be reached. What is shown is what it told before; the page goes on by itself as soon as the console does.";
  notice.hidden = false;
  announce("This page follows no more");
}
