package io.lockarbiter.trial.chaos;

import io.lockarbiter.trial.bench.stage.LoopingThread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;

/** Regularly reads which member of the consumer group owns which partition. */
final class GroupOwners implements AutoCloseable {
  private static final String GROUP = "lockarbiter";
  private static final long PAUSE_NANOS = 100_000_000;

  /**
   * An observation while the group was stable.
   *
   * @param atNanos this process's clock
   * @param members by partition; a partition without an owner is missing
   */
  record Seen(long atNanos, Map<Integer, String> members) {}

  private final List<Seen> seen = new ArrayList<>();
  private final Admin admin;
  private final LoopingThread thread;

  GroupOwners(String bootstrapServers) {
    admin =
        Admin.create(
            Map.of(
                "bootstrap.servers", bootstrapServers,
                "request.timeout.ms", "2000",
                "default.api.timeout.ms", "2000"));
    thread = new LoopingThread("owners", this::look);
    thread.start();
  }

  private void look() {
    LockSupport.parkNanos(PAUSE_NANOS);
    try {
      ConsumerGroupDescription found =
          admin.describeConsumerGroups(List.of(GROUP)).all().get().get(GROUP);
      if (found != null && found.groupState() == GroupState.STABLE) {
        add(found);
      }
    } catch (ExecutionException e) {
      return; // a broker is dead or frozen; the next look comes soon
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void add(ConsumerGroupDescription group) {
    Map<Integer, String> members = new HashMap<>();
    for (MemberDescription member : group.members()) {
      for (TopicPartition partition : member.assignment().topicPartitions()) {
        members.put(partition.partition(), member.consumerId());
      }
    }
    seen.add(new Seen(System.nanoTime(), members));
  }

  /** Returns the partitions that had more than one owner between two moments. */
  synchronized Set<Integer> moved(long fromNanos, long toNanos) {
    return moved(seen, fromNanos, toNanos);
  }

  /**
   * Finds the same in observations, beginning with the last one before the interval. A partition
   * that returned to its owner between two observations counts as one that stayed.
   */
  static Set<Integer> moved(List<Seen> seen, long fromNanos, long toNanos) {
    Map<Integer, String> first = new HashMap<>();
    Set<Integer> moved = new HashSet<>();
    for (Seen look : seen) {
      if (look.atNanos() > toNanos) {
        break;
      }
      boolean isBefore = look.atNanos() < fromNanos;
      look.members()
          .forEach(
              (partition, member) -> {
                if (isBefore) {
                  first.put(partition, member);
                } else if (!member.equals(first.computeIfAbsent(partition, p -> member))) {
                  moved.add(partition);
                }
              });
    }
    return moved;
  }

  @Override
  public void close() {
    thread.close();
    admin.close();
  }
}
