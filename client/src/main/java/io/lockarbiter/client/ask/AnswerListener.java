package io.lockarbiter.client.ask;

import io.lockarbiter.contracts.event.Event;

/** Receives the answers to a command, in turns of the loop. */
public interface AnswerListener {
  /**
   * An answer, or a later event about the request, until the command is done.
   *
   * @param command the command answered; {@link PendingCommand#done} ends it
   */
  void answered(PendingCommand command, Event event);

  /** No answer came in time, or none can come; the command is done. */
  void unanswered(String why);
}
