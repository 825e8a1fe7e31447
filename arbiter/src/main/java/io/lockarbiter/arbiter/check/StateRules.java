package io.lockarbiter.arbiter.check;

import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The requirements on the state of a deployment. */
public final class StateRules {
  private static final String TOLD_DIFFERENTLY =
      "partitions were told differently whether names differ in case, by instances that were configured differently or by a record of somebody else; each compares names as its own log says. Fix: lockarbiter partitions shows which; to have one rule for all, drain the deployment, then start under a new lockarbiter.deployment with new topics";

  private static final String EPOCHS_DIFFER =
      "partitions were told different epochs, or some had events before the first settings; tokens of each are numbered as its own log says, so accounts that come from an earlier epoch may have tokens that their storage refuses. Fix: lockarbiter partitions shows which; to have one epoch, drain the deployment, then start under a new lockarbiter.deployment with new topics, to which nobody sends before the arbiters run";

  private StateRules() {}

  /**
   * The problems in the state of a deployment: the first one of each kind, or that of its number of
   * partitions alone.
   *
   * @param settings those that are configured
   * @param headers the header of each partition; null where there is no state
   */
  public static List<Finding> findings(
      Settings settings, IntFunction<@Nullable PartitionHeader> headers) {
    @Nullable Finding ofCase = null;
    @Nullable Finding ofEpoch = null;
    Set<Boolean> told = new HashSet<>();
    Set<Integer> epochs = new HashSet<>();
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
      if (header.seq() > 0 || header.settings().get(Setting.PARTITIONS) != Settings.UNTOLD) {
        epochs.add(header.settings().get(Setting.EPOCH));
        ofEpoch = ofEpoch == null ? ofEpoch(partition, settings, header.settings()) : ofEpoch;
      }
    }
    // No setting would fit all of them, and each is decided by what its own log was told.
    ofCase = told.size() > 1 ? Finding.warning(TOLD_DIFFERENTLY) : ofCase;
    ofEpoch = epochs.size() > 1 ? Finding.warning(EPOCHS_DIFFER) : ofEpoch;
    return Stream.of(Optional.ofNullable(ofCase), Optional.ofNullable(ofEpoch))
        .flatMap(Optional::stream)
        .toList();
  }

  private static @Nullable Finding ofEpoch(int partition, Settings settings, Settings before) {
    return before.get(Setting.EPOCH) == settings.get(Setting.EPOCH)
        ? null
        : Finding.problem(
            "partition=%d was decided with epoch=%d, expected lockarbiter.epoch=%d"
                .formatted(partition, before.get(Setting.EPOCH), settings.get(Setting.EPOCH)),
            "tokens would not be numbered as they were configured to be",
            "an epoch is told before the first event, once for all: set it as it was on all instances. For another epoch start under a new lockarbiter.deployment with new topics, to which nobody sends before the arbiters run");
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
