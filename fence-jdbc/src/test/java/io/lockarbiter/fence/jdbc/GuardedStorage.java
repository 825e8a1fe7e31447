package io.lockarbiter.fence.jdbc;

import io.lockarbiter.client.fence.FencedException;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.MemoryFencingGuard;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import javax.sql.DataSource;

/** A guard, with the storage behind it. */
interface GuardedStorage {
  /** Opens a session for one thread. */
  Session open() throws SQLException;

  /** A session, which acts one action after another. */
  interface Session extends AutoCloseable {
    /**
     * Does the work if the guard admits the action.
     *
     * @throws FencedException if it does not
     */
    void act(FencingAction action, Callable<?> work) throws Exception;

    @Override
    default void close() throws SQLException {}
  }

  /** A guard in this process. */
  static GuardedStorage inMemory() {
    MemoryFencingGuard guard = new MemoryFencingGuard();
    return () -> (action, work) -> guard.act(action, work::call);
  }

  /** A guard in a database: check, work and commit. */
  static GuardedStorage in(DataSource database) {
    return () -> {
      Connection connection = database.getConnection();
      connection.setAutoCommit(false);
      return new Session() {
        @Override
        public void act(FencingAction action, Callable<?> work) throws Exception {
          new JdbcFencingGuard(connection).require(action);
          work.call();
          connection.commit();
        }

        @Override
        public void close() throws SQLException {
          connection.close();
        }
      };
    };
  }
}
