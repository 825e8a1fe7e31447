package io.lockarbiter.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.HistoryStart;
import io.lockarbiter.audit.replay.Moment;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.replay.Violation;
import io.lockarbiter.audit.testing.HistoryRecorder;
import io.lockarbiter.audit.testing.MemoryHistory;
import io.lockarbiter.audit.testing.MemoryHistory.Begins;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.schema.Topic;
import io.lockarbiter.contracts.testing.Seeds;
import io.lockarbiter.lua.history.HistoryGenerator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Histories whose beginning retention has removed. */
@Tag("slow")
class CutHistoryTest {
  private static final int RECORDS = 10_000;

  static Stream<Long> seed() {
    return Seeds.fresh(1);
  }

  static Stream<Long> seeds() {
    return Seeds.fresh(4);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seed")
  void historyLongerThanEveryLease_isCleanFromThenOn(long seed) {
    check(seed);
  }

  /** It is remembered which paths are gone, and since when the beginning may have told. */
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void historyThatRemembersMoves_isCleanFromThenOn(long seed) {
    check(RandomHistory.withMoves(seed, RECORDS, 6));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  @Tag("nightly")
  void moreHistoriesLongerThanEveryLease_areCleanFromThenOn(long seed) {
    check(seed);
  }

  /**
   * One record jumps past the longest lease, and so ends locks that began before the cut. In the
   * first history the check of events met it, in the second the model.
   */
  @ParameterizedTest
  @ValueSource(longs = {1713858849, 559578240})
  void recordThatReachesTheHorizon_endsWhatBeganBefore(long seed) {
    check(seed);
  }

  /** Returns how many records there are before each setting was told. */
  private static long untilAllIsTold(List<AuditRecord> commands) {
    Set<Setting> untold = EnumSet.allOf(Setting.class);
    untold.removeAll(Set.of(Setting.PARTITIONS, Setting.EPOCH));
    long records = 0;
    for (AuditRecord record : commands) {
      if (untold.isEmpty()) {
        break;
      }
      if (CommandCodec.decode(record.key(), record.value()) instanceof Valid valid
          && valid.command() instanceof SettingsChange change) {
        untold.removeAll(told(change));
      }
      records++;
    }
    return records;
  }

  /** Returns what a record tells that is surely obeyed. Only that case counts may be told late. */
  private static Set<Setting> told(SettingsChange change) {
    if (Integer.valueOf(0).equals(change.get(Setting.NAMES_WITHOUT_CASE))) {
      return Set.of(Setting.NAMES_WITHOUT_CASE);
    }
    boolean isObeyed =
        isNothingOr(Settings.NEWEST_RULES, change.get(Setting.RULES))
            && isNothingOr(HistoryGenerator.PARTITIONS, change.get(Setting.PARTITIONS))
            && change.get(Setting.NAMES_WITHOUT_CASE) == null
            && change.get(Setting.EPOCH) == null;
    return isObeyed ? change.values().keySet() : Set.of();
  }

  private static boolean isNothingOr(int expected, @Nullable Integer told) {
    return told == null || told == expected;
  }

  private static void check(long seed) {
    check(RandomHistory.of(seed, RECORDS, 6));
  }

  private static void check(RandomHistory whole) {
    PartitionHistory cut = cut(whole, 1_000, 1_500);
    PartitionVerdict verdict = verify(cut, Scope.ALL);
    assertThat(verdict.violations()).isEmpty();
    assertThat(verdict.verdict()).isEqualTo(Verdict.UNDECIDABLE);
    long untold = untilAllIsTold(whole.commands().subList(1_000, whole.commands().size()));
    if (untold > RECORDS / 2) {
      return; // While case may be untold, each record that asks to leave it out makes all
      // uncertain.
    }
    assertThat(verdict.why()).contains("clean from offset=");
    assertThat(verdict.answers()).isGreaterThan(untold > 1_000 ? 0 : 500);
    long from = Long.parseLong(String.valueOf(verdict.why()).replaceFirst(".*--from ", ""));
    PartitionVerdict rest = verify(cut, new Scope(new Moment(from, false), Moment.END, null));
    assertThat(rest.verdict()).as("%s", rest.why()).isEqualTo(Verdict.CLEAN);
  }

  @Test
  void damageAfterThat_isFoundByTheModel() {
    RandomHistory whole = RandomHistory.of(1, RECORDS, 6);
    int place = whole.events().size() - 500;
    while (!Damage.json(whole.events().get(place)).has("blockedBy")) {
      place++;
    }
    List<AuditRecord> damaged = Damage.of(whole).alter(place, "blockedBy").events();
    PartitionVerdict verdict =
        verify(cut(new RandomHistory(whole.commands(), damaged), 1_000, 1_500), Scope.ALL);
    assertThat(verdict.violations())
        .first()
        .extracting(Violation::topic, Violation::offset)
        .containsExactly(Topic.EVENTS, damaged.get(place).offset());
  }

  @Test
  void shortHistory_tellsNothing() {
    RandomHistory history =
        LongStream.iterate(1, seed -> seed + 1)
            .mapToObj(seed -> RandomHistory.of(seed, 2_000))
            .filter(CutHistoryTest::isShort)
            .findFirst()
            .orElseThrow();
    PartitionVerdict verdict = verify(cut(history, 500, 700), Scope.ALL);
    assertThat(verdict.verdict()).isEqualTo(Verdict.UNDECIDABLE);
    assertThat(verdict.why()).contains("does not show a whole state");
    assertThat(verdict.answers()).isZero();
  }

  /** Says whether no clock jumps in it. */
  private static boolean isShort(RandomHistory history) {
    LongSummaryStatistics times =
        history.commands().stream().mapToLong(AuditRecord::appendedAt).summaryStatistics();
    return times.getMax() - times.getMin() < HistoryStart.HORIZON_MS / 2;
  }

  @Test
  void settingsThatWereNeverSaid_areNotGuessed() {
    List<AuditRecord> commands = new ArrayList<>();
    List<AuditRecord> events = new ArrayList<>();
    HistoryRecorder recorder = new HistoryRecorder(1, commands::add, events::add);
    recorder.append(0, 1_000, SettingsChange.to(Settings.DEFAULT));
    for (int i = 1; i < 100; i++) {
      recorder.append(i, 1_000 + i * 60_000L, new Tick());
    }
    PartitionVerdict verdict =
        verify(new MemoryHistory(1, commands.subList(1, 100), events, new Begins(1, 0)), Scope.ALL);
    assertThat(verdict.verdict()).isNotEqualTo(Verdict.CLEAN);
  }

  /**
   * The arbiter learned the number of partitions before the beginning that retention has removed.
   */
  @Test
  void settingsOfAnotherNumberOfPartitions_changeNothing() {
    List<AuditRecord> commands = new ArrayList<>();
    List<AuditRecord> events = new ArrayList<>();
    HistoryRecorder recorder =
        new HistoryRecorder(HistoryGenerator.PARTITION, commands::add, events::add);
    SettingsChange own =
        SettingsChange.NOTHING
            .with(Setting.RULES, 1)
            .with(Setting.PARTITIONS, HistoryGenerator.PARTITIONS);
    recorder.append(0, 1_000, own);
    recorder.append(1, 1_000, upload("before"));
    recorder.append(2, 2_000, own.with(Setting.PARTITIONS, 12));
    recorder.append(3, 2_000, own);
    recorder.append(4, 2_000, upload("after"));

    PartitionHistory cut =
        new MemoryHistory(
            HistoryGenerator.PARTITION,
            HistoryGenerator.PARTITIONS,
            commands.subList(1, 5),
            events,
            new Begins(1, 0));
    assertThat(verify(cut, Scope.ALL).violations()).isEmpty();
  }

  /** The copy has the same id as the end, because both carry the id of the lock. */
  @Test
  void endThatWasAttachedBefore_isNoAnswerToACopyOfItsAcquire() {
    List<AuditRecord> commands = new ArrayList<>();
    List<AuditRecord> events = new ArrayList<>();
    HistoryRecorder recorder =
        new HistoryRecorder(HistoryGenerator.PARTITION, commands::add, events::add);
    SettingsChange own =
        SettingsChange.NOTHING
            .with(Setting.RULES, 1)
            .with(Setting.PARTITIONS, HistoryGenerator.PARTITIONS);
    recorder.append(0, 1_000, own);
    recorder.append(1, 1_000, upload("a"));
    recorder.append(
        2, 2_000, new Yield("ask", "globex", new Owner("ops", null), null, "a", 1_000L, null));
    recorder.append(3, 3_000, upload("a"));

    PartitionHistory cut =
        new MemoryHistory(
            HistoryGenerator.PARTITION,
            HistoryGenerator.PARTITIONS,
            commands.subList(3, 4),
            events,
            new Begins(3, 0));
    assertThat(verify(cut, Scope.ALL).violations()).isEmpty();
  }

  private static Acquire upload(String lockId) {
    LockPath path = LockPath.of("/" + lockId);
    return new Acquire(
        "globex",
        null,
        new LockFields(
            lockId,
            new Owner("u1", null),
            Operation.UPLOAD,
            path,
            null,
            Operation.UPLOAD.targets(path, null),
            /* leaseMs= */ 30_000,
            /* waitMs= */ 0,
            /* maxHoldMs= */ 5_000,
            List.of(),
            Collections.emptySortedMap()));
  }

  private static PartitionHistory cut(RandomHistory whole, int firstCommand, int firstEvent) {
    List<AuditRecord> commands = new ArrayList<>();
    commands.addAll(whole.commands().subList(firstCommand, whole.commands().size()));
    return cut(commands, whole.events().subList(firstEvent, whole.events().size()));
  }

  /** A history of which these records are left. */
  static PartitionHistory cut(List<AuditRecord> commands, List<AuditRecord> events) {
    return cut(HistoryGenerator.PARTITION, HistoryGenerator.PARTITIONS, commands, events);
  }

  /** A history of one of so many partitions, of which these records are left. */
  static PartitionHistory cut(
      int partition, int partitions, List<AuditRecord> commands, List<AuditRecord> events) {
    return new MemoryHistory(
        partition,
        partitions,
        commands,
        events,
        new Begins(commands.get(0).offset(), events.get(0).offset()));
  }

  private static PartitionVerdict verify(PartitionHistory history, Scope scope) {
    return Verification.of(history, scope, EnumSet.allOf(Check.class), step -> {});
  }
}
