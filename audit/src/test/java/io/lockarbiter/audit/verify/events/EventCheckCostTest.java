package io.lockarbiter.audit.verify.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.AuditReplay;
import io.lockarbiter.audit.replay.EventReport;
import io.lockarbiter.audit.replay.HistoryStart;
import io.lockarbiter.audit.replay.RecordedEvent;
import io.lockarbiter.audit.replay.ReplayListener;
import io.lockarbiter.audit.replay.ReplayStep;
import io.lockarbiter.audit.replay.Violation;
import io.lockarbiter.audit.testing.HistoryRecorder;
import io.lockarbiter.audit.testing.MemoryHistory;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.ReleaseAll;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.ReleasedAll;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.testing.Requests;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How often the check looks at the events of a record, or at the locks of an account. */
class EventCheckCostTest {
  private static final int ASKED = 1_000;
  private static final int MOST_LOOKS = 6;
  private static final int PARTITION = 0;

  private final List<AuditRecord> commands = new ArrayList<>();
  private final List<AuditRecord> events = new ArrayList<>();
  private final List<Violation> found = new ArrayList<>();
  private int most;

  /** Counts the looks at the events of each record; a record with few events is not judged. */
  private final class Counting implements ReplayListener {
    private final EventCheck check = new EventCheck(found::add);

    @Override
    public void begin(HistoryStart start) {
      check.begin(start);
    }

    @Override
    public void step(ReplayStep step) {
      int[] looks = new int[1];
      List<RecordedEvent> counted =
          new AbstractList<>() {
            @Override
            public RecordedEvent get(int place) {
              looks[0]++;
              return step.events().get(place);
            }

            @Override
            public int size() {
              return step.events().size();
            }
          };
      check.step(
          new ReplayStep(
              step.partition(),
              step.record(),
              step.command(),
              step.at(),
              step.settings(),
              step.partitions(),
              counted,
              step.coverage()));
      if (counted.size() > ASKED) {
        most = Math.max(most, looks[0] / counted.size());
      }
    }
  }

  private static Acquire acquire(
      String id, Operation operation, String where, long leaseMs, @Nullable Long graceMs) {
    LockPath path = LockPath.of(where);
    LockFields fields =
        new LockFields(
            id,
            new Owner(id, null),
            operation,
            path,
            null,
            operation.targets(path, null),
            leaseMs,
            graceMs == null ? 0 : 60_000,
            List.of(),
            new TreeMap<>());
    return new Acquire("acme", "gw", fields, graceMs, null);
  }

  /**
   * The record ends a thousand leases, then begins to wait, then asks a thousand holders, whose
   * locks end at once.
   */
  @Test
  void recordThatEndsAndAsksAThousand_isReadAFewTimes() {
    HistoryRecorder recorder = new HistoryRecorder(PARTITION, commands::add, events::add);
    int offset = 0;
    for (int n = 0; n < ASKED; n++) {
      recorder.append(
          offset++, 1_000, acquire("over" + n, Operation.UPLOAD, "/over/" + n, 10_000, null));
      recorder.append(
          offset++, 1_000, acquire("held" + n, Operation.UPLOAD, "/docs/" + n, 60_000, null));
    }
    recorder.append(offset++, 20_000, acquire("freeze", Operation.FREEZE, "/docs", 30_000, 0L));
    recorder.append(offset++, 20_001, acquire("next", Operation.DOWNLOAD, "/away", 30_000, null));

    new AuditReplay(new MemoryHistory(PARTITION, commands, events), found::add)
        .run(List.of(new Counting()));

    assertThat(found).isEmpty();
    assertThat(most).isBetween(1, MOST_LOOKS);
  }

