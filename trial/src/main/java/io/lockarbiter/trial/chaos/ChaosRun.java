package io.lockarbiter.trial.chaos;

import io.lockarbiter.embedded.demo.DemoTraffic;
import io.lockarbiter.embedded.judge.FinalJudgement;
import io.lockarbiter.embedded.judge.Judgement;
import io.lockarbiter.embedded.judge.RedisStates;
import io.lockarbiter.lua.store.PartitionState;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** A run: faults round by round under traffic; then a time without faults, and the judgement. */
final class ChaosRun {
  private static final long LOOK_MS = 100;
  private static final Duration AFTERWARDS = Duration.ofSeconds(2);

  /** A fault that heals by itself heals faster than this. */
  private static final Duration UNTIL_REPAIR = Duration.ofSeconds(20);

  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final long MS = 1_000_000;
  private static final int FILE_ACCOUNTS = 12;
  private static final int MEMBERS = 4;

  /** Longest pause of a member; half of it on average. */
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  private final ChaosPlan plan;
  private final ChaosStage stage;
  private final Consumer<String> out;
  private final ChaosOperator operator;
  private final List<FaultRecord> faults = new ArrayList<>();
  private final List<String> repairs = new ArrayList<>();
  private final ExecutorService hands = Executors.newCachedThreadPool();
  private final boolean withFiles;
  private final List<List<PartitionState>> looks = new ArrayList<>();
  private long began;
  private boolean wasReset;
  private boolean mayNeedRepair;

  /**
   * Prepares a run.
   *
   * @param withFiles whether the demo's members work on real files meanwhile
   */
  ChaosRun(ChaosPlan plan, ChaosStage stage, boolean withFiles, Consumer<String> out) {
    this.withFiles = withFiles;
    this.plan = plan;
    this.stage = stage;
    this.operator = new ChaosOperator(stage);
    this.out = out;
  }

  ChaosReport run(int perSecond) throws InterruptedException, IOException {
    try (AnswerTimes answers = new AnswerTimes(stage.bootstrapServers());
        GroupOwners owners = new GroupOwners(stage.bootstrapServers());
        DemoTraffic members = withFiles ? members() : null) {
      began = System.nanoTime();
      String broken;
      try (ChaosTraffic traffic =
          new ChaosTraffic(stage.bootstrapServers(), plan.seed(), perSecond)) {
        broken = trouble(new FaultRunner(stage, traffic), answers, owners);
        if (members != null && broken == null) {
          looks.add(RedisStates.read(redisAddress(), ChaosStage.PARTITIONS));
          broken = finished(members);
        }
      }
      double seconds = (System.nanoTime() - began) / 1e9;
      out.accept("peace; waiting until all is decided; judging …");
      Judgement judgement = judgement();
      if (broken == null && judgement == null) {
        broken = "not everything was decided within " + PATIENCE.toSeconds() + " s";
      }
      return new ChaosReport(
          plan.seed(),
          seconds,
          broken,
          List.copyOf(faults),
          List.copyOf(repairs),
          members == null ? null : new ChaosReport.Files(members.operations(), members.damage()),
          perSecond(answers, (long) seconds),
          answers.kinds(),
          judgement);
    } finally {
      hands.shutdownNow();
    }
  }

  private DemoTraffic members() throws IOException {
    List<String> accounts =
        IntStream.range(0, FILE_ACCOUNTS).mapToObj(each -> "files-" + each).toList();
    return DemoTraffic.start(
        stage.bootstrapServers(), stage.directory("files"), accounts, MEMBERS, LONGEST_PAUSE);
  }

  /**
   * Lets the members finish their present operation; returns what stopped them, null if nothing
   * did.
   */
  private static @Nullable String finished(DemoTraffic members) throws InterruptedException {
    try {
      members.finish();
      return members.failure();
    } catch (IllegalStateException e) {
      return "the work on files broke off: " + e.getMessage();
    }
  }

