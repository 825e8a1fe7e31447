package io.lockarbiter.cli.audit;

import io.lockarbiter.audit.file.FileHistorySource;
import io.lockarbiter.audit.kafka.KafkaHistorySource;
import io.lockarbiter.audit.replay.HistorySource;
import io.lockarbiter.cli.connect.KafkaOptions;
import io.lockarbiter.contracts.codec.AccountHash;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Options that name the source of a history. */
final class SourceOptions {
  @ArgGroup(multiplicity = "1")
  private @Nullable Where where;

  @Option(names = "--partition", paramLabel = "N", description = "Only this partition.")
  private @Nullable Integer partition;

  /** The source: Kafka, or files. */
  static final class Where {
    @ArgGroup(exclusive = false)
    private @Nullable KafkaOptions kafka;

    @ArgGroup(exclusive = false)
    private @Nullable FileOptions files;
  }

  /** Files of one record per line. */
  static final class FileOptions {
    @Option(
        names = "--commands",
        paramLabel = "FILE",
        required = true,
        description =
            "Commands, one record per line as kcat -J or audit export --records write them; .gz is"
                + " unpacked.")
    private Path commands = Path.of("");

    @Option(
        names = "--events",
        paramLabel = "FILE",
        required = true,
        description = "Events, likewise; may be the same file.")
    private Path events = Path.of("");
  }

  /** Opens the source that the options name, and watches it for records of an account. */
  AskedAccount open(@Nullable String account) {
    return new AskedAccount(open(), account);
  }

  /** Opens the source that the options name. */
  HistorySource open() {
    if (where == null) {
      throw new IllegalStateException("no source is given. Fix: --kafka HOST:PORT");
    }
    if (where.kafka != null) {
      return new KafkaHistorySource(where.kafka.settings(), where.kafka.prefix());
    }
    if (where.files == null) {
      throw new IllegalStateException("no source is given. Fix: --kafka HOST:PORT");
    }
    return new FileHistorySource(where.files.commands, where.files.events);
  }

  /** The selected partitions; with an account, only its partition. */
  List<Integer> partitions(HistorySource source, @Nullable String account) {
    List<Integer> all = source.partitions();
    if (partition != null) {
      if (!all.contains(partition)) {
        throw new IllegalArgumentException(
            "--partition=%d is not there, partitions are %s".formatted(partition, all));
      }
      return List.of(partition);
    }
    boolean inKafka = where != null && where.kafka != null;
    return account != null && inKafka ? List.of(AccountHash.partition(account, all.size())) : all;
  }
}
