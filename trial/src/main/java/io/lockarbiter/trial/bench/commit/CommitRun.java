package io.lockarbiter.trial.bench.commit;

import com.sun.management.OperatingSystemMXBean;
import io.lockarbiter.trial.bench.commit.CommitReport.Line;
import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.embedded.measure.Latencies;
import io.lockarbiter.embedded.measure.LatencyHistogram;
import io.lockarbiter.embedded.measure.Quantiles;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** Lets both designs commit the same, in turn, on one broker. */
final class CommitRun {
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private final CommitSettings settings;
  private final BenchStage stage;
  private final Consumer<String> out;
  private final Map<Measured, List<Line>> lines = new LinkedHashMap<>();

  private record Measured(CommitLevel level, CommitDesign design) {}

  CommitRun(CommitSettings settings, BenchStage stage, Consumer<String> out) {
    this.settings = settings;
    this.stage = stage;
    this.out = out;
  }

  /** All runs. */
  CommitReport run() throws InterruptedException {
    createTopics();
    out.accept("warming up …");
    CommitLevel full = new CommitLevel(0, 4_000);
    for (CommitDesign design : CommitDesign.values()) {
      measure(full, design, Duration.ofSeconds(settings.warmUpSeconds()));
    }
    for (int run = 1; run <= settings.runs(); run++) {
      for (CommitLevel level : settings.levels()) {
        for (CommitDesign design : inTurn(run)) {
          Line line = measure(level, design, Duration.ofSeconds(settings.seconds()));
          lines.computeIfAbsent(new Measured(level, design), key -> new ArrayList<>()).add(line);
          out.accept(
              "run %d of %d, %s, %s: %,.0f commits/s, %,.0f records/s"
                  .formatted(
                      run,
                      settings.runs(),
                      level,
                      design,
                      line.commitsPerSecond(),
                      line.recordsPerSecond()));
        }
      }
    }
    return new CommitReport(
        Runtime.getRuntime().availableProcessors(),
        settings.partitions(),
        settings.runs(),
        settings.seconds(),
        settings.eventBytes(),
        lines.values().stream().map(CommitRun::median).toList());
  }

  private static List<CommitDesign> inTurn(int run) {
    return run % 2 == 1
        ? List.of(CommitDesign.PER_PARTITION, CommitDesign.OVER_ALL)
        : List.of(CommitDesign.OVER_ALL, CommitDesign.PER_PARTITION);
  }

  private Line measure(CommitLevel level, CommitDesign design, Duration length)
      throws InterruptedException {
    List<Committer> committers = new ArrayList<>();
    try {
      for (List<Integer> partitions : design.producers(settings.partitions())) {
        String id = "commit-" + design.ordinal() + "-" + committers.size();
        committers.add(
            new Committer(stage.bootstrapServers(), id, partitions, settings.eventBytes()));
      }
      return measure(level, design, committers, length);
    } finally {
      committers.forEach(Committer::close);
    }
  }

  private Line measure(
      CommitLevel level, CommitDesign design, List<Committer> committers, Duration length)
      throws InterruptedException {
    LongAdder commits = new LongAdder();
    LatencyHistogram wait = new LatencyHistogram();
    Duration brokerBefore = stage.broker().processorTime();
    long clientBefore = PROCESS.getProcessCpuTime();
    long began = System.nanoTime();
    List<Thread> threads = new ArrayList<>();
    for (Committer committer : committers) {
      Map<Integer, Arrivals> arrivals = arrivals(level);
      Thread thread =
          new Thread(() -> committer.run(arrivals, began, length, commits, wait), "committer");
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    Latencies waited = wait.snapshot();
    double records = Math.max(1, waited.total());
    return new Line(
        level.toString(),
        design,
        commits.sum() / seconds,
        waited.total() / seconds,
        waited.percentileMs(0.5),
        waited.percentileMs(0.99),
        stage.broker().processorTime().minus(brokerBefore).toNanos() / 1e3 / records,
        (PROCESS.getProcessCpuTime() - clientBefore) / 1e3 / records);
  }

  private Map<Integer, Arrivals> arrivals(CommitLevel level) {
    Map<Integer, Arrivals> arrivals = new HashMap<>();
    for (int partition = 0; partition < settings.partitions(); partition++) {
      arrivals.put(
          partition,
          level.recordsPerSecond() > 0
              ? Arrivals.evenly((double) level.recordsPerSecond() / settings.partitions())
              : Arrivals.inFlight(Math.max(1, level.inFlight() / settings.partitions())));
    }
    return arrivals;
  }

  private static Line median(List<Line> runs) {
    Line any = runs.get(0);
    return new Line(
        any.level(),
        any.design(),
        median(runs, Line::commitsPerSecond),
        median(runs, Line::recordsPerSecond),
        median(runs, Line::waitP50Ms),
        median(runs, Line::waitP99Ms),
        median(runs, Line::brokerMs),
        median(runs, Line::clientMs));
  }

  private static double median(List<Line> runs, ToDoubleFunction<Line> figure) {
    return Quantiles.median(runs.stream().mapToDouble(figure).boxed().toList());
  }

  private void createTopics() throws InterruptedException {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", stage.bootstrapServers()))) {
      admin
          .createTopics(
              List.of(
                  new NewTopic(Committer.COMMANDS, settings.partitions(), (short) 1),
                  new NewTopic(Committer.EVENTS, settings.partitions(), (short) 1)))
          .all()
          .get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("cannot create the topics of the benchmark", e);
    }
  }
}
