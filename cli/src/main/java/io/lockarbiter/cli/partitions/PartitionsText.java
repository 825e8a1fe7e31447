package io.lockarbiter.cli.partitions;

import io.lockarbiter.cli.text.TextTable;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Partitions as text for people: a table, and the problems below it. */
final class PartitionsText {
  private static final String OF_INSTANCES =
      "Instances were started with different settings, and each new owner of a partition changes them. Fix: the same lockarbiter.limits for all instances";
  private static final String OF_EPOCHS =
      "Each numbers its tokens as its log was told before its first event, once for all. Fix: move no account there; for one epoch, a new lockarbiter.deployment with new topics, to which nobody sends before the arbiters run";

  private PartitionsText() {}

  static List<String> lines(List<PartitionView> partitions) {
    TextTable table =
        new TextTable(
            "partition", "state", "applied", "published", "held", "waiting", "lag", "arbiter");
    List<String> wrong = new ArrayList<>();
    for (PartitionView each : partitions) {
      table.add(
          (long) each.partition(),
          state(each),
          number(each.appliedOffset()),
          number(each.publishedSeq()),
          number(each.held()),
          number(each.waiting()),
          number(each.lag()),
          each.owner() == null ? "none of those asked" : each.owner());
      if (!each.isRunning() && each.why() != null) {
        wrong.add("");
        wrong.add(
            each.why().startsWith("partition=")
                ? each.why()
                : "partition=%d: %s".formatted(each.partition(), each.why()));
      }
    }
    List<String> lines = new ArrayList<>(table.isEmpty() ? List.of() : table.lines());
    lines.addAll(wrong);
    lines.addAll(names(partitions));
    lines.addAll(differences(partitions));
    return lines;
  }

  /** The reasons for which partitions compare names otherwise than configured, each once. */
  private static List<String> names(List<PartitionView> partitions) {
    Map<String, List<Integer>> byReason = new LinkedHashMap<>();
    for (PartitionView each : partitions) {
      if (each.namesWhy() != null) {
        byReason.computeIfAbsent(each.namesWhy(), why -> new ArrayList<>()).add(each.partition());
      }
    }
    List<String> lines = new ArrayList<>();
    byReason.forEach(
        (why, numbers) -> {
          lines.add("");
          lines.add("partitions=%s: %s".formatted(numbers, why));
        });
    return lines;
  }

  /**
   * The settings that differ between partitions; each partition has the settings of its last owner.
   */
  private static List<String> differences(List<PartitionView> partitions) {
    Map<String, Map<Long, List<Integer>>> byName = new TreeMap<>();
    for (PartitionView each : partitions) {
      if (each.settings() != null) {
        each.settings()
            .forEach(
                (name, value) -> {
                  if (!name.equals(Setting.EPOCH.text()) || isTold(each.settings())) {
                    byName
                        .computeIfAbsent(name, n -> new TreeMap<>())
                        .computeIfAbsent(value, v -> new ArrayList<>())
                        .add(each.partition());
                  }
                });
      }
    }
    List<String> lines = new ArrayList<>();
    byName.forEach(
        (name, values) -> {
          if (values.size() > 1 && isOfInstances(name, partitions)) {
            lines.add("");
            lines.add(
                "The partitions have different %s: %s. %s"
                    .formatted(
                        name,
                        values.entrySet().stream()
                            .map(
                                value ->
                                    "%d in partitions %s"
                                        .formatted(value.getKey(), value.getValue()))
                            .collect(Collectors.joining(", ")),
                        name.equals(Setting.EPOCH.text()) ? OF_EPOCHS : OF_INSTANCES));
          }
        });
    return lines;
  }

  /**
   * Says whether a difference tells of different instances. The number of partitions may differ,
   * because a partition may not have a settings record yet, and the comparison of names for the
   * reasons that are told.
   */
  private static boolean isOfInstances(String name, List<PartitionView> partitions) {
    return !name.equals(Setting.PARTITIONS.text())
        && (!name.equals(Setting.NAMES_WITHOUT_CASE.text())
            || partitions.stream().allMatch(each -> each.namesWhy() == null));
  }

  /** Says whether a partition has a settings record, which tells its epoch. */
  private static boolean isTold(Map<String, Long> settings) {
    return settings.getOrDefault(Setting.PARTITIONS.text(), 0L) != Settings.UNTOLD;
  }

  private static String state(PartitionView partition) {
    if (partition.state() == null) {
      return "?";
    }
    PartitionView.Recovery recovery = partition.recovery();
    if (recovery != null) {
      return "%s, %,d offsets of %s left"
          .formatted(partition.state(), recovery.remaining(), recovery.source());
    }
    return partition.reason() == null
        ? partition.state()
        : partition.state() + ", " + partition.reason();
  }

  private static Object number(@Nullable Long number) {
    return number == null ? "" : number;
  }
}
