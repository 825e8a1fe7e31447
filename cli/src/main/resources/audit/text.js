/* Texts for people: user input never becomes markup, times are UTC. */
const text = (() => {
  /* A joiner has a job between letters of some scripts and in emoji; elsewhere nobody sees it. The last four are letters
     without a shape. */
  const hidden = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]|(?<![^\0-\x7f\p{C}])[\u200c\u200d]|[\u200c\u200d](?![^\0-\x7f\p{C}])/gu;
  const number = new Intl.NumberFormat("en-GB");
  const instant = new Intl.DateTimeFormat("en-GB", {
    timeZone: "UTC", year: "numeric", month: "short", day: "numeric",
    hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23",
  });

  /** Characters that would turn the line round, or not be seen, are written out. */
  const visible = value => String(value).replace(hidden, c => "⟨U+" + c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0") + "⟩");
  /** Each segment keeps its place, whatever its direction. */
  const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
  const inOrder = path => rightToLeft.test(path)
    ? path.split("/").map(segment => rightToLeft.test(segment) ? "\u2068" + segment + "\u2069" : segment).join("/") : path;
  /** A path that may break after its slashes. */
  const path = value => inOrder(visible(value)).split(/(?<=\/)/).flatMap((part, i) => i === 0 ? [part] : [document.createElement("wbr"), part]);
  const count = (n, one, many = one + "s") => number.format(n) + " " + (n === 1 ? one : many);
  const time = ms => instant.format(ms) + "." + String(((ms % 1000) + 1000) % 1000).padStart(3, "0");

  /** The day is said twice only if there are two. */
  function span(from, until) {
    const [first, last] = [from, until].map(ms => instant.formatToParts(ms));
    const day = parts => parts.filter(part => ["day", "month", "year"].includes(part.type)).map(part => part.value).join(" ");
    const clock = parts => parts.filter(part => ["hour", "minute", "second"].includes(part.type)).map(part => part.value).join(":");
    return `${day(first)}, ${clock(first)} – ${day(first) === day(last) ? "" : day(last) + ", "}${clock(last)} UTC`;
  }

  function duration(ms) {
    if (ms < 1000) return ms + " ms";
    if (ms < 60_000) return (ms / 1000).toFixed(ms < 10_000 ? 2 : 1).replace(/\.0+$/, "") + " s";
    const parts = [["d", 86_400_000], ["h", 3_600_000], ["min", 60_000], ["s", 1000]];
    const first = parts.findIndex(([, size]) => ms >= size);
    return parts.slice(first, first + 2)
      .map(([unit, size], i) => [Math.floor((i === 0 ? ms : ms % parts[first][1]) / size), unit])
      .filter(([n], i) => i === 0 || n > 0).map(([n, unit]) => n + " " + unit).join(" ");
  }

  /** Keeps both ends: the beginning says where, the end says what. */
  function middle(value, fits) {
    if (fits(value)) return value;
    const characters = Array.from(value);
    let low = 1, high = characters.length - 1;
    const cut = n => characters.slice(0, Math.floor(n * .4)).join("") + "…" + characters.slice(characters.length - Math.ceil(n * .6)).join("");
    while (low < high) {
      const half = Math.ceil((low + high) / 2);
      if (fits(cut(half))) low = half; else high = half - 1;
    }
    return cut(low);
  }

  /** An element; children are nodes or texts, never markup. */
  function element(name, properties = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
      if (key in made && !key.includes("-")) made[key] = value; else made.setAttribute(key, value);
    }
    made.append(...children.flat(3));
    return made;
  }
  return { visible, inOrder, path, count, number: n => number.format(n), time, span, duration, middle, element };
})();
