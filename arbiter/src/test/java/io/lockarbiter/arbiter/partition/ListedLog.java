package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.LogRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Logs made of lists: of records, and of events whose offsets are their indexes. */
class ListedLog implements PartitionLog {
  static final long SHUT = -1;

  final List<LogRecord> records = new ArrayList<>();
  final List<PublishedEvent> events = new ArrayList<>();
  int batchRecords = 3;
  long next = SHUT;

  @Override
  public void pause() {
    next = SHUT;
  }

  @Override
  public void readFrom(long offset) {
    next = offset;
  }

  @Override
  public @Nullable Batch take(Duration longest, Gathering gathering) {
    List<LogRecord> batch =
        next == SHUT
            ? List.of()
            : records.stream().filter(each -> each.offset() >= next).limit(batchRecords).toList();
    if (batch.isEmpty()) {
      return null;
    }
    next = batch.get(batch.size() - 1).offset() + 1;
    return new Batch(batch, List.of());
  }

  @Override
  public boolean hasMore(int number) {
    return false;
  }

  @Override
  public boolean hasRead(long end) {
    return next != SHUT && end() >= end && records.stream().noneMatch(r -> r.offset() >= next);
  }

  long end() {
    return records.isEmpty() ? 0 : records.get(records.size() - 1).offset() + 1;
  }

  @Override
  public OptionalLong lag() {
    return OptionalLong.empty();
  }

  @Override
  public long end(Duration longest) {
    return end();
  }

  @Override
  public long confirmations() {
    return 0;
  }

  @Override
  public EventPublisher openPublisher() {
    throw new UnsupportedOperationException("nothing is published here");
  }

  @Override
  public boolean isCommitBare() {
    return false;
  }

  @Override
  public boolean hasSameTopics() {
    return true;
  }

  @Override
  public StartFacts facts() {
    throw new UnsupportedOperationException("nobody starts here");
  }

  @Override
  public EventPage events(LogRange range) {
    List<PublishedEvent> page =
        events.subList(
            (int) range.begin(), (int) Math.min(range.end(), range.begin() + batchRecords));
    return new EventPage(List.copyOf(page), range.begin() + page.size());
  }

  @Override
  public FailureKind kind(RuntimeException failure) {
    return FailureKind.UNEXPECTED;
  }
}
