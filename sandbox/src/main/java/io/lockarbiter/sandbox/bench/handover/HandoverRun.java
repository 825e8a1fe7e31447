package io.lockarbiter.sandbox.bench.handover;

import io.lockarbiter.sandbox.bench.stage.BenchStage;
import io.lockarbiter.sandbox.bench.stage.ChildJvm;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Lets instances come and go under a steady load, and measures each change. */
final class HandoverRun implements AutoCloseable {
  private static final String GROUP = "lockarbiter";
  private static final int CONTROLS = 3;
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Duration CALM = Duration.ofSeconds(2);
  private static final Duration AFTERWARDS = Duration.ofMillis(500);

  private static final List<String> ARBITER_OPTIONS = List.of("-Xmx256m", "-XX:+UseSerialGC");

  private final Deque<ChildJvm> instances = new ArrayDeque<>();
  private final List<Change> changes = new ArrayList<>();
  private final HandoverSettings settings;
  private final BenchStage stage;
  private final Consumer<String> out;
  private final GroupWatch group;
  private final AnswerLog answers;
  private final SteadyLoad load;
  private final int membersOfOne;

  /** Starts two instances and the load. */
  HandoverRun(HandoverSettings settings, BenchStage stage, Consumer<String> out)
      throws InterruptedException {
    this.settings = settings;
    this.stage = stage;
    this.out = out;
    this.group = new GroupWatch(stage.bootstrapServers(), GROUP);
    out.accept("starting two instances …");
    start();
    BenchStage.awaitStarted(instances.getLast());
    membersOfOne = membersOfOne();
    answers = new AnswerLog(stage.bootstrapServers(), settings.partitions());
    load =
        new SteadyLoad(
            stage.bootstrapServers(),
            settings.partitions(),
            Duration.ofMillis(settings.intervalMs()));
    start();
    awaitSettled(2, () -> true);
    stranger();
  }

  /** However many members an instance's threads are: the group is calm with one instance. */
  private int membersOfOne() throws InterruptedException {
    Owners before;
    Owners now = awaitOwned(owners -> true);
    do {
      before = now;
      Thread.sleep(CALM.toMillis());
      now = awaitOwned(owners -> true);
    } while (!now.members().equals(before.members()));
    return now.members().size();
  }

  /** All rounds. */
  HandoverReport run() throws InterruptedException {
    for (int round = 1; round <= settings.rounds(); round++) {
      quiet(round);
      if (round <= CONTROLS) {
        control(round, Cause.STRANGER, this::stranger);
      }
      leave(round, Cause.LEAVE);
      join(round);
      leave(round, Cause.KILL);
      join(round);
      restart(round);
      restart(round);
    }
    load.close();
    await(() -> answers.read() >= load.sent(), "the last answers");
    return new HandoverReport(
        Runtime.getRuntime().availableProcessors(),
        settings.partitions(),
        settings.threads(),
        settings.intervalMs(),
        settings.sessionTimeoutMs(),
        load.sent(),
        answers.read(),
        answers.refused(),
        HandoverReport.lines(changes),
        changes);
  }

  private void quiet(int round) throws InterruptedException {
    control(round, Cause.QUIET, () -> Thread.sleep(settings.quietSeconds() * 1_000L));
  }

  private void leave(int round, Cause cause) throws InterruptedException {
    long beginMs = begin();
    ChildJvm leaving = instances.removeFirst();
    if (cause == Cause.KILL) {
      leaving.kill();
    } else {
      leaving.terminate();
    }
    measured(round, cause, beginMs, awaitSettled(instances.size(), leaving::hasEnded));
    leaving.close();
  }

  /** Begins when the group hears of the new instance: until then it only takes processor time. */
  private void join(int round) throws InterruptedException {
    begin();
    start();
    long beginMs = group.awaitChange(PATIENCE);
    measured(round, Cause.JOIN, beginMs, awaitSettled(instances.size(), () -> true));
  }

  private void restart(int round) throws InterruptedException {
    long beginMs = begin();
    ChildJvm leaving = instances.removeFirst();
    leaving.terminate();
    start();
    measured(round, Cause.RESTART, beginMs, awaitSettled(instances.size(), leaving::hasEnded));
    leaving.close();
  }

  private void control(int round, Cause cause, Step step) throws InterruptedException {
    long beginMs = begin();
    step.run();
    long endMs = System.currentTimeMillis();
    await(() -> answers.haveAllAnswered(endMs), "an answer of every partition");
    measured(round, cause, beginMs, endMs);
  }

  /** An arbiter with topics, group and keys of its own starts and ends. */
  private void stranger() throws InterruptedException {
    Map<String, String> own = arbiterSettings();
    own.put("lockarbiter.deployment", "stranger");
    own.put("lockarbiter.topics.prefix", "stranger.");
    try (ChildJvm stranger = stage.arbiter(ARBITER_OPTIONS, own)) {
      BenchStage.awaitStarted(stranger);
      Thread.sleep(CALM.toMillis());
    }
  }

  private void start() {
    instances.addLast(stage.arbiter(ARBITER_OPTIONS, arbiterSettings()));
  }

  private Map<String, String> arbiterSettings() {
    Map<String, String> own = new HashMap<>();
    own.put("lockarbiter.topics.partitions", Integer.toString(settings.partitions()));
    own.put("lockarbiter.concurrency", Integer.toString(settings.threads()));
    own.put(
        "spring.kafka.consumer.properties.session.timeout.ms",
        Integer.toString(settings.sessionTimeoutMs()));
    return own;
  }

  private long begin() throws InterruptedException {
    awaitSettled(instances.size(), () -> true);
    group.forget();
    long nowMs = System.currentTimeMillis();
    answers.forgetBefore(nowMs);
    return nowMs;
  }

  /**
   * Waits until the group has that many instances, each partition has an owner and has answered
   * since.
   *
   * @return when that was so and a little later, this host's clock
   */
  private long awaitSettled(int wanted, BooleanSupplier also) throws InterruptedException {
    Owners settled =
        awaitOwned(
            owners -> owners.members().size() == wanted * membersOfOne && also.getAsBoolean());
    await(() -> answers.haveAllAnswered(settled.seenAtMs()), "an answer of every partition");
    Thread.sleep(AFTERWARDS.toMillis());
    long nowMs = System.currentTimeMillis();
    await(() -> answers.haveAllAnswered(nowMs), "an answer of every partition");
    return nowMs;
  }

  private Owners awaitOwned(Predicate<Owners> also) throws InterruptedException {
    return group.await(
        "an owner of every partition",
        owners -> owners.byPartition().size() == settings.partitions() && also.test(owners),
        PATIENCE);
  }

  private void measured(int round, Cause cause, long beginMs, long endMs) {
    Change change =
        new Change(
            round,
            cause,
            endMs - beginMs,
            answers.stallsMs(beginMs, endMs),
            Owners.moved(group.seen()));
    changes.add(change);
    out.accept(HandoverText.line(change, settings.rounds()));
  }

  private static void await(BooleanSupplier condition, String what) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "%s did not come within %d s".formatted(what, PATIENCE.toSeconds()));
      }
      Thread.sleep(10);
    }
  }

  @Override
  public void close() {
    load.close();
    answers.close();
    group.close();
  }

  private interface Step {
    void run() throws InterruptedException;
  }
}
