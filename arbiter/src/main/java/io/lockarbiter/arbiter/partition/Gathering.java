package io.lockarbiter.arbiter.partition;

import java.time.Duration;

/**
 * How long a worker that has a record waits for more, so that there are fewer and larger
 * transactions where there is load, and no delay where there is none.
 *
 * <p>Those who were answered by one batch ask again at about the same time. So if the next record
 * is there as soon as the last commit is over, the worker waits as long as the last batch took, or
 * until twice as many have come: a batch that waited for no more than the last one had would never
 * grow. A single question finds nobody waiting and waits for nobody.
 *
 * @param records so many make it pointless to wait on
 * @param longest wait for them, and longest time after the last commit in which the first must come
 */
public record Gathering(int records, Duration longest) {
  /** Nothing to wait for. */
  public static final Gathering NONE = new Gathering(1, Duration.ZERO);

  private static final Duration LONGEST = Duration.ofMillis(25);
  private static final int GROWTH = 2;

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
    return new Gathering(GROWTH * records, elapsed.compareTo(LONGEST) < 0 ? elapsed : LONGEST);
  }
}
