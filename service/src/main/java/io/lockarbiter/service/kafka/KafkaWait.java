package io.lockarbiter.service.kafka;

import io.lockarbiter.service.RootCause;
import io.lockarbiter.service.StartupRefusedException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits at start-up for a Kafka that does not answer yet, and says so. If it never answers, or
 * refuses, the checks that follow say why the process cannot start.
 */
public final class KafkaWait {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaWait.class);

  /** Time between two lines, and the longest time of one question. */
  private static final Duration LINE = Duration.ofSeconds(5);

  /** A question that fails by its own time-out may end a little before the next line is due. */
  private static final Duration SLACK = Duration.ofMillis(500);

  private static final Duration PAUSE = Duration.ofMillis(250);

  /** Asks Kafka anything. */
  @FunctionalInterface
  interface Question {
    /**
     * Returns when Kafka answers.
     *
     * @throws KafkaException if it does not in time, or refuses
     */
    void ask(Duration longest);
  }

  private final String bootstrapServers;
  private final LongSupplier nanoTime;
  private final Question question;
  private final BooleanSupplier stop;
  private final Runnable pause;

  KafkaWait(
      String bootstrapServers,
      LongSupplier nanoTime,
      Question question,
      BooleanSupplier stop,
      Runnable pause) {
    this.bootstrapServers = bootstrapServers;
    this.nanoTime = nanoTime;
    this.question = question;
    this.stop = stop;
    this.pause = pause;
  }

  /**
   * A wait for the servers that an admin client asks.
   *
   * @param admin opens a client; it fails while the servers' names have no address
   * @param stop whether the process has been asked to stop
   */
  public static KafkaWait of(String bootstrapServers, Supplier<Admin> admin, BooleanSupplier stop) {
    return new KafkaWait(
        bootstrapServers,
        System::nanoTime,
        longest -> {
          try (Admin asking = admin.get()) {
            AdminAnswer.await(asking.describeCluster().clusterId(), longest);
          }
        },
        stop,
        () -> LockSupport.parkNanos(PAUSE.toNanos()));
  }

  /**
   * Returns when Kafka answers or refuses, or when the time is over.
   *
   * @throws StartupRefusedException if the process was asked to stop meanwhile
   */
  public void await(Duration longest) {
    long began = nanoTime.getAsLong();
    long told = began;
    boolean waited = false;
    Duration left = longest;
    while (left.compareTo(Duration.ZERO) > 0) {
      String problem = problem(left.compareTo(LINE) < 0 ? left : LINE);
      if (problem == null) {
        if (waited) {
          LOG.info("Kafka at {} answers", bootstrapServers);
        }
        return;
      }
      if (stop.getAsBoolean()) {
        throw new StartupRefusedException(
            "stopped while it waited for Kafka at %s".formatted(bootstrapServers));
      }
      long now = nanoTime.getAsLong();
      left = longest.minusNanos(now - began);
      if (now - told >= LINE.minus(SLACK).toNanos()) {
        LOG.warn(
            "Kafka at {} does not answer yet ({}); waiting for it, for at most {} s more (lockarbiter.kafka.start-timeout={}s)",
            bootstrapServers,
            problem,
            Math.max(0, left.toSeconds()),
            longest.toSeconds());
        told = now;
        waited = true;
      }
      pause.run();
    }
  }

  /** The reason to ask again; null if Kafka answers, or refuses for good. */
  private @Nullable String problem(Duration longest) {
    try {
      question.ask(longest);
      return null;
    } catch (KafkaException e) {
      Throwable root = RootCause.of(e);
      boolean mayPass = e instanceof RetriableException || hasNoAddress(root);
      return mayPass ? AdminAnswer.text(e instanceof RetriableException ? e : root) : null;
    }
  }

  /** Says whether no server's name has an address, as with containers that do not run yet. */
  private static boolean hasNoAddress(Throwable root) {
    return root instanceof ConfigException
        && String.valueOf(root.getMessage()).contains("resolvable bootstrap");
  }
}
