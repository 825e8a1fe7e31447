package io.lockarbiter.client.work;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidGroupIdException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles failed polls, when brokers are away, rights are missing for a while, or a certificate has
 * run out. The worker polls again after 0.1 s, 0.2 s, 0.4 s … 10 s. It ends only after a failure
 * that no other attempt can mend. Used by one thread, except where a method says otherwise.
 */
final class PollFailures {
  private static final Logger LOG = LoggerFactory.getLogger(GrantWorker.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
  private static final List<Class<? extends KafkaException>> FINAL =
      List.of(
          InterruptException.class,
          WakeupException.class,
          FencedInstanceIdException.class,
          InvalidGroupIdException.class,
          InvalidTopicException.class,
          UnsupportedVersionException.class);

  private final CountDownLatch stopped;
  private final AtomicLong count = new AtomicLong();
  private Duration pause = Duration.ZERO;
  private volatile @Nullable String last;

  /**
   * A handler without failures so far.
   *
   * @param stopped ends a pause
   */
  PollFailures(CountDownLatch stopped) {
    this.stopped = stopped;
  }

  /**
   * Waits until another attempt is due.
   *
   * @throws KafkaException the failure, if no other attempt can mend it
   */
  void failed(KafkaException failure) throws InterruptedException {
    count.incrementAndGet();
    last = failure.toString();
    if (FINAL.stream().anyMatch(each -> each.isInstance(failure))) {
      throw failure;
    }
    pause = pause.isZero() ? FIRST_PAUSE : pause.multipliedBy(2);
    pause = pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    LOG.warn(
        "the events could not be read, running jobs go on; trying again in {} ms",
        pause.toMillis(),
        failure);
    if (stopped.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
      Thread.sleep(FIRST_PAUSE.toMillis());
    }
  }

  /** Number of failed polls; for every thread. */
  long count() {
    return count.get();
  }

  /** The reason why the last poll failed; null if it did not. For every thread. */
  @Nullable String last() {
    return last;
  }

  /** Notes a successful poll. */
  void succeeded() {
    if (!pause.isZero()) {
      pause = Duration.ZERO;
      last = null;
      LOG.info("the events are read again");
    }
  }
}
