package io.lockarbiter.arbiter.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.service.kafka.ArbiterGroup;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.TopicPartition;

/**
 * Hands partitions out as Kafka's cooperative sticky assignor, under a name of its own. All members
 * of a group must know one common name. So a stranger that was given the deployment as its {@code
 * group.id} is refused ({@code INCONSISTENT_GROUP_PROTOCOL}) instead of getting partitions, which
 * would stand still.
 *
 * <p>The assignments carry user data. Brokers turn no group with such into one of the newer
 * protocol, as they otherwise would when a consumer with {@code group.protocol=consumer} joins.
 */
public final class ArbiterAssignor extends CooperativeStickyAssignor {
  @Override
  public String name() {
    return ArbiterGroup.ASSIGNOR;
  }

  @Override
  public GroupAssignment assign(Cluster cluster, GroupSubscription subscriptions) {
    Map<String, Subscription> members = subscriptions.groupSubscription();
    Map<String, Assignment> assignments = new HashMap<>();
    super.assign(cluster, subscriptions)
        .groupAssignment()
        .forEach(
            (member, assignment) ->
                assignments.put(
                    member,
                    new Assignment(
                        withoutClaimed(member, assignment.partitions(), members),
                        ByteBuffer.wrap(ArbiterGroup.ASSIGNOR.getBytes(UTF_8)))));
    return new GroupAssignment(assignments);
  }

  /**
   * Without what another member still claims, were it from an earlier generation: it is handed on
   * once that member has heard of it. Kafka's client refuses anything else from an assignor that is
   * not its own.
   */
  private static List<TopicPartition> withoutClaimed(
      String member, List<TopicPartition> partitions, Map<String, Subscription> members) {
    Set<TopicPartition> own = new HashSet<>();
    Set<TopicPartition> claimed = new HashSet<>();
    members.forEach(
        (each, subscription) ->
            (each.equals(member) ? own : claimed).addAll(subscription.ownedPartitions()));
    return partitions.stream()
        .filter(partition -> own.contains(partition) || !claimed.contains(partition))
        .toList();
  }
}
