/* What a dialog says of an operator's command from its sending to the decision. */
import { html, nothing } from "/lib/lit-html/lit-html.js";

export const PATIENCE_MS = 10_000;

export const missedText = html`<strong class="bad-text">What became of it was missed: decisions may be lacking here. Look at its life.</strong>`;

/**
 * @param slow whether it has taken longer than PATIENCE_MS
 * @param close called when somebody leaves for the partitions
 */
export const awaited = ({ slow, close }) => html`<p role="status">Published; waiting for the decision …${slow ? html` It takes long: the partition may stand still. <a class="link" href="#/partitions" @click=${close}>Look at the partitions</a>; it will be decided when that goes on, even if this is closed.` : nothing}</p>`;

/**
 * @param undone what is certain where the console has refused
 * @param go the name of the button
 */
export const unsentBecause = ({ error, undone, go }) => error.status ? undone + ": " + error.message
  : `No answer came (${error.message}), so it may not have been sent. This is not repeated by itself: press “${go}” again.`;
