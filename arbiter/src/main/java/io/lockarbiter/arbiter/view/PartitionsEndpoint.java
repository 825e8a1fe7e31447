package io.lockarbiter.arbiter.view;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.lockarbiter.arbiter.partition.HaltReason;
import io.lockarbiter.arbiter.partition.PartitionProgress;
import io.lockarbiter.arbiter.partition.PartitionState;
import io.lockarbiter.arbiter.partition.PartitionStatus;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.arbiter.partition.RecoveryProgress;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Shows the state of this instance's partitions: {@code GET /api/partitions}. */
@RestController
final class PartitionsEndpoint {
  private final PartitionStatuses statuses;
  private final Settings settings;

  PartitionsEndpoint(PartitionStatuses statuses, Settings settings) {
    this.statuses = statuses;
    this.settings = settings;
  }

  /** All partitions; those of other instances only with their number. */
  @GetMapping("/api/partitions")
  List<PartitionView> partitions() {
    return IntStream.range(0, settings.get(Setting.PARTITIONS))
        .mapToObj(partition -> PartitionView.of(partition, statuses.get(partition)))
        .toList();
  }

  /**
   * A partition.
   *
   * @param assigned whether this instance has it
   * @param reason the reason for which it is halted
   * @param halt the id of the halt, for {@code lockarbiter repair}
   * @param why the problem, for an operator
   * @param recovery the offsets of the records that Redis has lost and that are applied again
   * @param at the log time, epoch ms
   * @param nextDeadline log time, epoch ms
   * @param lag the number of offsets not yet read
   * @param settings the settings that it decides by, by name
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record PartitionView(
      int partition,
      boolean assigned,
      @Nullable PartitionState state,
      @Nullable HaltReason reason,
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
      @Nullable Map<String, Integer> settings) {

    static PartitionView of(int partition, @Nullable PartitionStatus status) {
      if (status == null) {
        return new PartitionView(
            partition, false, null, null, null, null, null, null, null, null, null, null, null,
            null, null);
      }
      PartitionProgress progress = status.progress();
      return new PartitionView(
          partition,
          true,
          status.state(),
          status.halt(),
          status.haltId(),
          status.why(),
          RecoveryView.of(status.recovery()),
          progress == null ? null : progress.header().appliedOffset(),
          progress == null ? null : progress.publishedSeq(),
          progress == null ? null : progress.header().at(),
          progress == null ? null : progress.nextDeadline(),
          progress == null ? null : progress.held(),
          progress == null ? null : progress.waiting(),
          status.lag() < 0 ? null : status.lag(),
          progress == null ? null : progress.header().settings().byName());
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
