package io.lockarbiter.trial.bench.handover;

import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.trial.bench.stage.PartitionAccounts;
import io.lockarbiter.trial.bench.stage.SteadyLoad;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Lets instances come and go under a steady load, and measures each change. */
final class HandoverRun implements AutoCloseable {
  private static final int CONTROLS = 3;

  private final List<Change> changes = new ArrayList<>();
  private final HandoverSettings settings;
  private final Consumer<String> out;
  private final ChangingGroup group;
  private final SteadyLoad load;

  /** Starts two instances and the load. */
  HandoverRun(HandoverSettings settings, BenchStage stage, Consumer<String> out)
      throws InterruptedException {
    this.settings = settings;
    this.out = out;
    out.accept("starting two instances …");
    group = new ChangingGroup(settings.group(), stage);
    load =
        new SteadyLoad(
            stage.bootstrapServers(),
            PartitionAccounts.of(settings.group().partitions(), 1),
            Duration.ofMillis(settings.intervalMs()));
    group.start();
    group.settle();
    group.stranger();
    group.settle();
  }

  /** All rounds. */
  HandoverReport run() throws InterruptedException {
    for (int round = 1; round <= settings.rounds(); round++) {
      Thread.sleep(settings.quietSeconds() * 1_000L);
      add(group.since(round, Cause.QUIET));
      if (round <= CONTROLS) {
        group.settle();
        group.stranger();
        add(group.since(round, Cause.STRANGER));
      }
      add(group.leave(round, 0, Cause.LEAVE));
      join(round);
      add(group.leave(round, 0, Cause.KILL));
      join(round);
      add(group.restart(round));
      add(group.restart(round));
    }
    load.close();
    group.awaitAnswers(load.sent());
    GroupSettings instances = settings.group();
    return new HandoverReport(
        Runtime.getRuntime().availableProcessors(),
        instances.partitions(),
        instances.threads(),
        settings.intervalMs(),
        instances.sessionTimeoutMs(),
        load.sent(),
        group.answers().read(),
        group.answers().refused(),
        CauseLine.all(changes),
        changes);
  }

  /** Its start is what the start of a stranger is: that is told already. */
  private void join(int round) throws InterruptedException {
    group.join(round).stream().filter(change -> change.cause() == Cause.JOIN).forEach(this::add);
  }

  private void add(Change change) {
    changes.add(change);
    out.accept(HandoverText.line(change, settings.rounds()));
  }

  @Override
  public void close() {
    load.close();
    group.close();
  }
}
