/* Screen 7: the audit's timeline of the last minutes, drawn anew now and then. */
import { html, render } from "/lib/lit-html/lit-html.js";
import { query } from "./api.js";

const EVERY_MS = 15_000;

export function timeline(screen, { account, parameters }) {
  let minutes = parameters.get("minutes") ?? "5";
  let live = true;
  let timer = 0;

  function draw() {
    render(html`<div class="bar filters">
        <select aria-label="How far back" @change=${event => { minutes = event.target.value; load(); }}>${["1", "5", "10", "30"].map(value => html`<option value=${value} ?selected=${value === minutes}>last ${value} min</option>`)}</select>
        <button type="button" aria-pressed=${live} title="Draw it anew every quarter of a minute" @click=${() => { live = !live; if (live) load(); draw(); }}>${live ? "Live" : "Stands still"}</button>
        <button type="button" @click=${load}>Now</button>
        <span class="faint">Keys and wheel as on the audit’s page.</span></div>
      <iframe class="frame" title="Timeline of the last minutes"></iframe>`, screen);
  }
  function load() {
    clearTimeout(timer);
    screen.querySelector("iframe").src = "/timeline.html?" + query({ account, minutes, drawn: String(Date.now()) });
    timer = setTimeout(() => { if (live) load(); }, EVERY_MS);
  }
  draw();
  load();
  return { events: () => {}, tick: () => {}, focus: () => {}, close: () => clearTimeout(timer) };
}
