package io.lockarbiter.arbiter.check;

import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The requirements on the state of a deployment. */
public final class StateRules {
  private StateRules() {}

  /**
   * The problems in the state of a deployment; the first one.
   *
   * @param settings those that are configured
   * @param headers the header of each partition; null where there is no state
   */
  public static List<Finding> findings(
      Settings settings, IntFunction<@Nullable PartitionHeader> headers) {
    for (int partition = 0; partition < settings.get(Setting.PARTITIONS); partition++) {
      PartitionHeader header = headers.apply(partition);
      Finding finding = header == null ? null : finding(partition, settings, header.settings());
      if (finding != null) {
        return List.of(finding);
      }
    }
    return List.of();
  }

  private static @Nullable Finding finding(int partition, Settings settings, Settings before) {
    int partitions = before.get(Setting.PARTITIONS);
    if (partitions == Settings.UNTOLD) {
      return null;
    }
    if (partitions != settings.get(Setting.PARTITIONS)) {
      return Finding.problem(
          "partition=%d was decided with partitions=%d, expected lockarbiter.topics.partitions=%d"
              .formatted(partition, partitions, settings.get(Setting.PARTITIONS)),
          "accounts would move away from their locks",
          "the number of partitions is part of a deployment's identity: drain it, then start under a new lockarbiter.deployment with new topics");
    }
    boolean wereWithoutCase = before.areNamesWithoutCase();
    boolean areWithoutCase = settings.areNamesWithoutCase();
    return wereWithoutCase == areWithoutCase || !before.isCaseTold()
        ? null
        : Finding.problem(
            "partition=%d was decided with namesWithoutCase=%s, expected lockarbiter.names.without-case=%s"
                .formatted(partition, wereWithoutCase, areWithoutCase),
            "locks that are held would not be found under the names of others",
            "how names are compared is part of a deployment's identity: set it as it was on all instances. To change it, or if instances that differed have told partitions differently, drain the deployment, then start under a new lockarbiter.deployment with new topics");
  }
}
