package io.lockarbiter.fence.jdbc;

import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Where PostgreSQL's functions are created, and what they take of a server. */
@Needs(OptionalTool.POSTGRESQL)
class PlacedFunctionsIT {
  @SuppressWarnings("NullAway.Init")
  private static EmbeddedPostgres postgres;

  @BeforeAll
  static void start() throws IOException, SQLException {
    postgres = EmbeddedPostgres.builder().setPGStartupWait(LIMIT).start();
    JdbcFencingGuard.createTables(postgres.getPostgresDatabase());
  }

  @AfterAll
  static void stop() throws IOException {
    postgres.close();
  }

  /** More than a transaction may have locks for: the account counts as a whole. */
  @Test
  void manyChecksOfOneTransaction_countTheirLocksOnce() throws SQLException {
    try (Connection connection = begin()) {
      answer(
          connection,
          "select count(lockarbiter_fence('bulk', '/in/' || n, 'PUT', 7)) from generate_series(1, 500) n");
      assertThat(
              answer(
                  connection, "select cardinality(current_setting('lockarbiter.locks')::bigint[])"))
          .isEqualTo("61");
      connection.rollback();
    }
  }

  @Test
  void functionOfAnotherSchema_usesTheTablesThere() throws SQLException {
    try (Connection connection = begin();
        Statement statement = connection.createStatement()) {
      statement.execute("create schema app");
      statement.execute("set local search_path = app");
      for (String sql : FencingDatabase.POSTGRESQL.schema()) {
        statement.execute(sql);
      }
      statement.execute("set local search_path = ''");
      answer(connection, "select app.lockarbiter_fence('s', '/d', 'PUT', 20)");
      assertThat(answer(connection, "select count(*) from app.lockarbiter_fence_trace"))
          .isEqualTo("2");
      connection.rollback();
    }
  }

  @Test
  void databaseInLatin1_takesTheTables() throws SQLException {
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "create database latin encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' locale_provider libc template template0");
    }
    JdbcFencingGuard.createTables(postgres.getDatabase("postgres", "latin"));
  }

  @Test
  void pathOfMegabytes_isRefusedBeforeItIsNormalised() throws SQLException {
    try (Connection connection = begin()) {
      assertThatThrownBy(
              () ->
                  answer(
                      connection,
                      "select lockarbiter_fence('s', '/' || repeat(U&'\\00e4', 3000000), 'PUT', 20)"))
          .hasMessageContaining("has 6000001 UTF-8 bytes, at most 4096 are allowed")
          .hasMessageContaining("...");
      connection.rollback();
    }
  }

  private static @Nullable String answer(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  private static Connection begin() throws SQLException {
    Connection connection = postgres.getPostgresDatabase().getConnection();
    connection.setAutoCommit(false);
    return connection;
  }
}
