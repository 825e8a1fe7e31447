package io.lockarbiter.arbiter.watch;

import io.lockarbiter.arbiter.partition.PartitionStatus;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks whether Kafka answers at all: fetches, heartbeats, or what the other watches ask. While it
 * does not, a partition that has nothing to publish sees no failure and no lag, and runs on.
 *
 * <p>Used by one thread, which runs {@link #look} once a second; read by any.
 */
public final class BrokerWatch implements StallSource {
  /**
   * As many looks without an answer are a stall: more than a broker needs that restarts quickly.
   * They are counted, not timed, so that a host that slept is no alarm.
   */
  private static final int LOOKS = 12;

  /** As many looks without an answer say that ticks may be on their way. */
  private static final int SUSPICIOUS_LOOKS = 3;

  private static final Logger LOG = LoggerFactory.getLogger(BrokerWatch.class);

  private final PartitionStatuses statuses;
  private final KafkaAnswers answers;
  private final int partitions;
  private final String bootstrapServers;
  private final Alarm<String> alarm = new Alarm<>();
  private long seen;
  private volatile int silentLooks;
  private volatile Map<Integer, Stall> stalls = Map.of();

  /**
   * A watch.
   *
   * @param partitions how many there are
   * @param bootstrapServers the servers, as remedies name them
   */
  public BrokerWatch(
      PartitionStatuses statuses, KafkaAnswers answers, int partitions, String bootstrapServers) {
    this.statuses = statuses;
    this.answers = answers;
    this.partitions = partitions;
    this.bootstrapServers = bootstrapServers;
  }

  @Override
  public Map<Integer, Stall> stalls() {
    return stalls;
  }

  /** Says whether the last looks, of which some are no alarm yet, saw no answer. */
  public boolean isSilent() {
    return silentLooks >= SUSPICIOUS_LOOKS;
  }

  /** Says what is wrong, once, and when it is over. */
  public void look() {
    long now = answers.count();
    int looks = now == seen ? silentLooks + 1 : 0;
    seen = now;
    silentLooks = looks;
    boolean wrong = looks >= LOOKS;
    stalls = wrong ? ofAll(new Stall(StallCause.BROKER, why())) : Map.of();
    if (alarm.begins(bootstrapServers, wrong)) {
      LOG.warn("partitions={}: {}", stalls.keySet().stream().sorted().toList(), why());
    } else if (alarm.ends(bootstrapServers, wrong)) {
      LOG.info("Kafka answers again");
    }
  }

  /** An instance that has no partition cannot tell who has them. */
  private Map<Integer, Stall> ofAll(Stall stall) {
    List<Integer> mine = statuses.all().stream().map(PartitionStatus::partition).toList();
    return stall.in(mine.isEmpty() ? IntStream.range(0, partitions).boxed() : mine.stream());
  }

  private String why() {
    return "no broker at %s has answered this arbiter for %d s; its commands wait undecided, and no lease, no wait and no window ends. Fix: see whether the brokers run, and whether this host reaches them (kafka-broker-api-versions.sh --bootstrap-server %s)"
        .formatted(bootstrapServers, LOOKS, bootstrapServers);
  }
}
