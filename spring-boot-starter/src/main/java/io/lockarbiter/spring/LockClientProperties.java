package io.lockarbiter.spring;

import io.lockarbiter.client.LockClientOptions.Closing;
import java.time.Duration;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The lock client's own settings; {@code spring.kafka} says how to reach Kafka. Defaults are those
 * of the client without Spring.
 *
 * @param topicPrefix the text before the topic names, as in the arbiter's settings
 * @param start whether the application's start waits for a broker and an arbiter
 * @param name the beginning of the reply address; the application's name if left out
 * @param maxInFlight most acquires and forced releases unanswered at a time
 * @param clockDifference the largest difference allowed between the brokers' clocks
 * @param resendAfter the time after which an unanswered command is sent again
 * @param answerTimeout the time after which an unanswered acquire or release is given up
 * @param releaseTimeout longest wait for the answer when a lease is closed
 * @param closing the fate of leases when the application ends
 * @param closeTimeout longest wait for answers when the application ends
 * @param leakWarning the time after which a held lease causes a warning, with the place where it
 *     was asked for
 * @param kafka settings of the Kafka clients, which win over those of {@code spring.kafka}
 * @param worker the methods with {@link GrantListener}
 */
@ConfigurationProperties("lockarbiter.client")
public record LockClientProperties(
    @DefaultValue("") String topicPrefix,
    @DefaultValue("background") Start start,
    @Nullable String name,
    @Nullable Integer maxInFlight,
    @Nullable Duration clockDifference,
    @Nullable Duration resendAfter,
    @Nullable Duration answerTimeout,
    @Nullable Duration releaseTimeout,
    @Nullable Closing closing,
    @Nullable Duration closeTimeout,
    @Nullable Duration leakWarning,
    @DefaultValue Map<String, String> kafka,
    @DefaultValue Worker worker) {

  /** The properties without the values of Kafka's settings, which may contain passwords. */
  @Override
  public String toString() {
    return "LockClientProperties[topicPrefix=%s, start=%s, name=%s, maxInFlight=%d, clockDifference=%s, resendAfter=%s, answerTimeout=%s, releaseTimeout=%s, closing=%s, closeTimeout=%s, leakWarning=%s, kafka=%s, worker=%s]"
        .formatted(
            topicPrefix,
            start,
            name,
            maxInFlight,
            clockDifference,
            resendAfter,
            answerTimeout,
            releaseTimeout,
            closing,
            closeTimeout,
            leakWarning,
            new TreeSet<>(kafka.keySet()),
            worker);
  }

  /**
   * The time at which the client is opened, and whether that waits for a broker and the arbiter's
   * topics.
   */
  public enum Start {
    /**
     * The client is opened at once when a bean asks for it; it connects in the background, and
     * requests wait.
     */
    BACKGROUND,
    /** The client is opened when a bean asks for it; that fails unless it can connect. */
    LAZY,
    /** The client is opened when the application starts; that fails unless it can connect. */
    EAGER
  }

  /**
   * The methods with {@link GrantListener}.
   *
   * @param autoStartup whether they take jobs as soon as the application has started
   * @param concurrency the most jobs of each method at a time
   * @param stopTimeout the time for which running methods may go on when the application ends
   */
  public record Worker(
      @DefaultValue("true") boolean autoStartup,
      @DefaultValue("1") int concurrency,
      @DefaultValue("10s") Duration stopTimeout) {}
}
