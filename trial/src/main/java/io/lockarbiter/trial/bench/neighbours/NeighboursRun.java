package io.lockarbiter.trial.bench.neighbours;

import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.trial.bench.stage.PartitionAccounts;
import io.lockarbiter.trial.bench.stage.SteadyLoad;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Does harm in one partition while others ask in all, and measures how long those wait. */
final class NeighboursRun implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(300);
  private static final Duration AFTERWARDS = Duration.ofSeconds(2);
  private static final long LOOK_MS = 20;
  static final int PARTITION = 0;
  private static final int WARM_UP_SHARE = 5;

  private final NeighboursSettings settings;
  private final List<HostileInput> inputs;
  private final Consumer<String> out;

  /** By partition; the first of each pings, the others of the first partition are hostile. */
  private final List<String> accounts;

  private final int each;
  private final NeighbourLog log;
  private final HostileSender sender;
  private final StateLoss loss;
  private final SteadyLoad pings;

  /** Starts the pings. */
  NeighboursRun(
      NeighboursSettings settings,
      List<HostileInput> inputs,
      BenchStage stage,
      Consumer<String> out) {
    this.settings = settings;
    this.inputs = List.copyOf(inputs);
    this.out = out;
    each = 1 + (1 + inputs.size()) * HostileRun.ACCOUNTS;
    accounts = PartitionAccounts.of(settings.partitions(), each);
    List<String> asking = new ArrayList<>();
    for (int partition = 0; partition < settings.partitions(); partition++) {
      asking.add(accounts.get(partition * each));
    }
    log = new NeighbourLog(stage.bootstrapServers(), asking);
    sender = new HostileSender(stage.bootstrapServers());
    loss = new StateLoss(stage);
    pings =
        new SteadyLoad(stage.bootstrapServers(), asking, Duration.ofMillis(settings.intervalMs()));
  }

  /** The quiet phase and all inputs. */
  NeighboursReport run() throws InterruptedException {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    warmUp();
    NeighboursReport.Line quiet = quiet();
    List<NeighboursReport.Line> lines = new ArrayList<>();
    for (int n = 0; n < inputs.size(); n++) {
      lines.add(measure(inputs.get(n), hostile(1 + n)));
    }
    pings.close();
    await(() -> log.answered() >= pings.sent(), this::pingsText);
    return new NeighboursReport(
        Runtime.getRuntime().availableProcessors(),
        load,
        settings,
        pings.sent(),
        log.answered(),
        log.refused(),
        quiet,
        lines);
  }

  /** Accounts that no other turn has. */
  private List<String> hostile(int turn) {
    int first = PARTITION * each + 1 + turn * HostileRun.ACCOUNTS;
    return accounts.subList(first, first + HostileRun.ACCOUNTS);
  }

  /**
   * A part of a flood: until the JVMs have compiled what it needs, they have no time for others.
   */
  private void warmUp() throws InterruptedException {
    out.accept("warm-up");
    HostileInput flood = Floods.all().get(0);
    HostileRun run = run(WARM_UP_SHARE * settings.share(), hostile(0));
    part("warm-up", run, flood.harms());
    awaitNothingHeld("the warm-up");
  }

  private HostileRun run(int share, List<String> hostile) {
    return new HostileRun(sender, loss, hostile, share, System.currentTimeMillis());
  }

  private NeighboursReport.Line quiet() throws InterruptedException {
    out.accept("quiet: nobody does harm");
    long fromMs = System.currentTimeMillis();
    Thread.sleep(settings.quietSeconds() * 1_000L);
    return line("quiet", Map.of(), Bars.PINGS, fromMs, System.currentTimeMillis());
  }

  private NeighboursReport.Line measure(HostileInput input, List<String> hostile)
      throws InterruptedException {
    out.accept("%s: %s".formatted(input.name(), input.about()));
    HostileRun run = run(settings.share(), hostile);
    log.next();
    Tally prepared = part(input.name(), run, input.prepares());
    awaitCalm();
    if (input.isDue()) {
      out.accept(
          "  all granted; the leases end within %,d ms, in %,d ms"
              .formatted(
                  prepared.lastDueMs() - prepared.firstDueMs(),
                  prepared.firstDueMs() - System.currentTimeMillis()));
    }
    Tally harm = part(input.name(), run, input.harms());
    NeighboursReport.Line line =
        line(
            input.name(),
            harm.kinds(),
            input.bars(),
            input.isDue() ? prepared.firstDueMs() : harm.firstAskedMs(),
            harm.lastAppendedMs());
    out.accept(NeighboursText.progress(line));
    awaitNothingHeld(input.name());
    return line;
  }

  private void awaitNothingHeld(String input) throws InterruptedException {
    await(() -> log.held() == 0, () -> log.held() + " locks of " + input + " are left");
    awaitCalm();
  }

  /** What was before shall not be taken for what comes. */
  private void awaitCalm() throws InterruptedException {
    Thread.sleep(AFTERWARDS.toMillis());
    long nowMs = System.currentTimeMillis();
    await(() -> log.haveAllAnsweredSince(nowMs), this::pingsText);
  }

  private Tally part(String input, HostileRun run, HostileInput.Part part)
      throws InterruptedException {
    Expected expected = part.send(run);
    sender.awaitSent();
    await(
        () -> log.hostileEvents() >= expected.events(),
        () -> "%s: %d of %d answers came".formatted(input, log.hostileEvents(), expected.events()));
    Tally tally = log.next();
    expected.check(input, tally);
    return tally;
  }

  /** Waits until pings asked after it are answered, so those before are, too. */
  private NeighboursReport.Line line(
      String input, Map<String, Long> answers, Bars bars, long fromMs, long toMs)
      throws InterruptedException {
    await(() -> log.haveAllAnsweredSince(toMs), this::pingsText);
    return new NeighboursReport.Line(
        input,
        answers,
        toMs - fromMs,
        bars,
        log.delays(partition -> partition == PARTITION, fromMs, toMs),
        log.delays(partition -> partition != PARTITION, fromMs, toMs));
  }

  private String pingsText() {
    return "%d of %d pings were answered".formatted(log.answered(), pings.sent());
  }

  private static void await(BooleanSupplier done, Supplier<String> state)
      throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!done.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "%s within %d s: the arbiter is far behind, or a partition stands still. Fix: give it more time with a longer --interval-ms, or fewer commands with --share"
                .formatted(state.get(), PATIENCE.toSeconds()));
      }
      Thread.sleep(LOOK_MS);
    }
  }

  @Override
  public void close() {
    pings.close();
    sender.close();
    log.close();
  }
}
