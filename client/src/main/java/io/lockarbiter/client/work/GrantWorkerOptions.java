package io.lockarbiter.client.work;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.contracts.lock.IdRule;
import io.lockarbiter.contracts.schema.Topic;
import java.time.Duration;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** How a worker behaves; immutable, each method that changes something answers other options. */
public final class GrantWorkerOptions {
  /** Below Kafka's default of {@code max.poll.interval.ms}. */
  private static final Duration LONGEST_STOP = Duration.ofMinutes(4);

  private final Draft all;

  private GrantWorkerOptions(Draft all) {
    this.all = all;
  }

  /** One job at a time of a pool, on these brokers. */
  public static GrantWorkerOptions of(String bootstrapServers, String pool) {
    return of(Map.of("bootstrap.servers", bootstrapServers), pool);
  }

  /**
   * One job at a time of a pool.
   *
   * @param kafka settings of the consumer, {@code bootstrap.servers} and security among them
   * @param pool the name that jobs are submitted under, {@link LockClient#submit}; 1 to 128 UTF-8
   *     bytes. All other locks are left alone
   */
  public static GrantWorkerOptions of(Map<String, ?> kafka, String pool) {
    String problem = IdRule.problem(pool);
    if (problem != null) {
      throw new IllegalArgumentException("pool " + problem);
    }
    return new GrantWorkerOptions(new Draft(Map.copyOf(kafka), pool));
  }

  /** Settings of the consumer. */
  public Map<String, Object> kafka() {
    return all.kafka;
  }

  /** The pool whose jobs the worker takes. */
  public String pool() {
    return all.pool;
  }

  /** Stands before the topic names, as in the arbiter's settings; empty unless set. */
  public String topicPrefix() {
    return all.topicPrefix;
  }

  /** Puts a prefix before the topic names. */
  public GrantWorkerOptions withTopicPrefix(String value) {
    return with(draft -> draft.topicPrefix = value);
  }

  /**
   * Consumer group: each job goes to one worker of it; unless set, {@code lock.pool.} and the
   * pool's name, behind the prefix.
   */
  public String group() {
    return all.group == null ? all.topicPrefix + "lock.pool." + all.pool : all.group;
  }

  /** Names the consumer group. Workers of one pool share one group, or each group runs each job. */
  public GrantWorkerOptions withGroup(String value) {
    if (value.isBlank()) {
      throw new IllegalArgumentException("group is blank; workers of one pool share one group");
    }
    return with(draft -> draft.group = value);
  }

  /** Most jobs at a time; 1 unless set. */
  public int concurrency() {
    return all.concurrency;
  }

  /** Runs so many jobs at a time. */
  public GrantWorkerOptions withConcurrency(int value) {
    requireAtLeast("concurrency", value, 1);
    return with(draft -> draft.concurrency = value);
  }

  /** Most jobs that wait for a place, their locks kept alive; 1,000 unless set. */
  public int readAhead() {
    return all.readAhead;
  }

  /**
   * Keeps the locks of so many jobs alive that wait for a place; while so many do, none is read,
   * and a lock that is not read within its lease runs out.
   *
   * @param value at least 2: half of them may wait for another attempt
   */
  public GrantWorkerOptions withReadAhead(int value) {
    requireAtLeast("readAhead", value, 2);
    return with(draft -> draft.readAhead = value);
  }

  /** How long running handlers may go on; 10 s unless set. */
  public Duration stopTimeout() {
    return all.stopTimeout;
  }

  /**
   * Lets running handlers go on for so long when the worker is closed or a partition goes to
   * another worker; afterwards they are interrupted and their jobs given up.
   */
  public GrantWorkerOptions withStopTimeout(Duration value) {
    if (value.isNegative() || value.compareTo(LONGEST_STOP) > 0) {
      throw new IllegalArgumentException(
          "stopTimeout=%s, expected 0 to %s: the group would give a worker up that polls no sooner"
              .formatted(value, LONGEST_STOP));
    }
    return with(draft -> draft.stopTimeout = value);
  }

  /** Is told how jobs end. */
  public JobListener listener() {
    return all.listener;
  }

  /** Tells how jobs end. */
  public GrantWorkerOptions withListener(JobListener value) {
    return with(draft -> draft.listener = value);
  }

  /** Runs the handlers; null = threads of the worker. */
  public @Nullable Executor handlers() {
    return all.handlers;
  }

  /**
   * Runs handlers there, at most {@code concurrency} at a time; stays the caller's. A job that it
   * refuses keeps its lock and is offered again. On a JDK that has virtual threads: {@code
   * Executors.newVirtualThreadPerTaskExecutor()}.
   */
  public GrantWorkerOptions withHandlers(Executor value) {
    return with(draft -> draft.handlers = value);
  }

  /** When a handler is called again. */
  public RetryPolicy retries() {
    return all.retries;
  }

  /**
   * Tries jobs again, their locks kept alive; {@link RetryPolicy#DEFAULT} unless set. A job that
   * waits for another attempt has no place of those that run and counts as read ahead; half of
   * {@link #readAhead} may wait so, one more has failed.
   */
  public GrantWorkerOptions withRetries(RetryPolicy value) {
    return with(draft -> draft.retries = value);
  }

  /** Takes jobs that failed for the last time. */
  public FailureHandler failureHandler() {
    return all.failureHandler;
  }

  /** Hands jobs on that failed for the last time, under their locks. */
  public GrantWorkerOptions withFailureHandler(FailureHandler value) {
    return with(draft -> draft.failureHandler = value);
  }

  /** Whether a handler is interrupted when its lock is lost or its time is over. */
  public boolean interrupts() {
    return all.interrupts;
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
    return "GrantWorkerOptions[pool=%s, group=%s, topicPrefix=%s, kafka=%s, concurrency=%d, readAhead=%d, stopTimeout=%s]"
        .formatted(
            pool(),
            group(),
            topicPrefix(),
            new TreeSet<>(kafka().keySet()),
            concurrency(),
            readAhead(),
            stopTimeout());
  }

  String eventsTopic() {
    return topicPrefix() + Topic.EVENTS.text();
  }

  private static void requireAtLeast(String name, int value, int least) {
    if (value < least) {
      throw new IllegalArgumentException(name + "=" + value + ", expected at least " + least);
    }
  }

  private GrantWorkerOptions with(Consumer<Draft> change) {
    Draft draft = new Draft(all);
    change.accept(draft);
    return new GrantWorkerOptions(draft);
  }

  /** Not changed any more once options have it. */
  private static final class Draft {
    private final Map<String, Object> kafka;
    private final String pool;
    private String topicPrefix = "";
    private @Nullable String group;
    private int concurrency = 1;
    private int readAhead = 1_000;
    private Duration stopTimeout = Duration.ofSeconds(10);
    private JobListener listener = JobListener.NONE;
    private @Nullable Executor handlers;
    private boolean interrupts = true;
    private RetryPolicy retries = RetryPolicy.DEFAULT;
    private FailureHandler failureHandler = FailureHandler.NONE;

    Draft(Map<String, Object> kafka, String pool) {
      this.kafka = kafka;
      this.pool = pool;
    }

    Draft(Draft from) {
      this(from.kafka, from.pool);
      topicPrefix = from.topicPrefix;
      group = from.group;
      concurrency = from.concurrency;
      readAhead = from.readAhead;
      stopTimeout = from.stopTimeout;
      listener = from.listener;
      handlers = from.handlers;
      interrupts = from.interrupts;
      retries = from.retries;
      failureHandler = from.failureHandler;
    }
  }
}
