package io.lockarbiter.audit.file;

import io.lockarbiter.contracts.schema.Topic;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;

/** The topics and partitions in files, found in one pass over all lines. */
record FileTopics(String commands, String events, Set<Integer> partitions) {

  static FileTopics of(Collection<Path> files) {
    String commands = Topic.COMMANDS.text();
    String events = Topic.EVENTS.text();
    Set<Integer> partitions = new TreeSet<>();
    for (Path file : new LinkedHashSet<>(files)) {
      try (BufferedReader reader = FileHistorySource.reader(file)) {
        int number = 0;
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
          RecordLine record = FileLog.parse(file, ++number, line);
          if (record.topic().endsWith(Topic.COMMANDS.text())) {
            commands = record.topic();
            partitions.add(record.partition());
          } else if (record.topic().endsWith(Topic.EVENTS.text())) {
            events = record.topic();
            partitions.add(record.partition());
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read " + file, e);
      }
    }
    return new FileTopics(commands, events, partitions);
  }
}