  /** The session is kept alive as often, and no event of it is about a lock. */
  @Test
  void sessionThatEndsWithAThousandLocks_isReadAFewTimes() {
    HistoryRecorder recorder = new HistoryRecorder(PARTITION, commands::add, events::add);
    Owner laptop = new Owner("ann", "laptop");
    int offset = 0;
    for (int n = 0; n <= ASKED; n++) {
      recorder.append(offset++, 1_000 + n, new KeepAlive("k" + n, "acme", laptop, "gw", 10_000));
      recorder.append(offset++, 1_000 + n, bound("a" + n, laptop, "/docs/" + n));
    }
    recorder.append(offset++, 20_000, acquire("next", Operation.UPLOAD, "/docs", 30_000, null));
    recorder.append(offset++, 20_001, acquire("last", Operation.UPLOAD, "/away", 30_000, null));

    new AuditReplay(new MemoryHistory(PARTITION, commands, events), found::add)
        .run(List.of(new Counting()));

    assertThat(found).isEmpty();
    assertThat(most).isBetween(1, MOST_LOOKS);
  }

  /** A lock is neither looked at nor replaced when its session is kept alive. */
  @Test
  void sessionThatIsKeptAlive_leavesItsLocksAsTheyAre() {
    LiveLocks live = new LiveLocks();
    Owner laptop = new Owner("ann", "laptop");
    live.sessions().put(new LiveSessions.Session("acme", laptop, 1_000, 11_000));
    HistoryRecorder recorder = new HistoryRecorder(PARTITION, commands::add, events::add);
    recorder.append(0, 1_000, new KeepAlive("k", "acme", laptop, "gw", 10_000));
    recorder.append(1, 1_000, bound("a", laptop, "/docs"));
    RecordedEvent granted =
        new RecordedEvent(
            events.get(1), EventCodec.decode(Objects.requireNonNull(events.get(1).value())));
    LockLife told = Objects.requireNonNull(LockLife.after(null, PARTITION, granted));
    LockLife lock = live.sessions().withOwnEnd(null, told, granted.event(), true);
    live.replace(null, lock);
    assertThat(told.expiresAt()).isEqualTo(11_000);
    assertThat(live.sessions().until(lock)).isEqualTo(11_000);

    live.sessions().put(new LiveSessions.Session("acme", laptop, 1_000, 15_000));

    assertThat(live.find("acme", "a")).isSameAs(lock);
    assertThat(live.sessions().until(lock)).isEqualTo(15_000);
    assertThat(live.overdue(14_999)).isEmpty();
    assertThat(live.sessions().over(14_999)).isEmpty();
    assertThat(live.sessions().over(15_000)).hasSize(1);
    assertThat(live.of("acme").boundTo(laptop)).containsExactly(lock);
  }

  private static Acquire bound(String id, Owner owner, String where) {
    return Requests.upload(
        id, owner, where, LockFields.BOUND_LEASE_MS, /* waitMs= */ 0, /* maxHoldMs= */ 0);
  }

  /** Each answer would look at all locks of the account, whoever holds them. */
  @Test
  void releaseAllThatLeavesNothing_looksAtNoLock() {
    HistoryRecorder recorder = new HistoryRecorder(PARTITION, commands::add, events::add);
    recorder.append(0, 1_000, acquire("bob", Operation.UPLOAD, "/docs", 60_000, null));
    recorder.append(1, 1_000, new ReleaseAll("none", "acme", new Owner("ann", null), null));
    recorder.append(2, 1_000, new ReleaseAll("one", "acme", new Owner("bob", "laptop"), null));
    int[] looks = new int[1];
    List<Boolean> more = new ArrayList<>();
    LiveAccount account =
        new LiveAccount() {
          @Override
          Collection<LockLife> all() {
            looks[0]++;
            return super.all();
          }
        };

    new AuditReplay(new MemoryHistory(PARTITION, commands, events), found::add)
        .run(
            List.of(
                step -> {
                  for (RecordedEvent recorded : step.events()) {
                    if (recorded.event() instanceof ReleasedAll answer) {
                      ReleaseAllCheck.checkAnswer(
                          new EventReport(found::add, step, recorded), answer, account, true);
                      more.add(answer.more());
                    } else {
                      account.add(
                          Objects.requireNonNull(LockLife.after(null, PARTITION, recorded)));
                    }
                  }
                }));

    assertThat(found).isEmpty();
    assertThat(more).containsExactly(false, false);
    assertThat(account.hasAnyOf(new Owner("bob", null))).isTrue();
    assertThat(looks[0]).isZero();
  }
}
