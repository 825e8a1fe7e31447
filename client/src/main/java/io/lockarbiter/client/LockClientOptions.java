package io.lockarbiter.client;

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
    /** The leases are released; those of check-outs stay held, for no process keeps them. */
    RELEASE,
    /** The locks are left to expire, or for another client to adopt. */
    ABANDON
  }

  private final OptionsDraft all;

  private LockClientOptions(OptionsDraft all) {
    all.check();
    this.all = all;
  }

  /** The default options with these brokers. */
  public static LockClientOptions of(String servers) {
    return of(Map.of("bootstrap.servers", servers));
  }

  /** The default options with these settings of Kafka clients. */
  public static LockClientOptions of(Map<String, ?> kafka) {
    return new LockClientOptions(new OptionsDraft(Map.copyOf(kafka)));
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

  /**
   * Longest wait of {@link Lease#close} for the answer to its release, 2 s unless set: enough for a
   * release that is lost once. 0 = it waits never, for applications on event loops.
   */
  public Duration releaseTimeout() {
    return all.releaseTimeout;
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

  /** Bounds the wait when a lease is closed: 0, which waits never, to 10 min. */
  public LockClientOptions withReleaseTimeout(Duration value) {
    return with(draft -> draft.releaseTimeout = value);
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
    return "LockClientOptions[name=%s, topicPrefix=%s, kafka=%s, maxInFlight=%d, maxTickets=%d, clockDifference=%s, resendAfter=%s, answerTimeout=%s, releaseTimeout=%s, closing=%s, closeTimeout=%s, leakWarning=%s]"
        .formatted(
            all.name,
            all.topicPrefix,
            new TreeSet<>(all.kafka.keySet()),
            all.maxInFlight,
            all.maxTickets,
            all.clockDifference,
            all.resendAfter,
            all.answerTimeout,
            all.releaseTimeout,
            all.closing,
            all.closeTimeout,
            all.leakWarning);
  }

  private LockClientOptions with(Consumer<OptionsDraft> change) {
    OptionsDraft draft = new OptionsDraft(all);
    change.accept(draft);
    return new LockClientOptions(draft);
  }
}
