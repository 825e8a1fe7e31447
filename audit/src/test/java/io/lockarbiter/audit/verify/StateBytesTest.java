package io.lockarbiter.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.model.ModelReplay;
import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.AuditReplay;
import io.lockarbiter.audit.replay.Findings;
import io.lockarbiter.audit.testing.HistoryRecorder;
import io.lockarbiter.audit.testing.MemoryHistory;
import io.lockarbiter.audit.verify.events.EventCheck;
import io.lockarbiter.audit.verify.model.ModelCheck;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.contracts.testing.Heap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The state of both checks takes no more of the heap than they say, measured on the heap. */
class StateBytesTest {
  private static final int NUMBER = 2_000;
  private static final int ACCOUNTS = 10;
  private static final int NO_LIMIT = 100_000_000;

  /** Keeps all of a case until the next begins, so that nothing is collected between two looks. */
  private static final List<Object> KEPT = new ArrayList<>();

  /** Locks and requests that take much of the heap for what they are charged. */
  enum Kind {
    SMALL(1, 1, Map.of(), 0),
    DEEP(16, 1, Map.of(), 0),
    MANY_TARGETS(2, 16, Map.of(), 0),
    HEBREW_ATTRIBUTES(1, 1, Map.of("a", "\u05d0", "b", "x".repeat(1_000) + "\u05d0"), 0),
    WAITING(5, 1, Map.of(), 60_000),
    ENDED(5, 1, Map.of(), 0),
    LOST(16, 1, Map.of(), 0),
    LOST_AND_SHORT(1, 1, Map.of(), 0);

    private final int depth;
    private final int targets;
    private final Map<String, String> attributes;
    private final int waitMs;

    Kind(int depth, int targets, Map<String, String> attributes, int waitMs) {
      this.depth = depth;
      this.targets = targets;
      this.attributes = attributes;
      this.waitMs = waitMs;
    }

    private Acquire acquire(int n) {
      return new Acquire(
          "account-" + n % ACCOUNTS,
          "gateway-" + n,
          new LockFields(
              "lock-" + n,
              new Owner("user-" + n, null),
              Operation.CUSTOM,
              null,
              null,
              IntStream.range(0, targets).mapToObj(target -> target(n, target)).toList(),
              /* leaseMs= */ 600_000,
              waitMs,
              List.of(),
              new TreeMap<>(attributes)));
    }

    private boolean isLost() {
      return this == LOST || this == LOST_AND_SHORT;
    }

    private Target target(int n, int target) {
      if (isLost()) {
        return new Target(LockPath.of(("/" + n + "x" + target).repeat(depth)), Mode.DELETE);
      }
      if (this == WAITING) {
        return new Target(LockPath.of("/one".repeat(depth)), Mode.EXCLUSIVE);
      }
      return new Target(LockPath.of(("/" + n + "x" + target).repeat(depth)), Mode.PUT);
    }
  }

  @ParameterizedTest
  @EnumSource
  void bytesTold_areNotLessThanTheHeapTaken(Kind kind) {
    KEPT.clear();
    MemoryHistory history = history(kind);
    ModelReplay model = new ModelReplay();
    EventCheck events = new EventCheck(Findings.NONE);
    KEPT.addAll(List.of(history, model, events));
    long before = Heap.used();
    new AuditReplay(history, Findings.NONE)
        .run(List.of(new ModelCheck(model, Findings.NONE), events));
    long taken = Heap.used() - before;
    long told = model.bytes() + events.bytes();

    System.out.printf("%s: %.2f of the bytes told%n", kind, (double) taken / told);
    assertThat(taken).isBetween(1L, told);
  }

  private static MemoryHistory history(Kind kind) {
    List<AuditRecord> commands = new ArrayList<>();
    List<AuditRecord> events = new ArrayList<>();
    HistoryRecorder recorder = new HistoryRecorder(0, commands::add, events::add);
    KEPT.add(recorder);
    recorder.append(
        0,
        1_000,
        SettingsChange.NOTHING
            .with(Setting.LOCKS_PER_ACCOUNT, NO_LIMIT)
            .with(Setting.WAITERS_PER_ACCOUNT, NO_LIMIT)
            .with(Setting.BYTES_PER_ACCOUNT, NO_LIMIT)
            .with(Setting.ACCOUNT_ACQUIRES_PER_WINDOW, NO_LIMIT)
            .with(Setting.REMEMBERS_MOVES, kind.isLost() ? 1 : 0));
    for (int n = 0; n < NUMBER; n++) {
      recorder.append(2 * n + 1, 1_000, kind.acquire(n));
      if (kind == Kind.ENDED || kind.isLost()) {
        recorder.append(
            2 * n + 2,
            1_000,
            new Release(
                "end-" + n,
                "account-" + n % ACCOUNTS,
                new Owner("user-" + n, null),
                null,
                "lock-" + n,
                kind.isLost()));
      }
    }
    return new MemoryHistory(0, commands, events);
  }
}
