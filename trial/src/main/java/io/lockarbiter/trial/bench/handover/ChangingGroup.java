package io.lockarbiter.trial.bench.handover;

import io.lockarbiter.contracts.schema.Topic;
import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.trial.bench.stage.ChildJvm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Instances of one deployment that come and go; each change is measured. Somebody else asks in
 * every partition all the while. Used by one thread.
 */
public final class ChangingGroup implements AutoCloseable {
  private static final String GROUP = "lockarbiter";
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Duration CALM = Duration.ofSeconds(2);
  private static final Duration AFTERWARDS = Duration.ofMillis(500);
  private static final long LOOK_MS = 10;

  private static final List<String> ARBITER_OPTIONS = List.of("-Xmx256m", "-XX:+UseSerialGC");

  private final List<ChildJvm> instances = new ArrayList<>();
  private final GroupSettings settings;
  private final BenchStage stage;
  private final GroupWatch group;
  private final AnswerLog answers;
  private final int membersOfOne;
  private long settledMs;

  /** Starts one instance, and waits for it. */
  public ChangingGroup(GroupSettings settings, BenchStage stage) throws InterruptedException {
    this.settings = settings;
    this.stage = stage;
    group = new GroupWatch(stage.bootstrapServers(), GROUP);
    start();
    BenchStage.awaitStarted(instances.get(0));
    membersOfOne = membersOfOne();
    answers = new AnswerLog(stage.bootstrapServers(), settings.partitions());
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

  /** How many instances run. */
  public int size() {
    return instances.size();
  }

  /** Starts one instance more, not measured and not waited for. */
  void start() {
    instances.add(stage.arbiter(ARBITER_OPTIONS, arbiterSettings()));
  }

  /** An arbiter with topics, group and keys of its own starts and ends. */
  void stranger() throws InterruptedException {
    Map<String, String> own = arbiterSettings();
    own.put("lockarbiter.deployment", "stranger");
    own.put("lockarbiter.topics.prefix", "stranger.");
    try (ChildJvm stranger = stage.arbiter(ARBITER_OPTIONS, own)) {
      BenchStage.awaitStarted(stranger);
      Thread.sleep(CALM.toMillis());
    }
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

  /** Waits until every instance has joined, and each partition has an owner and has answered. */
  public void settle() throws InterruptedException {
    settle(() -> true);
  }

  /** What happened since the group settled; it should not have changed. */
  public Change since(int round, Cause cause) throws InterruptedException {
    long beginMs = settledMs;
    long endMs = System.currentTimeMillis();
    group.forget();
    awaitOwned(this::isWhole);
    awaitAnswersSince(endMs);
    return new Change(
        round,
        cause,
        endMs - beginMs,
        answers.stallsMs(beginMs, endMs),
        Owners.moved(group.seen()));
  }

  /**
   * Ends an instance.
   *
   * @param instance its number, 0 for the one that has run longest
   * @param cause {@link Cause#KILL} for SIGKILL, else SIGTERM
   */
  public Change leave(int round, int instance, Cause cause) throws InterruptedException {
    long beginMs = begin();
    ChildJvm leaving = instances.remove(instance);
    if (cause == Cause.KILL) {
      leaving.kill();
    } else {
      leaving.terminate();
    }
    settle(leaving::hasEnded);
    leaving.close();
    return measured(round, cause, beginMs);
  }

  /**
   * Starts an instance.
   *
   * @return first what its start did, until the group heard of it: it only takes processor time;
   *     then what its joining did
   */
  public List<Change> join(int round) throws InterruptedException {
    long beginMs = begin();
    start();
    long heardMs = group.awaitChange(PATIENCE);
    settle(() -> true);
    Change starting =
        new Change(
            round,
            Cause.START,
            heardMs - beginMs,
            answers.stallsOverMs(beginMs, heardMs),
            Set.of());
    return List.of(starting, measured(round, Cause.JOIN, heardMs));
  }

  /** Ends the instance that has run longest while its successor starts. */
  Change restart(int round) throws InterruptedException {
    long beginMs = begin();
    ChildJvm leaving = instances.remove(0);
    leaving.terminate();
    start();
    settle(leaving::hasEnded);
    leaving.close();
    return measured(round, Cause.RESTART, beginMs);
  }

  private long begin() throws InterruptedException {
    awaitOwned(this::isWhole);
    group.forget();
    answers.forgetBefore(settledMs);
    return System.currentTimeMillis();
  }

  private void settle(BooleanSupplier also) throws InterruptedException {
    Owners settled = awaitOwned(owners -> isWhole(owners) && also.getAsBoolean());
    awaitAnswersSince(settled.seenAtMs());
    Thread.sleep(AFTERWARDS.toMillis());
    settledMs = System.currentTimeMillis();
    awaitAnswersSince(settledMs);
  }

  private boolean isWhole(Owners owners) {
    return owners.members().size() == instances.size() * membersOfOne;
  }

  private Owners awaitOwned(Predicate<Owners> also) throws InterruptedException {
    return group.await(
        "an owner of every partition",
        owners -> owners.byPartition().size() == settings.partitions() && also.test(owners),
        PATIENCE);
  }

  private void awaitAnswersSince(long ms) throws InterruptedException {
    await(
        () -> answers.silentSince(ms).isEmpty(),
        () -> "an answer of the partitions " + answers.silentSince(ms));
  }

  private Change measured(int round, Cause cause, long beginMs) {
    return new Change(
        round,
        cause,
        settledMs - beginMs,
        answers.stallsMs(beginMs, settledMs),
        Owners.moved(group.seen()));
  }

  /** Waits until all commands are decided and published, when nobody asks any more. */
  public void awaitDrained() throws InterruptedException {
    String commands = Topic.COMMANDS.text();
    await(() -> group.isAtTheEnd(commands), () -> "the decision of the last of " + commands);
  }

  /** Waits until so many answers are read. */
  void awaitAnswers(long count) throws InterruptedException {
    await(
        () -> answers.read() >= count,
        () -> "%d answers, of which %d are read,".formatted(count, answers.read()));
  }

  /** The answers as they are read. */
  AnswerLog answers() {
    return answers;
  }

  private static void await(Condition condition, Supplier<String> what)
      throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "%s did not come within %d s".formatted(what.get(), PATIENCE.toSeconds()));
      }
      Thread.sleep(LOOK_MS);
    }
  }

  @Override
  public void close() {
    answers.close();
    group.close();
  }

  private interface Condition {
    boolean holds() throws InterruptedException;
  }
}
