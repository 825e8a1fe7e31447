package io.lockarbiter.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.replay.Violation;
import io.lockarbiter.audit.testing.HistoryRecorder;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.lock.Epoch;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** The audit of histories whose events are numbered from the beginning of a later epoch. */
class EpochTest {
  private static final int PARTITIONS = 11;
  private static final Set<Check> BOTH = EnumSet.allOf(Check.class);
  private static final long BEGIN = Epoch.begin(5);
  private static final SettingsChange FIRST =
      SettingsChange.to(
          Settings.DEFAULT
              .with(Setting.PARTITIONS, PARTITIONS)
              .with(Setting.EPOCH, 5)
              .with(Setting.REMEMBERS_MOVES, 1));

  /** The longest time after which the model decides, and a bit. */
  private static final long HORIZON_MS = 700_000;

  private final RandomHistory history = RandomHistory.recorded(EpochTest::record);

  private static void record(HistoryRecorder recorder) {
    recorder.append(0, 500, FIRST);
    recorder.append(1, 1_000, FreezeTest.acquire("a", "ann", Operation.UPLOAD, "/F", 0));
    recorder.append(2, 2_000, FreezeTest.acquire("b", "bob", Operation.UPLOAD, "/F", 0));
    recorder.append(3, 3_000, release("r", "ann", "a"));
    recorder.append(4, 4_000, FIRST);
    recorder.append(5, 5_000, FreezeTest.acquire("c", "ann", Operation.UPLOAD, "/F", 0));
    recorder.append(6, HORIZON_MS, new Tick());
    // A stranger's: it is not obeyed, neither its epoch nor its limit.
    recorder.append(
        7, HORIZON_MS + 1, FIRST.with(Setting.EPOCH, 6).with(Setting.LOCKS_PER_SUB_ACCOUNT, 1));
    recorder.append(8, HORIZON_MS + 2, FreezeTest.acquire("d", "ann", Operation.UPLOAD, "/F", 0));
    recorder.append(9, HORIZON_MS + 3, FreezeTest.acquire("e", "ann", Operation.UPLOAD, "/G", 0));
    recorder.append(10, HORIZON_MS + 4, FreezeTest.acquire("f", "bob", Operation.UPLOAD, "/F", 0));
  }

  @Test
  void wholeHistory_isCleanAndBeginsAtItsEpoch() {
    assertThat(history.events())
        .extracting(event -> Damage.json(event).path("seq").asLong())
        .startsWith(BEGIN + 1, BEGIN + 2)
        .endsWith(BEGIN + history.events().size());
    assertThat(verdict(history.whole(), BOTH).verdict()).isEqualTo(Verdict.CLEAN);
  }

  @Test
  void firstEventMissing_isNamed() {
    assertThat(expected(history.withEvents(rest(1)), BOTH)).contains("seq=" + (BEGIN + 1));
  }

  /** The numbers would be those of another epoch, or of none; each has no gap. */
  @Test
  void numbersOfAnotherEpoch_areFoundByTheModel() {
    for (long other : new long[] {0, Epoch.begin(4), Epoch.begin(6)}) {
      List<AuditRecord> renumbered =
          history.events().stream().map(event -> moved(event, other - BEGIN)).toList();
      assertThat(expected(history.withEvents(renumbered), EnumSet.of(Check.MODEL)))
          .as("from %d", other)
          .contains(String.valueOf(BEGIN + 1));
    }
  }

  @Test
  void jumpToTheNextEpoch_isNamed() {
    List<AuditRecord> first = history.events().subList(0, 2);
    List<AuditRecord> jumped =
        Stream.concat(first.stream(), rest(2).stream().map(event -> moved(event, Epoch.begin(1))))
            .toList();

    assertThat(expected(history.withEvents(jumped), EnumSet.of(Check.EVENTS)))
        .contains("seq=" + (BEGIN + 3));
  }

  /** The events that are left tell the epoch; the model decides as soon as it may. */
  @Test
  void historyWithoutItsBeginning_isJudgedWhereverItBegins() {
    for (int first = 1; first < 8; first++) {
      assertThat(verdict(from(history.events(), first), BOTH).violations())
          .as("from %d", first)
          .isEmpty();
    }
    AuditRecord last = history.events().get(history.events().size() - 1);
    List<AuditRecord> forged =
        history.events().stream()
            .map(event -> event == last ? changed(event, EpochTest::freeze) : event)
            .toList();
    for (int first = 1; first < 4; first++) {
      assertThat(expected(from(forged, first), EnumSet.of(Check.MODEL)))
          .as("from %d", first)
          .contains("CONFLICT");
    }
  }

  private static AuditRecord moved(AuditRecord event, long by) {
    return changed(
        event,
        json -> {
          json.put("seq", json.path("seq").asLong() + by);
          if (json.has("token")) {
            json.put("token", json.path("token").asLong() + by);
          }
        });
  }

  private static void freeze(ObjectNode event) {
    event.put("reason", RejectReason.FROZEN.name()).put("message", RejectReason.FROZEN.message());
  }

  private static AuditRecord changed(AuditRecord event, Consumer<ObjectNode> change) {
    ObjectNode json = Damage.json(event);
    change.accept(json);
    return new AuditRecord(
        event.offset(),
        event.appendedAt(),
        event.leaderEpoch(),
        event.key(),
        json.toString().getBytes(StandardCharsets.UTF_8),
        event.headers());
  }

  private List<AuditRecord> rest(int from) {
    return history.events().subList(from, history.events().size());
  }

  private static Release release(String id, String subAccount, String lockId) {
    return new Release(id, "acme", new Owner(subAccount, null), "gw", lockId, WorkOutcome.DONE);
  }

  /** Returns what retention has left, from this command on. */
  private PartitionHistory from(List<AuditRecord> events, int first) {
    return new RandomHistory(history.commands(), events).from(PARTITIONS, first);
  }

  private static String expected(PartitionHistory history, Set<Check> checks) {
    return verdict(history, checks).violations().stream()
        .map(Violation::expected)
        .toList()
        .toString();
  }

  private static PartitionVerdict verdict(PartitionHistory history, Set<Check> checks) {
    return Verification.of(history, Scope.ALL, checks, step -> {});
  }
}
