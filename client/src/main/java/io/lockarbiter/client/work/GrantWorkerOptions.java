package io.lockarbiter.client.work;

import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.schema.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How a worker behaves; immutable, each method answers other options.
 *
 * @param kafka settings of the consumer, {@code bootstrap.servers} and security among them
 * @param topicPrefix stands before the topic names, as in the arbiter's settings
 * @param group consumer group: each job goes to one worker of the group
 * @param jobs which granted locks are the pool's work; all others are left alone. A worker takes
 *     the lock of every grant that passes, so the locks of gateways must not
 * @param concurrency most jobs at a time
 * @param readAhead most jobs that wait for a place meanwhile, their locks kept alive; while so many
 *     do, none is read, and a lock that is not read within its lease runs out
 * @param stopTimeout how long running handlers may go on when the worker is closed or a partition
 *     goes to another worker; afterwards they are interrupted and their jobs given up
 * @param listener is told how jobs end
 * @param handlers runs the handlers; null = threads of the worker
 * @param interrupts whether a handler is interrupted when its lock is lost or its time is over
 */
public record GrantWorkerOptions(
    Map<String, Object> kafka,
    String topicPrefix,
    String group,
    Predicate<Granted> jobs,
    int concurrency,
    int readAhead,
    Duration stopTimeout,
    JobListener listener,
    @Nullable Executor handlers,
    boolean interrupts) {

  /** Below Kafka's default of {@code max.poll.interval.ms}. */
  private static final Duration LONGEST_STOP = Duration.ofMinutes(4);

  public GrantWorkerOptions {
    kafka = Map.copyOf(kafka);
    if (group.isBlank()) {
      throw new IllegalArgumentException("group is blank; workers of one pool share one group");
    }
    if (concurrency < 1) {
      throw new IllegalArgumentException("concurrency=" + concurrency + ", expected at least 1");
    }
    if (readAhead < 1) {
      throw new IllegalArgumentException("readAhead=" + readAhead + ", expected at least 1");
    }
    if (stopTimeout.isNegative() || stopTimeout.compareTo(LONGEST_STOP) > 0) {
      throw new IllegalArgumentException(
          "stopTimeout=%s, expected 0 to %s: the group would give a worker up that polls no sooner"
              .formatted(stopTimeout, LONGEST_STOP));
    }
  }

  /** One job at a time, on these brokers. */
  public static GrantWorkerOptions of(
      String bootstrapServers, String group, Predicate<Granted> jobs) {
    return of(Map.of("bootstrap.servers", bootstrapServers), group, jobs);
  }

  /** One job at a time, with these settings of a Kafka consumer. */
  public static GrantWorkerOptions of(Map<String, ?> kafka, String group, Predicate<Granted> jobs) {
    return new GrantWorkerOptions(
        new HashMap<>(kafka),
        "",
        group,
        jobs,
        1,
        1_000,
        Duration.ofSeconds(10),
        JobListener.NONE,
        null,
        true);
  }

  /** Puts a prefix before the topic names. */
  public GrantWorkerOptions withTopicPrefix(String value) {
    return with(draft -> draft.topicPrefix = value);
  }

  /** Runs so many jobs at a time. */
  public GrantWorkerOptions withConcurrency(int value) {
    return with(draft -> draft.concurrency = value);
  }

  /** Keeps the locks of so many jobs alive that wait for a place. */
  public GrantWorkerOptions withReadAhead(int value) {
    return with(draft -> draft.readAhead = value);
  }

  /** Lets running handlers go on for so long. */
  public GrantWorkerOptions withStopTimeout(Duration value) {
    return with(draft -> draft.stopTimeout = value);
  }

  /** Tells how jobs end. */
  public GrantWorkerOptions withListener(JobListener value) {
    return with(draft -> draft.listener = value);
  }

  /**
   * Runs handlers there, at most {@code concurrency} at a time; stays the caller's. A job that it
   * refuses keeps its lock and is offered again. On a JDK that has virtual threads: {@code
   * Executors.newVirtualThreadPerTaskExecutor()}.
   */
  public GrantWorkerOptions withHandlers(Executor value) {
    return with(draft -> draft.handlers = value);
  }

  /**
   * Whether a handler's thread is interrupted when its lock is lost, or when it should have ended.
   * An interrupt closes channels that the thread works on; without, a handler looks at {@code
   * job.lease().isValid()} itself.
   */
  public GrantWorkerOptions withInterrupts(boolean value) {
    return with(draft -> draft.interrupts = value);
  }

  /** Without the values of Kafka's settings, among which there may be passwords. */
  @Override
  public String toString() {
    return "GrantWorkerOptions[group=%s, topicPrefix=%s, kafka=%s, concurrency=%d, readAhead=%d, stopTimeout=%s]"
        .formatted(
            group, topicPrefix, new TreeSet<>(kafka.keySet()), concurrency, readAhead, stopTimeout);
  }

  String eventsTopic() {
    return topicPrefix + Topic.EVENTS.text();
  }

  private GrantWorkerOptions with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.options();
  }

  /** Options that one of them may be changed in. */
  private static final class Draft {
    private final GrantWorkerOptions from;
    private String topicPrefix;
    private int concurrency;
    private int readAhead;
    private Duration stopTimeout;
    private JobListener listener;
    private @Nullable Executor handlers;
    private boolean interrupts;

    Draft(GrantWorkerOptions from) {
      this.from = from;
      topicPrefix = from.topicPrefix;
      concurrency = from.concurrency;
      readAhead = from.readAhead;
      stopTimeout = from.stopTimeout;
      listener = from.listener;
      handlers = from.handlers;
      interrupts = from.interrupts;
    }

    GrantWorkerOptions options() {
      return new GrantWorkerOptions(
          from.kafka,
          topicPrefix,
          from.group,
          from.jobs,
          concurrency,
          readAhead,
          stopTimeout,
          listener,
          handlers,
          interrupts);
    }
  }
}
