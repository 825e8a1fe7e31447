package io.lockarbiter.fence.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.FencingRefusal;
import io.lockarbiter.client.fence.memory.AccountMemory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import org.jspecify.annotations.Nullable;

/** Runs the checks of an account one after another, each to the end of its transaction. */
final class AccountRowStore implements FencingStore {
  private static final String LOCK =
      "update lockarbiter_fence_account set checks = checks + 1 where account = ?";
  private static final String OPEN =
      "insert into lockarbiter_fence_account (account, floor_token, checks) values (?, 0, 0)";
  private static final String OPEN_OR_LOCK = OPEN + " on duplicate key update checks = checks + 1";
  private static final String RAISE =
      "update lockarbiter_fence_account set floor_token = ? where account = ? and floor_token < ?";
  private static final String FORGET_TRACES =
      "delete from lockarbiter_fence_trace where account = ? and token < ?";
  private static final String FORGET_RUNS =
      "delete from lockarbiter_fence_run where account = ? and token < ?";
  private static final String UNIQUE_VIOLATION = "23505";
  private static final String SERIALIZATION_FAILURE = "40001";

  private final Connection connection;
  private final FencingDatabase database;
  private final TraceTable table;

  AccountRowStore(Connection connection, FencingDatabase database) {
    this.connection = connection;
    this.database = database;
    this.table = new TraceTable(connection);
  }

  @Override
  public @Nullable FencingRefusal refusalOf(FencingAction action) throws SQLException {
    if (database == FencingDatabase.MARIADB) {
      requireReadCommitted();
    }
    lock(action.account());
    AccountMemory memory = table.read(action);
    FencingRefusal refusal = memory.refusalOf(action);
    if (refusal == null) {
      table.write(action, memory);
    }
    return refusal;
  }

  @Override
  public void forgetBelow(String account, long token) throws SQLException {
    lock(account);
    try (PreparedStatement raise = connection.prepareStatement(RAISE)) {
      raise.setLong(1, token);
      raise.setBytes(2, account.getBytes(UTF_8));
      raise.setLong(3, token);
      raise.executeUpdate();
    }
    forget(FORGET_TRACES, account, token);
    forget(FORGET_RUNS, account, token);
  }

  private void forget(String statement, String account, long token) throws SQLException {
    try (PreparedStatement forget = connection.prepareStatement(statement)) {
      forget.setBytes(1, account.getBytes(UTF_8));
      forget.setLong(2, token);
      forget.executeUpdate();
    }
  }

  /** Locks the account until the transaction ends; meanwhile no other transaction checks in it. */
  private void lock(String account) throws SQLException {
    if (database == FencingDatabase.MARIADB) {
      update(OPEN_OR_LOCK, account);
    } else if (update(LOCK, account) == 0) {
      open(account);
      if (update(LOCK, account) == 0) {
        throw new SQLException(
            "Another transaction has just made the row of account=" + account,
            SERIALIZATION_FAILURE);
      }
    }
  }

  private void requireReadCommitted() throws SQLException {
    int isolation = connection.getTransactionIsolation();
    if (isolation != Connection.TRANSACTION_READ_COMMITTED) {
      throw FencingDatabase.wrongIsolation(
          switch (isolation) {
            case Connection.TRANSACTION_REPEATABLE_READ -> "repeatable read";
            case Connection.TRANSACTION_SERIALIZABLE -> "serializable";
            default -> "read uncommitted";
          });
    }
  }

  /** Makes the row of a new account; another transaction may do so at the same time. */
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
      update.setBytes(1, account.getBytes(UTF_8));
      return update.executeUpdate();
    }
  }
}
