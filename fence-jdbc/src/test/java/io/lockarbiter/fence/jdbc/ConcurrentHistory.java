package io.lockarbiter.fence.jdbc;

import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.FencingGuard;
import io.lockarbiter.client.fence.FencingRefusal;
import io.lockarbiter.client.fence.NaiveFencingGuard;
import io.lockarbiter.client.fence.RandomActions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Runs random transactions of many threads in one account, some with several actions, some rolled
 * back, while other threads forget traces. Conflicting actions must never be open at the same time.
 * In the order of the commits, the rule must admit each committed action; the earlier commits must
 * refuse each refused one.
 */
final class ConcurrentHistory {
  private static final Set<String> TO_BE_REPEATED = Set.of("40001", "40P01");

  private final String account;
  private final long seed;
  private final Callable<Connection> database;
  private final Function<Connection, FencingGuard> guards;
  private final List<Answer> answers = new ArrayList<>();
  private final List<Answer> open = new ArrayList<>();
  private long newest;
  private long floorBegun;
  private long floorDone;
  private int together;
  private int repeated;

  /** The answer to an action, and the end of its transaction. */
  private static final class Answer {
    final FencingAction action;
    final Object transaction;
    final boolean admitted;
    final List<Answer> beside = new ArrayList<>();
    boolean committed;
    boolean endedByDatabase;

    Answer(FencingAction action, Object transaction, boolean admitted) {
      this.action = action;
      this.transaction = transaction;
      this.admitted = admitted;
    }
  }

  ConcurrentHistory(
      String account,
      long seed,
      Callable<Connection> database,
      Function<Connection, FencingGuard> guards) {
    this.account = account;
    this.seed = seed;
    this.database = database;
    this.guards = guards;
  }

  /** Runs and judges; returns the most transactions that were open at once. */
  int run(ExecutorService executor, int threads, int transactions) throws Exception {
    List<Future<?>> runs = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      Random random = new Random(seed + thread);
      runs.add(
          executor.submit(
              () -> {
                for (int i = 0; i < transactions; i++) {
                  transaction(random);
                }
                return null;
              }));
    }
    for (Future<?> run : runs) {
      run.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }
    judge();
    return together;
  }

  private void transaction(Random random) throws Exception {
    RandomActions actions = new RandomActions(random);
    try (Connection connection = database.call()) {
      FencingGuard guard = guards.apply(connection);
      try {
        if (random.nextInt(20) == 0) {
          forget(connection, guard);
          return;
        }
        for (int left = random.nextInt(3) == 0 ? 2 : 1; left > 0; left--) {
          act(guard, actions.next(account, nextToken()), connection);
        }
        end(connection, random.nextInt(4) != 0);
      } catch (FencingStoreException e) {
        assertThat(TO_BE_REPEATED).as("seed=%d", seed).contains(state(e));
        endedByDatabase(connection);
      }
    }
  }

  private static String state(FencingStoreException e) {
    return ((SQLException) Objects.requireNonNull(e.getCause())).getSQLState();
  }

  private synchronized long nextToken() {
    return ++newest;
  }

  private void act(FencingGuard guard, FencingAction action, Connection transaction) {
    long floor;
    synchronized (this) {
      floor = floorDone;
    }
    FencingRefusal refusal = guard.admit(action).orElse(null);
    synchronized (this) {
      if (refusal instanceof FencingRefusal.Forgotten) {
        assertThat(action.token()).as("seed=%d %s", seed, action).isLessThan(floorBegun);
        return;
      }
      Answer answer = new Answer(action, transaction, refusal == null);
      if (refusal == null) {
        assertThat(action.token()).as("seed=%d %s", seed, action).isGreaterThanOrEqualTo(floor);
        open.stream()
            .filter(other -> other.transaction != transaction && excludes(other, action))
            .forEach(answer.beside::add);
        open.add(answer);
        together =
            Math.max(together, (int) open.stream().map(one -> one.transaction).distinct().count());
      }
      answers.add(answer);
    }
  }

  private static boolean excludes(Answer other, FencingAction action) {
    boolean isOtherRun =
        other.action.token() == action.token()
            && (other.action.run() != action.run() || other.action.last() || action.last());
    return isOtherRun || NaiveFencingGuard.conflicts(action, other.action);
  }

  private void end(Connection connection, boolean commit) throws SQLException {
    synchronized (this) {
      open.removeIf(answer -> answer.transaction == connection);
      answers.stream()
          .filter(answer -> answer.transaction == connection)
          .forEach(answer -> answer.committed = commit);
    }
    if (commit) {
      connection.commit();
    } else {
      connection.rollback();
    }
  }

  /** Notes that the database ended the transaction; its locks were gone before this thread knew. */
  private void endedByDatabase(Connection connection) throws SQLException {
    synchronized (this) {
      answers.stream()
          .filter(answer -> answer.transaction == connection)
          .forEach(answer -> answer.endedByDatabase = true);
      repeated++;
    }
    end(connection, false);
  }

  private void forget(Connection connection, FencingGuard guard) throws SQLException {
    long floor;
    synchronized (this) {
      floor = Math.max(1, newest - 30);
      floorBegun = Math.max(floorBegun, floor);
    }
    guard.forgetBelow(account, floor);
    connection.commit();
    synchronized (this) {
      floorDone = Math.max(floorDone, floor);
    }
  }

  private void judge() {
    List<Answer> before = new ArrayList<>();
    int refused = 0;
    for (Answer answer : answers) {
      assertThat(answer.beside)
          .as("open beside seed=%d %s", seed, answer.action)
          .allMatch(other -> other.endedByDatabase);
      boolean refuses =
          before.stream()
              .filter(acted -> acted.committed || acted.transaction == answer.transaction)
              .anyMatch(acted -> NaiveFencingGuard.refuses(acted.action, answer.action));
      if (!answer.admitted || answer.committed) {
        assertThat(refuses)
            .as("refused by what acted before, seed=%d %s", seed, answer.action)
            .isEqualTo(!answer.admitted);
      }
      if (answer.admitted) {
        before.add(answer);
      } else {
        refused++;
      }
    }
    assertThat(before).as("seed=%d", seed).hasSizeGreaterThan(50);
    assertThat(refused).as("refusals with seed=%d", seed).isGreaterThan(20);
    assertThat(repeated).as("to be repeated, seed=%d", seed).isLessThan(before.size());
  }
}
