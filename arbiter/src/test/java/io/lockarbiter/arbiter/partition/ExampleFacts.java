package io.lockarbiter.arbiter.partition;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The example for tests of start rules: 100 records, 60 events, the last record applied and its
 * events published. Each test changes some of these facts.
 */
public final class ExampleFacts {
  private static final String EVENT =
      """
      {"v":1,"type":"granted","seq":%d,"at":%d,"account":"acme","commandId":"c","cause":{"partition":%d,"offset":%d},\
      "lockId":"c","subAccount":"u","operation":"UPLOAD","path":"/p","targets":[{"path":"/p","mode":"PUT"}],\
      "leaseMs":1,"token":%d,"expiresAt":9000,"waitedMs":0}""";

  static final int PARTITION = 4;
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
  LaterEvents later = LaterEvents.NONE;
  AppliedRecord cause = NOT_RETAINED;
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
        new StartFacts(
            PARTITION, commit, events, lastSeq, header, firstKept, commands, applied, later, cause,
            tail));
  }

  /** Events behind the position, in this order. */
  static LaterEvents later(long... seqs) {
    return new LaterEvents(stored(seqs), false);
  }

  /** Events of commands at every other offset: 56 answers that at offset 92. */
  static List<LaterEvents.Stored> stored(long... seqs) {
    return LongStream.of(seqs).mapToObj(seq -> stored(seq, PARTITION, 2 * seq - 20)).toList();
  }

  /** An event that answers the command at an offset. */
  public static LaterEvents.Stored stored(long seq, int partition, long offset) {
    String event = EVENT.formatted(seq, 7_000 + seq, partition, offset, seq);
    return new LaterEvents.Stored(seq, event.getBytes(UTF_8), null, null);
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
