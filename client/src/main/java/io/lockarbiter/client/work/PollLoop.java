package io.lockarbiter.client.work;

import io.lockarbiter.client.kafka.BrokerSigns;
import io.lockarbiter.contracts.codec.DecodedSize;
import io.lockarbiter.contracts.event.Granted;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The loop of the consumer's thread: reads jobs while the dispatcher has room, new ones first,
 * keeps polling while it has none, and commits which jobs have ended.
 */
final class PollLoop implements ConsumerRebalanceListener, EarlierEvents.Jobs {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration POLL_BESIDE = Duration.ofMillis(1);
  private static final long LOOK_NANOS = Duration.ofMillis(500).toNanos();

  /** A look that is not older counts as one of now. */
  private static final Duration LOOK_PATIENCE = Duration.ofSeconds(1);

  private final Consumer<byte[], byte[]> consumer;
  private final GrantWorkerOptions options;
  private final GrantReader reader;
  private final JobDesk desk;
  private final JobDispatcher dispatcher;
  private final Map<TopicPartition, JobOffsets> partitions = new ConcurrentHashMap<>();
  private final JobCommits commits;
  private final UnstartedPartitions unstarted;
  private final EarlierEvents earlier;
  private final Clock clock = Clock.systemUTC();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final PollFailures failures = new PollFailures(stopped);
  private final BrokerSigns signs;
  private long lookedAt = System.nanoTime();
  private long answeredAt = lookedAt;
  private volatile long laggedAt = lookedAt;
  private volatile @Nullable Long leavingSince;
  private final ReadLag lag;
  private volatile Duration silence = Duration.ZERO;

  PollLoop(
      Consumer<byte[], byte[]> consumer,
      Supplier<Consumer<byte[], byte[]>> besides,
      GrantWorkerOptions options,
      JobDesk desk) {
    this.consumer = consumer;
    this.commits = new JobCommits(consumer, partitions);
    this.earlier = new EarlierEvents(besides, this);
    this.lag = new ReadLag(consumer);
    this.options = options;
    this.reader = new GrantReader(options.pool());
    this.unstarted = new UnstartedPartitions(consumer, new StartPositions(consumer, clock));
    this.desk = desk;
    this.dispatcher = desk.dispatcher();
    this.signs = new BrokerSigns(consumer);
  }

  PollFailures failures() {
    return failures;
  }

  /** Number of assigned partitions. */
  int partitions() {
    return partitions.size() + unstarted.all().size();
  }

  /** Number of earlier events that are still to be read; for every thread. */
  long earlier() {
    return earlier.left();
  }

  /**
   * The time by which it is behind with new events, or cannot read them: a start that is not found,
   * or jobs of a partition that leaves and have to end. For every thread.
   */
  Duration lag() {
    long now = System.nanoTime();
    Duration longest = lag.last();
    Duration sinceLook = Duration.ofNanos(now - laggedAt);
    for (Duration each : List.of(unstarted.longest(now), sinceLook.minus(LOOK_PATIENCE))) {
      longest = each.compareTo(longest) > 0 ? each : longest;
    }
    return longest;
  }

