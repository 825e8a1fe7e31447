package io.lockarbiter.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.testing.HistoryRecorder;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.WorkOutcome;
import io.lockarbiter.contracts.testing.Seeds;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Short random histories in which settings are told again and again, by the arbiter and by a
 * stranger, over locks and without. Wherever retention cuts them, nothing in them is wrong.
 */
@Tag("slow")
class CutSettingsTest {
  private static final int PARTITIONS = 11;
  private static final int LONGEST_CUT = 40;

  static Stream<Long> seeds() {
    return Seeds.fresh(3);
  }

  static Stream<Long> manySeeds() {
    return Seeds.fresh(60);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void honestHistory_hasNoViolationWhereverItBegins(long seed) {
    check(seed);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("manySeeds")
  @Tag("nightly")
  void honestHistories_haveNoViolationWhereverTheyBegin(long seed) {
    check(seed);
  }

  /** Case was told while it was thought to count. */
  @ParameterizedTest
  @ValueSource(longs = {24, 36, 44, 711667193})
  void historyWhoseCaseIsToldLate_hasNoViolationWhereverItBegins(long seed) {
    check(seed);
  }

  /** Moves count anew before the first event that is left. */
  @ParameterizedTest
  @ValueSource(longs = {117, 1778375922})
  void historyThatCountsAnewAtItsBeginning_hasNoViolation(long seed) {
    check(seed);
  }

  private static void check(long seed) {
    for (boolean hasStranger : new boolean[] {false, true}) {
      RandomHistory history = history(seed, hasStranger);
      assertThat(verify(history.whole()).verdict())
          .as("seed=%d stranger=%s", seed, hasStranger)
          .isEqualTo(Verdict.CLEAN);
      for (int first = 1; first < LONGEST_CUT; first++) {
        assertThat(verify(from(history, first)).violations())
            .as("seed=%d stranger=%s from %d", seed, hasStranger, first)
            .isEmpty();
      }
    }
  }

  private static RandomHistory history(long seed, boolean hasStranger) {
    Writer writer = new Writer(new Random(seed), hasStranger);
    return RandomHistory.recorded(writer::write);
  }

  /** Writes one history. */
  private static final class Writer {
    private final Random random;
    private final boolean hasStranger;
    private final SettingsChange ofTheArbiter;
    private final List<String> lockIds = new ArrayList<>();
    private int offset;

    Writer(Random random, boolean hasStranger) {
      this.random = random;
      this.hasStranger = hasStranger;
      int withoutCase = random.nextInt(4) > 0 ? 1 : 0;
      ofTheArbiter =
          SettingsChange.to(
              Settings.DEFAULT
                  .with(Setting.PARTITIONS, PARTITIONS)
                  .with(Setting.NAMES_WITHOUT_CASE, withoutCase)
                  .with(Setting.REMEMBERS_MOVES, random.nextInt(2)));
    }

    void write(HistoryRecorder recorder) {
      long at = 1_000;
      int before = random.nextInt(4);
      int records = 60 + random.nextInt(60);
      for (; offset < records; offset++) {
        at += pause();
        recorder.append(offset, at, command(before));
      }
    }

    private long pause() {
      if (random.nextInt(5) == 0) {
        return 20_000 + random.nextInt(60_000);
      }
      return random.nextInt(6) == 0 ? 400_000 : random.nextInt(4_000);
    }

    private Command command(int before) {
      int draw = random.nextInt(20);
      if (offset == before || draw == 0) {
        return ofTheArbiter;
      } else if (hasStranger && draw == 1) {
        return ofAStranger(offset > before);
      } else if (draw < 4) {
        return new Tick();
      }
      return draw < 10 && !lockIds.isEmpty() ? release() : acquire();
    }

    /**
     * Before the arbiter has told the number of partitions nobody tells another one: all accounts
     * but a few would be refused from then on.
     */
    private SettingsChange ofAStranger(boolean arePartitionsTold) {
      SettingsChange change = random.nextInt(3) == 0 ? ofTheArbiter : SettingsChange.NOTHING;
      if (random.nextInt(2) == 0) {
        change = change.with(Setting.NAMES_WITHOUT_CASE, random.nextInt(2));
      }
      change = mayHave(change, Setting.PARTITIONS, arePartitionsTold ? 99 : PARTITIONS, PARTITIONS);
      change = mayHave(change, Setting.REMEMBERS_MOVES, 0, 1);
      change = mayHave(change, Setting.NAMES_WITHOUT_BACKSLASH, 0, 1);
      change = mayHave(change, Setting.WINDOW_MS, 9_000, 9_500);
      change = mayHave(change, Setting.LOCKS_PER_SUB_ACCOUNT, 1, 3);
      return change.values().isEmpty() ? change.with(Setting.NAMES_WITHOUT_CASE, 0) : change;
    }

    private SettingsChange mayHave(SettingsChange change, Setting setting, int one, int other) {
      return random.nextInt(3) == 0
          ? change.with(setting, random.nextInt(2) == 0 ? one : other)
          : change;
    }

    private Release release() {
      String lockId = lockIds.remove(random.nextInt(lockIds.size()));
      Owner owner = new Owner(lockId.substring(0, 3), null);
      return new Release("r" + offset, "acme", owner, "gw", lockId, outcome());
    }

    private WorkOutcome outcome() {
      if (random.nextInt(2) == 0) {
        return WorkOutcome.GONE;
      }
      return random.nextInt(4) == 0 ? WorkOutcome.FAILED : WorkOutcome.DONE;
    }

    /** Now and then one that belongs to another partition. */
    private Acquire acquire() {
      String subAccount = random.nextBoolean() ? "ann" : "bob";
      Operation operation = random.nextInt(3) == 0 ? Operation.DELETE : Operation.UPLOAD;
      String path = List.of("/A", "/a", "/B", "/b\\x").get(random.nextInt(4));
      if (random.nextInt(3) > 0) {
        path += random.nextBoolean() ? "/f" : "/F";
      }
      String lockId = subAccount + offset;
      lockIds.add(lockId);
      long waitMs = random.nextInt(3) == 0 ? 20_000 : 0;
      Acquire asked = FreezeTest.acquire(lockId, subAccount, operation, path, waitMs);
      int known = random.nextInt(3);
      if (known == 0) {
        return asked;
      }
      String account = random.nextInt(20) == 0 ? "globex" : "acme";
      long existing = known == 1 ? 0 : 1 + random.nextInt(Math.max(1, offset));
      return new Acquire(
          account, "gw", asked.fields().existing(existing), asked.graceMs(), asked.comment());
    }
  }

  private static PartitionHistory from(RandomHistory history, int first) {
    return history.from(PARTITIONS, first);
  }

  private static PartitionVerdict verify(PartitionHistory history) {
    return Verification.of(history, Scope.ALL, EnumSet.allOf(Check.class), step -> {});
  }
}
