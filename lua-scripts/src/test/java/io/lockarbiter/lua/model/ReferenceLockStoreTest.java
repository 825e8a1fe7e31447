package io.lockarbiter.lua.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks from which states a caller may go on; the scenario files cover the decisions. */
class ReferenceLockStoreTest {
  private static final Settings ONE_PARTITION =
      SettingsChange.NOTHING.with(Setting.PARTITIONS, 1).applyTo(Settings.DEFAULT);

  private final ReferenceLockStore store = new ReferenceLockStore();

  @BeforeEach
  void start() {
    applied(
        store.decide(
            0, FeedPosition.START, List.of(record(3, 0, SettingsChange.to(ONE_PARTITION)))));
  }

  @Test
  void firstCall_createsAnEmptyPartition() {
    Decision decision = store.decide(1, FeedPosition.START, List.of());
    Outcome.Applied applied = decision.applied();

    assertThat(applied.header())
        .isEqualTo(new PartitionHeader(-1, 0, -1, 0, 0, Settings.INITIAL))
        .isEqualTo(store.header(1));
    assertThat(applied.nextDeadline()).isNull();
    assertThat(decision.events()).isEmpty();
  }

  @Test
  void unknownPartition_isEmptyIfRecordsWereHandedInBefore() {
    assertThat(store.decide(1, new FeedPosition(5, 0), List.of()).outcome())
        .isInstanceOf(Outcome.Empty.class);
    assertThat(store.decide(1, new FeedPosition(-1, 5), List.of()).outcome())
        .isInstanceOf(Outcome.Empty.class);
    assertThat(store.header(1)).isNull();
    assertThat(store.state(1)).isNull();
    assertThat(store.locks(1, "acme", LockPath.ROOT, 1)).isEmpty();
  }

  @Test
  void appliedRecords_areSkippedAndTheirEventsAnsweredUntilPublished() {
    List<LogRecord> records = List.of(record(5, 10, upload("a")), record(9, 20, upload("b")));
    List<EncodedEvent> first = applied(store.decide(0, new FeedPosition(3, 0), records)).events();
    PartitionState state = store.state(0);

    assertThat(applied(store.decide(0, new FeedPosition(3, 0), records)).events())
        .isEqualTo(first)
        .hasSize(2);
    assertThat(applied(store.decide(0, new FeedPosition(9, 1), List.of())).events())
        .isEqualTo(first.subList(1, 2));
    assertThat(store.state(0)).isEqualTo(state);
  }

  @Test
  void callerBehindWhatItPublished_isStale() {
    store.decide(
        0, new FeedPosition(3, 0), List.of(record(5, 10, upload("a")), record(9, 20, upload("b"))));
    store.decide(0, new FeedPosition(9, 2), List.of());

    assertThat(
            store.decide(0, new FeedPosition(9, 1), List.of(record(10, 30, upload("c")))).outcome())
        .isEqualTo(new Outcome.Stale(1, 3));
    assertThat(
            applied(store.decide(0, new FeedPosition(9, 2), List.of()))
                .applied()
                .header()
                .appliedOffset())
        .isEqualTo(9);
  }

  @Test
  void lostWrites_areBehindAndHealedByTheSameRecords() {
    ReferenceLockStore backup = store.copy();
    List<LogRecord> records = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      records.add(record(5 + 2L * i, 10 * i, upload("id" + i)));
    }
    List<EncodedEvent> events = applied(store.decide(0, new FeedPosition(3, 0), records)).events();
    PartitionState state = store.state(0);

    store.restore(0, backup);
    assertThat(store.decide(0, new FeedPosition(43, 12), List.of()).outcome())
        .isEqualTo(new Outcome.Behind(3, 43));

