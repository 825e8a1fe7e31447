package io.lockarbiter.fence.jdbc;

import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.FencingRefusal;
import io.lockarbiter.client.fence.NaiveFencingGuard;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.contracts.testing.EveryFifthDay;
import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import io.lockarbiter.contracts.testing.Seeds;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests on a real PostgreSQL, whose binaries come as Maven artifacts. */
@EveryFifthDay
@Needs(OptionalTool.POSTGRESQL)
class PostgresFencingGuardIT extends JdbcFencingGuardKit {
  private static final String ADVISORY_LOCKS =
      "select count(*) from pg_locks where locktype = 'advisory'";

  @SuppressWarnings("NullAway.Init")
  private static EmbeddedPostgres postgres;

  @BeforeAll
  static void start() throws IOException, SQLException {
    postgres =
        EmbeddedPostgres.builder()
            .setServerConfig("deadlock_timeout", "50ms")
            .setPGStartupWait(LIMIT)
            .start();
    createTables(postgres.getPostgresDatabase());
  }

  @AfterAll
  static void stop() throws IOException {
    postgres.close();
  }

  @Override
  DataSource database() {
    return postgres.getPostgresDatabase();
  }

  @Override
  String waitingSessions() {
    return "select count(*) from pg_stat_activity where wait_event_type = 'Lock'";
  }

  @Test
  void openActions_keepOutWhatConflictsByTheTableAndNothingElse() throws SQLException {
    List<String> others = List.of("/", "/d", "/d/e", "/d/e/f", "/d/f");
    try (Connection first = begin();
        Connection second = begin()) {
      long token = 1;
      for (Mode ours : Mode.acting()) {
        for (Mode theirs : Mode.acting()) {
          for (String path : others) {
            FencingAction open = FencingAction.of(account, token++, ours, "/d/e");
            FencingAction beside = FencingAction.of(account, token++, theirs, path);
            assertThat(answer(first, open)).isEqualTo("admitted");
            execute(second, "set local lock_timeout = '5ms'");
            assertThat(answer(second, beside))
                .as("%s while %s is open", beside, open)
                .isEqualTo(NaiveFencingGuard.conflicts(open, beside) ? "repeat" : "admitted");
            second.rollback();
            first.rollback();
          }
        }
      }
      assertThat(count(second, ADVISORY_LOCKS)).isZero();
    }
  }

  @Test
  void compatibleTransactionsAtRandom_areOpenAtTheSameTime() throws Exception {
    assertThat(
            new ConcurrentHistory(account, Seeds.fresh(), this::begin, JdbcFencingGuard::new)
                .run(threads, 8, 60))
        .isGreaterThan(1);
  }

  @Test
  void runsOfALock_keepEachOtherOutAndActionsOfOneRunDoNot() throws SQLException {
    FencingAction add = action(5, Mode.ADD, "/d").run(10);
    with(guard -> guard.require(add));
    try (Connection first = begin();
        Connection second = begin()) {
      for (FencingAction open :
          List.of(add, add.asLast(), add.run(20), action(5, Mode.ADD, "/e").run(20))) {
        for (FencingAction beside : List.of(add, add.asLast(), add.run(20))) {
          boolean together = open.equals(add) && beside.equals(add);
          assertThat(answer(first, open)).isEqualTo("admitted");
          execute(second, "set local lock_timeout = '5ms'");
          assertThat(answer(second, beside))
              .as("%s while %s is open", beside, open)
              .isEqualTo(together ? "admitted" : "repeat");
          second.rollback();
          first.rollback();
        }
      }
    }
  }

  @Test
  void lateAction_isRefusedWithoutWaitingForAnOpenOne() throws SQLException {
    with(guard -> guard.require(action(6, Mode.PUT, "/d/x")));
    try (Connection open = begin();
        Connection late = begin()) {
      assertThat(answer(open, action(7, Mode.PUT, "/d/x"))).isEqualTo("admitted");
      execute(late, "set local lock_timeout = '5ms'");
      assertThat(answer(late, action(5, Mode.DELETE, "/d"))).isEqualTo("refused");
      late.rollback();
      open.rollback();
    }
  }

  @Test
  void refusedAction_keepsNobodyOut() throws SQLException {
    with(guard -> guard.require(action(6, Mode.PUT, "/d/x")));
    try (Connection late = begin()) {
      assertThat(answer(late, action(5, Mode.DELETE, "/d"))).isEqualTo("refused");
      with(guard -> guard.require(action(7, Mode.PUT, "/d/x")));
      late.rollback();
    }
  }

