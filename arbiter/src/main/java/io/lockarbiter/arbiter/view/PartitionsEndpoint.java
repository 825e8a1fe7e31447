package io.lockarbiter.arbiter.view;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.lockarbiter.arbiter.partition.PartitionProgress;
import io.lockarbiter.arbiter.partition.PartitionStatus;
import io.lockarbiter.arbiter.partition.RecoveryProgress;
import io.lockarbiter.contracts.lock.Settings;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Shows the state of this instance's partitions: {@code GET /api/partitions}. */
@RestController
final class PartitionsEndpoint {
  private final ShownPartitions partitions;
  private final Settings configured;

  PartitionsEndpoint(ShownPartitions partitions, Settings configured) {
    this.partitions = partitions;
    this.configured = configured;
  }

  /** All partitions; those of other instances only with their number, unless nobody has them. */
  @GetMapping("/api/partitions")
  List<PartitionView> partitions() {
    return partitions.all().stream().map(shown -> PartitionView.of(shown, configured)).toList();
  }

  /**
   * A partition.
   *
   * @param assigned whether this instance has it
   * @param state a state of a worker, or {@link ShownPartition#STALLED}
   * @param reason the reason for which it is halted, or the cause of the stall
   * @param halt the id of the halt, for {@code lockarbiter repair}
   * @param why the problem, for an operator
   * @param recovery the offsets of the records that Redis has lost and that are applied again
   * @param at the log time, epoch ms
   * @param nextDeadline log time, epoch ms
   * @param lag the number of undecided offsets, those behind an open transaction too
   * @param settings the settings that it decides by, by name
   * @param namesWhy the reason why it compares names otherwise than configured
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record PartitionView(
      int partition,
      boolean assigned,
      @Nullable String state,
      @Nullable String reason,
      @Nullable String halt,
      @Nullable String why,
      @Nullable RecoveryView recovery,
      @Nullable Long appliedOffset,
      @Nullable Long publishedSeq,
      @Nullable Long at,
      @Nullable Long nextDeadline,
      @Nullable Long held,
      @Nullable Long waiting,
      @Nullable Long lag,
      @Nullable Map<String, Integer> settings,
      @Nullable String namesWhy) {

    static PartitionView of(ShownPartition shown, Settings configured) {
      PartitionStatus status = shown.status();
      PartitionProgress progress = status == null ? null : status.progress();
      return new PartitionView(
          shown.partition(),
          shown.isAssigned(),
          shown.state(),
          shown.reason(),
          status == null ? null : status.haltId(),
          shown.why(),
          status == null ? null : RecoveryView.of(status.recovery()),
          progress == null ? null : progress.header().appliedOffset(),
          progress == null ? null : progress.publishedSeq(),
          progress == null ? null : progress.header().at(),
          progress == null ? null : progress.nextDeadline(),
          progress == null ? null : progress.held(),
          progress == null ? null : progress.waiting(),
          shown.lag() < 0 ? null : shown.lag(),
          progress == null ? null : progress.header().settings().byName(),
          progress == null ? null : CaseText.of(progress.header().settings(), configured));
    }
  }

  /**
   * The progress of a recovery.
   *
   * @param source the log from which it comes, without the deployment's prefix
   * @param from the first offset of it that is needed
   * @param next the first offset not yet applied
   * @param to the end of the offsets that are needed
   */
  record RecoveryView(String source, long from, long next, long to, long remaining) {
    static @Nullable RecoveryView of(@Nullable RecoveryProgress progress) {
      return progress == null
          ? null
          : new RecoveryView(
              progress.source(),
              progress.from(),
              progress.next(),
              progress.to(),
              progress.remaining());
    }
  }
}
