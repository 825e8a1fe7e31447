package io.lockarbiter.gateway.policy;

import io.lockarbiter.gateway.ask.BusyException;
import java.util.HashMap;
import java.util.Map;

/**
 * Bounds the questions without an answer, in all and for each subject: a subject that asks for much
 * must not take all places of an engine that is slow. Safe for use by many threads.
 */
final class QuestionPlaces {
  /** A subject may have a fourth of all places. */
  private static final int SHARE = 4;

  private final int most;
  private final int mostOfEach;
  private final Map<String, Integer> ofSubjects = new HashMap<>();
  private int all;

  /**
   * Places of which none is taken.
   *
   * @param most at least 4, so that each subject has one
   */
  QuestionPlaces(int most) {
    this.most = most;
    this.mostOfEach = most / SHARE;
  }

  /**
   * Takes a place.
   *
   * @throws BusyException if there is none
   */
  synchronized void take(String subject) {
    int own = ofSubjects.getOrDefault(subject, 0);
    if (all >= most || own >= mostOfEach) {
      throw new BusyException(
          "as many questions to the policy engine are without an answer as allowed, questions=%d of %d, of this subject %d of %d; nothing was sent. Ask again later"
              .formatted(all, most, own, mostOfEach));
    }
    all++;
    ofSubjects.put(subject, own + 1);
  }

  /** Gives a place back. */
  synchronized void leave(String subject) {
    all--;
    ofSubjects.computeIfPresent(subject, (name, own) -> own == 1 ? null : own - 1);
  }

  synchronized int taken() {
    return all;
  }
}
