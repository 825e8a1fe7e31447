package io.lockarbiter.trial.bench.overload;

import io.lockarbiter.trial.bench.stage.PacedSender;
import io.lockarbiter.trial.bench.stage.PacedSender.Command;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/**
 * Pairs of an acquire and its release, one right after the other, of many accounts: at a rate,
 * whatever becomes of them, or as many as are answered.
 */
final class OverloadTraffic implements AutoCloseable {
  private static final String ACQUIRE =
      "{\"type\":\"acquire\",\"commandId\":\"a%d\",\"account\":\"%s\",\"subAccount\":\"u%d\",\"operation\":\"UPLOAD\",\"path\":\"/team-%d/project/2026/reports/file-%d.bin\"}";
  private static final String RELEASE =
      "{\"type\":\"release\",\"commandId\":\"r%d\",\"account\":\"%s\",\"subAccount\":\"u%d\",\"lockId\":\"a%d\"}";
  private static final int SUB_ACCOUNTS = 1_000;
  private static final int IN_FLIGHT = 6_000;
  private static final long LOOK_NANOS = 1_000_000;

  private final int accounts;
  private final int hotPercent;
  private final SplittableRandom random = new SplittableRandom(1);
  private final PacedSender sender;
  private volatile LongUnaryOperator nanosUntil;

  /**
   * Begins at once, as fast as it is answered.
   *
   * @param hotPercent how much of it is of one account; the rest is of all alike
   * @param answered how many commands were answered so far
   */
  OverloadTraffic(String bootstrapServers, int accounts, int hotPercent, LongSupplier answered) {
    this.accounts = accounts;
    this.hotPercent = hotPercent;
    nanosUntil = command -> command < answered.getAsLong() + IN_FLIGHT ? 0 : LOOK_NANOS;
    sender =
        new PacedSender(
            bootstrapServers,
            Map.of("linger.ms", "5", "batch.size", "65536"),
            command -> nanosUntil.applyAsLong(command),
            this::pair);
    sender.start();
  }

  private List<Command> pair(long lock) {
    boolean isHot = random.nextInt(100) < hotPercent;
    String account = isHot ? "hot" : "account-" + random.nextInt(accounts);
    long user = lock % SUB_ACCOUNTS;
    return List.of(
        new Command(account, ACQUIRE.formatted(lock, account, user, lock % 100, lock)),
        new Command(account, RELEASE.formatted(lock, account, user, lock)));
  }

  /** From now on so many commands a second. */
  void rate(long perSecond) {
    long since = System.nanoTime();
    long began = sender.sent();
    nanosUntil =
        command -> since + (long) ((command - began + 1) * 1e9 / perSecond) - System.nanoTime();
  }

  /** Commands sent so far. */
  long sent() {
    return sender.sent();
  }

  /** Sends no more; returns when all is in the log. */
  @Override
  public void close() {
    sender.close();
  }
}
