package io.lockarbiter.arbiter.check;

import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The requirements on the state of a deployment. */
public final class StateRules {
  private StateRules() {}

  /**
   * The problems in the state of a deployment.
   *
   * @param headers the header of each partition; null where there is no state
   */
  public static List<Finding> findings(
      int partitions, IntFunction<@Nullable PartitionHeader> headers) {
    List<Finding> findings = new ArrayList<>();
    for (int partition = 0; partition < partitions && findings.isEmpty(); partition++) {
      PartitionHeader header = headers.apply(partition);
      if (header != null && wasOfOtherSize(header, partitions)) {
        findings.add(
            Finding.problem(
                "partition=%d was decided with partitions=%d, expected lockarbiter.topics.partitions=%d"
                    .formatted(partition, header.settings().get(Setting.PARTITIONS), partitions),
                "accounts would move away from their locks",
                "the number of partitions is part of a deployment's identity: drain it, then start under a new lockarbiter.deployment with new topics"));
      }
    }
    return findings;
  }

  private static boolean wasOfOtherSize(PartitionHeader header, int partitions) {
    int before = header.settings().get(Setting.PARTITIONS);
    return before != partitions && before != Settings.UNTOLD;
  }
}
