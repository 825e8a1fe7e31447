/* The common part of the charts; they are drawn anew when the colours change. */
const charts = (() => {
  const made = [];
  const shorten = (label, most = 34) => text.middle(text.visible(label), candidate => Array.from(candidate).length <= most);

  function defaults() {
    Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
    Chart.defaults.font.size = 12;
    Chart.defaults.color = theme.colour("muted");
    Chart.defaults.borderColor = theme.colour("line-soft");
    Chart.defaults.maintainAspectRatio = false;
    Chart.defaults.animation = false;
    Object.assign(Chart.defaults.plugins.tooltip, {
      backgroundColor: theme.colour("raised"), titleColor: theme.colour("text"), bodyColor: theme.colour("text"), footerColor: theme.colour("muted"),
      borderColor: theme.colour("line"), borderWidth: 1, padding: 10, cornerRadius: 8, boxPadding: 4, usePointStyle: true,
    });
    Object.assign(Chart.defaults.plugins.legend, { position: "top", align: "end" });
    Object.assign(Chart.defaults.plugins.legend.labels, { boxWidth: 12, boxHeight: 12, useBorderRadius: true, borderRadius: 3, padding: 14 });
  }

  /** Shows a chart, or says that there is nothing to show; the label tells it to those who cannot see it. */
  function add(id, label, isEmpty, none, configure) {
    const canvas = document.getElementById(id);
    canvas.setAttribute("aria-label", label);
    if (isEmpty) {
      canvas.parentElement.append(text.element("div", { className: "none" }, none));
      canvas.hidden = true;
      return;
    }
    const entry = { canvas, configure };
    made.push(entry);
    entry.chart = new Chart(canvas, configure());
  }

  /** Lying bars, one row per name; texts of tooltips are whole, those of the axis cut. */
  function bars(names, datasets, tooltip = {}) {
    return {
      type: "bar",
      data: { labels: names.map(name => shorten(name)), datasets },
      options: {
        indexAxis: "y",
        scales: {
          x: { stacked: true, beginAtZero: true, ticks: { precision: 0, maxTicksLimit: 6 }, border: { display: false } },
          y: { stacked: true, grid: { display: false }, border: { color: theme.colour("line") }, ticks: { color: theme.colour("text"), autoSkip: false } },
        },
        plugins: {
          legend: { display: datasets.length > 1 },
          tooltip: { callbacks: { title: items => text.visible(names[items[0].dataIndex]), ...tooltip } },
        },
      },
    };
  }

  const bar = { maxBarThickness: 20, borderRadius: 3, categoryPercentage: .8, barPercentage: .9 };

  theme.onChange(() => {
    defaults();
    for (const entry of made) { entry.chart.destroy(); entry.chart = new Chart(entry.canvas, entry.configure()); }
  });
  defaults();
  return { add, bars, bar };
})();