  /** Runs all rounds; returns what aborted the run, null if nothing did. */
  private @Nullable String trouble(FaultRunner runner, AnswerTimes answers, GroupOwners owners)
      throws InterruptedException {
    while (!plan.isOver(Duration.ofNanos(System.nanoTime() - began))) {
      List<ChaosFault> round = plan.next();
      List<Future<FaultRecord>> running = new ArrayList<>();
      for (ChaosFault fault : round) {
        Random random = new Random(plan.random().nextLong());
        running.add(hands.submit(() -> record(fault, runner, random)));
      }
      List<FaultRecord> done = new ArrayList<>();
      for (Future<FaultRecord> each : running) {
        try {
          done.add(each.get());
        } catch (ExecutionException e) {
          return "a fault could not be done: " + e.getCause();
        }
      }
      done.sort(Comparator.comparingLong(FaultRecord::beginMs));
      Thread.sleep(plan.between(200, 4_000));
      mayNeedRepair = wasReset || round.contains(ChaosFault.GROUP_RESET);
      wasReset = round.contains(ChaosFault.GROUP_RESET);
      List<Integer> silent = silent(answers);
      if (!silent.isEmpty()) {
        return "the partitions %s have told nothing for %d s after %s"
            .formatted(silent, PATIENCE.toSeconds(), round);
      }
      for (FaultRecord each : done) {
        FaultRecord told = told(each, answers, owners);
        faults.add(told);
        out.accept(ChaosText.line(told));
      }
      if (plan.isAlone()) {
        // One that was killed starts for seconds; the next one to go would otherwise be the last.
        for (ArbiterProcess arbiter : stage.arbiters()) {
          arbiter.awaitStarted();
        }
      }
    }
    return null;
  }

  private FaultRecord told(FaultRecord fault, AnswerTimes answers, GroupOwners owners) {
    long from = began + fault.beginMs() * MS;
    long to = System.nanoTime();
    Set<Integer> moved = owners.moved(from, to);
    return new FaultRecord(
        fault.fault(),
        fault.beginMs(),
        fault.endMs(),
        fault.what(),
        answers.longestSilenceMs(partition -> true, from, to),
        moved.size(),
        answers.longestSilenceMs(partition -> !moved.contains(partition), from, to));
  }

  private FaultRecord record(ChaosFault fault, FaultRunner runner, Random random) throws Exception {
    Thread.sleep(random.nextInt(1_500));
    long begin = sinceMs();
    String what = runner.run(fault, random);
    return new FaultRecord(fault, begin, sinceMs(), what, 0, 0, 0);
  }

  private long sinceMs() {
    return (System.nanoTime() - began) / MS;
  }

  /** Waits until every partition publishes again; returns those that do not. */
  private List<Integer> silent(AnswerTimes answers) throws InterruptedException {
    long since = System.nanoTime();
    long looked = since;
    List<Integer> silent = answers.silentSince(since);
    while (!silent.isEmpty() && System.nanoTime() - since < PATIENCE.toNanos()) {
      if (mayNeedRepair && System.nanoTime() - looked > UNTIL_REPAIR.toNanos()) {
        repair();
        looked = System.nanoTime();
      }
      Thread.sleep(LOOK_MS);
      silent = answers.silentSince(since);
    }
    return silent;
  }

  /**
   * Calls the operator: after a reset of the position with a loss of the state only he can help.
   */
  private void repair() {
    for (String done : operator.repair()) {
      repairs.add(done);
      out.accept("%4d s  repaired           %s".formatted(sinceMs() / 1_000, done));
    }
  }

  private List<Long> perSecond(AnswerTimes answers, long seconds) {
    return LongStream.range(0, seconds)
        .map(each -> answers.count(began + each * 1_000 * MS, began + (each + 1) * 1_000 * MS))
        .boxed()
        .toList();
  }

  private @Nullable Judgement judgement() throws InterruptedException {
    Thread.sleep(AFTERWARDS.toMillis());
    return FinalJudgement.await(stage.bootstrapServers(), redisAddress(), looks, PATIENCE);
  }

  private String redisAddress() {
    return stage.redis().master().address();
  }
}
