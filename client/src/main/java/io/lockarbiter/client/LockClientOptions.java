package io.lockarbiter.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The options of a client; immutable: each method that changes something returns new options. */
public final class LockClientOptions {
  /** The fate of leases when their client is closed. */
  public enum Closing {
    /** The leases are released. */
    RELEASE,
    /** The locks are left to expire, or for another client to adopt. */
    ABANDON
  }

  private static final int MAX_NAME_BYTES = 64;
  private static final int MOST_TICKETS = 1_000_000;
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);
  private static final Duration LONGEST_WATCHED = Duration.ofDays(365);

  private final Draft all;

  private LockClientOptions(Draft all) {
    check(all);
    this.all = all;
  }

  private static void check(Draft all) {
    RequestCheck.checkId("name", all.name);
    if (all.name.getBytes(UTF_8).length > MAX_NAME_BYTES) {
      throw new IllegalArgumentException(
          "name=%s, expected at most %d UTF-8 bytes".formatted(all.name, MAX_NAME_BYTES));
    }
    if (all.maxInFlight < 1) {
      throw new IllegalArgumentException(
          "maxInFlight=" + all.maxInFlight + ", expected at least 1");
    }
    if (all.maxTickets < 1 || all.maxTickets > MOST_TICKETS) {
      throw new IllegalArgumentException(
          "maxTickets=%d, expected 1 to %d".formatted(all.maxTickets, MOST_TICKETS));
    }
    if (all.clockDifference.isNegative()) {
      throw new IllegalArgumentException("clockDifference=" + all.clockDifference + " is negative");
    }
    if (all.resendAfter.toMillis() < 1) {
      throw new IllegalArgumentException(
          "resendAfter=" + all.resendAfter + ", expected at least 1 ms");
    }
    if (all.closeTimeout.isNegative() || all.closeTimeout.compareTo(LONGEST_WAIT) > 0) {
      throw new IllegalArgumentException(
          "closeTimeout=%s, expected 0 to %s".formatted(all.closeTimeout, LONGEST_WAIT));
    }
    if (all.leakWarning.isNegative() || all.leakWarning.compareTo(LONGEST_WATCHED) > 0) {
      throw new IllegalArgumentException(
          "leakWarning=%s, expected 0 to %s".formatted(all.leakWarning, LONGEST_WATCHED));
    }
    if (all.answerTimeout.compareTo(LONGEST_WAIT) > 0 || all.answerTimeout.toMillis() < 1) {
      throw new IllegalArgumentException(
          "answerTimeout=%s, expected 1 ms to %s".formatted(all.answerTimeout, LONGEST_WAIT));
    }
  }

  /** The default options with these brokers. */
  public static LockClientOptions of(String servers) {
    return of(Map.of("bootstrap.servers", servers));
  }

  /** The default options with these settings of Kafka clients. */
  public static LockClientOptions of(Map<String, ?> kafka) {
    return new LockClientOptions(new Draft(Map.copyOf(kafka)));
  }

  /** Settings of both Kafka clients, {@code bootstrap.servers} and security among them. */
  public Map<String, Object> kafka() {
    return all.kafka;
  }

  /** The text before the topic names, as in the arbiter's settings; empty unless set. */
  public String topicPrefix() {
    return all.topicPrefix;
  }

  /**
   * The beginning of the client's reply address, and of the session of each request that names
   * none, so that people can tell clients apart; {@code client} unless set.
   */
  public String name() {
    return all.name;
  }

  /**
   * Most acquires, submissions, adoptions and forced releases unanswered at a time, 10,000 unless
   * set; one more fails with {@link ClientBusyException}. Renewals and releases are never refused.
   */
  public int maxInFlight() {
    return all.maxInFlight;
  }

  /**
   * Most submitted jobs whose end is awaited, 100,000 unless set, of at most 64 MiB; one more fails
   * with {@link ClientBusyException}.
   */
  public int maxTickets() {
    return all.maxTickets;
  }

  /**
   * The largest difference allowed between the brokers' clocks, 500 ms unless set; the safe end of
   * every lease is earlier by this much.
   */
  public Duration clockDifference() {
    return all.clockDifference;
  }

  /**
   * Time after which an unanswered command is sent again, 1 s unless set; then after twice as much,
   * and so on up to 16 times as much, with jitter.
   */
  public Duration resendAfter() {
    return all.resendAfter;
  }

  /**
   * Time after which an unanswered acquire or release is given up; 45 s unless set. Copies of an
   * acquire end earlier if the arbiter's repeat window, which its events tell, is shorter.
   */
  public Duration answerTimeout() {
    return all.answerTimeout;
  }

  /** The fate of leases when the client is closed; by default they are released. */
  public Closing closing() {
    return all.closing;
  }

  /** Longest wait for answers when the client is closed; 10 s unless set. */
  public Duration closeTimeout() {
    return all.closeTimeout;
  }

  /**
   * Time after which a held lease causes a warning, once, with the place where it was asked for;
   * unless set it is 0, which means never, and costs nothing.
   */
  public Duration leakWarning() {
    return all.leakWarning;
  }

  /**
   * The executor of listeners and futures; null = up to 64 threads of the client's own, which may
   * block. These also run the tasks that the executor refuses.
   */
  public @Nullable Executor callbacks() {
    return all.callbacks;
  }

  /**
   * The executor of listeners of lost leases; null = threads of the client's own, kept for them.
   */
  public @Nullable Executor lossCallbacks() {
    return all.lossCallbacks;
  }

  /** Adds a setting of both Kafka clients, or replaces it. */
  public LockClientOptions withKafkaSetting(String setting, Object value) {
    Map<String, Object> more = new HashMap<>(all.kafka);
    more.put(setting, value);
    return with(draft -> draft.kafka = Map.copyOf(more));
  }

  /** Puts a prefix before the topic names. */
  public LockClientOptions withTopicPrefix(String value) {
    return with(draft -> draft.topicPrefix = value);
  }

  /** Sets the beginning of the reply address and of sessions: an id of at most 64 UTF-8 bytes. */
  public LockClientOptions withName(String value) {
    return with(draft -> draft.name = value);
  }

  /** Bounds the unanswered commands: at least 1. */
  public LockClientOptions withMaxInFlight(int value) {
    return with(draft -> draft.maxInFlight = value);
  }

  /** Bounds the submitted jobs whose end is awaited: 1 to 1,000,000. */
  public LockClientOptions withMaxTickets(int value) {
    return with(draft -> draft.maxTickets = value);
  }

  /** Sets the largest difference allowed between the brokers' clocks. */
  public LockClientOptions withClockDifference(Duration value) {
    return with(draft -> draft.clockDifference = value);
  }

  /** Sets the time after which unanswered commands are sent again: at least 1 ms. */
  public LockClientOptions withResendAfter(Duration value) {
    return with(draft -> draft.resendAfter = value);
  }

  /** Sets the time after which unanswered commands are given up: 1 ms to 10 min. */
  public LockClientOptions withAnswerTimeout(Duration value) {
    return with(draft -> draft.answerTimeout = value);
  }

  /** Sets the fate of leases when the client is closed. */
  public LockClientOptions withClosing(Closing value) {
    return with(draft -> draft.closing = value);
  }

  /** Bounds the wait when the client is closed: 0 to 10 min. */
  public LockClientOptions withCloseTimeout(Duration value) {
    return with(draft -> draft.closeTimeout = value);
  }

  /**
   * Warns of leases held for longer than this, with the place where they were asked for: 0, which
   * warns of none, to 365 days.
   */
  public LockClientOptions withLeakWarning(Duration value) {
    return with(draft -> draft.leakWarning = value);
  }

  /** Sets the executor of listeners and futures, except for listeners of lost leases. */
  public LockClientOptions withCallbacks(Executor value) {
    return with(draft -> draft.callbacks = value);
  }

  /** Sets the executor of listeners of lost leases. */
  public LockClientOptions withLossCallbacks(Executor value) {
    return with(draft -> draft.lossCallbacks = value);
  }

  /** The options without the values of Kafka's settings, which may contain passwords. */
  @Override
  public String toString() {
    return "LockClientOptions[name=%s, topicPrefix=%s, kafka=%s, maxInFlight=%d, maxTickets=%d, clockDifference=%s, resendAfter=%s, answerTimeout=%s, closing=%s, closeTimeout=%s, leakWarning=%s]"
        .formatted(
            all.name,
            all.topicPrefix,
            new TreeSet<>(all.kafka.keySet()),
            all.maxInFlight,
            all.maxTickets,
            all.clockDifference,
            all.resendAfter,
            all.answerTimeout,
            all.closing,
            all.closeTimeout,
            all.leakWarning);
  }

  private LockClientOptions with(Consumer<Draft> change) {
    Draft draft = new Draft(all);
    change.accept(draft);
    return new LockClientOptions(draft);
  }

  /** Holds the values while options are made; it does not change once options have it. */
  private static final class Draft {
    private Map<String, Object> kafka;
    private String topicPrefix = "";
    private String name = "client";
    private int maxInFlight = 10_000;
    private int maxTickets = 100_000;
    private Duration clockDifference = Duration.ofMillis(500);
    private Duration resendAfter = Duration.ofSeconds(1);
    private Duration answerTimeout = Duration.ofSeconds(45);
    private Closing closing = Closing.RELEASE;
    private Duration closeTimeout = Duration.ofSeconds(10);
    private Duration leakWarning = Duration.ZERO;
    private @Nullable Executor callbacks;
    private @Nullable Executor lossCallbacks;

    Draft(Map<String, Object> kafka) {
      this.kafka = kafka;
    }

    Draft(Draft from) {
      kafka = from.kafka;
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
  }
}
