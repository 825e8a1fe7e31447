package io.lockarbiter.arbiter.watch;

import io.lockarbiter.arbiter.partition.CommandAppender;
import io.lockarbiter.arbiter.partition.PartitionProgress;
import io.lockarbiter.arbiter.partition.PartitionState;
import io.lockarbiter.arbiter.partition.PartitionStatus;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.contracts.command.Tick;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for foreign transactions in the command log. Publishers must use none (WIRE.md, Topics),
 * but nothing can keep them from it.
 *
 * <ul>
 *   <li>An open transaction holds back every later command, while readers see a lag of 0. If two
 *       looks see it, it is an alarm.
 *   <li>An ended transaction leaves a marker, which is never decided. If it is the last entry of a
 *       log that retention then empties, it looks like commands that were removed undecided; one
 *       tick behind it prevents that.
 * </ul>
 *
 * Used by one thread, which runs {@link #look} again and again; read by any.
 */
public final class TransactionWatch {
  private static final Logger LOG = LoggerFactory.getLogger(TransactionWatch.class);

  private final PartitionStatuses statuses;
  private final LogEndsSource source;
  private final CommandAppender appender;
  private final String topic;
  private final String bootstrapServers;
  private final Alarm<Integer> alarm = new Alarm<>();
  private final Map<Integer, Long> trailing = new HashMap<>();
  private volatile Map<Integer, LogEnds> last = Map.of();

  /**
   * A watch.
   *
   * @param topic the topic of the commands, as remedies name it
   * @param bootstrapServers the servers, as remedies name them
   */
  public TransactionWatch(
      PartitionStatuses statuses,
      LogEndsSource source,
      CommandAppender appender,
      String topic,
      String bootstrapServers) {
    this.statuses = statuses;
    this.source = source;
    this.appender = appender;
    this.topic = topic;
    this.bootstrapServers = bootstrapServers;
  }

  /** Number of offsets that an open transaction held back at the last look; empty if unknown. */
  public OptionalLong heldBack(int partition) {
    LogEnds ends = last.get(partition);
    return ends == null ? OptionalLong.empty() : OptionalLong.of(ends.heldBack());
  }

  /** Asks Kafka, warns of problems, and appends the ticks that are needed. */
  public void look() {
    List<PartitionStatus> all = statuses.all();
    Map<Integer, LogEnds> before = last;
    Map<Integer, LogEnds> now = ask(all);
    last = now;
    for (PartitionStatus status : all) {
      LogEnds ends = now.get(status.partition());
      if (ends != null) {
        judge(status.partition(), ends, before.get(status.partition()));
        tickBehindMarkers(status, ends);
      }
    }
  }

  private Map<Integer, LogEnds> ask(List<PartitionStatus> all) {
    if (all.isEmpty()) {
      return Map.of();
    }
    try {
      return source.ends(all.stream().map(PartitionStatus::partition).toList());
    } catch (RuntimeException e) {
      LOG.debug("the ends of {} are unknown", topic, e);
      return Map.of();
    }
  }

  /** Raises the alarm if two looks see the same stable offset with records behind it. */
  private void judge(int partition, LogEnds ends, @Nullable LogEnds before) {
    boolean hangs =
        ends.heldBack() > 0
            && before != null
            && before.heldBack() > 0
            && before.stable() == ends.stable();
    if (alarm.begins(partition, hangs)) {
      LOG.warn(
          "partition={}: a transaction has been open on {} since offset={}; the {} offsets from there on are not decided until it ends, while leases go on running out. Publishers must not use transactions. Fix: find its producer with kafka-transactions.sh --bootstrap-server {} describe-producers --topic {} --partition {}, stop it, and kafka-transactions.sh --bootstrap-server {} abort --topic {} --partition {} --start-offset {}",
          partition,
          topic,
          ends.stable(),
          ends.heldBack(),
          bootstrapServers,
          topic,
          partition,
          bootstrapServers,
          topic,
          partition,
          ends.stable());
    } else if (alarm.ends(partition, ends.heldBack() > 0)) {
      LOG.info("partition={}: the transaction on {} has ended", partition, topic);
    }
  }

  /**
   * Appends a tick if nothing was decided since the last look although the log goes on behind the
   * last decided record.
   */
  private void tickBehindMarkers(PartitionStatus status, LogEnds ends) {
    PartitionProgress progress = status.progress();
    if (status.state() != PartitionState.RUNNING
        || progress == null
        || ends.heldBack() > 0
        || ends.stable() <= progress.header().appliedOffset() + 1) {
      trailing.remove(status.partition());
      return;
    }
    Long before = trailing.put(status.partition(), ends.stable());
    if (before != null && before == ends.stable()) {
      trailing.remove(status.partition());
      var unused = appender.append(status.partition(), new Tick());
    }
  }
}
