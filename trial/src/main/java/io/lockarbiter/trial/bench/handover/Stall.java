package io.lockarbiter.trial.bench.handover;

import io.lockarbiter.trial.bench.stage.Answer;
import java.util.List;

/** How long a partition stood still, from its answers alone. */
final class Stall {
  private Stall() {}

  /**
   * The longest time, in ms, in which at least one command stood in the partition and no answer was
   * appended: from the later of the answer before and an answer's own command to that answer. Times
   * without a command do not count, whoever sent none.
   *
   * @param answers in the order of the partition, committed ones only
   * @param fromMs where the change begins, the broker's clock; what lies wholly before does not
   *     count
   * @param toMs where it is over; what begins later does not count
   */
  static long longestMs(List<Answer> answers, long fromMs, long toMs) {
    long longest = 0;
    long before = Long.MIN_VALUE;
    for (Answer answer : answers) {
      long begin = Math.max(before, answer.askedAtMs());
      if (answer.appendedAtMs() >= fromMs && begin <= toMs) {
        longest = Math.max(longest, answer.appendedAtMs() - begin);
      }
      before = Math.max(before, answer.appendedAtMs());
    }
    return longest;
  }
}
