package io.lockarbiter.client.ask;

import io.lockarbiter.contracts.codec.AccountHash;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The time for which the arbiter remembers ended ids, by partition, as the latest events told it
 * ({@code RULES.md}, Order of a decision). Used in the loop's turns only, but for {@link
 * #partition}.
 */
public final class RepeatWindows {
  private final Duration onTheWay;
  private final Map<Integer, Duration> told = new HashMap<>();
  private volatile int partitions = 1;

  /**
   * Windows of which none is known yet.
   *
   * @param onTheWay the longest time from the send of a copy to its append, plus the difference
   *     allowed between the brokers' clocks
   */
  public RepeatWindows(Duration onTheWay) {
    this.onTheWay = onTheWay;
  }

  /** Sets the number of partitions of the topics; must be called before any command is sent. */
  void partitions(int number) {
    partitions = number;
  }

  void told(int partition, Duration window) {
    told.put(partition, window);
  }

  /**
   * The window of an account's partition; zero, the least value of the setting, before any event
   * has told it: nothing else is certain, and a copy sent without certainty may be a new request.
   */
  Duration of(String account) {
    return told.getOrDefault(partition(account), Duration.ZERO);
  }

  /** The partition of an account; for every thread. */
  public int partition(String account) {
    return AccountHash.partition(account, partitions);
  }

  /**
   * The time within a window during which copies may be sent, so that each arrives before the
   * window is over.
   */
  Duration usable(Duration window) {
    Duration usable = window.minus(onTheWay);
    return usable.isNegative() ? Duration.ZERO : usable;
  }

  Duration onTheWay() {
    return onTheWay;
  }
}
