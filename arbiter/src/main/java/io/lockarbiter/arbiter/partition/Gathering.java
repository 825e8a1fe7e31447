package io.lockarbiter.arbiter.partition;

import java.time.Duration;

/**
 * How long a worker that has a record waits for more, so that there are fewer and larger
 * transactions where there is load, and no delay where there is none.
 *
 * <p>Those who were answered by one batch ask again at about the same time. So if the next record
 * is there as soon as the last commit is over, the worker waits until as many have come as the last
 * batch had, or a part of the time has passed that the last batch took. A single question finds
 * nobody waiting and waits for nobody.
 *
 * @param records so many make it pointless to wait on
 * @param longest wait for them, and longest time after the last commit in which the first must come
 */
public record Gathering(int records, Duration longest) {
  /** Nothing to wait for. */
  public static final Gathering NONE = new Gathering(1, Duration.ZERO);

  private static final Duration LONGEST = Duration.ofMillis(10);
  private static final int PART = 2;

  /**
   * What follows a batch.
   *
   * @param records of that batch
   * @param elapsed what it took to decide and commit
   */
  static Gathering after(int records, Duration elapsed) {
    if (records < 2) {
      return NONE;
    }
    Duration part = elapsed.dividedBy(PART);
    return new Gathering(records, part.compareTo(LONGEST) < 0 ? part : LONGEST);
  }
}
