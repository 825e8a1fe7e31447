package io.lockarbiter.trial.bench.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.embedded.server.RedisOptions;
import io.lockarbiter.lua.redis.RedisLockStore;
import io.lockarbiter.trial.bench.decide.BenchRedis;
import io.lockarbiter.trial.bench.decide.PartitionFeed;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The longest script call that each of some hostile but legal inputs causes, on a Redis of its own.
 * It prints the figures; {@code -Dlockarbiter.share=1} takes all locks and requests instead of one
 * in ten, {@code -Dlockarbiter.only=enqueue,gone} these inputs alone. No call may bring or answer
 * more than a megabyte. The bar of 10 ms processor time is the reader's to compare, as it depends
 * on the machine.
 */
@Tag("nightly")
class ScriptCallsIT {
  private static final int BATCH = 500;
  private static final int SHARE = Integer.getInteger("lockarbiter.share", 10);

  static List<HostileInput> inputs() {
    return Stream.of(
            QueueInputs.all(),
            RecordInputs.all(),
            TimeInputs.all(),
            ViewInputs.all(),
            MovedInputs.all())
        .flatMap(List::stream)
        .filter(input -> WantedInputs.have(input.name()))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("inputs")
  void hostileInput_causesNoCallOfMoreThanAMegabyte(HostileInput input) {
    CallFigures figures;
    try (BenchRedis redis = BenchRedis.start(RedisOptions.DEFAULT)) {
      CallWatch watch = new CallWatch(redis.figures());
      RedisLockStore store = redis.store(watch::around);
      HostileRun run = new HostileRun(store, new PartitionFeed(store, BATCH), SHARE);
      input.prepares().run(run);
      figures = CallFigures.of(watch.during(() -> input.harms().run(run)));
    }
    System.out.printf("%s (%s), one in %d: %s%n", input.name(), input.about(), SHARE, figures);

    assertThat(figures.calls()).isPositive();
    assertThat(figures.bytesIn()).isLessThanOrEqualTo(CallFigures.MOST_BYTES);
    assertThat(figures.bytesOut()).isLessThanOrEqualTo(CallFigures.MOST_BYTES);
  }
}
