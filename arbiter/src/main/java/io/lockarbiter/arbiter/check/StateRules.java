package io.lockarbiter.arbiter.check;

import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The requirements on the state of a deployment. */
public final class StateRules {
  private static final String TOLD_DIFFERENTLY =
      "partitions were told differently whether names differ in case, by instances that were configured differently or by a record of somebody else; each compares names as its own log says. Fix: lockarbiter partitions shows which; to have one rule for all, drain the deployment, then start under a new lockarbiter.deployment with new topics";

  private StateRules() {}

  /**
   * The problems in the state of a deployment; the first one.
   *
   * @param settings those that are configured
   * @param headers the header of each partition; null where there is no state
   */
  public static List<Finding> findings(
      Settings settings, IntFunction<@Nullable PartitionHeader> headers) {
    @Nullable Finding ofCase = null;
    Set<Boolean> told = new HashSet<>();
    for (int partition = 0; partition < settings.get(Setting.PARTITIONS); partition++) {
      PartitionHeader header = headers.apply(partition);
      if (header == null) {
        continue;
      }
      Finding ofNumber = ofNumber(partition, settings, header.settings());
      if (ofNumber != null) {
        return List.of(ofNumber);
      }
      if (header.settings().isCaseTold()) {
        told.add(header.settings().areNamesWithoutCase());
        ofCase = ofCase == null ? ofCase(partition, settings, header.settings()) : ofCase;
      }
    }
    // No setting would fit all of them, and each is decided by what its own log was told.
    return told.size() > 1
        ? List.of(Finding.warning(TOLD_DIFFERENTLY))
        : ofCase == null ? List.of() : List.of(ofCase);
  }

  private static @Nullable Finding ofNumber(int partition, Settings settings, Settings before) {
    int partitions = before.get(Setting.PARTITIONS);
    return partitions == Settings.UNTOLD || partitions == settings.get(Setting.PARTITIONS)
        ? null
        : Finding.problem(
            "partition=%d was decided with partitions=%d, expected lockarbiter.topics.partitions=%d"
                .formatted(partition, partitions, settings.get(Setting.PARTITIONS)),
            "accounts would move away from their locks",
            "the number of partitions is part of a deployment's identity: drain it, then start under a new lockarbiter.deployment with new topics");
  }

  private static @Nullable Finding ofCase(int partition, Settings settings, Settings before) {
    boolean wereWithoutCase = before.areNamesWithoutCase();
    boolean areWithoutCase = settings.areNamesWithoutCase();
    return wereWithoutCase == areWithoutCase
        ? null
        : Finding.problem(
            "partition=%d was decided with namesWithoutCase=%s, expected lockarbiter.names.without-case=%s"
                .formatted(partition, wereWithoutCase, areWithoutCase),
            "locks that are held would not be found under the names of others",
            "how names are compared is part of a deployment's identity: set it as it was on all instances. To change it, drain the deployment, then start under a new lockarbiter.deployment with new topics");
  }
}
