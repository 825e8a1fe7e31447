/* Events a second, from the growth of each partition's seq between two readings; idle is 0. The last minutes are drawn
   as a line. */
import { scripts } from "./script.js";

const OVER_MS = 10_000;
const KEPT_MS = 5 * 60_000;
const MOST_POINTS = 300;
const MOST_PARTITIONS = 10_000;
const EVENTS_OF_EPOCH = 2 ** 44;
let recolour = () => {};
theme.onChange(() => recolour());

export function rates() {
  const looks = new Map();
  let points = [];
  let chart = null;
  let closed = false;

  function of(partition) {
    const seen = looks.get(partition);
    if (!seen || seen.length < 2) return null;
    const [first, last] = [seen[0], seen.at(-1)];
    return (last.seq - first.seq) * 1000 / (last.now - first.now);
  }

  function take(now, partitions) {
    for (const { partition, seq, publishedSeq } of partitions.slice(0, MOST_PARTITIONS)) {
      const at = seq ?? publishedSeq;
      let seen = looks.get(partition) ?? [];
      const isOtherRow = last => at < last || Math.floor(at / EVENTS_OF_EPOCH) > Math.floor(last / EVENTS_OF_EPOCH);
      if (at === undefined || (seen.length > 0 && isOtherRow(seen.at(-1).seq))) seen = [];
      if (at !== undefined) seen = [...seen.filter(look => now - look.now <= OVER_MS), { now, seq: at }];
      looks.set(partition, seen);
    }
    const known = partitions.map(one => of(one.partition)).filter(rate => rate !== null);
    points = [...points, { now, rate: known.length > 0 ? known.reduce((a, b) => a + b, 0) : null }].filter(point => now - point.now <= KEPT_MS).slice(-MOST_POINTS);
  }

  function words() {
    const known = points.map(point => point.rate).filter(rate => rate !== null);
    if (known.length === 0) return "Events a second: not measured yet";
    const round = rate => text.number(Math.round(rate * 10) / 10);
    return `Events a second: now ${round(known.at(-1))}, least ${round(Math.min(...known))}, most ${round(Math.max(...known))}`;
  }

  const spot = point => ({ x: (point.now - points.at(-1).now) / 1000, y: point.rate });

  function colour() {
    if (!chart) return;
    const { x, y } = chart.options.scales;
    for (const scale of [x, y]) {
      scale.ticks.color = theme.colour("muted");
      scale.grid.color = theme.colour("line-soft");
      scale.border.color = theme.colour("line");
    }
    Object.assign(chart.data.datasets[0], { borderColor: theme.colour("accent"), backgroundColor: theme.colour("accent-soft") });
  }

  async function show(canvas) {
    if (!canvas || points.length === 0) return;
    await scripts("/lib/chart.js/dist/chart.umd.min.js");
    if (closed) return;
    chart ??= new Chart(canvas, {
      type: "line",
      data: { datasets: [{ data: [], borderWidth: 1.5, pointRadius: 0, fill: true, tension: 0, spanGaps: false }] },
      options: {
        animation: false, maintainAspectRatio: false, events: [], parsing: false, normalized: true,
        plugins: { legend: { display: false }, tooltip: { enabled: false } },
        scales: {
          x: { type: "linear", min: -KEPT_MS / 1000, max: 0, grid: {}, border: {}, ticks: { stepSize: 60, maxRotation: 0, callback: s => s === 0 ? "now" : s % 60 === 0 ? s / 60 + " min" : "" } },
          y: { beginAtZero: true, suggestedMax: 1, grid: {}, border: {}, ticks: { maxTicksLimit: 4, callback: value => text.number(value) } },
        },
      },
    });
    colour();
    chart.data.datasets[0].data = points.map(spot);
    chart.update();
  }

  recolour = () => {
    colour();
    chart?.update();
  };
  return { of, take, words, show, close: () => { closed = true; chart?.destroy(); chart = null; } };
}
