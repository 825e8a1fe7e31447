package io.lockarbiter.audit.file;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.RecordLog;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One partition of one topic, among the lines of a file; its first offset is that of its first
 * line.
 */
final class FileLog implements RecordLog {
  private static final Pattern HEAD =
      Pattern.compile("\\{\"topic\":\"([A-Za-z0-9._-]+)\",\"partition\":(\\d{1,9}),");

  private final Path file;
  private final BufferedReader reader;
  private final String topic;
  private final int partition;
  private int number;
  private @Nullable AuditRecord first;
  private final long begin;

  FileLog(Path file, String topic, int partition) {
    this.file = file;
    this.reader = FileHistorySource.reader(file);
    this.topic = topic;
    this.partition = partition;
    this.first = read();
    this.begin = first == null ? 0 : first.offset();
  }

  @Override
  public long begin() {
    return begin;
  }

  @Override
  public long end() {
    return -1;
  }

  @Override
  public @Nullable AuditRecord next() {
    AuditRecord next = first;
    if (next != null) {
      first = null;
      return next;
    }
    return read();
  }

  private @Nullable AuditRecord read() {
    try {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        number++;
        if (isOfAnother(line)) {
          continue;
        }
        RecordLine record = parse(file, number, line);
        if (record.partition() == partition && record.topic().equals(topic)) {
          return record.record();
        }
      }
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  /** Says so of a line that begins as kcat's and ours do; the whole line need not be read then. */
  private boolean isOfAnother(String line) {
    Matcher head = HEAD.matcher(line);
    return head.lookingAt()
        && !(head.group(1).equals(topic) && Integer.parseInt(head.group(2)) == partition);
  }

  static RecordLine parse(Path file, int number, String line) {
    try {
      return RecordLine.parse(line);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s line %d %s".formatted(file, number, e.getMessage()), e);
    }
  }

  @Override
  public void close() {
    try {
      reader.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close " + file, e);
    }
  }
}
