package io.lockarbiter.trial.bench.handover;

import io.lockarbiter.embedded.judge.GroupLag;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;

/** Looks at a consumer group again and again. Used by one thread. */
public final class GroupWatch implements AutoCloseable {
  private static final long PAUSE_MS = 50;

  private final Admin admin;
  private final String group;
  private final List<Owners> seen = new ArrayList<>();

  /** A watch over a group. */
  public GroupWatch(String bootstrapServers, String group) {
    this.admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
    this.group = group;
  }

  /** Forgets what was seen but for the last look. */
  void forget() {
    if (seen.size() > 1) {
      seen.subList(0, seen.size() - 1).clear();
    }
  }

  /** What was seen of the group while it was stable, the oldest first. */
  List<Owners> seen() {
    return List.copyOf(seen);
  }

  /**
   * Looks until the group is stable and as wanted.
   *
   * @throws IllegalStateException if it is not in time
   */
  Owners await(String what, Predicate<Owners> wanted, Duration patience)
      throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      if (look() && wanted.test(seen.get(seen.size() - 1))) {
        return seen.get(seen.size() - 1);
      }
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "the group %s did not come to %s within %d s; seen last: %s"
                .formatted(
                    group,
                    what,
                    patience.toSeconds(),
                    seen.isEmpty() ? "nothing" : seen.get(seen.size() - 1)));
      }
      Thread.sleep(PAUSE_MS);
    }
  }

  /**
   * Looks until the group is no longer stable or has other members.
   *
   * @return when it was seen unchanged for the last time, this host's clock
   */
  long awaitChange(Duration patience) throws InterruptedException {
    Owners before = seen.get(seen.size() - 1);
    long unchangedMs = before.seenAtMs();
    long deadline = System.nanoTime() + patience.toNanos();
    while (look() && seen.get(seen.size() - 1).members().equals(before.members())) {
      unchangedMs = seen.get(seen.size() - 1).seenAtMs();
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "nobody joined or left the group %s within %d s"
                .formatted(group, patience.toSeconds()));
      }
      Thread.sleep(PAUSE_MS);
    }
    return unchangedMs;
  }

  /** Says whether the group's positions are the ends of the topic: nothing waits to be decided. */
  public boolean isAtTheEnd(String topic) throws InterruptedException {
    return isNearTheEnd(topic, 0);
  }

  /** Says whether at most so many records of each partition wait to be decided. */
  public boolean isNearTheEnd(String topic, long records) throws InterruptedException {
    GroupLag lag = GroupLag.of(admin, group, topic);
    return lag != null && lag.records() <= records;
  }

  /** Says whether the group is stable; then its owners are seen. */
  private boolean look() throws InterruptedException {
    try {
      long nowMs = System.currentTimeMillis();
      ConsumerGroupDescription found =
          admin.describeConsumerGroups(List.of(group)).all().get().get(group);
      if (found == null || found.groupState() != GroupState.STABLE) {
        return false;
      }
      Map<Integer, String> owners = new HashMap<>();
      for (MemberDescription member : found.members()) {
        for (TopicPartition partition : member.assignment().topicPartitions()) {
          owners.put(partition.partition(), member.consumerId());
        }
      }
      seen.add(
          new Owners(
              nowMs,
              found.members().stream()
                  .map(MemberDescription::consumerId)
                  .collect(Collectors.toSet()),
              owners));
      return true;
    } catch (ExecutionException e) {
      return false;
    }
  }

  @Override
  public void close() {
    admin.close();
  }
}
