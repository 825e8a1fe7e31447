package io.lockarbiter.client.work;

import static io.lockarbiter.client.work.TestEvents.granted;
import static io.lockarbiter.client.work.TestPool.P0;
import static io.lockarbiter.client.work.TestPool.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.metrics.GrantWorkerMetrics;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.ref.WeakReference;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class GrantWorkerMetricsTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  private double gauge(String name) {
    return registry.get("lockarbiter.worker." + name).gauge().value();
  }

  private double done() {
    return registry.get("lockarbiter.worker.jobs").tag("end", "done").functionCounter().count();
  }

  private static TestPool pool(int jobs) {
    TestPool pool = new TestPool(options(), job -> JobOutcome.DONE);
    for (int n = 0; n < jobs; n++) {
      pool.add(0, n, granted(n + 1));
    }
    pool.awaitCommitted(P0, jobs);
    return pool;
  }

  @Test
  void workerThatIsStartedAgain_takesThePlaceOfTheOneBefore() {
    var all = new CompositeMeterRegistry();
    all.add(registry);
    TestPool first = pool(2);
    new GrantWorkerMetrics(first.worker).bindTo(all);
    assertThat(done()).isEqualTo(2);
    first.close();
    assertThat(gauge("up")).isZero();

    try (TestPool second = pool(1)) {
      int meters = registry.getMeters().size();
      new GrantWorkerMetrics(second.worker).bindTo(all);

      assertThat(gauge("up")).isEqualTo(1);
      assertThat(gauge("partitions")).isEqualTo(2);
      assertThat(done()).isEqualTo(1);
      assertThat(registry.getMeters()).hasSize(meters);
    }
  }

  @Test
  void workersOfOneGroup_areSummedAndUpIfAllAre() {
    try (TestPool one = pool(2);
        TestPool other = pool(3)) {
      new GrantWorkerMetrics(List.of(one.worker, other.worker)).bindTo(registry);
      assertThat(gauge("up")).isEqualTo(1);
      assertThat(gauge("partitions")).isEqualTo(4);
      assertThat(done()).isEqualTo(5);

      other.close();

      assertThat(gauge("up")).isZero();
      assertThat(done()).isEqualTo(5);
    }
  }

  @Test
  void workersThatAreNoGroup_areRefused() {
    try (TestPool one = pool(0);
        TestPool stranger = new TestPool(options().withGroup("another"), job -> JobOutcome.DONE)) {
      assertThatThrownBy(() -> new GrantWorkerMetrics(List.of()))
          .hasMessage("no worker is given, expected those of one group");
      assertThatThrownBy(() -> new GrantWorkerMetrics(List.of(one.worker, stranger.worker)))
          .hasMessage(
              "workers of groups=[another, lock.pool.pool], expected one group; each has meters of its own");
    }
  }

  @Test
  void workersWithTagsOfTheirOwn_leaveEachOtherAlone() {
    try (TestPool one = pool(2);
        TestPool other = pool(3)) {
      new GrantWorkerMetrics(one.worker, Tags.of("nr", "1")).bindTo(registry);
      new GrantWorkerMetrics(other.worker, Tags.of("nr", "2")).bindTo(registry);

      assertThat(registry.get("lockarbiter.worker.jobs").tag("end", "done").functionCounters())
          .extracting(counter -> counter.count())
          .containsExactlyInAnyOrder(2.0, 3.0);
    }
  }

  @Test
  void stoppedWorkerThatNobodyHolds_isDownAndNotUnknown() {
    bindAndForget();
    WeakReference<Object> garbage = new WeakReference<>(new Object());
    while (garbage.get() != null) {
      System.gc();
    }

    assertThat(gauge("up")).isZero();
    assertThat(done()).isEqualTo(1);
  }

  private void bindAndForget() {
    TestPool pool = pool(1);
    new GrantWorkerMetrics(pool.worker).bindTo(registry);
    pool.close();
  }
}
