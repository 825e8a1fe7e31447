package io.lockarbiter.audit.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.audit.replay.HistorySource;
import io.lockarbiter.audit.replay.OpenHistory;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.contracts.lock.Settings;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;

/**
 * Histories in files exported from Kafka, one record per line; {@code .gz} is unpacked. Commands
 * and events may be in one file or in two; the end of a topic's name tells which of them it has.
 */
public final class FileHistorySource implements HistorySource {
  private final Path commands;
  private final Path events;
  private final FileTopics topics;

  /**
   * Creates a source.
   *
   * @throws IllegalArgumentException if a line is no record; the message names file and line
   */
  public FileHistorySource(Path commands, Path events) {
    this.commands = commands;
    this.events = events;
    this.topics = FileTopics.of(List.of(commands, events));
  }

  @Override
  public String commandsTopic() {
    return topics.commands();
  }

  @Override
  public String eventsTopic() {
    return topics.events();
  }

  @Override
  public List<Integer> partitions() {
    return List.copyOf(new TreeSet<>(topics.partitions()));
  }

  @Override
  public PartitionHistory open(int partition) {
    FileLog ofCommands = new FileLog(commands, topics.commands(), partition);
    FileLog ofEvents = new FileLog(events, topics.events(), partition);
    return new OpenHistory(partition, Settings.UNTOLD, ofCommands, ofEvents);
  }

  @Override
  public void close() {}

  static BufferedReader reader(Path file) {
    try {
      InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
      boolean packed = String.valueOf(file.getFileName()).endsWith(".gz");
      return new BufferedReader(
          new InputStreamReader(packed ? new GZIPInputStream(in, 1 << 16) : in, UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
