package io.lockarbiter.fence.jdbc;

import io.lockarbiter.client.fence.FencingMemory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * What {@link JdbcFencingGuard} remembers in a database, for a {@link
 * io.lockarbiter.client.fence.GuardCleaner}. Each account is cleaned in a transaction of its own,
 * on a connection that is taken for it and given back. Safe for use by many threads.
 */
public final class JdbcFencingMemory implements FencingMemory {
  private static final String ACCOUNTS =
      "select account from lockarbiter_fence_account where account > ? order by account limit ?";

  private final DataSource dataSource;

  /** The memory in that database. */
  public JdbcFencingMemory(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /**
   * {@inheritDoc}
   *
   * @throws FencingStoreException if the database fails
   */
  @Override
  public List<String> accounts(@Nullable String after, int most) {
    String last = after == null ? "" : after;
    try (Connection connection = dataSource.getConnection();
        PreparedStatement read = connection.prepareStatement(ACCOUNTS)) {
      read.setString(1, last);
      read.setInt(2, most);
      List<String> accounts = new ArrayList<>();
      try (ResultSet rows = read.executeQuery()) {
        while (rows.next()) {
          accounts.add(rows.getString(1));
        }
      }
      return accounts;
    } catch (SQLException e) {
      throw new FencingStoreException(last, e);
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws FencingStoreException if the database fails; then nothing was forgotten
   */
  @Override
  public void forgetBelow(String account, long token) {
    try (Connection connection = dataSource.getConnection()) {
      boolean autoCommit = connection.getAutoCommit();
      connection.setAutoCommit(false);
      try {
        new JdbcFencingGuard(connection).forgetBelow(account, token);
        connection.commit();
      } finally {
        connection.rollback();
        connection.setAutoCommit(autoCommit);
      }
    } catch (SQLException e) {
      throw new FencingStoreException(account, e);
    }
  }
}
