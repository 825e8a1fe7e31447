package io.lockarbiter.trial.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.testing.Seeds;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The arbiter's core under faults at every call, and arbiters with defects. */
@Tag("slow")
class SimulationTest {
  /** Least number of schedules, however slow a busy machine is. */
  private static final int LEAST = 1_000;

  private static final int ENOUGH_TO_FIND = 2_000;

  @Test
  void secondsOfFaults_breakNoPromise() {
    check(Duration.ofSeconds(15));
  }

  @Test
  @Tag("nightly")
  void minutesOfFaults_breakNoPromise() {
    check(Duration.ofMinutes(2));
  }

  private static void check(Duration length) {
    Simulation simulation = new Simulation(Seeds.fresh(), Defect.NOTHING);
    long begin = System.nanoTime();
    while (simulation.totals().schedules() <= LEAST
        || System.nanoTime() - begin < length.toNanos()) {
      assertThat(simulation.next())
          .as("seed=%d: %s", simulation.seed(), simulation.violation())
          .isTrue();
    }

    Totals totals = simulation.totals();
    System.out.println(totals.schedules() + " schedules");
    totals.lines().forEach(System.out::println);
    for (Fault fault : Fault.values()) {
      assertThat(totals.of(fault)).as(fault.name()).isPositive();
    }
    for (Judge.Kind kind : Judge.Kind.values()) {
      assertThat(totals.of(kind)).as(kind.name()).isPositive();
    }
    assertThat(totals.of("recovered, BEHIND")).isPositive();
    assertThat(totals.of("recovered, EMPTY")).isPositive();
    assertThat(totals.of("pages of events read")).isGreaterThan(100);
    assertThat(totals.of("repaired, Commit")).isPositive();
    assertThat(totals.of("outbox published by a successor")).isPositive();
    assertThat(totals.of("restarted, TAKEN_OVER")).isPositive();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NOTHING")
  void arbiterBuiltWrong_isFoundOut(Defect defect) {
    Simulation simulation = new Simulation(1, defect);
    int schedules = 0;
    while (schedules < ENOUGH_TO_FIND && simulation.next()) {
      schedules++;
    }
    System.out.println(defect + " after " + schedules + ": " + simulation.violation());

    assertThat(schedules).isLessThan(ENOUGH_TO_FIND);
  }

  /** The last tick of this seed ends a session without locks, after the position was reset. */
  @Test
  void lastTickWithoutEvents_isAwaited() {
    assertThat(Schedule.run(1_903_257_589, Defect.NOTHING).violation()).isNull();
  }

  @Test
  void sameSeed_isTheSameSchedule() {
    for (long seed = 1; seed <= 50; seed++) {
      assertThat(Schedule.run(seed, Defect.NOTHING)).isEqualTo(Schedule.run(seed, Defect.NOTHING));
    }
  }
}
