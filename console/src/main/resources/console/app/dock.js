/* Keeps rows where they are on the screen while something beside or above their list comes or goes. */
const main = document.getElementById("main");
const ABOVE = "above";
const LISTS = ".list, .stage:not([hidden]) .scroller, .scroll:not([hidden])";

/** Makes a change; the rows of the list stay where they are. A short list gets an empty end for that. */
export function still(list, change) {
  const top = () => list.getBoundingClientRect().top;
  const [before, scrolled] = [top(), list.scrollTop];
  change();
  const wanted = scrolled + top() - before;
  list.style.setProperty("--least", wanted > 0 ? wanted + list.clientHeight + "px" : "0");
  list.scrollTop = wanted;
}

/**
 * Shows or hides the details. In a narrow window they take room from the list: from its lower end, or, if they would
 * cover what is chosen there, from the end that has more room beside it, and no more than that.
 */
export function dock(pane, isShown) {
  if (pane.hidden !== isShown) return;
  const list = main.querySelector(LISTS);
  const room = isShown && list ? roomBeside(list) : null;
  const show = () => {
    undock();
    pane.hidden = !isShown;
    if (!room || list.clientHeight === room.height || pane.offsetHeight <= room.below) return;
    main.classList.toggle(ABOVE, room.above > room.below);
    main.style.setProperty("--room", Math.max(room.above, room.below) + "px");
  };
  if (list) still(list, show); else show();
}

/** Puts the details below the list. */
export function undock() {
  main.classList.remove(ABOVE);
  main.style.removeProperty("--room");
}

/* The room of a list above and below what is chosen there; null if that is not in sight. */
function roomBeside(list) {
  const chosen = list.querySelector(".chosen")?.getBoundingClientRect(), all = list.getBoundingClientRect();
  if (!chosen?.height || chosen.top >= all.bottom || chosen.bottom <= all.top) return null;
  return { above: chosen.top - all.top, below: all.bottom - chosen.bottom, height: list.clientHeight };
}
