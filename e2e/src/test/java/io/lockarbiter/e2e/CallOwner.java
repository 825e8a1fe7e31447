package io.lockarbiter.e2e;

import io.lockarbiter.e2e.GatewayCaller.Answer;

/** The owner in whose name {@link ClientCalls} sends, and who notes the answers. */
interface CallOwner {
  String account();

  String member();

  String session();

  /** Notes that a word of the client was answered, or lost, at that time. */
  void heard(long now);

  /** Notes an answer with a status below 300. */
  void told(Answer answer);
}
