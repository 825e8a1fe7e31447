package io.lockarbiter.fence.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The databases that a guard supports. */
enum FencingDatabase {
  POSTGRESQL("postgresql.sql", "postgresql-plain.sql"),
  H2("h2.sql"),
  MARIADB("mariadb.sql");

  /** The key of the advisory lock of those that create tables. */
  private static final long CREATORS = 0x6c6f636b66656e63L;

  private final List<String> files;

  FencingDatabase(String... files) {
    this.files = List.of(files);
  }

  /** The database of the connection. */
  static FencingDatabase of(Connection connection) throws SQLException {
    String product = connection.getMetaData().getDatabaseProductName();
    return switch (product) {
      case "PostgreSQL" -> POSTGRESQL;
      case "H2" -> H2;
      case "MariaDB", "MySQL" -> MARIADB;
      default ->
          throw new IllegalArgumentException(
              "The connection leads to database=%s, expected PostgreSQL, MariaDB, MySQL or H2; a guard does not know others. Fix: use one of these, or write a FencingGuard and let it pass FencingGuardKit."
                  .formatted(product));
    };
  }

  FencingStore store(Connection connection) {
    return this == POSTGRESQL
        ? new PostgresStore(connection)
        : new AccountRowStore(connection, this);
  }

  /** Creates the missing tables, in the connection's transaction. */
  void createTables(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (this == POSTGRESQL) {
        checkVersion(statement);
        // Another creator at the same time would find only half of the tables.
        statement.execute("select pg_advisory_xact_lock(%d)".formatted(CREATORS));
      }
      for (String create : schema()) {
        statement.execute(create);
      }
    }
  }

  /**
   * Refuses other versions and other products: CockroachDB, for one, speaks PostgreSQL's protocol
   * and calls itself so.
   */
  private static void checkVersion(Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery("select version()")) {
      String version = rows.next() ? rows.getString(1) : "";
      if (!version.startsWith("PostgreSQL ")) {
        throw new IllegalArgumentException(
            "The connection leads to %s, expected PostgreSQL; it speaks as PostgreSQL does, but its advisory locks may lock nothing, and then a guard would admit late writes. Fix: use PostgreSQL, MariaDB, MySQL or H2, or write a FencingGuard and let it pass FencingGuardKit."
                .formatted(version.isEmpty() ? "a database that tells no version" : version));
      }
    }
  }

  /** The statements of the schema, which empty lines separate. */
  List<String> schema() {
    return files.stream().flatMap(FencingDatabase::statements).toList();
  }

  private static Stream<String> statements(String file) {
    try (InputStream in = FencingDatabase.class.getResourceAsStream(file)) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      return Stream.of(text.strip().split("\n\n+"));
    } catch (IOException e) {
      throw new IllegalStateException(file + " cannot be read from the guard's jar", e);
    }
  }

  /**
   * The refusal of an isolation level, for databases that do not tell a transaction that its
   * snapshot is too old for a decision.
   */
  static IllegalStateException wrongIsolation(String isolation) {
    return new IllegalStateException(
        "The transaction of a fencing guard has isolation=%s, expected read committed; it does not see actions since its first statement, so late writes would be admitted. Fix: connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED) before its first statement."
            .formatted(isolation));
  }
}
