package io.lockarbiter.arbiter.kafka;

import static java.util.Objects.requireNonNull;

import io.lockarbiter.arbiter.watch.GroupMember;
import io.lockarbiter.arbiter.watch.GroupSource;
import io.lockarbiter.service.kafka.ArbiterGroup;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.jspecify.annotations.Nullable;

/** Asks the brokers for the members of the consumer group. Connects at the first use. */
public final class GroupReader implements GroupSource, AutoCloseable {
  private final OpenedAdmin admin;
  private final String deployment;
  private final String commands;
  private final Duration timeout;

  /**
   * A reader.
   *
   * @param deployment the group
   * @param commands the topic
   * @param timeout longest wait for the answer
   */
  public GroupReader(Supplier<Admin> source, String deployment, String commands, Duration timeout) {
    this.admin = new OpenedAdmin(source);
    this.deployment = deployment;
    this.commands = commands;
    this.timeout = timeout;
  }

  @Override
  public @Nullable List<GroupMember> members() {
    ConsumerGroupDescription group;
    try {
      DescribeConsumerGroupsOptions options =
          new DescribeConsumerGroupsOptions().timeoutMs(Math.toIntExact(timeout.toMillis()));
      group =
          requireNonNull(
              AdminAnswer.await(
                      admin.get().describeConsumerGroups(List.of(deployment), options).all(),
                      timeout)
                  .get(deployment));
    } catch (GroupIdNotFoundException e) {
      return List.of();
    }
    return switch (group.groupState()) {
      case STABLE, EMPTY, DEAD ->
          group.members().stream().map(each -> member(group, each)).toList();
      default -> null;
    };
  }

  private GroupMember member(ConsumerGroupDescription group, MemberDescription member) {
    Set<Integer> partitions =
        member.assignment().topicPartitions().stream()
            .filter(partition -> partition.topic().equals(commands))
            .map(TopicPartition::partition)
            .collect(Collectors.toSet());
    return new GroupMember(
        ArbiterGroup.isArbiter(group, member), member.clientId(), member.host(), partitions);
  }

  @Override
  public void close() {
    admin.close();
  }
}
