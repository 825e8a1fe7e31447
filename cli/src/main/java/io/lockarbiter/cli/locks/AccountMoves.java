package io.lockarbiter.cli.locks;

import io.lockarbiter.cli.locks.AccountMove.Result;
import io.lockarbiter.cli.text.Output;
import io.lockarbiter.client.LockException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Moves accounts, some at once, and tells of each. */
final class AccountMoves {
  private final AccountMove move;
  private final int beside;
  private final BooleanSupplier stop;
  private final Output out;
  private final Consumer<String> failures;

  private final List<Duration> pauses = new ArrayList<>();
  private int done;
  private int begun;
  private boolean isOver;

  /**
   * A run.
   *
   * @param beside how many accounts move at once
   * @param stop whether no other one is to begin
   * @param failures hears why an account is not moved
   */
  AccountMoves(
      AccountMove move, int beside, BooleanSupplier stop, Output out, Consumer<String> failures) {
    this.move = move;
    this.beside = beside;
    this.stop = stop;
    this.out = out;
    this.failures = failures;
  }

  /**
   * Moves them. If one is left closed, or an answer fails to come, no other begins.
   *
   * @return whether all are moved
   * @throws LockException if an answer failed to come
   */
  boolean run(Collection<String> accounts) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(beside);
    List<Future<?>> moves = new ArrayList<>();
    for (String account : accounts) {
      moves.add(pool.submit(() -> move(account)));
    }
    pool.shutdown();
    RuntimeException failure = null;
    for (Future<?> each : moves) {
      try {
        each.get();
      } catch (ExecutionException e) {
        failure =
            e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
      }
    }
    tellAll(accounts.size());
    if (failure != null) {
      throw failure;
    }
    return done == accounts.size();
  }

  private void move(String account) {
    if (!mayBegin()) {
      return;
    }
    boolean isAnswered = false;
    try {
      Result result = move.run(account);
      isAnswered = true;
      tell(account, result);
    } finally {
      if (!isAnswered) {
        end();
      }
    }
  }

  private synchronized boolean mayBegin() {
    isOver |= stop.getAsBoolean();
    begun += isOver ? 0 : 1;
    return !isOver;
  }

  private synchronized void end() {
    isOver = true;
  }

  private synchronized void tell(String account, Result result) {
    if (result instanceof Result.Moved moved) {
      done++;
      pauses.add(moved.paused());
      out.format("account=%s moved, paused for %.3f s", account, seconds(moved.paused()));
    } else if (result instanceof Result.MovedBefore) {
      done++;
      out.format("account=%s was moved before", account);
    } else if (result instanceof Result.Stays stays) {
      failures.accept("account=%s stays where it was: %s".formatted(account, stays.why()));
    } else if (result instanceof Result.Closed closed) {
      isOver = true;
      failures.accept(
          "account=%s is not moved, and closed in both deployments: %s. Fix: start the command again, which switches its senders and goes on; or switch them back, and give --undo"
              .formatted(account, closed.why()));
    }
    out.flush();
  }

  private synchronized void tellAll(int number) {
    out.format(
        "Accounts moved: %,d of %,d.%s%s",
        done,
        number,
        begun == number ? "" : " Not begun: %,d.".formatted(number - begun),
        quantiles());
    out.flush();
  }

  private String quantiles() {
    if (pauses.isEmpty()) {
      return "";
    }
    Collections.sort(pauses);
    return " Paused for p50 %.3f s, p99 %.3f s, at most %.3f s."
        .formatted(seconds(at(0.5)), seconds(at(0.99)), seconds(at(1)));
  }

  private Duration at(double quantile) {
    return pauses.get((int) Math.ceil(quantile * pauses.size()) - 1);
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
