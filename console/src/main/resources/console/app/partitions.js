/* Screen 5: the condition of the partitions, and remedies for those that have halted. */
import { html, render, nothing } from "/lib/lit-html/lit-html.js";
import { get } from "./api.js";
import { live } from "./following.js";
import { rates } from "./rates.js";
import { clock, problem, shown } from "./parts.js";

const EVERY_MS = 2000;
const MOST_ROWS = 500;
const STANDS_MS = 10_000;
const STATES = { OK: ["✓", "OK"], BEHIND: ["▲", "BEHIND"], STALLED: ["■", "STALLED"], SUSPECT: ["!", "SUSPECT"], NO_STATE: ["✕", "NO STATE"], UNKNOWN: ["?", "UNKNOWN"] };
const UNKNOWN = html`<span class="faint">not known</span>`;

export function partitions(screen, { account }) {
  let data = null;
  let failed = null;
  let closed = false;
  let timer = 0;
  let heardAt = 0;
  const measured = rates();

  const rank = one => one.state === "OK" ? 2 : one.lag > 0 ? 0 : 1;
  /* Without an arbiter no tick comes either, so the log does not tell how long its commands wait. */
  const lagMs = one => one.owned === false && one.lag > 0 ? Math.max(one.lagMs ?? 0, data.now - one.at) : one.lagMs;
  const number = value => value === undefined ? UNKNOWN : text.number(value);
  const lagUnknown = () => data.partitions.filter(one => one.lag === undefined).length;

  /* A partition without a known problem is not called well yet. */
  function words() {
    const bad = Object.keys(STATES).filter(state => state !== "OK").map(state => [state, data.partitions.filter(one => one.state === state).length]).filter(([, n]) => n > 0);
    const all = text.count(data.partitions.length, "partition");
    if (bad.length > 0) return all + ": " + bad.map(([state, n]) => text.number(n) + " " + STATES[state][1]).join(", ");
    return all + (lagUnknown() > 0 ? ", nothing known against them" : ", all OK");
  }

  function chip(one) {
    const [sign, word] = STATES[one.state] ?? ["?", text.visible(one.state)];
    return html`<span class="chip state-${one.state}"><span class="sign" aria-hidden="true">${sign}</span>${word}</span>`;
  }

  function logClock(one) {
    if (one.at === undefined) return UNKNOWN;
    const stands = data.now - one.at;
    const whole = text.duration(Math.floor(stands / 1000) * 1000);
    return html`${text.time(one.at)}${stands < STANDS_MS ? nothing : one.lag === 0 ? html` <span class="faint">idle for ${whole}</span>` : html` <span class="stands">stands for ${whole}</span>`}`;
  }

  const isSame = (one, other) => one.cause === other?.cause && one.remedy === other?.remedy;
  /* Counts the rows from here on of which the same was seen. */
  const alike = (rows, n) => { const end = rows.findIndex((one, at) => at > n && !isSame(one, rows[n])); return (end < 0 ? rows.length : end) - n; };

  function row(one, n, rows) {
    const more = alike(rows, n) - 1;
    const rate = measured.of(one.partition);
    return html`<tr class=${one.state} data-partition=${one.partition}><th scope="row">${one.partition}</th><td>${chip(one)}</td>
      <td data-name="Arbiter">${one.owned === undefined ? UNKNOWN : one.owned ? "has it" : html`<span class="stands">none</span>`}</td>
      <td class="n" data-name="Commands behind">${number(one.lag)}</td><td class="n" data-name="Behind in time">${lagMs(one) === undefined ? UNKNOWN : text.duration(lagMs(one))}</td>
      <td class="n" data-name="Events/s">${rate === null ? html`<span class="faint">measuring</span>` : text.number(Math.round(rate * 10) / 10)}</td>
      <td class="n" data-name="seq">${number(one.seq)}</td><td class="n" data-name="Applied offset">${number(one.appliedOffset)}</td><td data-name="Log clock (UTC)">${logClock(one)}</td></tr>
      ${(one.cause || one.remedy) && !isSame(one, rows[n - 1]) ? html`<tr class="remedy"><td></td><td colspan="8"><div><strong>Seen:</strong> ${shown(one.cause ?? "")}.${more > 0 ? ` The same holds for ${more === 1 ? "the partition" : `the ${text.number(more)} partitions`} below.` : ""}</div>
        ${one.section ? html`<div><strong>${one.state === "STALLED" || one.section === "NO_OWNER" ? "More:" : "Likely a halt for:"}</strong> <code>${one.section}</code>, a section of docs/RUNBOOK.md</div>` : nothing}
        ${one.remedy ? html`<div><strong>What to do:</strong> ${shown(one.remedy)}</div>` : nothing}</td></tr>` : nothing}`;
  }

  function draw() {
    const rows = data ? [...data.partitions].sort((a, b) => rank(a) - rank(b) || a.partition - b.partition) : [];
    render(html`
      <div class="bar filters"><span class="found" role="status">${data ? words() : failed ? "" : "looking …"}</span>
        ${data && failed ? html`<span class="problem" role="alert">As of ${text.time(heardAt)} on this machine’s clock; since then: ${shown(failed.message)}</span>` : nothing}</div>
      <div class="scroll partitions" tabindex="0" role="region" aria-label="Partitions">
      ${failed && !data ? problem(failed) : nothing}
      ${data && lagUnknown() > 0 ? html`<p class="notice lag-unknown"><strong>How far ${lagUnknown() === data.partitions.length ? "the partitions are" : text.count(lagUnknown(), "partition is", "partitions are")} behind cannot be known.</strong>
        ${data.problem ? shown(data.problem) + ". " : ""}OK only says that Redis has the state. For the lag the console needs Describe on lock.commands and on the arbiters’ group.</p>`
        : data?.problem ? html`<p class="notice">${shown(data.problem)}</p>` : nothing}
      <figure class="rates" ?hidden=${!data}><figcaption>Events a second, all partitions together, while this page is open</figcaption>
        <div class="rates-box"><canvas id="rates" role="img" aria-label=${measured.words()}></canvas></div></figure>
      ${data ? html`<table><caption class="quiet">Partitions; those that are not OK stand first</caption>
        <thead><tr><th scope="col">Partition</th><th scope="col">State</th><th scope="col">Arbiter</th><th scope="col" class="n">Commands behind</th><th scope="col" class="n">Behind in time</th><th scope="col" class="n">Events/s</th>
          <th scope="col" class="n">seq</th><th scope="col" class="n">Applied offset</th><th scope="col">Log clock (UTC)</th></tr></thead>
        <tbody>${rows.slice(0, MOST_ROWS).map(row)}</tbody></table>
        <p class="faint beyond">This page sees Redis and Kafka, not the arbiters. It cannot know that a partition has halted, nor why, before its commands wait for five seconds; a halt for METADATA, MISMATCH, TIMESTAMP or PARTITIONS looks from here like any lag.
          <code>lockarbiter partitions --arbiter URL</code> asks them: reason, remedy and the id for <code>lockarbiter repair</code>; docs/RUNBOOK.md has a section for each reason.</p>
        ${rows.length > MOST_ROWS ? html`<p class="faint">and ${text.number(rows.length - MOST_ROWS)} more, of which ${text.number(rows.slice(MOST_ROWS).filter(one => one.state !== "OK").length)} are not OK</p>` : nothing}` : nothing}</div>`, screen);
  }

  function take(next) {
    data = next;
    heardAt = Date.now();
    clock.tell(data.now);
    measured.take(performance.now(), data.partitions);
  }

  async function refresh() {
    try {
      take(await get("partitions"));
      failed = null;
    } catch (error) { failed = error; }
    if (closed) return;
    if (!account) live(failed ? "waiting" : "live");
    draw();
    measured.show(screen.querySelector("#rates"));
    timer = setTimeout(refresh, EVERY_MS);
  }

  draw();
  refresh();
  return {
    events: () => {}, tick: () => {}, focus: () => screen.querySelector(".partitions").focus(),
    close: () => { closed = true; clearTimeout(timer); measured.close(); },
  };
}
