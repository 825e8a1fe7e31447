package io.lockarbiter.arbiter.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The example for tests of start rules: 100 records, 60 events, the last record applied and its
 * events published. Each test changes some of these facts.
 */
final class ExampleFacts {
  static final Commit MISSING = new Commit.Missing();
  static final LogRange NOTHING = new LogRange(0, 0);
  static final AppliedRecord NOT_RETAINED = new AppliedRecord.NotRetained();
  static final AppliedRecord SAME = new AppliedRecord.Found(5_000, 3);

  Commit commit = known(100, 99, 60);
  LogRange events = new LogRange(0, 80);
  @Nullable Long lastSeq = 60L;
  @Nullable PartitionHeader header = header(99, 60);
  @Nullable Long firstKept;
  LogRange commands = new LogRange(0, 100);
  AppliedRecord applied = SAME;
  @Nullable LogRange tail;

  void assertHalt(HaltReason reason, String fact) {
    Halt halt = catchThrowableOfType(HaltedException.class, this::decide).halt();
    assertThat(halt.reason()).isEqualTo(reason);
    assertThat(halt.message()).startsWith("partition=4: ").contains(fact, "Fix: ");
  }

  Start start() {
    return (Start) decide();
  }

  Replay replay() {
    return (Replay) decide();
  }

  Rebuild rebuild() {
    return (Rebuild) decide();
  }

  private FirstStep decide() {
    return StartRule.decide(
        new StartFacts(4, commit, events, lastSeq, header, firstKept, commands, applied, tail));
  }

  /** Position, expected offset and published seq of a start without a warning. */
  static List<Long> numbers(Start start) {
    assertThat(start.warning()).isNull();
    return List.of(start.position(), start.expectedOffset(), start.publishedSeq());
  }

  static Commit known(long offset, long appliedOffset, long publishedSeq) {
    return new Commit.Known(offset, CommitMetadata.of(header(appliedOffset, publishedSeq)));
  }

  static PartitionHeader header(long appliedOffset, long seq) {
    return header(appliedOffset, seq, Settings.DEFAULT);
  }

  static PartitionHeader header(long appliedOffset, long seq, Settings settings) {
    return new PartitionHeader(appliedOffset, 5_000, 3, 6_000, seq, settings);
  }
}
