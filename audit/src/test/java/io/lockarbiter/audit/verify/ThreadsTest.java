package io.lockarbiter.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.Moment;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.audit.verify.Verification.Threads;
import io.lockarbiter.contracts.codec.Vocabulary;
import io.lockarbiter.contracts.testing.Seeds;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks on threads of their own come to the verdict of one thread, down to the last word. */
@Tag("slow")
class ThreadsTest {
  private static final int RECORDS = 3_000;

  static Stream<Long> seeds() {
    return Seeds.fresh(1);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void damagedHistory_hasTheSameVerdict(long seed) {
    Random random = new Random(seed);
    RandomHistory history = RandomHistory.of(seed, RECORDS);
    Damage damage = Damage.of(history);
    for (int damages = 0; damages < 8; damages++) {
      verify(history.withEvents(damage.events()), Scope.ALL);
      verify(history.withEvents(damage.events()), part(history, random));
      damage = damaged(damage, random);
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void historyWithoutItsBeginning_hasTheSameVerdict(long seed) {
    RandomHistory history = RandomHistory.of(seed, RECORDS, /* stretch= */ 6);
    List<AuditRecord> commands = history.commands().subList(500, RECORDS);
    List<AuditRecord> events = history.events().subList(700, history.events().size());

    verify(CutHistoryTest.cut(commands, events), Scope.ALL);
    verify(CutHistoryTest.cut(commands, events), part(history, new Random(seed)));
  }

  private static Damage damaged(Damage damage, Random random) {
    int place = random.nextInt(damage.events().size() - 2);
    return switch (random.nextInt(5)) {
      case 0 -> damage.drop(place);
      case 1 -> damage.duplicate(place);
      case 2 -> damage.swap(place);
      case 3 -> damage.foreignAccount(place);
      default -> damage.alter(place, "at");
    };
  }

  private static Scope part(RandomHistory history, Random random) {
    long from = history.commands().get(random.nextInt(RECORDS / 2)).offset();
    long to = history.commands().get(RECORDS / 2 + random.nextInt(RECORDS / 2)).appendedAt();
    String account = random.nextBoolean() ? null : history.commands().get(100).keyText();
    return new Scope(new Moment(from, true), new Moment(to, false), account);
  }

  private static void verify(PartitionHistory history, Scope scope) {
    for (EnumSet<Check> checks : List.of(EnumSet.allOf(Check.class), EnumSet.of(Check.EVENTS))) {
      PartitionVerdict byOne = verdict(history, scope, checks, Threads.ONE);
      assertThat(verdict(history, scope, checks, Threads.EACH_CHECK))
          .as("%s %s", scope, checks)
          .isEqualTo(byOne);
    }
  }

  private static PartitionVerdict verdict(
      PartitionHistory history, Scope scope, EnumSet<Check> checks, Threads threads) {
    return new Verification(scope, checks, threads, Vocabulary.OF_THIS_BUILD)
        .run(history, step -> {}, bytes -> true);
  }
}
