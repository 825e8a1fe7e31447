package io.lockarbiter.fence.jdbc;

import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.FencingGuard;
import io.lockarbiter.client.fence.FencingRefusal;
import io.lockarbiter.client.fence.memory.AccountMemory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.Objects;
import java.util.Optional;

/**
 * A guard in the caller's database and transaction: what it admits is remembered if, and only if,
 * the caller's write commits. For PostgreSQL and H2; {@link #schema} has the tables.
 *
 * <p>One per transaction, used by its thread. Ends no transaction: after a refusal or an exception
 * the caller rolls back. Checks of one account wait for each other from the check to the end of the
 * transaction (a row lock), so check late and commit soon, and let the database end transactions
 * that stand still ({@code idle_in_transaction_session_timeout}): a paused process would hold up
 * its account. Accounts do not wait for each other. Who checks several accounts in one transaction
 * does so in a fixed order, or the database ends one of the two as a deadlock. Sound under every
 * isolation level from READ COMMITTED; above it the database may refuse a transaction (SQLState
 * 40001) that is then to be repeated.
 *
 * <p>Two statements for a lock that acted there before, up to two batches more for one that did
 * not.
 */
public final class JdbcFencingGuard implements FencingGuard {
  private static final String LOCK =
      "update lockarbiter_fence_account set checks = checks + 1 where account = ?";
  private static final String OPEN =
      "insert into lockarbiter_fence_account (account, floor_token, checks) values (?, 0, 0)";
  private static final String RAISE =
      "update lockarbiter_fence_account set floor_token = ? where account = ? and floor_token < ?";
  private static final String FORGET_TRACES =
      "delete from lockarbiter_fence_trace where account = ? and token < ?";
  private static final String FORGET_RUNS =
      "delete from lockarbiter_fence_run where account = ? and token < ?";
  private static final String UNIQUE_VIOLATION = "23505";
  private static final String SERIALIZATION_FAILURE = "40001";

  private final Connection connection;
  private final TraceTable table;

  /**
   * A guard in the connection's present transaction.
   *
   * @param connection with auto-commit off; stays the caller's
   */
  public JdbcFencingGuard(Connection connection) {
    this.connection = connection;
    this.table = new TraceTable(connection);
  }

  /** The statements that create the tables where they are missing; for a migration, or to run. */
  public static String schema() {
    try (InputStream in = JdbcFencingGuard.class.getResourceAsStream("schema.sql")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("schema.sql cannot be read from the guard's jar", e);
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws FencingStoreException if the database fails; nothing may be written then
   */
  @Override
  public Optional<FencingRefusal> admit(FencingAction action) {
    try {
      lock(action.account());
      AccountMemory memory = table.read(action);
      FencingRefusal refusal = memory.refusalOf(action);
      if (refusal == null) {
        table.write(action, memory);
      }
      return Optional.ofNullable(refusal);
    } catch (SQLException e) {
      throw new FencingStoreException(action.account(), e);
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>Takes effect when the caller commits.
   *
   * @throws FencingStoreException if the database fails
   */
  @Override
  public void forgetBelow(String account, long token) {
    try {
      lock(account);
      try (PreparedStatement raise = connection.prepareStatement(RAISE)) {
        raise.setLong(1, token);
        raise.setString(2, account);
        raise.setLong(3, token);
        raise.executeUpdate();
      }
      forget(FORGET_TRACES, account, token);
      forget(FORGET_RUNS, account, token);
    } catch (SQLException e) {
      throw new FencingStoreException(account, e);
    }
  }

  private void forget(String statement, String account, long token) throws SQLException {
    try (PreparedStatement forget = connection.prepareStatement(statement)) {
      forget.setString(1, account);
      forget.setLong(2, token);
      forget.executeUpdate();
    }
  }

  /** Until the transaction ends, nobody else checks in the account. */
  private void lock(String account) throws SQLException {
    if (connection.getAutoCommit()) {
      throw new IllegalStateException(
          "The connection of a fencing guard has autoCommit=true, expected false; a check would commit before the write it protects. Fix: connection.setAutoCommit(false), or call it inside a transaction.");
    }
    if (update(LOCK, account) == 0) {
      open(account);
      if (update(LOCK, account) == 0) {
        throw new SQLException(
            "Another transaction has just made the row of account=" + account,
            SERIALIZATION_FAILURE);
      }
    }
  }

  /** The row of a new account; somebody else may make it at the same time. */
  private void open(String account) throws SQLException {
    Savepoint before = connection.setSavepoint();
    try {
      update(OPEN, account);
      connection.releaseSavepoint(before);
    } catch (SQLException e) {
      if (!UNIQUE_VIOLATION.equals(e.getSQLState())) {
        throw e;
      }
      connection.rollback(before);
    }
  }

  private int update(String statement, String account) throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(statement)) {
      update.setString(1, account);
      return update.executeUpdate();
    }
  }
}
