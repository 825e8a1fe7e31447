package io.lockarbiter.trial.chaos;

import io.lockarbiter.embedded.judge.FinalJudgement;
import io.lockarbiter.embedded.judge.Judgement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Faults round by round under traffic; then peace, and the judgement. */
final class ChaosRun {
  private static final long LOOK_MS = 100;
  private static final Duration AFTERWARDS = Duration.ofSeconds(2);

  /** A fault heals faster by itself. */
  private static final Duration UNTIL_REPAIR = Duration.ofSeconds(20);

  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final long MS = 1_000_000;

  private final ChaosPlan plan;
  private final Duration length;
  private final ChaosStage stage;
  private final Consumer<String> out;
  private final ChaosOperator operator;
  private final List<FaultRecord> faults = new ArrayList<>();
  private final List<String> repairs = new ArrayList<>();
  private final ExecutorService hands = Executors.newCachedThreadPool();
  private long began;
  private boolean wasReset;
  private boolean mayNeedRepair;

  ChaosRun(ChaosPlan plan, Duration length, ChaosStage stage, Consumer<String> out) {
    this.plan = plan;
    this.length = length;
    this.stage = stage;
    this.operator = new ChaosOperator(stage);
    this.out = out;
  }

  ChaosReport run(int perSecond) throws InterruptedException {
    try (AnswerTimes answers = new AnswerTimes(stage.bootstrapServers())) {
      began = System.nanoTime();
      String broken;
      try (ChaosTraffic traffic =
          new ChaosTraffic(stage.bootstrapServers(), plan.seed(), perSecond)) {
        broken = trouble(new FaultRunner(stage, traffic), answers);
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
          perSecond(answers, (long) seconds),
          answers.kinds(),
          judgement);
    } finally {
      hands.shutdownNow();
    }
  }

  /** All rounds; answers what broke the run off, null if nothing did. */
  private @Nullable String trouble(FaultRunner runner, AnswerTimes answers)
      throws InterruptedException {
    while (System.nanoTime() - began < length.toNanos()) {
      List<ChaosFault> round = plan.next();
      long roundBegan = System.nanoTime();
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
        FaultRecord told =
            new FaultRecord(
                each.fault(),
                each.beginMs(),
                each.endMs(),
                each.what(),
                answers.longestSilenceMs(began + each.beginMs() * MS, System.nanoTime()));
        faults.add(told);
        out.accept(ChaosText.line(told));
      }
    }
    return null;
  }

  private FaultRecord record(ChaosFault fault, FaultRunner runner, Random random) throws Exception {
    Thread.sleep(random.nextInt(1_500));
    long begin = sinceMs();
    String what = runner.run(fault, random);
    return new FaultRecord(fault, begin, sinceMs(), what, 0);
  }

  private long sinceMs() {
    return (System.nanoTime() - began) / MS;
  }

  /** Waits until every partition tells something again; those that do not. */
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

  /** Where the position was reset and the state lost, nothing but an operator helps. */
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
    return FinalJudgement.await(
        stage.bootstrapServers(), "redis://127.0.0.1:" + stage.redis().master().port(), PATIENCE);
  }
}
