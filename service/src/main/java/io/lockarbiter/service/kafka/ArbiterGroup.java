package io.lockarbiter.service.kafka;

import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.GroupType;

/** Tells arbiters from strangers in their consumer group. */
public final class ArbiterGroup {
  /** The assignor of all arbiters, by which they keep others out. */
  public static final String ASSIGNOR = "lockarbiter";

  private ArbiterGroup() {}

  /**
   * Claims that a member is an arbiter's listener: it is named after the group, and the group has
   * agreed on the arbiters' assignor. A group of the newer protocol agrees on none of its members'.
   */
  public static boolean isArbiter(ConsumerGroupDescription group, MemberDescription member) {
    return isNamedAfter(group.groupId(), member)
        && (group.type() == GroupType.CONSUMER || group.partitionAssignor().equals(ASSIGNOR));
  }

  /**
   * Claims that a member has the name of an arbiter's listener; nothing else is known while a group
   * hands out partitions.
   */
  public static boolean isNamedAfter(String group, MemberDescription member) {
    String prefix = group + "-";
    String name = member.clientId();
    return name.startsWith(prefix) && name.substring(prefix.length()).matches("[0-9]+");
  }
}
