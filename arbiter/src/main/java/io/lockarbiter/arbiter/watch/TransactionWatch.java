package io.lockarbiter.arbiter.watch;

import io.lockarbiter.arbiter.partition.PartitionStatus;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for transactions that stay open on a topic. Nobody reads the records behind one, while
 * readers see a lag of 0. Only the arbiter may use any (WIRE.md, Topics), but nothing can keep
 * others from it. If two looks see the same one, it is an alarm.
 *
 * <p>Used by one thread, which runs {@link #look} again and again; read by any.
 */
public final class TransactionWatch implements StallSource {
  private static final Logger LOG = LoggerFactory.getLogger(TransactionWatch.class);

  /** As many failed looks in a row are told; a broker that restarts fails fewer. */
  private static final int FAILED_LOOKS = 3;

  private final PartitionStatuses statuses;
  private final LogEndsSource source;
  private final WatchedTopic topic;
  private final String bootstrapServers;
  private final Alarm<String> blind = new Alarm<>();
  private final Alarm<Integer> alarm = new Alarm<>();
  private int failedLooks;
  private volatile Map<Integer, LogEnds> last = Map.of();
  private volatile Map<Integer, Stall> stalls = Map.of();

  /**
   * A topic to look at.
   *
   * @param name the topic, as remedies name it
   * @param cause the cause of the stall if a transaction stays open on it
   * @param consequence the end of a sentence about the offsets that are held back
   */
  public record WatchedTopic(String name, StallCause cause, String consequence) {
    /** The topic of the commands. */
    public static WatchedTopic commands(String name) {
      return new WatchedTopic(
          name,
          StallCause.COMMANDS_TRANSACTION,
          "are not decided until it ends, and no lease and no wait ends meanwhile. Publishers must not use transactions");
    }

    /** The topic of the events. */
    public static WatchedTopic events(String name) {
      return new WatchedTopic(
          name,
          StallCause.EVENTS_TRANSACTION,
          "are read by nobody until it ends: no client hears of a decision, and holders give their locks up. Only arbiters may write there");
    }
  }

  /**
   * A watch.
   *
   * @param source the source of the topic's ends
   * @param bootstrapServers the servers, as remedies name them
   */
  public TransactionWatch(
      PartitionStatuses statuses,
      LogEndsSource source,
      WatchedTopic topic,
      String bootstrapServers) {
    this.statuses = statuses;
    this.source = source;
    this.topic = topic;
    this.bootstrapServers = bootstrapServers;
  }

  /** Number of offsets that an open transaction held back at the last look; empty if unknown. */
  public OptionalLong heldBack(int partition) {
    LogEnds ends = last.get(partition);
    return ends == null ? OptionalLong.empty() : OptionalLong.of(ends.heldBack());
  }

  /** Where a partition ended at the last look; null if unknown. */
  @Nullable LogEnds ends(int partition) {
    return last.get(partition);
  }

  @Override
  public Map<Integer, Stall> stalls() {
    return stalls;
  }

  /** Asks Kafka, warns of problems once, and tells when they are over. */
  public void look() {
    List<PartitionStatus> all = statuses.all();
    Map<Integer, LogEnds> before = last;
    Map<Integer, LogEnds> now = ask(all);
    if (now == null) {
      last = Map.of();
      return;
    }
    Map<Integer, Stall> found = new HashMap<>();
    now.forEach(
        (partition, ends) -> {
          boolean hangs = hangs(ends, before.get(partition));
          if (hangs || stalls.containsKey(partition) && ends.heldBack() > 0) {
            found.put(partition, new Stall(topic.cause(), why(partition, ends)));
          }
          tell(partition, found.get(partition));
        });
    last = now;
    stalls = Map.copyOf(found);
  }

  /** Null if nobody answers; then a stall that was seen before is still one. */
  private @Nullable Map<Integer, LogEnds> ask(List<PartitionStatus> all) {
    if (all.isEmpty()) {
      return Map.of();
    }
    try {
      Map<Integer, LogEnds> ends =
          source.ends(all.stream().map(PartitionStatus::partition).toList());
      failedLooks = 0;
      if (blind.ends(topic.name(), false)) {
        LOG.info("the ends of {} are known again", topic.name());
      }
      return ends;
    } catch (RuntimeException e) {
      failedLooks++;
      if (blind.begins(topic.name(), failedLooks >= FAILED_LOOKS)) {
        LOG.warn(
            "the ends of {} are unknown: {}; a transaction that stays open there would not be seen. Fix: see whether every partition of it has a leader that answers (kafka-topics.sh --bootstrap-server {} --describe --topic {}), and the right Read there",
            topic.name(),
            e.getMessage(),
            bootstrapServers,
            topic.name());
      } else {
        LOG.debug("the ends of {} are unknown", topic.name(), e);
      }
      return null;
    }
  }

  /** Says whether two looks see the same stable offset with records behind it. */
  private static boolean hangs(LogEnds ends, @Nullable LogEnds before) {
    return ends.heldBack() > 0
        && before != null
        && before.heldBack() > 0
        && before.stable() == ends.stable();
  }

  private String why(int partition, LogEnds ends) {
    return "a transaction has been open on %s since offset=%d; the %d offsets from there on %s. Fix: find its producer with kafka-transactions.sh --bootstrap-server %s describe-producers --topic %s --partition %d, stop it, and kafka-transactions.sh --bootstrap-server %s abort --topic %s --partition %d --start-offset %d"
        .formatted(
            topic.name(),
            ends.stable(),
            ends.heldBack(),
            topic.consequence(),
            bootstrapServers,
            topic.name(),
            partition,
            bootstrapServers,
            topic.name(),
            partition,
            ends.stable());
  }

  private void tell(int partition, @Nullable Stall stall) {
    if (stall != null && alarm.begins(partition, true)) {
      LOG.warn("partition={}: {}", partition, stall.why());
    } else if (stall == null && alarm.ends(partition, false)) {
      LOG.info("partition={}: the transaction on {} has ended", partition, topic.name());
    }
  }
}
