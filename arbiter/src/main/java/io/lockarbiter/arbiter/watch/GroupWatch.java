package io.lockarbiter.arbiter.watch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks who has each partition: an arbiter, a stranger, or nobody. The workers cannot know, because
 * a partition that no arbiter has is nobody's here. Anything but an arbiter, seen at two looks, is
 * an alarm.
 *
 * <p>Used by one thread, which runs {@link #look} again and again; read by any.
 */
public final class GroupWatch implements StallSource {
  private static final Logger LOG = LoggerFactory.getLogger(GroupWatch.class);

  /**
   * As many looks in a row at a group that does not come to rest are a stall; hand-overs and the
   * end of a silent member's session take less.
   */
  private static final int UNSETTLED_LOOKS = 3;

  private final GroupSource source;
  private final BooleanSupplier hasNone;
  private final String group;
  private final int partitions;
  private final Alarm<Integer> alarm = new Alarm<>();
  private int unsettledLooks;
  private Map<Integer, Stall> seen = Map.of();
  private volatile Map<Integer, Stall> stalls = Map.of();

  /**
   * A watch.
   *
   * @param hasNone whether this instance has no partition: then a group that does not come to rest
   *     may keep it out
   * @param group as it is shown in remedies
   * @param partitions how many there are
   */
  public GroupWatch(GroupSource source, BooleanSupplier hasNone, String group, int partitions) {
    this.source = source;
    this.hasNone = hasNone;
    this.group = group;
    this.partitions = partitions;
  }

  @Override
  public Map<Integer, Stall> stalls() {
    return stalls;
  }

  /** Asks Kafka, and says what is wrong, once, and when it is over. */
  public void look() {
    GroupView view;
    try {
      view = source.view();
    } catch (RuntimeException e) {
      LOG.debug("the members of group {} are unknown", group, e);
      view = new GroupView(false, String.valueOf(e.getMessage()), List.of());
    }
    if (view.isSettled()) {
      unsettledLooks = 0;
      confirm(find(view.members()));
    } else if (hasNone.getAsBoolean()) {
      unsettledLooks++;
      lookAtUnsettled(view);
    } else {
      unsettledLooks = 0;
    }
  }

  /** A group that keeps this arbiter out says so by its strangers, or by not coming to rest. */
  private void lookAtUnsettled(GroupView view) {
    GroupMember stranger = anyStranger(view.members());
    if (stranger != null) {
      confirm(ofAll(stall(stranger, false)));
    } else if (unsettledLooks >= UNSETTLED_LOOKS) {
      seen = ofAll(unsettled(view.state()));
      stalls = seen;
      tell();
    }
  }

  private Map<Integer, Stall> ofAll(Stall stall) {
    return stall.in(IntStream.range(0, partitions).boxed());
  }

  private void confirm(Map<Integer, Stall> found) {
    Map<Integer, Stall> confirmed = new HashMap<>(found);
    confirmed.keySet().retainAll(seen.keySet());
    seen = found;
    stalls = Map.copyOf(confirmed);
    tell();
  }

  private static @Nullable GroupMember anyStranger(List<GroupMember> members) {
    return members.stream().filter(member -> !member.isArbiter()).findFirst().orElse(null);
  }

  private Map<Integer, Stall> find(List<GroupMember> members) {
    GroupMember anyStranger = anyStranger(members);
    Map<Integer, Stall> found = new HashMap<>();
    for (int partition = 0; partition < partitions; partition++) {
      GroupMember owner = owner(members, partition);
      if (owner == null || !owner.isArbiter()) {
        found.put(partition, stall(owner == null ? anyStranger : owner, owner != null));
      }
    }
    return found;
  }

  private static @Nullable GroupMember owner(List<GroupMember> members, int partition) {
    return members.stream()
        .filter(member -> member.partitions().contains(partition))
        .findFirst()
        .orElse(null);
  }

  private Stall unsettled(String state) {
    return new Stall(
        StallCause.NO_OWNER,
        "the group %s does not come to rest, or cannot be seen (%s), and this arbiter gets no partition; commands wait undecided. Fix: see which member does not answer (kafka-consumer-groups.sh --describe --state --members --group %s) and restart it; see the log of this arbiter, and its right Read on the group"
            .formatted(group, state, group));
  }

  private Stall stall(@Nullable GroupMember stranger, boolean hasIt) {
    if (stranger == null) {
      return new Stall(
          StallCause.NO_OWNER,
          "no member of the group %s has it; its commands wait undecided. Fix: start an arbiter, or see why those that run are no members: their log, deadThreads in their health, the right Read on the topic and the group"
              .formatted(group));
    }
    return new Stall(
        StallCause.STRANGER,
        "a stranger in the group %s, client.id=%s at %s, %s; its commands wait undecided. Fix: stop that consumer, or give it a group.id of its own; only arbiters may be members"
            .formatted(
                group,
                stranger.clientId(),
                stranger.host(),
                hasIt ? "has it" : "keeps the arbiters out, and nobody has it"));
  }

  /** One line for all partitions of which the same is to be said. */
  private void tell() {
    Map<String, List<Integer>> begun = new HashMap<>();
    List<Integer> ended = new ArrayList<>();
    for (int partition = 0; partition < partitions; partition++) {
      Stall stall = stalls.get(partition);
      if (stall != null && alarm.begins(partition, true)) {
        begun.computeIfAbsent(stall.why(), why -> new ArrayList<>()).add(partition);
      } else if (stall == null && alarm.ends(partition, false)) {
        ended.add(partition);
      }
    }
    begun.forEach((why, which) -> LOG.warn("partitions={}: {}", which, why));
    if (!ended.isEmpty()) {
      LOG.info("partitions={}: an arbiter has them again", ended);
    }
  }
}
