package io.lockarbiter.fence.jdbc;

import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.FencingGuard;
import io.lockarbiter.client.fence.FencingGuardKit;
import io.lockarbiter.client.fence.FencingRefusal;
import io.lockarbiter.client.fence.NaiveFencingGuard;
import io.lockarbiter.client.fence.RandomActions;
import io.lockarbiter.contracts.lock.Mode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a guard in a database must do beside: the transaction, and transactions at once. */
abstract class JdbcFencingGuardKit extends FencingGuardKit {

  private final ExecutorService threads = Executors.newFixedThreadPool(4);

  abstract DataSource database();

  /** A query for the number of sessions that wait for a lock. */
  abstract String waitingSessions();

  static void createTables(DataSource database) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(JdbcFencingGuard.schema());
      statement.execute(JdbcFencingGuard.schema());
      statement.execute("create table written (account varchar(200), number bigint, id bigint)");
    }
  }

  @AfterEach
  void stopThreads() throws InterruptedException {
    threads.shutdownNow();
    assertThat(threads.awaitTermination(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  @Override
  protected void with(Consumer<FencingGuard> work) {
    try (Connection connection = begin(Connection.TRANSACTION_READ_COMMITTED)) {
      work.accept(new JdbcFencingGuard(connection));
      connection.commit();
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
  void autoCommit_isRefused() throws SQLException {
    try (Connection connection = database().getConnection()) {
      assertThatThrownBy(() -> new JdbcFencingGuard(connection).admit(action(5, Mode.PUT)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(
              "The connection of a fencing guard has autoCommit=true, expected false; a check would commit before the write it protects. Fix: connection.setAutoCommit(false), or call it inside a transaction.");
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

  @ParameterizedTest
  @ValueSource(
      ints = {
        Connection.TRANSACTION_READ_COMMITTED,
        Connection.TRANSACTION_REPEATABLE_READ,
        Connection.TRANSACTION_SERIALIZABLE
      })
  void checkDuringAnother_isNeverAdmittedToo(int isolation) throws Exception {
    with(guard -> guard.require(action(1, Mode.READ)));
    checkDuringAnother(isolation);
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        Connection.TRANSACTION_READ_COMMITTED,
        Connection.TRANSACTION_REPEATABLE_READ,
        Connection.TRANSACTION_SERIALIZABLE
      })
  void checkDuringTheFirstOfTheAccount_isNeverAdmittedToo(int isolation) throws Exception {
    checkDuringAnother(isolation);
  }

  /** The late one has begun to read before the newer commits, and finds nothing but its own. */
  private void checkDuringAnother(int isolation) throws Exception {
    try (Connection newer = begin(isolation);
        Connection late = begin(isolation)) {
      try (Statement read = late.createStatement()) {
        read.executeQuery("select count(*) from written").close();
      }
      new JdbcFencingGuard(newer).require(action(6, Mode.DELETE));
      Future<String> answer = threads.submit(() -> answer(late));
      await().until(() -> answer.isDone() || somebodyWaits());
      assertThat(answer.isDone()).as("answered before the newer committed").isFalse();
      newer.commit();
      String expected = isolation == Connection.TRANSACTION_READ_COMMITTED ? "refused" : "repeat";
      assertThat(answer.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isIn("refused", expected);
      late.rollback();
    }
  }

  private boolean somebodyWaits() throws SQLException {
    try (Connection connection = database().getConnection();
        Statement query = connection.createStatement();
        ResultSet count = query.executeQuery(waitingSessions())) {
      return count.next() && count.getInt(1) > 0;
    }
  }

  private String answer(Connection connection) {
    try {
      return new JdbcFencingGuard(connection).admit(action(5, Mode.PUT)).isPresent()
          ? "refused"
          : "admitted";
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
  void writesOfManyTransactions_areInAnOrderTheNaiveGuardAdmits() throws Exception {
    AtomicLong tokens = new AtomicLong();
    Map<Long, FencingAction> tried = new ConcurrentHashMap<>();
    List<Future<Integer>> writers = new ArrayList<>();
    long base = new Random().nextLong();
    for (int thread = 0; thread < 4; thread++) {
      long seed = base + thread;
      writers.add(threads.submit(() -> writeMany(seed, tokens, tried)));
    }
    int written = 0;
    for (Future<Integer> writer : writers) {
      written += writer.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }
    NaiveFencingGuard naive = new NaiveFencingGuard();
    List<Long> order = writtenInOrder();
    assertThat(order).as("seed=%d", base).hasSize(written).hasSizeGreaterThan(50);
    assertThat(order.stream().map(tried::get)).as("seed=%d", base).allMatch(naive::admits);
  }

  private int writeMany(long seed, AtomicLong tokens, Map<Long, FencingAction> tried)
      throws SQLException {
    RandomActions actions = new RandomActions(new Random(seed));
    int written = 0;
    for (int i = 0; i < 60; i++) {
      long id = tokens.incrementAndGet();
      FencingAction action = actions.next(account, id);
      tried.put(id, action);
      try (Connection connection = begin(Connection.TRANSACTION_READ_COMMITTED)) {
        if (new JdbcFencingGuard(connection).admit(action).isEmpty()) {
          write(connection, id);
          written++;
        }
        connection.commit();
      }
    }
    return written;
  }

  /** The caller's write: its number is one more than what it sees, so equal if two were at once. */
  private void write(Connection connection, long id) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "insert into written select ?, coalesce(max(number), 0) + 1, ? from written where account = ?")) {
      insert.setString(1, account);
      insert.setLong(2, id);
      insert.setString(3, account);
      insert.executeUpdate();
    }
  }

  private List<Long> writtenInOrder() throws SQLException {
    Map<Long, Long> order = new TreeMap<>();
    try (Connection connection = database().getConnection();
        PreparedStatement select =
            connection.prepareStatement("select number, id from written where account = ?")) {
      select.setString(1, account);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          assertThat(order.put(rows.getLong(1), rows.getLong(2))).isNull();
        }
      }
    }
    return List.copyOf(order.values());
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

  private Connection begin(int isolation) throws SQLException {
    Connection connection = database().getConnection();
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(isolation);
    return connection;
  }
}
