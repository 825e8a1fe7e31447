package io.lockarbiter.cli.partitions;

import io.lockarbiter.cli.text.TextTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Partitions for people: a table, and below it what is wrong. */
final class PartitionsText {
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
    return lines;
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