  /** Time for which jobs of a partition that leaves keep all others from being read. */
  Duration leaving() {
    Long since = leavingSince;
    return since == null ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - since);
  }

  /** Time for which a partition has had no start; for every thread. */
  Duration unstarted() {
    return unstarted.longest(System.nanoTime());
  }

  /** Asks the loop to end; running jobs may end first. */
  void stop() {
    stopped.countDown();
  }

  /** Works until it is stopped or fails; then it holds nothing of the group any more. */
  void run() throws InterruptedException {
    try {
      consumer.subscribe(List.of(options.eventsTopic()), this);
      while (stopped.getCount() > 0) {
        turn();
      }
      letJobsEnd();
    } finally {
      dispatcher.giveUp(run -> true);
      close();
    }
  }

  private void turn() throws InterruptedException {
    unstarted.begin(partitions, System.nanoTime());
    if (hasRoom()) {
      Set<TopicPartition> paused = new HashSet<>(consumer.paused());
      paused.removeAll(unstarted.all());
      consumer.resume(paused);
    } else {
      consumer.pause(consumer.assignment());
    }
    boolean isBeside = hasRoom() && earlier.isDue(partitions);
    ConsumerRecords<byte[], byte[]> records = poll(isBeside ? POLL_BESIDE : POLL);
    for (TopicPartition partition : records.partitions()) {
      dispatch(partition, records);
    }
    if (isBeside && hasRoom()) {
      earlier.read(partitions);
    }
    lookBehind();
    commits.nowAndThen();
  }

  private ConsumerRecords<byte[], byte[]> poll(Duration limit) throws InterruptedException {
    try {
      ConsumerRecords<byte[], byte[]> records = consumer.poll(limit);
      failures.succeeded();
      listen(System.nanoTime(), !records.isEmpty());
      return records;
    } catch (KafkaException e) {
      failures.failed(e);
      return ConsumerRecords.empty();
    }
  }

  private void listen(long now, boolean hasRead) {
    if (now - lookedAt >= LOOK_NANOS || hasRead) {
      lookedAt = now;
      if (signs.haveAnswered() || hasRead) {
        answeredAt = now;
      }
      silence = Duration.ofNanos(now - answeredAt);
    }
  }

  private void lookBehind() {
    long now = System.nanoTime();
    if (now - laggedAt >= LOOK_NANOS) {
      laggedAt = now;
      lag.look(partitions.keySet(), now, clock.millis());
    }
  }

  /** Time for which no broker had answered at the last look; for every thread. */
  Duration silence() {
    return silence;
  }

  private void dispatch(TopicPartition partition, ConsumerRecords<byte[], byte[]> records) {
    JobOffsets jobs = partitions.get(partition);
    if (unstarted.contains(partition)) {
      return; // they are read again from its start
    }
    if (jobs == null) {
      throw new IllegalStateException("records of " + partition + ", which is not assigned");
    }
    for (ConsumerRecord<byte[], byte[]> record : records.records(partition)) {
      read(jobs, record);
      jobs.read(record.offset() + 1);
      lag.read(partition, record);
    }
  }

  @Override
  public boolean hasRoom() {
    return !dispatcher.isFull();
  }

  @Override
  public void read(JobOffsets jobs, ConsumerRecord<byte[], byte[]> record) {
    Granted granted = reader.read(record);
    if (granted != null) {
      long offset = record.offset();
      jobs.begin(offset);
      int bytes = Math.toIntExact(record.value().length + DecodedSize.of(record.value()));
      desk.offer(granted, jobs, bytes, () -> jobs.end(offset));
    }
  }

  /** Keeps polling, so that the group keeps this worker, but takes no jobs. */
  private void letJobsEnd() throws InterruptedException {
    dispatcher.withdraw(run -> true);
    long end = System.nanoTime() + options.stopTimeout().toNanos();
    while (dispatcher.isRunning(run -> true) && end - System.nanoTime() > 0) {
      consumer.pause(consumer.assignment());
      var unused = poll(POLL);
      commits.nowAndThen();
    }
  }

  private void close() {
    try {
      commits.now(partitions.keySet());
    } finally {
      partitions.clear();
      earlier.close();
      consumer.close();
    }
  }

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
    long now = System.nanoTime();
    unstarted.add(assigned, now);
    unstarted.begin(partitions, now);
  }

  /** Lets jobs end and commits; the partitions are still this worker's until this returns. */
  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
    Predicate<JobRun> theirs = jobsOf(revoked);
    dispatcher.withdraw(theirs);
    leavingSince = System.nanoTime();
    try {
      dispatcher.awaitEnd(theirs, options.stopTimeout());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      leavingSince = null;
    }
    dispatcher.giveUp(theirs);
    try {
      commits.now(revoked);
    } finally {
      forget(revoked);
    }
  }

  /** Gives jobs up; the partitions are another worker's already. */
  @Override
  public void onPartitionsLost(Collection<TopicPartition> lost) {
    dispatcher.giveUp(jobsOf(lost));
    forget(lost);
  }

  private void forget(Collection<TopicPartition> gone) {
    gone.forEach(partitions::remove);
    unstarted.remove(gone);
  }

  private Predicate<JobRun> jobsOf(Collection<TopicPartition> of) {
    Set<JobOffsets> theirs =
        of.stream()
            .filter(partitions::containsKey)
            .map(partitions::get)
            .collect(Collectors.toSet());
    return run -> theirs.stream().anyMatch(run::belongsTo);
  }
}
