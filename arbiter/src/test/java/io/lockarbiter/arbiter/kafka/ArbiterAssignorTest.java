package io.lockarbiter.arbiter.kafka;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.RebalanceProtocol;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class ArbiterAssignorTest {
  private static final String TOPIC = "lock.commands";
  private static final int PARTITIONS = 12;

  private final Random random = new Random(7);
  private final Map<String, ArbiterAssignor> members = new HashMap<>();
  private final Map<String, List<TopicPartition>> owned = new HashMap<>();
  private int generation;

  @Test
  void name_isOursAndTheProtocolStaysCooperative() {
    assertThat(new ArbiterAssignor().name()).isEqualTo("lockarbiter");
    assertThat(new ArbiterAssignor().supportedProtocols()).contains(RebalanceProtocol.COOPERATIVE);
  }

  /** Brokers turn no group with user data into one of the newer protocol. */
  @Test
  void assignments_carryUserData() {
    join("a");

    assertThat(requireNonNull(assign().get("a")).userData().remaining()).isPositive();
  }

  @Test
  void membersThatComeAndGo_shareAllPartitions() {
    join("a");
    rebalance();
    join("b");
    rebalance();
    rebalance();
    assertThat(owned.get("a")).hasSize(PARTITIONS / 2);
    assertThat(owned.get("b")).hasSize(PARTITIONS / 2);
    leave("a");
    rebalance();

    assertThat(owned.get("b")).hasSize(PARTITIONS);
  }

  /**
   * Kafka's client refuses an assignment that hands on at once what somebody still claims, unless
   * the assignor is its own.
   */
  @Test
  void whatSomebodyClaims_isHandedOnInTheNextRoundOnly() {
    for (int round = 0; round < 500; round++) {
      String member = "m" + random.nextInt(5);
      if (random.nextInt(3) == 0) {
        leave(member);
      } else {
        join(member);
      }
      if (random.nextInt(4) == 0 && owned.containsKey(member)) {
        claimSomething(member);
      }
      Map<String, Assignment> assignments = members.isEmpty() ? Map.of() : assign();
      Set<TopicPartition> added = new HashSet<>();
      Set<TopicPartition> revoked = new HashSet<>();
      assignments.forEach(
          (each, assignment) -> {
            Set<TopicPartition> before = Set.copyOf(owned.getOrDefault(each, List.of()));
            Set<TopicPartition> after = Set.copyOf(assignment.partitions());
            after.stream().filter(p -> !before.contains(p)).forEach(added::add);
            before.stream().filter(p -> !after.contains(p)).forEach(revoked::add);
          });

      assertThat(added).as("round %d", round).filteredOn(revoked::contains).isEmpty();
      take(assignments);
    }
    rebalance();
    rebalance();
    rebalance();
    assertThat(owned.values().stream().flatMap(List::stream)).hasSize(PARTITIONS);
  }

  /** As one that was away does: what it had is another's since. */
  private void claimSomething(String member) {
    List<TopicPartition> claimed = new ArrayList<>(owned.getOrDefault(member, List.of()));
    TopicPartition other = new TopicPartition(TOPIC, random.nextInt(PARTITIONS));
    if (!claimed.contains(other)) {
      claimed.add(other);
      owned.put(member, claimed);
    }
  }

  private void join(String member) {
    members.computeIfAbsent(member, name -> new ArbiterAssignor());
    owned.computeIfAbsent(member, name -> List.of());
  }

  private void leave(String member) {
    members.remove(member);
    owned.remove(member);
  }

  private void rebalance() {
    take(assign());
  }

  private void take(Map<String, Assignment> assignments) {
    generation++;
    assignments.forEach(
        (member, assignment) -> {
          requireNonNull(members.get(member))
              .onAssignment(
                  assignment,
                  new ConsumerGroupMetadata("locks", generation, member, Optional.empty()));
          owned.put(member, assignment.partitions());
        });
  }

  private Map<String, Assignment> assign() {
    Map<String, Subscription> subscriptions = new HashMap<>();
    members.forEach(
        (member, assignor) -> {
          ByteBuffer userData = assignor.subscriptionUserData(Set.of(TOPIC));
          subscriptions.put(
              member,
              new Subscription(List.of(TOPIC), userData, owned.getOrDefault(member, List.of())));
        });
    return members
        .values()
        .iterator()
        .next()
        .assign(cluster(), new GroupSubscription(subscriptions))
        .groupAssignment();
  }

  private static Cluster cluster() {
    Node node = new Node(0, "kafka", 9092);
    Node[] replicas = {node};
    return new Cluster(
        "c",
        List.of(node),
        IntStream.range(0, PARTITIONS)
            .mapToObj(n -> new PartitionInfo(TOPIC, n, node, replicas, replicas))
            .toList(),
        Set.of(),
        Set.of());
  }
}