  /**
   * A waiting transaction stands in line: later ones do not pass it, except the one that it waits
   * for.
   */
  @Test
  void waitingDeletion_isOvertakenByTheOpenTransactionAlone() throws Exception {
    try (Connection upload = begin();
        Connection deletion = begin();
        Connection later = begin()) {
      FencingAction put = action(5, Mode.PUT, "/d/x");
      assertThat(answer(upload, put)).isEqualTo("admitted");
      Future<String> deleted = threads.submit(() -> answer(deletion, action(6, Mode.DELETE, "/d")));
      awaitWaiting(1);
      Future<String> added = threads.submit(() -> answer(later, action(7, Mode.PUT, "/d/y")));
      awaitWaiting(2);

      assertThat(answer(upload, put)).isEqualTo("admitted");
      assertThat(answer(upload, action(5, Mode.PUT, "/d/z"))).isEqualTo("admitted");
      assertThat(answer(upload, action(5, Mode.DELETE, "/d/z"))).isEqualTo("admitted");
      upload.commit();
      assertThat(deleted.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo("admitted");
      awaitWaiting(1);
      assertThat(added).isNotDone();
      deletion.commit();
      assertThat(added.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo("admitted");
      later.commit();
    }
  }

  @Test
  void transactionsThatWaitForEachOther_areEndedByTheDatabase() throws Exception {
    try (Connection first = begin();
        Connection second = begin()) {
      assertThat(answer(first, action(5, Mode.PUT, "/a"))).isEqualTo("admitted");
      assertThat(answer(second, action(6, Mode.PUT, "/b"))).isEqualTo("admitted");
      Future<String> one = threads.submit(() -> answer(first, action(5, Mode.PUT, "/b")));
      Future<String> other = threads.submit(() -> answer(second, action(6, Mode.PUT, "/a")));
      assertThat(
              List.of(
                  one.get(LIMIT.toSeconds(), TimeUnit.SECONDS),
                  other.get(LIMIT.toSeconds(), TimeUnit.SECONDS)))
          .containsExactlyInAnyOrder("repeat", "admitted");
      first.rollback();
      second.rollback();
    }
  }

  /** The sessions go on, so a lock that one of them left behind would stay. */
  @Test
  void checksCutOffInTheMiddle_leaveNoLock() throws Exception {
    List<Connection> connections = new ArrayList<>();
    try (Connection watch = database().getConnection()) {
      List<Future<Integer>> runs = new ArrayList<>();
      for (int thread = 0; thread < 6; thread++) {
        Connection connection = begin();
        connections.add(connection);
        Random random = new Random(thread);
        runs.add(threads.submit(() -> cutOff(connection, random)));
      }
      int cut = 0;
      for (Future<Integer> run : runs) {
        cut += run.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
      }
      assertThat(cut).isGreaterThan(20);
      await().untilAsserted(() -> assertThat(advisoryLocks(watch)).isEmpty());
    } finally {
      for (Connection connection : connections) {
        connection.close();
      }
    }
  }

  private int cutOff(Connection connection, Random random) throws SQLException {
    int cut = 0;
    for (int i = 0; i < 100; i++) {
      execute(connection, "set local statement_timeout = " + (1 + random.nextInt(3)));
      Mode mode = random.nextBoolean() ? Mode.PUT : Mode.DELETE;
      cut += answer(connection, action(1000 + i, mode, "/d")).equals("repeat") ? 1 : 0;
      rollback(connection);
    }
    return cut;
  }

  /**
   * The time limit belongs to the transaction, so it may cut off the first rollback but not the
   * second.
   */
  private static void rollback(Connection connection) throws SQLException {
    try {
      connection.rollback();
    } catch (SQLException e) {
      connection.rollback();
    }
  }

  /** The advisory locks, each with the activity of its session. */
  private static List<String> advisoryLocks(Connection connection) throws SQLException {
    List<String> found = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select l::text, a.state, a.query from pg_locks l left join pg_stat_activity a"
                    + " using (pid) where l.locktype = 'advisory'")) {
      while (rows.next()) {
        found.add(rows.getString(1) + " " + rows.getString(2) + " " + rows.getString(3));
      }
    }
    return found;
  }

  @Test
  void transactionOfManyActions_locksItsAccountAsAWhole() throws SQLException {
    try (Connection bulk = begin();
        Connection other = begin()) {
      JdbcFencingGuard guard = new JdbcFencingGuard(bulk);
      for (int i = 1; i <= 100; i++) {
        guard.require(action(i, Mode.PUT, "/d/" + i));
      }
      List<Target> targets =
          IntStream.range(0, 16).mapToObj(i -> new Target(deep(i, 16), Mode.PUT)).toList();
      guard.require(FencingAction.of(account + "wide", 7, targets));
      assertThat(count(bulk, ADVISORY_LOCKS)).isBetween(50, 62);

      for (String busy : List.of(account, account + "wide")) {
        execute(other, "set local lock_timeout = '5ms'");
        assertThat(answer(other, FencingAction.of(busy, 200, Mode.READ, "/elsewhere")))
            .isEqualTo("repeat");
        other.rollback();
      }
      with(free -> free.require(FencingAction.of(account + "x", 1, Mode.PUT, "/d")));
      bulk.commit();
      with(free -> assertThat(free.admit(action(99, Mode.DELETE, "/d/100"))).isPresent());
      with(free -> free.require(action(101, Mode.DELETE, "/d")));
    }
  }