    assertThat(applied(store.decide(0, new FeedPosition(3, 12), records)).events())
        .usingRecursiveComparison()
        .isEqualTo(events.subList(12, 20));
    assertThat(store.state(0)).isEqualTo(state);
    assertThat(store.decide(0, new FeedPosition(43, 11), List.of()).outcome())
        .isEqualTo(new Outcome.Stale(11, 13));
  }

  @Test
  void droppedPartition_isEmptyAndOthersGoOn() {
    applied(store.decide(1, FeedPosition.START, List.of()));
    store.drop(0);

    assertThat(store.decide(0, new FeedPosition(3, 0), List.of()).outcome())
        .isInstanceOf(Outcome.Empty.class);
    assertThat(store.decide(1, FeedPosition.START, List.of()).outcome())
        .isInstanceOf(Outcome.Applied.class);
  }

  @Test
  void copy_goesItsOwnWay() {
    store.decide(0, new FeedPosition(3, 0), List.of(record(5, 10, upload("a"))));
    ReferenceLockStore copy = store.copy();
    store.decide(0, new FeedPosition(5, 0), List.of(record(6, 40_000, new Tick())));

    assertThat(store.locks(0, "acme", LockPath.ROOT, 10)).isEmpty();
    assertThat(copy.locks(0, "acme", LockPath.ROOT, 10)).hasSize(1);
    assertThat(
            applied(copy.decide(0, new FeedPosition(5, 0), List.of(record(6, 40_000, new Tick()))))
                .events())
        .usingRecursiveComparison()
        .isEqualTo(applied(store.decide(0, new FeedPosition(6, 0), List.of())).events());
  }

  @Test
  void otherRecordAtTheAppliedOffset_isAhead() {
    LogRecord record = record(5, 10, upload("a"));
    store.decide(0, new FeedPosition(3, 0), List.of(record));
    LogRecord otherTime = record(5, 11, upload("a"));
    LogRecord otherEpoch = new LogRecord(5, 10, 1, record.content());

    assertThat(store.decide(0, new FeedPosition(3, 0), List.of(otherTime)).outcome())
        .isEqualTo(
            new Outcome.Ahead(
                "partition=0 offset=5 has appendedAt=11 leaderEpoch=0, expected appendedAt=10"
                    + " leaderEpoch=0 as applied"));
    assertThat(store.decide(0, new FeedPosition(3, 0), List.of(otherEpoch)).outcome())
        .isInstanceOf(Outcome.Ahead.class);
    assertThat(store.decide(0, new FeedPosition(3, 0), List.of(record)).outcome())
        .isInstanceOf(Outcome.Applied.class);
  }

  @Test
  void otherRulesOrNumberOfPartitions_letTimePassAndChangeNothingElse() {
    SettingsChange few = SettingsChange.NOTHING.with(Setting.LOCKS_PER_ACCOUNT, 1);

    store.decide(
        0,
        new FeedPosition(3, 0),
        List.of(
            record(6, 90, few.with(Setting.RULES, Settings.NEWEST_RULES + 1)),
            record(7, 99, few.with(Setting.PARTITIONS, 2))));

    assertThat(store.header(0)).isEqualTo(new PartitionHeader(7, 99, 0, 99, 0, ONE_PARTITION));
  }

  @Test
  void firstNumberOfPartitions_isTakenIfThisPartitionIsAmongThem() {
    SettingsChange three = SettingsChange.NOTHING.with(Setting.PARTITIONS, 3);
    SettingsChange four = SettingsChange.NOTHING.with(Setting.PARTITIONS, 4);

    store.decide(
        3,
        FeedPosition.START,
        List.of(record(0, 0, three), record(1, 0, four), record(2, 0, three)));

    assertThat(Objects.requireNonNull(store.header(3)).settings())
        .isEqualTo(Settings.INITIAL.with(Setting.PARTITIONS, 4));
  }

  @Test
  void moreEndingsThanAreRemembered_refuseFurtherAcquiresUntilTheFirstAreForgotten() {
    SettingsChange two = SettingsChange.NOTHING.with(Setting.ENDINGS_PER_ACCOUNT, 2);
    store.decide(9, FeedPosition.START, List.of(record(0, 0, two)));
    decide(1, 0, refused("a"));
    decide(2, 8_000, refused("b"));

    Rejected third = decide(3, 9_000, refused("c"));

    assertThat(third.reason()).isEqualTo(RejectReason.RATE_LIMITED);
    assertThat(third.retryAfterMs()).as("until the step of a is over").isEqualTo(51_000);
    assertThat(decide(4, 59_999, refused("c")).reason()).isEqualTo(RejectReason.RATE_LIMITED);
    assertThat(decide(5, 60_000, refused("c")).reason()).isEqualTo(RejectReason.NOT_HELD);
    assertThat(decide(6, 60_000, refused("b")).repeated()).isTrue();
  }

  private Rejected decide(long offset, long at, Command command) {
    Decision decision =
        store.decide(9, new FeedPosition(offset - 1, 0), List.of(record(offset, at, command)));
    List<EncodedEvent> events = decision.events();
    return (Rejected) EventCodec.decode(events.get(events.size() - 1).value());
  }

  @Test
  void locks_areThoseAtOrBelowInPathOrderUpToTheLimit() {
    store.decide(
        0,
        new FeedPosition(3, 0),
        List.of(
            record(4, 0, upload("d/a-b")),
            record(5, 0, upload("d/a/b")),
            record(6, 0, upload("dd")),
            record(7, 0, upload("d"))));

    assertThat(store.locks(0, "acme", LockPath.of("/d"), 10))
        .extracting(lock -> String.valueOf(lock.fields().path()))
        .containsExactly("/d", "/d/a/b", "/d/a-b");
    assertThat(store.locks(0, "acme", LockPath.of("/d"), 2)).hasSize(2);
    assertThat(store.locks(0, "other", LockPath.ROOT, 2)).isEmpty();
    assertThatThrownBy(() -> store.locks(0, "acme", LockPath.ROOT, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("limit=0, expected 1 to 10000");
  }

  private static LogRecord record(long offset, long at, Command command) {
    return new LogRecord(offset, at, 0, new Valid(command));
  }

  /** An acquire that names a lock in {@code holding} that nobody holds. */
  private static Acquire refused(String name) {
    return upload(name, List.of("nobody's"));
  }

  /** An upload by one owner, so that nothing conflicts. */
  private static Acquire upload(String name) {
    return upload(name, List.of());
  }

  private static Acquire upload(String name, List<String> holding) {
    LockPath path = LockPath.of("/" + name);
    return new Acquire(
        "acme",
        null,
        new LockFields(
            name,
            new Owner("u1", null),
            Operation.UPLOAD,
            path,
            null,
            Operation.UPLOAD.targets(path, null),
            30_000,
            0,
            holding,
            new TreeMap<>()));
  }

  private static Decision applied(Decision decision) {
    assertThat(decision.outcome()).isInstanceOf(Outcome.Applied.class);
    return decision;
  }
}
