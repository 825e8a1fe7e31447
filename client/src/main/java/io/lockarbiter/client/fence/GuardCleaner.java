package io.lockarbiter.client.fence;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has a guard forget the traces that no live lock needs, so that its memory is bounded by the
 * actions since the oldest live lock of the account was granted. Takes a page of accounts each
 * turn, round and round; an account that fails harms no other. One cleaner for a memory is enough;
 * several do no harm. Thread-safe.
 */
public final class GuardCleaner implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GuardCleaner.class);

  private final LiveTokens tokens;
  private final FencingMemory memory;
  private final int accountsPerTurn;
  private final CountDownLatch closed = new CountDownLatch(1);
  private @Nullable Thread thread;
  private @Nullable String last;
  private GuardCleanerStatistics done = new CleanerStatistics(0, 0, 0, 0);

  /**
   * A cleaner that works only when {@link #turn} is called.
   *
   * @param accountsPerTurn the most accounts cleaned in a turn
   */
  public GuardCleaner(LiveTokens tokens, FencingMemory memory, int accountsPerTurn) {
    if (accountsPerTurn < 1) {
      throw new IllegalArgumentException(
          "accountsPerTurn=%d, expected 1 or more; nothing would ever be forgotten"
              .formatted(accountsPerTurn));
    }
    this.tokens = tokens;
    this.memory = memory;
    this.accountsPerTurn = accountsPerTurn;
  }

  /**
   * A cleaner with a daemon thread of its own: it cleans up to 1,000 accounts, pauses, and so on
   * until it is closed.
   */
  public static GuardCleaner start(LiveTokens tokens, FencingMemory memory, Duration pause) {
    GuardCleaner cleaner = new GuardCleaner(tokens, memory, 1_000);
    Thread thread = new Thread(() -> cleaner.run(pause), "fencing-guard-cleaner");
    thread.setDaemon(true);
    cleaner.thread = thread;
    thread.start();
    return cleaner;
  }

  private void run(Duration pause) {
    try {
      do {
        turn();
      } while (!closed.await(pause.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Cleans the next accounts. A failure is logged and counted, and the account is tried again in
   * the next round.
   */
  public synchronized void turn() {
    GuardCleanerStatistics before = done;
    count(1, 0, 0, 0);
    List<String> accounts;
    try {
      accounts = memory.accounts(last, accountsPerTurn);
    } catch (RuntimeException e) {
      count(0, 0, 0, 1);
      LOG.warn("the accounts of a fencing guard cannot be listed, so it forgets nothing now", e);
      return;
    }
    for (String account : accounts) {
      if (closed.getCount() == 0) {
        return;
      }
      clean(account, before);
      last = account;
    }
    if (accounts.size() < accountsPerTurn) {
      last = null;
    }
  }

  private void clean(String account, GuardCleanerStatistics before) {
    try {
      OptionalLong lowest = tokens.lowest(account);
      if (lowest.isPresent()) {
        memory.forgetBelow(account, lowest.getAsLong());
      }
      count(0, lowest.isPresent() ? 1 : 0, lowest.isPresent() ? 0 : 1, 0);
    } catch (RuntimeException e) {
      if (done.failed() == before.failed()) { // once a turn
        LOG.warn(
            "the fencing guard's memory of account={} cannot be cleaned; trying again in the next round, others are cleaned meanwhile",
            account,
            e);
      }
      count(0, 0, 0, 1);
    }
  }

  private void count(int turns, int cleaned, int unknown, int failed) {
    done =
        new CleanerStatistics(
            done.turns() + turns,
            done.cleaned() + cleaned,
            done.unknown() + unknown,
            done.failed() + failed);
  }

  boolean isRunning() {
    return thread != null && thread.isAlive();
  }

  /** Counts of the work so far; waits for a running turn. */
  public synchronized GuardCleanerStatistics statistics() {
    return done;
  }

  /** Ends the thread after its present account. */
  @Override
  public void close() {
    closed.countDown();
  }
}
