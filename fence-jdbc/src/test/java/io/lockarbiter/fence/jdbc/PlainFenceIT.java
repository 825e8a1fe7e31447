package io.lockarbiter.fence.jdbc;

import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.FencingGuard;
import io.lockarbiter.client.fence.FencingGuardKit;
import io.lockarbiter.client.fence.FencingRefusal;
import io.lockarbiter.client.fence.FencingRefusal.Overtaken;
import io.lockarbiter.client.fence.MemoryFencingGuard;
import io.lockarbiter.client.fence.NaiveFencingGuard;
import io.lockarbiter.client.fence.RandomActions;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.testing.EveryFifthDay;
import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import io.lockarbiter.contracts.testing.Seeds;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The function for every language and the guard in Java, at random in turn, on the same tables. */
@EveryFifthDay
@Needs(OptionalTool.POSTGRESQL)
class PlainFenceIT extends FencingGuardKit {
  private static final List<Function<Connection, FencingGuard>> GUARDS =
      List.of(JdbcFencingGuard::new, PlainFence::new);

  @SuppressWarnings("NullAway.Init")
  private static EmbeddedPostgres postgres;

  private @Nullable Connection one;

  @BeforeAll
  static void start() throws IOException, SQLException {
    postgres =
        EmbeddedPostgres.builder()
            .setServerConfig("deadlock_timeout", "50ms")
            .setPGStartupWait(LIMIT)
            .start();
    JdbcFencingGuard.createTables(postgres.getPostgresDatabase());
  }

  @AfterAll
  static void stop() throws IOException {
    postgres.close();
  }

