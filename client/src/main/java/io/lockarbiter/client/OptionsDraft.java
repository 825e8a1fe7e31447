package io.lockarbiter.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.client.LockClientOptions.Closing;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The values of options while they are made; they do not change once options have them. */
final class OptionsDraft {
  private static final int MAX_NAME_BYTES = 64;
  private static final int MOST_TICKETS = 1_000_000;
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);
  private static final Duration LONGEST_WATCHED = Duration.ofDays(365);

  Map<String, Object> kafka;
  String topicPrefix = "";
  String name = "client";
  int maxInFlight = 10_000;
  int maxTickets = 100_000;
  Duration clockDifference = Duration.ofMillis(500);
  Duration resendAfter = Duration.ofSeconds(1);
  Duration answerTimeout = Duration.ofSeconds(45);

  /** A command that is lost is sent again after a second; its answer comes within the next. */
  Duration releaseTimeout = Duration.ofSeconds(2);

  Closing closing = Closing.RELEASE;
  Duration closeTimeout = Duration.ofSeconds(10);
  Duration leakWarning = Duration.ZERO;
  @Nullable Executor callbacks;
  @Nullable Executor lossCallbacks;

  OptionsDraft(Map<String, Object> kafka) {
    this.kafka = kafka;
  }

  OptionsDraft(OptionsDraft from) {
    kafka = from.kafka;
    topicPrefix = from.topicPrefix;
    name = from.name;
    maxInFlight = from.maxInFlight;
    maxTickets = from.maxTickets;
    clockDifference = from.clockDifference;
    resendAfter = from.resendAfter;
    answerTimeout = from.answerTimeout;
    releaseTimeout = from.releaseTimeout;
    closing = from.closing;
    closeTimeout = from.closeTimeout;
    leakWarning = from.leakWarning;
    callbacks = from.callbacks;
    lossCallbacks = from.lossCallbacks;
  }

  /** Checks the values. */
  void check() {
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
    checkAtMost("releaseTimeout", releaseTimeout, LONGEST_WAIT);
    checkAtMost("closeTimeout", closeTimeout, LONGEST_WAIT);
    checkAtMost("leakWarning", leakWarning, LONGEST_WATCHED);
    if (answerTimeout.compareTo(LONGEST_WAIT) > 0 || answerTimeout.toMillis() < 1) {
      throw new IllegalArgumentException(
          "answerTimeout=%s, expected 1 ms to %s".formatted(answerTimeout, LONGEST_WAIT));
    }
  }

  private static void checkAtMost(String name, Duration value, Duration most) {
    if (value.isNegative() || value.compareTo(most) > 0) {
      throw new IllegalArgumentException("%s=%s, expected 0 to %s".formatted(name, value, most));
    }
  }
}