  /** Locks that a savepoint or the end of a transaction gives back are no longer counted. */
  @Test
  void locksGivenBack_leaveRoomForOthers() throws SQLException {
    try (Connection bulk = begin();
        Connection other = begin()) {
      JdbcFencingGuard guard = new JdbcFencingGuard(bulk);
      for (int i = 1; i <= 40; i++) {
        guard.require(action(2 * i, Mode.PUT, "/d/" + i));
        bulk.commit();
        Savepoint before = bulk.setSavepoint();
        guard.require(action(2 * i + 1, Mode.PUT, "/d/" + i));
        guard.require(action(2 * i + 1, Mode.PUT, "/d/" + i + "/x"));
        bulk.rollback(before);
      }
      guard.require(action(99, Mode.PUT, "/d/last"));
      execute(other, "set local lock_timeout = '5ms'");
      assertThat(answer(other, action(100, Mode.PUT, "/elsewhere"))).isEqualTo("admitted");
      other.rollback();
      bulk.rollback();
    }
  }

  private static LockPath deep(int number, int levels) {
    return LockPath.of(("/" + number).repeat(levels));
  }

  @Test
  void fullLockTable_admitsNothingAndSaysWhatHelps() throws SQLException {
    try (Connection greedy = database().getConnection();
        Connection connection = begin()) {
      assertThatThrownBy(
              () ->
                  execute(greedy, "select pg_advisory_lock(n) from generate_series(1, 1000000) n"))
          .hasMessageContaining("shared memory");
      assertThatThrownBy(
              () -> new JdbcFencingGuard(connection).require(action(5, Mode.PUT, "/a/b/c/d/e/f/g")))
          .isInstanceOf(FencingStoreException.class)
          .hasMessageContaining("sqlState=53200")
          .hasMessageContaining("max_locks_per_transaction");
      connection.rollback();
      execute(greedy, "select pg_advisory_unlock_all()");
      assertThat(count(connection, ADVISORY_LOCKS)).isZero();
      assertThat(answer(connection, action(5, Mode.PUT, "/a/b/c/d/e/f/g"))).isEqualTo("admitted");
      connection.rollback();
    }
  }

  /** The key of the lock that a deletion of the path holds at it. */
  private long keyOfADeletion(Connection connection, String path) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            "select ('x' || substr(encode(sha256(convert_to(?, 'UTF8')), 'hex'), 33, 15) ||"
                + " '3')::bit(64)::bigint")) {
      query.setString(1, account + "\n" + path);
      try (ResultSet rows = query.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }

  /** Such a lock may get the same key by chance. */
  @Test
  void lockOfTheUsersOwnWithTheSameKey_costsWaitingAndNothingElse() throws Exception {
    FencingAction put = action(5, Mode.PUT, "/d/x");
    try (Connection user = begin();
        Connection connection = begin()) {
      long key = keyOfADeletion(user, "/d/x");
      execute(user, "select pg_advisory_xact_lock(%d)".formatted(key));
      Future<String> answer = threads.submit(() -> answer(connection, put));
      awaitWaiting(1);
      user.commit();
      assertThat(answer.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo("admitted");

      execute(connection, "select pg_advisory_lock(%d)".formatted(key));
      assertThat(answer(connection, put)).isEqualTo("admitted");
      connection.rollback();
      assertThat(count(connection, ADVISORY_LOCKS)).isOne();
      execute(connection, "select pg_advisory_unlock_all()");
    }
  }

  @Test
  void forgetting_waitsForNoOpenTransaction() throws SQLException {
    with(guard -> guard.require(action(5, Mode.PUT, "/d").run(1)));
    try (Connection open = begin()) {
      assertThat(answer(open, action(5, Mode.PUT, "/d").run(2))).isEqualTo("admitted");
      with(guard -> guard.forgetBelow(account, 9));
      open.commit();
    }
    with(
        guard ->
            assertThat(guard.admit(action(5, Mode.PUT, "/d").run(2)))
                .get()
                .isInstanceOf(FencingRefusal.Forgotten.class));
    with(guard -> guard.forgetBelow(account, 9));
    try (Connection connection = begin()) {
      assertThat(
              count(
                  connection,
                  "select (select count(*) from lockarbiter_fence_trace where account = '%1$s') + (select count(*) from lockarbiter_fence_run where account = '%1$s')"
                      .formatted(account)))
          .isZero();
    }
  }

  private FencingAction action(long token, Mode mode, String path) {
    return FencingAction.of(account, token, mode, path);
  }

  private Connection begin() throws SQLException {
    return begin(Connection.TRANSACTION_READ_COMMITTED);
  }

  private void awaitWaiting(int sessions) {
    await()
        .until(
            () -> {
              try (Connection connection = database().getConnection()) {
                return count(connection, waitingSessions()) == sessions;
              }
            });
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static int count(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
