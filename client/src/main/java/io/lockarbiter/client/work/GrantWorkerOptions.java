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

/** The options of a worker; immutable: each method that changes something returns new options. */
public final class GrantWorkerOptions {
  /** The longest stop time-out; it is below Kafka's default of {@code max.poll.interval.ms}. */
  private static final Duration LONGEST_STOP = Duration.ofMinutes(4);

  private final Draft all;

  private GrantWorkerOptions(Draft all) {
    this.all = all;
  }

  /** Options for one job at a time of a pool, on these brokers. */
  public static GrantWorkerOptions of(String bootstrapServers, String pool) {
    return of(Map.of("bootstrap.servers", bootstrapServers), pool);
  }

  /**
   * Options for one job at a time of a pool.
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

  /** The text before the topic names, as in the arbiter's settings; empty unless set. */
  public String topicPrefix() {
    return all.topicPrefix;
  }

  /** Puts a prefix before the topic names. */
  public GrantWorkerOptions withTopicPrefix(String value) {
    return with(draft -> draft.topicPrefix = value);
  }

  /**
   * The consumer group, in which each job goes to one worker; unless set, {@code lock.pool.} and
   * the pool's name, after the prefix.
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

  /** Sets the number of jobs that run at a time. */
  public GrantWorkerOptions withConcurrency(int value) {
    requireAtLeast("concurrency", value, 1);
    return with(draft -> draft.concurrency = value);
  }

  /** Most jobs that wait for a place, their locks kept alive; 1,000 unless set. */
  public int readAhead() {
    return all.readAhead;
  }

  /**
   * Sets the most jobs that wait for a place, their locks kept alive. While that many wait, no job
   * is read, and a lock whose grant is not read within its lease runs out.
   *
   * @param value at least 2: half of them may wait for another attempt
   */
  public GrantWorkerOptions withReadAhead(int value) {
    requireAtLeast("readAhead", value, 2);
    return with(draft -> draft.readAhead = value);
  }

  /** The time for which running handlers may go on; 10 s unless set. */
  public Duration stopTimeout() {
    return all.stopTimeout;
  }

  /**
   * Lets running handlers go on for this time when the worker is closed or a partition goes to
   * another worker; then they are interrupted and their jobs given up.
   */
  public GrantWorkerOptions withStopTimeout(Duration value) {
    if (value.isNegative() || value.compareTo(LONGEST_STOP) > 0) {
      throw new IllegalArgumentException(
          "stopTimeout=%s, expected 0 to %s: the group would give a worker up that polls no sooner"
              .formatted(value, LONGEST_STOP));
    }
    return with(draft -> draft.stopTimeout = value);
  }

  /** The listener of the ends of jobs. */
  public JobListener listener() {
    return all.listener;
  }

  /** Sets the listener of the ends of jobs. */
  public GrantWorkerOptions withListener(JobListener value) {
    return with(draft -> draft.listener = value);
  }

  /** The executor of the handlers; null = threads of the worker. */
  public @Nullable Executor handlers() {
    return all.handlers;
  }

  /**
   * Sets the executor of the handlers, which gets at most {@code concurrency} at a time and stays
   * the caller's. A job that it refuses keeps its lock and is offered again. On a JDK that has
   * virtual threads: {@code Executors.newVirtualThreadPerTaskExecutor()}.
   */
  public GrantWorkerOptions withHandlers(Executor value) {
    return with(draft -> draft.handlers = value);
  }

  /** The policy by which a handler is called again. */
  public RetryPolicy retries() {
    return all.retries;
  }

  /**
   * Sets the policy by which jobs are tried again, their locks kept alive; {@link
   * RetryPolicy#DEFAULT} unless set. A job that waits for another attempt does not count as
   * running, but as read ahead. At most half of {@link #readAhead} may wait so; one more job fails.
   */
  public GrantWorkerOptions withRetries(RetryPolicy value) {
    return with(draft -> draft.retries = value);
  }

  /** The handler of jobs that failed for the last time. */
  public FailureHandler failureHandler() {
    return all.failureHandler;
  }

  /** Sets the handler of jobs that failed for the last time; it runs under their locks. */
  public GrantWorkerOptions withFailureHandler(FailureHandler value) {
    return with(draft -> draft.failureHandler = value);
  }

  /** Says whether a handler is interrupted when its lock is lost or its time is over. */
  public boolean interrupts() {
    return all.interrupts;
  }

  /**
   * Sets whether a handler's thread is interrupted when its lock is lost, or when it should have
   * ended. An interrupt closes channels on which the thread works; without it, a handler checks
   * {@code job.lease().isValid()} itself.
   */
  public GrantWorkerOptions withInterrupts(boolean value) {
    return with(draft -> draft.interrupts = value);
  }

  /** The options without the values of Kafka's settings, which may contain passwords. */
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

  /** Holds the values while options are made; it does not change once options have it. */
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
