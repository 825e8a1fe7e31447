package io.lockarbiter.audit.verify;

import static io.lockarbiter.contracts.testing.MovedCommands.acquire;
import static io.lockarbiter.contracts.testing.MovedCommands.release;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.replay.Violation;
import io.lockarbiter.audit.testing.HistoryRecorder;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The audit of remembered moves, where an account has too many, and where a path may be back. */
class MovedBoundsTest {
  private static final SettingsChange REMEMBERING =
      SettingsChange.to(
          Settings.DEFAULT.with(Setting.PARTITIONS, 11).with(Setting.REMEMBERS_MOVES, 1));

  private static final WorkOutcome FAILED = new WorkOutcome(false, true, null);

  private static final class Log {
    private final HistoryRecorder recorder;
    private long offset;
    private long at = 500;

    Log(HistoryRecorder recorder) {
      this.recorder = recorder;
    }

    void append(Command command) {
      recorder.append(offset++, at++, command);
    }

    void ask(String id, Operation operation, String path, @Nullable String to) {
      append(acquire(id, operation, path, to, null));
    }

    void end(String lockId, WorkOutcome outcome) {
      append(release(lockId, outcome));
    }

    void deletions(int number) {
      for (int n = 0; n < number; n++) {
        ask("d" + n, Operation.DELETE, "/d" + n, null);
        end("d" + n, WorkOutcome.GONE);
      }
    }
  }

  private static RandomHistory history(Consumer<Log> story) {
    return RandomHistory.recorded(
        recorder -> {
          Log log = new Log(recorder);
          log.append(REMEMBERING);
          story.accept(log);
          log.append(new Tick());
        });
  }

  private static List<Violation> violations(RandomHistory history) {
    return Verification.of(history.whole(), Scope.ALL, EnumSet.allOf(Check.class), step -> {})
        .violations();
  }

  private static String type(RandomHistory history, int fromTheEnd) {
    return Damage.json(history.events().get(history.events().size() - fromTheEnd))
        .path("type")
        .asString();
  }

  /** All of them are forgotten together, so nobody needs to know an order. */
  @Test
  void sixteenPathsOfOneEvent_areForgottenTogether() {
    List<Target> targets =
        IntStream.range(0, 16)
            .mapToObj(n -> new Target(LockPath.of("/t" + n), Mode.DELETE))
            .toList();
    RandomHistory history =
        history(
            log -> {
              log.append(acquire("c", Operation.CUSTOM, null, null, targets, null, null));
              log.end("c", WorkOutcome.GONE);
              log.deletions(985);
              for (int n = 0; n < 16; n++) {
                log.append(acquire("u" + n, Operation.UPLOAD, "/t" + n + "/x", null, 0L));
              }
            });

    assertThat(violations(history)).isEmpty();
    assertThat(IntStream.rangeClosed(1, 16).mapToObj(n -> type(history, n)))
        .containsOnly("granted");
  }

  /** The end of the replaced lock forgets the earliest, after the new one was looked at. */
  @Test
  void replacementThatMakesTheAccountForget_isClean() {
    LockPath path = LockPath.of("/y/x");
    List<Target> targets = Operation.UPLOAD.targets(path, null);
    LockRef old = new LockRef("a", new Owner("a", null));
    RandomHistory history =
        history(
            log -> {
              log.deletions(1_000);
              log.ask("a", Operation.DELETE, "/y", null);
              log.append(acquire("b", Operation.UPLOAD, path, null, targets, old, 1L));
            });

    assertThat(violations(history)).isEmpty();
    assertThat(type(history, 1)).isEqualTo("granted");
  }

  /** Five questions: two are refused, and three are asked for what may be back. */
  @Test
  void removalsInVainAndPathsThatMayBeBack_areClean() {
    RandomHistory history =
        history(
            log -> {
              log.ask("m", Operation.MOVE, "/docs", "/old");
              log.end("m", WorkOutcome.GONE);
              log.ask("v", Operation.DELETE, "/docs", null);
              log.end("v", FAILED);
              log.ask("w", Operation.DELETE, "/x/a", null);
              log.end("w", WorkOutcome.GONE);
              log.append(acquire("1", Operation.UPLOAD, "/docs/f", null, 0L));
              log.append(acquire("2", Operation.UPLOAD, "/docs/f", null, 1_000L));
              log.ask("c", Operation.COPY, "/y", "/x");
              log.end("c", WorkOutcome.DONE);
              log.append(acquire("3", Operation.UPLOAD, "/x/a/f", null, 0L));
              log.append(acquire("4", Operation.UPLOAD, "/else/f", null, 11L));
              log.append(acquire("5", Operation.UPLOAD, "/free/f", null, 0L));
            });

    assertThat(violations(history)).isEmpty();
    assertThat(IntStream.rangeClosed(1, 3).mapToObj(n -> type(history, n))).containsOnly("granted");
    assertThat(Damage.json(history.events().get(6)).path("movedTo").asString()).isEqualTo("/old/f");
    assertThat(Damage.json(history.events().get(7)).path("reason").asString())
        .isEqualTo("PATH_GONE");
  }
}
