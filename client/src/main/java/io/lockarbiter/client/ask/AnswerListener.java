package io.lockarbiter.client.ask;

import io.lockarbiter.contracts.event.Event;

/** Is told, in turns of the loop, what becomes of a command. */
public interface AnswerListener {
  /**
   * An answer, or a later event about the request, until the command is done.
   *
   * @param command the one that was asked; {@link PendingCommand#done} ends it
   */
  void answered(PendingCommand command, Event event);

  /** No answer came in time, or none can come; the command is done. */
  void unanswered(String why);
}
