package io.lockarbiter.arbiter.watch;

import java.util.concurrent.atomic.LongAdder;

/** Counts what brokers answer this instance: any answer says that Kafka is not silent. */
public final class KafkaAnswers {
  private final LongAdder count = new LongAdder();

  /** Notes that an answer has come; any thread may. */
  public void came() {
    count.increment();
  }

  /** The number of answers so far. */
  long count() {
    return count.sum();
  }
}
