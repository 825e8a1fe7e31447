package io.lockarbiter.arbiter.kafka;

import static java.util.Objects.requireNonNull;

import io.lockarbiter.arbiter.watch.GroupMember;
import io.lockarbiter.arbiter.watch.GroupSource;
import io.lockarbiter.arbiter.watch.GroupView;
import io.lockarbiter.service.kafka.AdminAnswer;
import io.lockarbiter.service.kafka.ArbiterGroup;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ClassicGroupDescription;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.DescribeClassicGroupsOptions;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** Asks the brokers for the members of the consumer group. Connects at the first use. */
public final class GroupReader implements GroupSource, AutoCloseable {
  private final OpenedAdmin admin;
  private final String deployment;
  private final String commands;
  private final Duration timeout;
  private final Runnable answered;

  /**
   * A reader.
   *
   * @param deployment the group
   * @param commands the topic
   * @param timeout longest wait for an answer
   * @param answered runs when a broker has answered
   */
  public GroupReader(
      Supplier<Admin> source,
      String deployment,
      String commands,
      Duration timeout,
      Runnable answered) {
    this.admin = new OpenedAdmin(source);
    this.deployment = deployment;
    this.commands = commands;
    this.timeout = timeout;
    this.answered = answered;
  }

  @Override
  public GroupView view() {
    GroupView view;
    try {
      view = view(ofConsumers());
    } catch (GroupIdNotFoundException e) {
      view = new GroupView(true, "DEAD", List.of());
    } catch (KafkaException e) {
      if (!isOfAnotherKind(e)) {
        throw e;
      }
      view = ofAnotherKind();
    }
    answered.run();
    return view;
  }

  private ConsumerGroupDescription ofConsumers() {
    DescribeConsumerGroupsOptions options =
        new DescribeConsumerGroupsOptions().timeoutMs(Math.toIntExact(timeout.toMillis()));
    return requireNonNull(
        AdminAnswer.await(
                admin.get().describeConsumerGroups(List.of(deployment), options).all(), timeout)
            .get(deployment));
  }

  private GroupView view(ConsumerGroupDescription group) {
    boolean settled =
        switch (group.groupState()) {
          case STABLE, EMPTY, DEAD -> true;
          default -> false;
        };
    return new GroupView(
        settled,
        group.groupState().toString(),
        group.members().stream().map(each -> member(group, each, settled)).toList());
  }

  /** Kafka's client says so of a group that has another protocol, such as Kafka Connect's. */
  private static boolean isOfAnotherKind(KafkaException e) {
    return e.getCause() instanceof ExecutionException execution
        && execution.getCause() instanceof IllegalArgumentException;
  }

  /** None of its members is an arbiter. */
  private GroupView ofAnotherKind() {
    DescribeClassicGroupsOptions options =
        new DescribeClassicGroupsOptions().timeoutMs(Math.toIntExact(timeout.toMillis()));
    ClassicGroupDescription group =
        requireNonNull(
            AdminAnswer.await(
                    admin.get().describeClassicGroups(List.of(deployment), options).all(), timeout)
                .get(deployment));
    return new GroupView(
        true,
        group.state().toString(),
        group.members().stream()
            .map(each -> new GroupMember(false, each.clientId(), each.host(), Set.of()))
            .toList());
  }

  private GroupMember member(
      ConsumerGroupDescription group, MemberDescription member, boolean settled) {
    Set<Integer> partitions =
        member.assignment().topicPartitions().stream()
            .filter(partition -> partition.topic().equals(commands))
            .map(TopicPartition::partition)
            .collect(Collectors.toSet());
    return new GroupMember(
        settled
            ? ArbiterGroup.isArbiter(group, member)
            : ArbiterGroup.isNamedAfter(group.groupId(), member),
        member.clientId(),
        member.host(),
        partitions);
  }

  @Override
  public void close() {
    admin.close();
  }
}
