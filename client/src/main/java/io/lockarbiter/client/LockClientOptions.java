package io.lockarbiter.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a client behaves; immutable, each method answers other options.
 *
 * @param kafka settings of both Kafka clients, {@code bootstrap.servers} and security among them
 * @param topicPrefix stands before the topic names, as in the arbiter's settings
 * @param name begins the client's reply address, so that people can tell clients apart
 * @param maxInFlight most acquires, submissions, adoptions and forced releases unanswered at a
 *     time; one more fails with {@link ClientBusyException}. Renewals and releases are never
 *     refused
 * @param maxTickets most submitted jobs whose end is awaited, 1 to 1,000,000, of at most 64 MiB;
 *     one more fails with {@link ClientBusyException}
 * @param clockDifference the largest difference allowed between the brokers' clocks; the safe end
 *     of every lease is earlier by this much
 * @param resendAfter an unanswered command is sent again after this time, then after twice as much,
 *     and so on up to 16 times as much, with jitter
 * @param answerTimeout an acquire or release unanswered for so long is given up, 1 ms to 10 min.
 *     Copies of an acquire end earlier where the arbiter's repeat window, as its events tell it, is
 *     shorter
 * @param closing what becomes of leases when the client is closed
 * @param closeTimeout longest wait for answers when the client is closed
 * @param leakWarning a lease that is held for longer is told by a warning, once, with the place
 *     where it was asked for; 0 = never, and nothing is spent on it
 * @param callbacks runs listeners and completes futures; null = up to 64 threads of the client's
 *     own, which may block. Where it refuses, those stand in for it
 * @param lossCallbacks runs listeners that a lease was lost; null = threads of the client's own,
 *     which nothing else keeps busy
 */
