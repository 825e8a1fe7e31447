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

/** How this instance's partitions stand: {@code GET /api/partitions}. */
@RestController
final class PartitionsEndpoint {
  private final PartitionStatuses statuses;
  private final Settings settings;

  PartitionsEndpoint(PartitionStatuses statuses, Settings settings) {
    this.statuses = statuses;
    this.settings = settings;
  }

  /** All partitions; those of other instances by number alone. */
  @GetMapping("/api/partitions")
  List<PartitionView> partitions() {
    return IntStream.range(0, settings.get(Setting.PARTITIONS))
        .mapToObj(partition -> PartitionView.of(partition, statuses.get(partition)))
        .toList();
  }

  /**
   * A partition.
   *
   * @param assigned whether it is this instance's
   * @param reason why it stands still
   * @param halt names the standstill for {@code lockarbiter repair}
   * @param why what is wrong, for an operator
   * @param recovery offsets of the records that Redis has lost and is fed again
   * @param at log time, epoch ms
   * @param nextDeadline log time, epoch ms
   * @param lag offsets not yet read
   * @param settings what it decides by, by name
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
   * What is being brought back.
   *
   * @param source the log from which it comes, without the deployment's prefix
   * @param from first offset of it that is needed
   * @param next first that was not yet worked off
   * @param to end of those that are needed
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
