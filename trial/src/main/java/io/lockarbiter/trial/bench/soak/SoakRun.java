package io.lockarbiter.trial.bench.soak;

import io.lockarbiter.audit.kafka.KafkaHistorySource;
import io.lockarbiter.audit.replay.HistorySource;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.trial.bench.handover.Cause;
import io.lockarbiter.trial.bench.handover.CauseLine;
import io.lockarbiter.trial.bench.handover.Change;
import io.lockarbiter.trial.bench.handover.ChangingGroup;
import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.trial.bench.stage.PartitionAccounts;
import io.lockarbiter.embedded.demo.DemoTraffic;
import io.lockarbiter.embedded.judge.Judgement;
import io.lockarbiter.embedded.judge.RedisStates;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Lets instances come and go under the traffic of the demo, and judges what came of it. */
final class SoakRun implements AutoCloseable {
  private static final Duration LOOK = Duration.ofMillis(100);

  private final List<Change> changes = new ArrayList<>();
  private final SoakSettings settings;
  private final BenchStage stage;
  private final Consumer<String> out;
  private final ChangingGroup group;
  private final DemoTraffic traffic;
  private final long beganNanos;

  /** Starts one instance and the traffic. */
  SoakRun(SoakSettings settings, BenchStage stage, Consumer<String> out)
      throws InterruptedException, IOException {
    this.settings = settings;
    this.stage = stage;
    this.out = out;
    out.accept("starting an instance and the traffic …");
    int partitions = settings.group().partitions();
    group = new ChangingGroup(settings.group(), stage);
    traffic =
        DemoTraffic.start(
            stage.bootstrapServers(),
            stage.directory("files"),
            PartitionAccounts.of(partitions, settings.accounts()),
            settings.members(),
            settings.longestPause());
    group.settle();
    beganNanos = System.nanoTime();
  }

  /** All changes, and the judgement; that also if the run broke off before its end. */
  SoakReport run() throws InterruptedException {
    List<List<PartitionState>> looks = new ArrayList<>();
    String broken = brokenBy(() -> work(looks));
    double seconds = since().toMillis() / 1e3;
    traffic.close();
    String undecided = brokenBy(group::awaitDrained);
    out.accept("judging …");
    looks.add(states());
    return report(seconds, broken == null ? undecided : broken, judge(looks));
  }

  private void work(List<List<PartitionState>> looks) throws InterruptedException {
    SoakPlan plan = new SoakPlan(settings.seed());
    for (int number = 1; number <= settings.changes(); number++) {
      awaitTurn(number);
      add(List.of(group.since(number, Cause.QUIET)));
      SoakPlan.Step step = plan.next(group.size());
      add(
          step.cause() == Cause.JOIN
              ? group.join(number)
              : List.of(group.leave(number, step.instance(), step.cause())));
    }
    looks.add(states());
    traffic.finish();
  }

  /** What a partition or a member that does not go on has to say; null if all do. */
  private @Nullable String brokenBy(Part part) throws InterruptedException {
    try {
      part.run();
      return traffic.failure();
    } catch (IllegalStateException e) {
      String first = traffic.failure();
      return first == null ? String.valueOf(e.getMessage()) : first;
    }
  }

  private void awaitTurn(int number) throws InterruptedException {
    Duration turn = settings.every().multipliedBy(number);
    while (since().compareTo(turn) < 0) {
      if (traffic.failure() != null) {
        throw new IllegalStateException("the traffic broke off");
      }
      Thread.sleep(LOOK.toMillis());
    }
  }

  private void add(List<Change> measured) {
    changes.addAll(measured);
    for (Change change : measured) {
      if (!change.cause().isControl()) {
        out.accept(SoakText.line(since(), change, settings.changes(), group.size()));
      }
    }
  }

  private Duration since() {
    return Duration.ofNanos(System.nanoTime() - beganNanos);
  }

  private List<PartitionState> states() {
    return RedisStates.read(stage.redisAddress(), settings.group().partitions());
  }

  private Judgement judge(List<List<PartitionState>> looks) {
    Map<String, Object> consumer = Map.of("bootstrap.servers", stage.bootstrapServers());
    try (HistorySource source = new KafkaHistorySource(consumer, "")) {
      return Judgement.of(source, looks);
    }
  }

  private SoakReport report(double seconds, @Nullable String broken, Judgement judgement) {
    return new SoakReport(
        Runtime.getRuntime().availableProcessors(),
        settings,
        seconds,
        broken,
        traffic.operations(),
        traffic.damage(),
        judgement,
        CauseLine.all(changes),
        changes);
  }

  @Override
  public void close() {
    traffic.close();
    group.close();
  }

  private interface Part {
    void run() throws InterruptedException;
  }
}