public record LockClientOptions(
    Map<String, Object> kafka,
    String topicPrefix,
    String name,
    int maxInFlight,
    int maxTickets,
    Duration clockDifference,
    Duration resendAfter,
    Duration answerTimeout,
    Closing closing,
    Duration closeTimeout,
    Duration leakWarning,
    @Nullable Executor callbacks,
    @Nullable Executor lossCallbacks) {

  /** What becomes of leases when their client is closed. */
  public enum Closing {
    /** They are released. */
    RELEASE,
    /** They are left to expire, or to whoever adopts them. */
    ABANDON
  }

  private static final int MAX_NAME_BYTES = 64;
  private static final int MOST_TICKETS = 1_000_000;
  private static final Duration LONGEST_CLOSE = Duration.ofMinutes(10);
  private static final Duration LONGEST_WATCHED = Duration.ofDays(365);
  private static final Duration MOST_UNANSWERED = Duration.ofMinutes(10);

  public LockClientOptions {
    kafka = Map.copyOf(kafka);
    RequestCheck.checkId("name", name);
    if (name.getBytes(UTF_8).length > MAX_NAME_BYTES) {
      throw new IllegalArgumentException(
          "name=%s, expected at most %d UTF-8 bytes".formatted(name, MAX_NAME_BYTES));
    }
    if (maxInFlight < 1) {
      throw new IllegalArgumentException("maxInFlight=" + maxInFlight + ", expected at least 1");
    }
    if (maxTickets < 1 || maxTickets > MOST_TICKETS) {
      throw new IllegalArgumentException(
          "maxTickets=%d, expected 1 to %d".formatted(maxTickets, MOST_TICKETS));
    }
    if (clockDifference.isNegative()) {
      throw new IllegalArgumentException("clockDifference=" + clockDifference + " is negative");
    }
    if (resendAfter.toMillis() < 1) {
      throw new IllegalArgumentException("resendAfter=" + resendAfter + ", expected at least 1 ms");
    }
    if (closeTimeout.isNegative() || closeTimeout.compareTo(LONGEST_CLOSE) > 0) {
      throw new IllegalArgumentException(
          "closeTimeout=%s, expected 0 to %s".formatted(closeTimeout, LONGEST_CLOSE));
    }
    if (leakWarning.isNegative() || leakWarning.compareTo(LONGEST_WATCHED) > 0) {
      throw new IllegalArgumentException(
          "leakWarning=%s, expected 0 to %s".formatted(leakWarning, LONGEST_WATCHED));
    }
    if (answerTimeout.compareTo(MOST_UNANSWERED) > 0 || answerTimeout.toMillis() < 1) {
      throw new IllegalArgumentException(
          "answerTimeout=%s, expected 1 ms to %s".formatted(answerTimeout, MOST_UNANSWERED));
    }
  }

  /** The defaults, on these brokers. */
  public static LockClientOptions of(String bootstrapServers) {
    return of(Map.of("bootstrap.servers", bootstrapServers));
  }

  /** The defaults, with these settings of Kafka clients. */
  public static LockClientOptions of(Map<String, ?> kafka) {
    return new LockClientOptions(
        new HashMap<>(kafka),
        "",
        "client",
        10_000,
        100_000,
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofSeconds(45),
        Closing.RELEASE,
        Duration.ofSeconds(10),
        Duration.ZERO,
        null,
        null);
  }

  /** Adds a setting of both Kafka clients, or replaces it. */
  public LockClientOptions withKafkaSetting(String setting, Object value) {
    return with(draft -> draft.kafka.put(setting, value));
  }

  /** Puts a prefix before the topic names. */
  public LockClientOptions withTopicPrefix(String value) {
    return with(draft -> draft.topicPrefix = value);
  }

  /** Begins the reply address. */
  public LockClientOptions withName(String value) {
    return with(draft -> draft.name = value);
  }

  /** Bounds what is unanswered. */
  public LockClientOptions withMaxInFlight(int value) {
    return with(draft -> draft.maxInFlight = value);
  }

  /** Bounds how many submitted jobs are followed to their ends. */
  public LockClientOptions withMaxTickets(int value) {
    return with(draft -> draft.maxTickets = value);
  }

  /** Allows the brokers' clocks to differ. */
  public LockClientOptions withClockDifference(Duration value) {
    return with(draft -> draft.clockDifference = value);
  }

  /** Sends unanswered commands again after this time. */
  public LockClientOptions withResendAfter(Duration value) {
    return with(draft -> draft.resendAfter = value);
  }

  /** Gives unanswered commands up after this time. */
  public LockClientOptions withAnswerTimeout(Duration value) {
    return with(draft -> draft.answerTimeout = value);
  }

  /** Says what becomes of leases when the client is closed. */
  public LockClientOptions withClosing(Closing value) {
    return with(draft -> draft.closing = value);
  }

  /** Bounds the wait when the client is closed. */
  public LockClientOptions withCloseTimeout(Duration value) {
    return with(draft -> draft.closeTimeout = value);
  }

  /** Tells of leases held for longer, and where they were asked for. */
  public LockClientOptions withLeakWarning(Duration value) {
    return with(draft -> draft.leakWarning = value);
  }

  /** Runs listeners and completes futures, but for those that a lease was lost. */
  public LockClientOptions withCallbacks(Executor value) {
    return with(draft -> draft.callbacks = value);
  }

  /** Runs listeners that a lease was lost. */
  public LockClientOptions withLossCallbacks(Executor value) {
    return with(draft -> draft.lossCallbacks = value);
  }

  /** Without the values of Kafka's settings, among which there may be passwords. */
  @Override
  public String toString() {
    return "LockClientOptions[name=%s, topicPrefix=%s, kafka=%s, maxInFlight=%d, clockDifference=%s, resendAfter=%s, answerTimeout=%s, closing=%s, closeTimeout=%s, leakWarning=%s]"
        .formatted(
            name,
            topicPrefix,
            new TreeSet<>(kafka.keySet()),
            maxInFlight,
            clockDifference,
            resendAfter,
            answerTimeout,
            closing,
            closeTimeout,
            leakWarning);
  }

  private LockClientOptions with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.options();
  }

  /** Options that one of them may be changed in. */
  private static final class Draft {
    private final Map<String, Object> kafka;
    private String topicPrefix;
    private String name;
    private int maxInFlight;
    private int maxTickets;
    private Duration clockDifference;
    private Duration resendAfter;
    private Duration answerTimeout;
    private Closing closing;
    private Duration closeTimeout;
    private Duration leakWarning;
    private @Nullable Executor callbacks;
    private @Nullable Executor lossCallbacks;

    Draft(LockClientOptions from) {
      kafka = new HashMap<>(from.kafka);
      topicPrefix = from.topicPrefix;
      name = from.name;
      maxInFlight = from.maxInFlight;
      maxTickets = from.maxTickets;
      clockDifference = from.clockDifference;
      resendAfter = from.resendAfter;
      answerTimeout = from.answerTimeout;
      closing = from.closing;
      closeTimeout = from.closeTimeout;
      leakWarning = from.leakWarning;
      callbacks = from.callbacks;
      lossCallbacks = from.lossCallbacks;
    }

    LockClientOptions options() {
      return new LockClientOptions(
          kafka,
          topicPrefix,
          name,
          maxInFlight,
          maxTickets,
          clockDifference,
          resendAfter,
          answerTimeout,
          closing,
          closeTimeout,
          leakWarning,
          callbacks,
          lossCallbacks);
    }
  }
}
