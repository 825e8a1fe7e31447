package io.lockarbiter.trial.bench.hostile;

import io.lockarbiter.trial.bench.hostile.HostileEvents.Tally;
import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.trial.bench.stage.ChildJvm;
import io.lockarbiter.trial.bench.stage.Figures;
import io.lockarbiter.trial.bench.stage.PartitionAccounts;
import io.lockarbiter.trial.bench.stage.SteadyLoad;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Does harm in partition 0 while others ask in all, and measures how long those wait. */
final class ServedRun implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(300);
  private static final Duration AFTERWARDS = Duration.ofSeconds(2);
  private static final long LOOK_MS = 20;

  /** Accounts of an input. */
  private static final int ACCOUNTS = 8;

  private static final long SAME_MS = 5_000;
  private static final long OTHERS_MS = 100;
  private static final double MOST_GROWTH = 1.25;

  private final ChildJvm arbiter;
  private final Consumer<String> out;

  /** By partition; the first of each pings, the others of partition 0 are hostile. */
  private final List<String> accounts;

  private final HostileEvents events;
  private final HostileSender sender;
  private final SteadyLoad pings;
  private int turn;
  private long mostMb;

  /**
   * Starts the pings.
   *
   * @param inputs how many will be measured
   */
  ServedRun(
      BenchStage stage,
      ChildJvm arbiter,
      int partitions,
      int share,
      Duration interval,
      int inputs,
      Consumer<String> out) {
    this.arbiter = arbiter;
    this.out = out;
    int each = 1 + inputs * ACCOUNTS;
    accounts = PartitionAccounts.of(partitions, each);
    List<String> pinging =
        IntStream.range(0, partitions)
            .mapToObj(partition -> accounts.get(partition * each))
            .toList();
    events = new HostileEvents(stage.bootstrapServers(), pinging);
    sender = new HostileSender(stage, share);
    pings = new SteadyLoad(stage.bootstrapServers(), pinging, interval);
  }

  /** Does one kind of harm, and adds what it cost. */
  void measure(ServedInput input, Figures figures) throws InterruptedException {
    out.accept("%s: %s".formatted(input.name(), input.about()));
    int first = 1 + turn++ * ACCOUNTS;
    sender.begin(accounts.subList(first, first + ACCOUNTS));
    long beforeMb = arbiter.residentMb();
    mostMb = beforeMb;
    events.next();
    Tally prepared = part(input, input.prepares());
    awaitCalm();
    boolean isDue = input.name().startsWith("expire");
    Tally harm = part(input, input.harms());
    long fromMs = isDue ? prepared.firstDueMs() : harm.firstAskedMs();
    long toMs = harm.lastAppendedMs();
    await(() -> events.haveAllAnsweredSince(toMs), this::pingsText);
    long same = events.worstMs(partition -> partition == 0, fromMs, toMs);
    long others = events.worstMs(partition -> partition != 0, fromMs, toMs);
    boolean isWithin =
        input.isEverywhere()
            ? mostMb <= beforeMb * MOST_GROWTH
            : same <= SAME_MS && others <= OTHERS_MS;
    figures.add(input.name(), toMs - fromMs, same, others, mostMb, isWithin ? "within" : "over");
    out.accept("  %,d ms, %,d answers %s".formatted(toMs - fromMs, harm.events(), harm.kinds()));
    await(
        () -> events.held() == 0, () -> events.held() + " locks of " + input.name() + " are left");
    awaitCalm();
  }

  private Tally part(ServedInput input, ServedInput.Part part) throws InterruptedException {
    ServedInput.Expected expected = part.send(sender);
    sender.awaitSent();
    await(
        () -> events.events() >= expected.events(),
        () ->
            "%s: %d of %d answers came"
                .formatted(input.name(), events.events(), expected.events()));
    Tally tally = events.next();
    expected.check(input.name(), tally.kinds());
    return tally;
  }

  /** So that one input's end is not taken for the next one's. */
  private void awaitCalm() throws InterruptedException {
    Thread.sleep(AFTERWARDS.toMillis());
    long nowMs = System.currentTimeMillis();
    await(() -> events.haveAllAnsweredSince(nowMs), this::pingsText);
  }

  /**
   * Sends no more pings.
   *
   * @return whether each has one answer and none was refused
   */
  boolean end() throws InterruptedException {
    pings.close();
    await(() -> events.answered() >= pings.sent(), this::pingsText);
    out.accept(pingsText() + ", %,d refused".formatted(events.refused()));
    return events.answered() == pings.sent() && events.refused() == 0;
  }

  private String pingsText() {
    return "%,d of %,d pings were answered".formatted(events.answered(), pings.sent());
  }

  private void await(BooleanSupplier done, Supplier<String> state) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!done.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "%s within %d s: the arbiter is far behind, or a partition stands still. Fix: give it more time with a longer lockarbiter.interval-ms, or fewer commands with a larger lockarbiter.share"
                .formatted(state.get(), PATIENCE.toSeconds()));
      }
      mostMb = Math.max(mostMb, arbiter.residentMb());
      Thread.sleep(LOOK_MS);
    }
  }

  @Override
  public void close() {
    pings.close();
    sender.close();
    events.close();
  }
}
