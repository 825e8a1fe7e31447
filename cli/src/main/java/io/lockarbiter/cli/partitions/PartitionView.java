package io.lockarbiter.cli.partitions;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A partition as {@code GET /api/partitions} of an arbiter tells; what is unknown is null.
 *
 * @param owner the arbiter that has it, as it was asked
 * @param state null if none of those asked has it
 * @param reason why it stands still
 * @param halt names the standstill for {@code repair}
 * @param why what is wrong, with the remedy
 * @param settings what it decides by, by name
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
    @Nullable Map<String, Long> settings) {
  /** The recovery of a partition. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Recovery(String source, long remaining) {}

  /** The same, told by this arbiter. */
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
        settings);
  }

  /** Claims that it decides. */
  boolean isRunning() {
    return "RUNNING".equals(state);
  }
}
