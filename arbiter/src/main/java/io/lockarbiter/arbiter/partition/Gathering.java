package io.lockarbiter.arbiter.partition;

import java.time.Duration;

/**
 * The time for which a worker with a record waits for more, so that transactions are fewer and
 * larger under load, and nothing is delayed without load.
 *
 * <p>Clients that one batch answered ask again at about the same time. So if the next record is
 * there as soon as the last commit is over, the worker waits half as long as the last batch took,
 * or until twice as many have come: a batch that waited for no more than the last one had would
 * never grow. A single command finds no other waiting, so it is not delayed.
 *
 * @param records the number of records that ends the wait
 * @param longest the longest wait for them, and the longest time after the last commit in which the
 *     first must come
 */
public record Gathering(int records, Duration longest) {
  /** No wait. */
  public static final Gathering NONE = new Gathering(1, Duration.ZERO);

  private static final Duration LONGEST = Duration.ofMillis(25);
  private static final int GROWTH = 2;

  /**
   * The wait after a batch.
   *
   * @param records the number of records of that batch
   * @param elapsed the time that deciding and committing took
   */
  static Gathering after(int records, Duration elapsed) {
    if (records < 2) {
      return NONE;
    }
    Duration half = elapsed.dividedBy(2);
    return new Gathering(GROWTH * records, half.compareTo(LONGEST) < 0 ? half : LONGEST);
  }
}
