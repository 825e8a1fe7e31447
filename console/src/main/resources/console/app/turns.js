/* The questions of a screen, never two at once. */

/**
 * Asks once more after an answer if something came meanwhile. An answer to a question that has changed since is dropped, and the new one is asked.
 *
 * @param mayAsk says whether a question may be asked now
 * @param ask asks; returns the answer, null if there is none. Gets what says whether the question is still the latest
 * @param show shows what is known now; gets the answer
 * @param more asks again soon; gets the ms that this turn took
 */
export function turns({ mayAsk, ask, show, more }) {
  let asking = false;
  let again = false;
  let closed = false;
  let question = 0;

  async function refresh() {
    if (closed || !mayAsk()) return;
    if (asking) { again = true; return; }
    asking = true;
    const began = performance.now();
    const mine = question;
    const answer = await ask(() => mine === question);
    asking = false;
    if (closed) return;
    if (mine !== question) {
      again = false;
      refresh();
      return;
    }
    show(answer);
    if (again) {
      again = false;
      more(performance.now() - began);
    }
  }

  return { refresh, changed: () => { question++; }, isClosed: () => closed, close: () => { closed = true; } };
}