  /** Works in one transaction after another. */
  @Override
  protected void with(Consumer<FencingGuard> work) {
    try {
      Connection connection = one == null ? begin() : one;
      one = connection;
      try {
        work.accept(any(connection));
        connection.commit();
      } finally {
        connection.rollback();
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @AfterEach
  void close() throws SQLException {
    if (one != null) {
      one.close();
    }
  }

  private static FencingGuard any(Connection connection) {
    return GUARDS.get(ThreadLocalRandom.current().nextInt(2)).apply(connection);
  }

  @Override
  protected int histories() {
    return 20;
  }

  /** The guard in memory keeps READ and ADD apart, so it may name the other one of the two. */
  @TestFactory
  Stream<DynamicTest> refusals_areThoseOfTheGuardInMemory() {
    return Seeds.fresh(20)
        .map(seed -> DynamicTest.dynamicTest("seed " + seed, () -> compareWithMemory(seed)));
  }

  private void compareWithMemory(long seed) {
    Random random = new Random(seed);
    RandomActions actions = new RandomActions(random);
    MemoryFencingGuard memory = new MemoryFencingGuard();
    String tree = account + seed;
    for (long step = 1; step <= 150; step++) {
      if (random.nextInt(30) == 0) {
        long floor = Math.max(1, step / 2 - 8);
        with(guard -> guard.forgetBelow(tree, floor));
        memory.forgetBelow(tree, floor);
      }
      FencingAction action = actions.next(tree, step / 2);
      Optional<FencingRefusal> expected = memory.admit(action);
      with(
          guard ->
              assertThat(guard.admit(action).map(PlainFenceIT::claim))
                  .as("-Dseed=%d %s by %s", seed, action, guard.getClass())
                  .isEqualTo(expected.map(PlainFenceIT::claim)));
    }
  }

  private static Object claim(FencingRefusal refusal) {
    return refusal instanceof Overtaken overtaken
        ? overtaken.target() + " " + overtaken.relation()
        : refusal;
  }

  @TestFactory
  Stream<DynamicTest> transactionsAtRandom_areInAnOrderTheNaiveGuardAdmits() {
    return Seeds.fresh(2)
        .map(seed -> DynamicTest.dynamicTest("seed " + seed, () -> concurrentHistory(seed)));
  }

  private void concurrentHistory(long seed) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      assertThat(
              new ConcurrentHistory(account + seed, seed, this::begin, PlainFenceIT::any)
                  .run(threads, 8, 60))
          .isGreaterThan(1);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void openActionOfOne_keepsOutThoseOfTheOther() throws SQLException {
    try (Connection first = begin();
        Connection second = begin()) {
      long token = 1;
      for (Function<Connection, FencingGuard> guard : GUARDS) {
        Function<Connection, FencingGuard> other = GUARDS.get(1 - GUARDS.indexOf(guard));
        for (Mode ours : Mode.acting()) {
          for (Mode theirs : Mode.acting()) {
            for (String path : List.of("/d", "/d/e", "/d/e/f")) {
              FencingAction open = FencingAction.of(account, token++, ours, "/d/e");
              FencingAction beside = FencingAction.of(account, token++, theirs, path);
              guard.apply(first).require(open);
              execute(second, "set local lock_timeout = '5ms'");
              assertThat(isKeptOut(other.apply(second), beside))
                  .as("%s while %s is open", beside, open)
                  .isEqualTo(NaiveFencingGuard.conflicts(open, beside));
              second.rollback();
              first.rollback();
            }
          }
        }
      }
    }
  }

  private static boolean isKeptOut(FencingGuard guard, FencingAction action) {
    try {
      assertThat(guard.admit(action)).isEmpty();
      return false;
    } catch (FencingStoreException e) {
      assertThat(e).hasMessageContaining("sqlState=55P03");
      return true;
    }
  }

  /** A program that overlooks the refusal writes nothing. */
  @Test
  void refusedTransaction_cannotWriteAndCommit() throws SQLException {
    try (Connection connection = begin()) {
      execute(connection, "select lockarbiter_fence('%s', '/d', 'DELETE', 6)".formatted(account));
      connection.commit();
      assertThatThrownBy(
              () ->
                  execute(
                      connection,
                      "select lockarbiter_fence('%s', '/d/x', 'PUT', 5)".formatted(account)))
          .hasMessageContaining("refused: token=6 has already acted there, above it, with DELETE.");
      assertThatThrownBy(() -> execute(connection, "create table written (n int)"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25P02"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'a', '/d', 'PUT', null | 22004 | A fencing action lacks its account,",
        "null, '/d', 'PUT', 5 | 22004 | only holder may be null. Nothing is admitted.",
        "'a', '/d', 'PUT', 0 | 22023 | has token=0 and run=0, expected a token from 1",
        "'a', '/d', 'PUT', 5, -1 | 22023 | has token=5 and run=-1, expected",
        "'a', '/d', 'put', 5 | 22023 | has mode=put, expected READ, ADD, PUT, DELETE or EXCLUSIVE.",
        "'a', '/d', 'GUARD', 5 | 22023 | has mode=GUARD, which protects and never acts.",
        "'a', '/d', 'FREEZE', 5 | 22023 | has mode=FREEZE, which protects and never acts.",
        "'a', '/', 'CLOSE', 5 | 22023 | has mode=CLOSE, which protects and never acts.",
        "'', '/d', 'PUT', 5 | 22023 | has a bad account: it is empty,",
        "repeat('ä', 65), '/d', 'PUT', 5 | 22023 | or has more than 128 UTF-8 bytes.",
        "'a', '/d', 'PUT', 5, holder => chr(133) | 22023 | has a bad holder: it is empty,",
        "'a', '/d/', 'PUT', 5 | 22023 | path=/d/ ends with /; no lock protects such a path,",
      })
  void mistakeOfTheCaller_admitsNothing(String values, String state, String message)
      throws SQLException {
    try (Connection connection = begin()) {
      assertThatThrownBy(() -> execute(connection, "select lockarbiter_fence(" + values + ")"))
          .hasMessageContaining(message)
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state));
    }
  }

  @Test
  void otherIsolation_isRefused() throws SQLException {
    try (Connection connection = begin()) {
      execute(connection, "set transaction isolation level repeatable read");
      assertThatThrownBy(() -> execute(connection, "select lockarbiter_fence('a', '/d', 'PUT', 5)"))
          .hasMessageContaining("has isolation=repeatable read, expected read committed;");
    }
  }

  private Connection begin() throws SQLException {
    Connection connection = postgres.getPostgresDatabase().getConnection();
    connection.setAutoCommit(false);
    return connection;
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
