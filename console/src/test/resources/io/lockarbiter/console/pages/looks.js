/* Finds the flaws of a page's look that can be computed. This text is put before a call of one of the functions. */

/** Returns the visible elements that have text of their own. */
function texts() {
  const root = document.querySelector("dialog[open]") ?? document.body;
  return [...root.querySelectorAll("*")].filter(one => {
    if (one.closest("script, style, datalist, option, .quiet, caption.quiet, thead") || !one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return false;
    return [...one.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "");
  });
}

const context = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
function rgba(colour) {
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
  return [r, g, b, a / 255];
}
const over = ([r, g, b, a], below) => [r, g, b].map((c, i) => c * a + below[i] * (1 - a)).concat(1);
function ground(element) {
  const layers = [];
  for (let one = element; one; one = one.parentElement) layers.unshift(rgba(getComputedStyle(one).backgroundColor));
  return layers.reduce((below, layer) => over(layer, below), [255, 255, 255, 1]);
}
/* WCAG 2.1, relative luminance and contrast ratio. */
const linear = c => (c /= 255) <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4;
const luminance = ([r, g, b]) => .2126 * linear(r) + .7152 * linear(g) + .0722 * linear(b);
function contrast(a, b) {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + .05) / (dark + .05);
}

function faint() {
  return texts().filter(one => !one.closest(":disabled")).flatMap(one => {
    const style = getComputedStyle(one), below = ground(one), size = parseFloat(style.fontSize);
    const enough = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    const ratio = contrast(over(rgba(style.color), below), below);
    return ratio >= enough ? [] : [ratio.toFixed(2) + " " + one.tagName + "." + one.className + ": " + one.textContent.trim().slice(0, 40)];
  });
}

function cut() {
  const wrong = [];
  for (const one of texts()) {
    const range = document.createRange();
    range.selectNodeContents(one);
    const box = range.getBoundingClientRect();
    if (box.width === 0) continue;
    const say = why => wrong.push(why + " " + one.tagName + "." + one.className + ": " + one.textContent.trim().slice(0, 60));
    let marked = false, scrolls = false;
    for (let outer = one; outer && outer !== document.body; outer = outer.parentElement) {
      const style = getComputedStyle(outer), edge = outer.getBoundingClientRect();
      scrolls ||= style.overflowY === "auto" || style.overflowY === "scroll";
      if (!scrolls && style.overflowY === "hidden" && style.webkitLineClamp === "none" && (box.bottom > edge.bottom + 4 || box.top < edge.top - 4)) { say("cut above or below by " + outer.tagName + "." + outer.className); break; }
      if (style.overflowX === "visible") continue;
      if (box.right <= edge.right + 1 && box.left >= edge.left - 1) continue;
      if (style.overflowX === "auto" || style.overflowX === "scroll") { say("scrolled sideways"); break; }
      if (style.textOverflow === "ellipsis" && one.closest("[title]")) { marked = true; break; }
      say("cut by " + outer.tagName + "." + outer.className);
      marked = true;
      break;
    }
    if (!marked && (box.right > innerWidth + 1 || box.left < -1)) say("out of the window");
  }
  return wrong;
}
