/* Screen 5: how the partitions stand. */
import { html, render, nothing } from "/lib/lit-html/lit-html.js";
import { get } from "./api.js";
import { problem, shown } from "./parts.js";

export function partitions(screen) {
  let data = null;
  let failed = null;
  let closed = false;
  let timer = 0;
  const number = value => value === undefined || value === null ? "—" : text.number(value);

  function draw() {
    render(html`
      <div class="bar filters"><span class="found" role="status">${data ? text.count(data.partitions.length, "partition") + ", " + text.number(data.partitions.filter(one => one.state !== "OK").length) + " not well" : ""}</span>
        ${data?.problem ? html`<span class="faint">${shown(data.problem)}</span>` : nothing}</div>
      <div class="scroll" tabindex="0" aria-label="Partitions">
      ${failed ? problem(failed) : nothing}
      ${data ? html`<table><thead><tr><th>Partition</th><th>State</th><th class="n">Commands behind</th><th class="n">Behind in time</th><th class="n">Events/s</th><th class="n">seq</th><th class="n">Applied offset</th><th>Log clock (UTC)</th></tr></thead>
        <tbody>${data.partitions.map(one => html`<tr class=${one.state}><td>${one.partition}</td><td><span class="chip state-${one.state}">${one.state.replace("_", " ")}</span></td><td class="n">${number(one.lag)}</td>
          <td class="n">${one.lagMs === undefined ? "—" : text.duration(one.lagMs)}</td><td class="n">${text.number(Math.round(one.rate * 10) / 10)}</td><td class="n">${number(one.seq)}</td><td class="n">${number(one.appliedOffset)}</td><td>${one.at ? text.time(one.at) : "—"}</td></tr>
          ${one.remedy ? html`<tr class="remedy"><td></td><td colspan="7">${shown(one.remedy)}</td></tr>` : nothing}`)}</tbody></table>` : nothing}</div>`, screen);
  }

  async function refresh() {
    try {
      data = await get("partitions");
      failed = null;
    } catch (error) { failed = error; }
    if (closed) return;
    draw();
    timer = setTimeout(refresh, 2000);
  }
  draw();
  refresh();
  return { events: () => {}, tick: () => {}, focus: () => screen.querySelector(".scroll").focus(), close: () => { closed = true; clearTimeout(timer); } };
}
