package io.lockarbiter.trial.bench.stage;

import io.lockarbiter.trial.bench.stage.PacedSender.Command;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * One command for every account at a fixed interval, whatever becomes of those before: a lock is
 * acquired, and released by the next one. Its lease does not end before.
 */
public final class SteadyLoad implements AutoCloseable {
  private static final String ACQUIRE =
      "{\"type\":\"acquire\",\"commandId\":\"h%d\",\"account\":\"%s\",\"subAccount\":\"u1\",\"operation\":\"UPLOAD\",\"path\":\"/team/project/2026/reports/file-%d.bin\",\"leaseMs\":600000}";
  private static final String RELEASE =
      "{\"type\":\"release\",\"commandId\":\"r%d\",\"account\":\"%s\",\"subAccount\":\"u1\",\"lockId\":\"h%d\"}";

  private final List<String> accounts;
  private final long intervalNanos;
  private final long began = System.nanoTime();
  private final PacedSender sender;

  /** Begins at once. */
  public SteadyLoad(String bootstrapServers, List<String> accounts, Duration interval) {
    this.accounts = List.copyOf(accounts);
    this.intervalNanos = interval.toNanos();
    this.sender =
        new PacedSender(
            bootstrapServers, Map.of("linger.ms", "1"), this::nanosUntil, this::commands);
    sender.start();
  }

  private long nanosUntil(long command) {
    return began + command / accounts.size() * intervalNanos - System.nanoTime();
  }

  private List<Command> commands(long step) {
    long lock = step / 2;
    return accounts.stream()
        .map(
            account ->
                new Command(
                    account,
                    step % 2 == 0
                        ? ACQUIRE.formatted(lock, account, lock % 1_000)
                        : RELEASE.formatted(lock, account, lock)))
        .toList();
  }

  /** Commands sent so far. */
  public long sent() {
    return sender.sent();
  }

  /** Sends no more; returns when all is in the log. */
  @Override
  public void close() {
    sender.close();
  }
}
