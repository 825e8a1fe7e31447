package io.lockarbiter.fence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.fence.FencedException;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.contracts.lock.Mode;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Writes in transactions of their own, each behind a guard. */
class JdbcFencingTest {
  private static final FencingAction LATE = FencingAction.of("acme", 1, Mode.PUT, "/a");
  private static final FencingAction IN_TIME = FencingAction.of("acme", 2, Mode.PUT, "/a");

  private final JdbcDataSource database = new JdbcDataSource();
  private final List<String> calls = new ArrayList<>();
  private Connection open;

  @BeforeEach
  void createTables() throws SQLException {
    database.setURL("jdbc:h2:mem:fencing");
    open = database.getConnection();
    JdbcFencingGuard.createTables(database);
    try (Statement statement = open.createStatement()) {
      statement.execute("create table note (text varchar)");
    }
  }

  @AfterEach
  void close() throws SQLException {
    open.close();
  }

  private static void write(Connection connection, String text) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("insert into note values ('" + text + "')");
    }
  }

  private List<String> notes() throws SQLException {
    List<String> notes = new ArrayList<>();
    try (Statement statement = open.createStatement();
        ResultSet rows = statement.executeQuery("select text from note")) {
      while (rows.next()) {
        notes.add(rows.getString(1));
      }
    }
    return notes;
  }

  /** Connections that record how transactions end, and fail at the calls named. */
  private DataSource recorded(String... failing) {
    return (DataSource)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> recorded(database.getConnection(), List.of(failing)));
  }

  private Connection recorded(Connection connection, List<String> failing) {
    return (Connection)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              String name = method.getName();
              if (List.of("commit", "rollback", "close").contains(name)) {
                calls.add(name);
              } else if (name.equals("setAutoCommit")) {
                calls.add("autoCommit=" + arguments[0]);
              }
              if (failing.contains(name)) {
                throw new SQLException(name + " fails");
              }
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void admittedWork_isCommitted() throws Exception {
    JdbcFencing.run(recorded(), IN_TIME, connection -> write(connection, "kept"));
    int answer = JdbcFencing.call(database, IN_TIME, connection -> 42);

    assertThat(answer).isEqualTo(42);
    assertThat(notes()).containsExactly("kept");
    assertThat(calls).containsExactly("autoCommit=false", "commit", "autoCommit=true", "close");
  }

  @Test
  void lateWork_isNotDone() throws Exception {
    JdbcFencing.run(database, IN_TIME, connection -> write(connection, "kept"));

    assertThatThrownBy(
            () -> JdbcFencing.run(recorded(), LATE, connection -> write(connection, "late")))
        .isInstanceOf(FencedException.class);
    assertThat(notes()).containsExactly("kept");
    assertThat(calls).containsExactly("autoCommit=false", "rollback", "autoCommit=true", "close");
  }

  /** The lock of the late one was granted while case still counted. */
  @Test
  void lateWorkFromBeforeCaseWasLeftOut_isNotDone() throws Exception {
    FencingAction late = FencingAction.of("acme", 1, Mode.PUT, "/F");
    FencingAction newer = FencingAction.of("acme", 2, Mode.PUT, "/F").withoutCase();
    JdbcFencing.run(database, newer, connection -> write(connection, "kept"));

    assertThatThrownBy(
            () ->
                JdbcFencing.run(
                    database, late.withoutCase(), connection -> write(connection, "late")))
        .isInstanceOf(FencedException.class);
    assertThat(notes()).containsExactly("kept");
  }

  /** The guard remembers nothing of it either. */
  @Test
  void workThatFails_leavesNothing() throws Exception {
    assertThatThrownBy(
            () ->
                JdbcFencing.run(
                    recorded(),
                    IN_TIME,
                    connection -> {
                      write(connection, "half");
                      throw new IOException("disk full");
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage("disk full");
    assertThat(calls).containsExactly("autoCommit=false", "rollback", "autoCommit=true", "close");
    assertThat(notes()).isEmpty();

    JdbcFencing.run(database, LATE, connection -> write(connection, "in time now"));
    assertThat(notes()).containsExactly("in time now");
  }

  /** To switch auto-commit on would commit what could not be rolled back. */
  @Test
  void connectionThatCannotRollBack_isClosedWithoutACommit() throws Exception {
    assertThatThrownBy(
            () ->
                JdbcFencing.run(
                    recorded("rollback"),
                    IN_TIME,
                    connection -> {
                      write(connection, "half");
                      throw new IOException("disk full");
                    }))
        .isInstanceOf(IOException.class)
        .satisfies(e -> assertThat(e.getSuppressed()[0]).hasMessage("rollback fails"));
    assertThat(calls).containsExactly("autoCommit=false", "rollback", "close");
    assertThat(notes()).isEmpty();
  }

  @Test
  void commitThatFails_isRolledBack() throws Exception {
    assertThatThrownBy(
            () ->
                JdbcFencing.run(
                    recorded("commit"), IN_TIME, connection -> write(connection, "uncertain")))
        .isInstanceOf(SQLException.class)
        .hasMessage("commit fails");
    assertThat(calls).contains("rollback");
    assertThat(notes()).isEmpty();
  }

  /** As a pool may be set. */
  @Test
  void connectionWithoutAutoCommit_staysSo() throws Exception {
    Connection mine = database.getConnection();
    mine.setAutoCommit(false);
    DataSource pool =
        (DataSource)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> recorded(mine, List.of()));
    JdbcFencing.run(pool, IN_TIME, connection -> write(connection, "kept"));

    assertThat(calls).containsExactly("autoCommit=false", "commit", "autoCommit=false", "close");
    assertThat(notes()).containsExactly("kept");
  }
}
