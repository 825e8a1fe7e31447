package io.lockarbiter.fence.jdbc;

import io.lockarbiter.client.fence.FencedException;
import io.lockarbiter.client.fence.FencingAction;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Runs writes in transactions of their own, each behind a {@link JdbcFencingGuard}. In a
 * transaction of a framework, such as Spring's, use the guard with that transaction's connection
 * instead.
 */
public final class JdbcFencing {
  private JdbcFencing() {}

  /** A write in the database. */
  @FunctionalInterface
  public interface Work<E extends Exception> {
    void run(Connection connection) throws SQLException, E;
  }

  /** A write in the database that has a result. */
  @FunctionalInterface
  public interface Call<T extends @Nullable Object, E extends Exception> {
    T call(Connection connection) throws SQLException, E;
  }

  /**
   * Does the work in a transaction that the guard has admitted, and commits. Whatever is thrown,
   * the transaction is rolled back first. Nothing is repeated; at SQLState 40001 or 40P01 call
   * again.
   *
   * @param dataSource gives a connection, which is closed with the auto-commit that it came with;
   *     its isolation level counts ({@link JdbcFencingGuard})
   * @param work uses this connection, and neither commits nor rolls back
   * @throws FencedException if the action comes too late; the work is not done
   * @throws FencingStoreException if the database fails while the guard decides; the work is not
   *     done
   * @throws IllegalStateException if the isolation level does not protect; the work is not done
   * @throws SQLException if no connection is to be had, or the commit fails: then it may have
   *     happened
   */
  public static <E extends Exception> void run(
      DataSource dataSource, FencingAction action, Work<E> work) throws SQLException, E {
    var unused =
        JdbcFencing.<Boolean, E>call(
            dataSource,
            action,
            connection -> {
              work.run(connection);
              return true;
            });
  }

  /** Does the work as {@link #run} does, and returns its result. */
  public static <T extends @Nullable Object, E extends Exception> T call(
      DataSource dataSource, FencingAction action, Call<T, E> work) throws SQLException, E {
    try (Connection connection = dataSource.getConnection()) {
      boolean autoCommit = connection.getAutoCommit();
      connection.setAutoCommit(false);
      T result;
      try {
        new JdbcFencingGuard(connection).require(action);
        result = work.call(connection);
        connection.commit();
      } catch (Throwable e) {
        rollBack(connection, autoCommit, e);
        throw e;
      }
      connection.setAutoCommit(autoCommit);
      return result;
    }
  }

  /**
   * A connection that cannot be rolled back keeps auto-commit off, because switching it commits.
   */
  private static void rollBack(Connection connection, boolean autoCommit, Throwable why) {
    try {
      connection.rollback();
      connection.setAutoCommit(autoCommit);
    } catch (SQLException e) {
      why.addSuppressed(e);
    }
  }
}
