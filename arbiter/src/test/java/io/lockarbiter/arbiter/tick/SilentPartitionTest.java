package io.lockarbiter.arbiter.tick;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.partition.LogTime;
import io.lockarbiter.arbiter.partition.PartitionProgress;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A partition without records except the timer's: its store, its log, and simulated time. */
class SilentPartitionTest {
  private static final int PARTITION = AccountHash.partition("acme", 12);
  private static final long START_MS = 1_000;
  private static final long INTERVAL_MS = 20;
  private static final long MOST_LATE_MS = 200;

  private final ReferenceLockStore store = new ReferenceLockStore();
  private final PartitionStatuses statuses = new PartitionStatuses();
  private final PartitionStatuses.Entry entry = statuses.open(PARTITION);
  private final List<Long> ticks = new ArrayList<>();
  private final List<Event> events = new ArrayList<>();
  private final TickTimer timer = new TickTimer(statuses, this::tick, this::nanos, () -> {});
  private long nowMs = START_MS;
  private long offset = -1;
  private long seq;

  @Test
  void dueWaitLimit_becomesItsEventWithin200Ms() {
    acquire("held", "u1", 60_000, 0);
    acquire("waits", "u2", 60_000, 1_530);
    pass(20_000);

    assertThat(events)
        .last()
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> {
              assertThat(rejected.reason()).isEqualTo(RejectReason.WAIT_TIMEOUT);
              assertThat(rejected.head().at() - (START_MS + 1_530)).isBetween(0L, MOST_LATE_MS);
            });
    assertThat(ticks).hasSize(1);
  }

  @Test
  void waitLimitAfterAnotherDeadline_hasATickOfItsOwn() {
    acquire("held", "u1", 3_000, 0);
    acquire("next", "u2", 60_000, 9_000);
    acquire("last", "u3", 60_000, 5_000);
    pass(20_000);

    assertThat(events)
        .filteredOn(event -> event instanceof Released)
        .singleElement()
        .satisfies(
            event -> {
              assertThat(((Released) event).reason()).isEqualTo(ReleaseReason.EXPIRED);
              assertThat(event.head().at() - (START_MS + 3_000)).isBetween(0L, MOST_LATE_MS);
            });
    assertThat(events)
        .last()
        .satisfies(
            event -> {
              assertThat(event.head().commandId()).isEqualTo("last");
              assertThat(event.head().at() - (START_MS + 5_000)).isBetween(0L, MOST_LATE_MS);
            });
    assertThat(ticks).hasSize(2);
  }

  @Test
  void nothingDue_noTicks() {
    acquire("held", "u1", 600_000, 0);
    acquire("waits", "u2", 600_000, 600_000);
    pass(590_000);
    assertThat(ticks).isEmpty();

    release("waits", "u2");
    release("held", "u1");
    pass(600_000);

    assertThat(ticks).isEmpty();
  }

  private void acquire(String id, String subAccount, long leaseMs, long waitMs) {
    command(
        """
        {"type":"acquire","commandId":"%s","account":"acme","subAccount":"%s","operation":"UPLOAD","path":"/a/b","leaseMs":%d,"waitMs":%d}"""
            .formatted(id, subAccount, leaseMs, waitMs));
  }

  private void release(String lockId, String subAccount) {
    command(
        """
        {"type":"release","commandId":"r-%s","account":"acme","subAccount":"%s","lockId":"%s"}"""
            .formatted(lockId, subAccount, lockId));
  }

  private void command(String json) {
    append(CommandCodec.decode("acme".getBytes(UTF_8), json.getBytes(UTF_8)));
  }

  private CompletableFuture<Long> tick(int partition, Command tick) {
    ticks.add(nowMs);
    append(new DecodedCommand.Valid(tick));
    return CompletableFuture.completedFuture(offset);
  }

  /** Appends a record and decides it at once, as the log and the arbiter would. */
  private void append(DecodedCommand content) {
    LogRecord record = new LogRecord(offset + 1, nowMs, 0, content);
    Decision decision = store.decide(PARTITION, new FeedPosition(offset, seq), List.of(record));
    Outcome.Applied applied = decision.applied();
    offset++;
    seq = applied.header().seq();
    decision.events().forEach(event -> events.add(EventCodec.decode(event.value())));
    entry.post(
        entry
            .status()
            .running(
                new PartitionProgress(
                    applied.header(),
                    offset + 1,
                    seq,
                    applied.nextDeadline(),
                    applied.held(),
                    applied.waiting(),
                    new LogTime(nowMs, nanos()))));
  }

  private void pass(long ms) {
    for (long end = nowMs + ms; nowMs < end; nowMs += INTERVAL_MS) {
      timer.look();
    }
  }

  private long nanos() {
    return TimeUnit.MILLISECONDS.toNanos(nowMs);
  }
}
