package io.lockarbiter.fence.jdbc;

import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.FencingGuard;
import io.lockarbiter.client.fence.FencingGuardKit;
import io.lockarbiter.client.fence.FencingRefusal;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.testing.Seeds;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Further requirements for a guard in a database: its transaction, and transactions at the same
 * time.
 */
abstract class JdbcFencingGuardKit extends FencingGuardKit {

  final ExecutorService threads = Executors.newFixedThreadPool(8);

  private @Nullable Connection one;

  abstract DataSource database();

  /** The isolation levels that the guard supports in this database. */
  List<Integer> isolations() {
    return List.of(Connection.TRANSACTION_READ_COMMITTED);
  }

  /** A query for the number of sessions that wait for a lock. */
  abstract String waitingSessions();

  static void createTables(DataSource database) throws SQLException {
    JdbcFencingGuard.createTables(database);
    JdbcFencingGuard.createTables(database);
  }

  @AfterEach
  void stopThreads() throws Exception {
    threads.shutdownNow();
    assertThat(threads.awaitTermination(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    if (one != null) {
      one.close();
    }
  }

  /** Works in one transaction after another. */
  @Override
  protected void with(Consumer<FencingGuard> work) {
    try {
      Connection connection = one == null ? begin(Connection.TRANSACTION_READ_COMMITTED) : one;
      one = connection;
      try {
        work.accept(new JdbcFencingGuard(connection));
        connection.commit();
      } finally {
        connection.rollback();
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  protected int histories() {
    return 5;
  }

  @Test
  void rolledBackAction_isNotRemembered() throws SQLException {
    try (Connection connection = begin(Connection.TRANSACTION_READ_COMMITTED)) {
      new JdbcFencingGuard(connection).require(action(6, Mode.DELETE));
      connection.rollback();
    }
    with(guard -> guard.require(action(5, Mode.PUT)));
  }

  @Test
  void refusal_leavesTheTransactionUsable() throws SQLException {
    with(guard -> guard.require(action(6, Mode.DELETE)));
    try (Connection connection = begin(Connection.TRANSACTION_READ_COMMITTED)) {
      JdbcFencingGuard guard = new JdbcFencingGuard(connection);
      assertThat(guard.admit(action(5, Mode.PUT))).isPresent();
      assertThat(guard.admit(action(6, Mode.PUT))).isEmpty();
      connection.commit();
    }
  }

  @Test
  void accountsWithTraces_areTold() {
    with(guard -> guard.require(FencingAction.of(account + "a", 5, Mode.PUT, "/d")));
    with(guard -> guard.require(FencingAction.of(account + "b", 5, Mode.PUT, "/d")));
    JdbcFencingMemory memory = new JdbcFencingMemory(database());

    assertThat(memory.accounts(account, 1)).containsExactly(account + "a");
    assertThat(memory.accounts(account, 2)).containsExactly(account + "a", account + "b");
    memory.forgetBelow(account + "a", 6);
    with(
        guard ->
            assertThat(guard.admit(FencingAction.of(account + "a", 5, Mode.PUT, "/d")))
                .isPresent());
  }

  @Test
  void autoCommit_isRefused() throws SQLException {
    try (Connection connection = database().getConnection()) {
      assertThatThrownBy(() -> new JdbcFencingGuard(connection).admit(action(5, Mode.PUT)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(
              "The connection of a fencing guard has autoCommit=true, expected false; a check would"
                  + " commit before the write it protects. Fix: connection.setAutoCommit(false), or"
                  + " call it inside a transaction.");
    }
  }

  @Test
  void lostConnection_admitsNothing() throws SQLException {
    Connection connection = begin(Connection.TRANSACTION_READ_COMMITTED);
    connection.close();
    assertThatThrownBy(() -> new JdbcFencingGuard(connection).admit(action(5, Mode.PUT)))
        .isInstanceOf(FencingStoreException.class)
        .hasMessageContaining("account=" + account)
        .hasCauseInstanceOf(SQLException.class);
  }

  @Test
  void checkDuringAnother_isNeverAdmittedToo() throws Exception {
    with(guard -> guard.require(action(1, Mode.READ)));
    for (int isolation : isolations()) {
      checkDuringAnother(isolation);
    }
  }

  @Test
  void checkDuringTheFirstOfTheAccount_isNeverAdmittedToo() throws Exception {
    for (int isolation : isolations()) {
      checkDuringAnother(isolation);
    }
  }

  /**
   * The late transaction has begun to read before the newer one commits, and finds only its own
   * traces.
   */
  private void checkDuringAnother(int isolation) throws Exception {
    String tree = account + isolation;
    try (Connection newer = begin(isolation);
        Connection late = begin(isolation)) {
      try (Statement read = late.createStatement()) {
        read.executeQuery("select count(*) from lockarbiter_fence_trace").close();
      }
      new JdbcFencingGuard(newer).require(FencingAction.of(tree, 6, Mode.DELETE, "/d"));
      Future<String> answer =
          threads.submit(() -> answer(late, FencingAction.of(tree, 5, Mode.PUT, "/d/x")));
      await().until(() -> answer.isDone() || somebodyWaits());
      assertThat(answer.isDone()).as("answered before the newer committed").isFalse();
      newer.commit();
      String expected = isolation == Connection.TRANSACTION_READ_COMMITTED ? "refused" : "repeat";
      assertThat(answer.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isIn("refused", expected);
      late.rollback();
    }
  }

  @Test
  void otherIsolation_isRefusedForItMissesWhoActed() throws SQLException {
    List<Integer> others =
        new ArrayList<>(
            List.of(Connection.TRANSACTION_REPEATABLE_READ, Connection.TRANSACTION_SERIALIZABLE));
    others.removeAll(isolations());
    for (int isolation : others) {
      try (Connection connection = begin(isolation)) {
        assertThatThrownBy(() -> new JdbcFencingGuard(connection).admit(action(5, Mode.PUT)))
            .isInstanceOf(IllegalStateException.class)
            .hasMessageMatching(
                "The transaction of a fencing guard has isolation=(repeatable read|serializable),"
                    + " expected read committed; it does not see actions since its first statement,"
                    + " so late writes would be admitted. Fix:"
                    + " connection.setTransactionIsolation\\(Connection.TRANSACTION_READ_COMMITTED\\)"
                    + " before its first statement.");
        connection.rollback();
      }
    }
  }

  /**
   * This holds whichever of the two has the higher token: it may yet be rolled back, or commit
   * first.
   */
  @Test
  void conflictWithAnOpenTransaction_isDecidedByItsOutcome() throws Exception {
    for (int newer = 0; newer <= 1; newer++) {
      for (boolean commits : List.of(true, false)) {
        String tree = account + newer + commits;
        try (Connection first = begin(Connection.TRANSACTION_READ_COMMITTED);
            Connection second = begin(Connection.TRANSACTION_READ_COMMITTED)) {
          new JdbcFencingGuard(first).require(FencingAction.of(tree, 6 - newer, Mode.DELETE, "/d"));
          FencingAction action = FencingAction.of(tree, 5 + newer, Mode.PUT, "/d/x");
          Future<String> answer = threads.submit(() -> answer(second, action));
          await().until(() -> answer.isDone() || somebodyWaits());
          assertThat(answer.isDone()).isFalse();
          if (commits) {
            first.commit();
          } else {
            first.rollback();
          }
          assertThat(answer.get(LIMIT.toSeconds(), TimeUnit.SECONDS))
              .isEqualTo(newer == 0 && commits ? "refused" : "admitted");
          second.rollback();
        }
      }
    }
  }

  boolean somebodyWaits() throws SQLException {
    try (Connection connection = database().getConnection();
        Statement query = connection.createStatement();
        ResultSet count = query.executeQuery(waitingSessions())) {
      return count.next() && count.getInt(1) > 0;
    }
  }

  static String answer(Connection connection, FencingAction action) {
    try {
      return new JdbcFencingGuard(connection).admit(action).isPresent() ? "refused" : "admitted";
    } catch (FencingStoreException e) {
      return "repeat";
    }
  }

  @Test
  void otherAccount_doesNotWait() throws SQLException {
    try (Connection connection = begin(Connection.TRANSACTION_READ_COMMITTED)) {
      new JdbcFencingGuard(connection).require(action(6, Mode.DELETE));
      with(guard -> guard.require(FencingAction.of(account + "x", 5, Mode.PUT, "/d/x")));
      connection.rollback();
    }
  }

  @Test
  void transactionsAtRandom_areInAnOrderTheNaiveGuardAdmits() throws Exception {
    long seed = Seeds.fresh();
    new ConcurrentHistory(
            account,
            seed,
            () -> begin(Connection.TRANSACTION_READ_COMMITTED),
            JdbcFencingGuard::new)
        .run(threads, 8, 60);
  }

  @Test
  void newAccount_isOpenedOnceByManyTransactions() throws Exception {
    List<Future<Optional<FencingRefusal>>> firsts = new ArrayList<>();
    for (int thread = 0; thread < 4; thread++) {
      firsts.add(
          threads.submit(
              () -> {
                try (Connection connection = begin(Connection.TRANSACTION_READ_COMMITTED)) {
                  var refusal = new JdbcFencingGuard(connection).admit(action(5, Mode.PUT));
                  connection.commit();
                  return refusal;
                }
              }));
    }
    await().until(() -> firsts.stream().allMatch(Future::isDone));
    for (Future<Optional<FencingRefusal>> first : firsts) {
      assertThat(first.get()).isEmpty();
    }
  }

  private FencingAction action(long token, Mode mode) {
    return FencingAction.of(account, token, mode, mode == Mode.PUT ? "/d/x" : "/d");
  }

  Connection begin(int isolation) throws SQLException {
    Connection connection = database().getConnection();
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(isolation);
    return connection;
  }
}
