package io.lockarbiter.trial.bench.audit;

import io.lockarbiter.audit.replay.HistorySource;
import io.lockarbiter.audit.replay.OpenHistory;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.contracts.schema.Topic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The histories in a directory, two files for each partition.
 *
 * @param directory holds {@code 0.commands}, {@code 0.events}, {@code 1.commands} …
 */
record RecordedHistories(Path directory) implements HistorySource {
  static Path commands(Path directory, int partition) {
    return directory.resolve(partition + ".commands");
  }

  static Path events(Path directory, int partition) {
    return directory.resolve(partition + ".events");
  }

  @Override
  public String commandsTopic() {
    return Topic.COMMANDS.text();
  }

  @Override
  public String eventsTopic() {
    return Topic.EVENTS.text();
  }

  @Override
  public List<Integer> partitions() {
    return IntStream.iterate(0, n -> Files.exists(events(directory, n)), n -> n + 1)
        .boxed()
        .toList();
  }

  @Override
  public PartitionHistory open(int partition) {
    return new OpenHistory(
        partition,
        partitions().size(),
        new RecordFile.Reader(commands(directory, partition)),
        new RecordFile.Reader(events(directory, partition)));
  }

  @Override
  public void close() {}
}
