package io.lockarbiter.cli.partitions;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A partition as {@code GET /api/partitions} of an arbiter reports it; unknown values are null.
 *
 * @param owner the address of the arbiter that has it, as given to the command
 * @param state the state; null if none of the arbiters asked has it, or knows that nobody has
 * @param reason the reason for which it is halted, or the cause of the stall
 * @param halt the id of the halt, for {@code repair}
 * @param why the problem, with the remedy
 * @param settings the settings that it decides by, by name
 * @param namesWhy the reason why it compares names otherwise than its owner is configured
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
record PartitionView(
    int partition,
    boolean assigned,
    @Nullable String owner,
    @Nullable String state,
    @Nullable String reason,
    @Nullable String halt,
    @Nullable String why,
    @Nullable Recovery recovery,
    @Nullable Long appliedOffset,
    @Nullable Long publishedSeq,
    @Nullable Long held,
    @Nullable Long waiting,
    @Nullable Long lag,
    @Nullable Map<String, Long> settings,
    @Nullable String namesWhy) {
  /** The recovery of a partition. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Recovery(String source, long remaining) {}

  /** This partition, as reported by the given arbiter. */
  PartitionView of(String arbiter) {
    return new PartitionView(
        partition,
        assigned,
        assigned ? arbiter : null,
        state,
        reason,
        halt,
        why,
        recovery,
        appliedOffset,
        publishedSeq,
        held,
        waiting,
        lag,
        settings,
        namesWhy);
  }

  /** Chooses the owner's of two views, or else the one of an arbiter that knows a problem. */
  PartitionView orOwners(PartitionView other) {
    if (assigned || other.assigned) {
      return other.assigned ? other : this;
    }
    return state == null ? other : this;
  }

  /** Says whether it decides commands, and its events can be read. */
  boolean isRunning() {
    return "RUNNING".equals(state);
  }
}
