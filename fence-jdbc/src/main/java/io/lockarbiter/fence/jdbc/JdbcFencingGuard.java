package io.lockarbiter.fence.jdbc;

import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.FencingGuard;
import io.lockarbiter.client.fence.FencingRefusal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A guard in the caller's database and transaction: an admitted action is remembered if, and only
 * if, the caller's write commits. For PostgreSQL, MariaDB (MySQL) and H2; {@link #createTables}
 * makes the tables.
 *
 * <p>One per transaction, used by its thread. Ends no transaction: after a refusal or an exception
 * the caller rolls back.
 *
 * <p>An action that conflicts with an admitted action of an open transaction waits until that
 * transaction ends, and is decided then; a late action is refused. On PostgreSQL no other action
 * waits: compatible actions of one account go on side by side. On MariaDB and H2 all checks of an
 * account wait for each other in this way. So check late, commit soon, and let the database end
 * idle transactions ({@code idle_in_transaction_session_timeout}). Accounts do not wait for each
 * other. If you check several actions in one transaction, use a fixed order; otherwise the database
 * may end one of two transactions as a deadlock.
 *
 * <p>PostgreSQL and MariaDB: under READ COMMITTED alone, other levels are refused. H2: above it the
 * database may refuse a transaction (SQLState 40001), which you then repeat.
 *
 * <p>PostgreSQL: one statement. A transaction takes up to 60 advisory locks, one for each level of
 * its paths; one that would need more locks its account as a whole.
 */
public final class JdbcFencingGuard implements FencingGuard {
  private final Connection connection;
  private @Nullable FencingStore store;

  /**
   * A guard in the connection's present transaction.
   *
   * @param connection a connection with auto-commit off; stays the caller's
   */
  public JdbcFencingGuard(Connection connection) {
    this.connection = connection;
  }

  /**
   * Creates the tables, and on PostgreSQL the functions, that are missing. The files {@code
   * postgresql.sql} and {@code postgresql-plain.sql}, {@code mariadb.sql}, {@code h2.sql} beside
   * this class have them for a migration.
   */
  public static void createTables(DataSource database) throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      FencingDatabase.of(connection).createTables(connection);
      connection.commit();
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws FencingStoreException if the database fails; nothing may be written then
   * @throws IllegalStateException if there is no transaction, or one that cannot be protected
   */
  @Override
  public Optional<FencingRefusal> admit(FencingAction action) {
    try {
      return Optional.ofNullable(store().refusalOf(action));
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
      store().forgetBelow(account, token);
    } catch (SQLException e) {
      throw new FencingStoreException(account, e);
    }
  }

  private FencingStore store() throws SQLException {
    if (connection.getAutoCommit()) {
      throw new IllegalStateException(
          "The connection of a fencing guard has autoCommit=true, expected false; a check would commit before the write it protects. Fix: connection.setAutoCommit(false), or call it inside a transaction.");
    }
    if (store == null) {
      store = FencingDatabase.of(connection).store(connection);
    }
    return store;
  }
}
