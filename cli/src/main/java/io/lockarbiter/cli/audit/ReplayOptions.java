package io.lockarbiter.cli.audit;

import io.lockarbiter.audit.replay.AuditReplay;
import io.lockarbiter.audit.replay.Findings;
import io.lockarbiter.audit.replay.Moment;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.ReplayListener;
import io.lockarbiter.audit.replay.Scope;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that select the part of a history to show. */
final class ReplayOptions {
  @Mixin private SourceOptions source = new SourceOptions();

  @Option(
      names = "--from",
      paramLabel = "TIME",
      converter = MomentConverter.class,
      description =
          "Shows commands from this moment on: ISO-8601, epoch ms, an offset of the commands, or"
              + " how long ago, such as 25h.")
  private Moment from = Moment.BEGINNING;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      converter = MomentConverter.class,
      description = "Shows commands up to this moment.")
  private Moment to = Moment.END;

  @Option(names = "--account", paramLabel = "ID", description = "Shows this account only.")
  private @Nullable String account;

  Scope scope() {
    return new Scope(from, to, account);
  }

  /** The selection in words; empty = everything. */
  String words() {
    StringJoiner words = new StringJoiner(", ");
    if (account != null) {
      words.add("account " + account);
    }
    if (!from.equals(Moment.BEGINNING)) {
      words.add("from " + from);
    }
    if (!to.equals(Moment.END)) {
      words.add("to " + to);
    }
    return words.toString();
  }

  /**
   * Replays the selected partitions to a listener, one after another.
   *
   * @return the source, closed: it knows whether the account is on record
   */
  AskedAccount replay(ReplayListener listener) {
    try (AskedAccount opened = source.open(account)) {
      for (int partition : source.partitions(opened, account)) {
        try (PartitionHistory history = opened.open(partition);
            ReplayProgress progress = Terminal.progress(1)) {
          new AuditReplay(history, Findings.NONE).run(List.of(listener, progress.of(history)));
        }
      }
      return opened;
    }
  }
}
