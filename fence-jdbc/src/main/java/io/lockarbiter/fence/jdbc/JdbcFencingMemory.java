package io.lockarbiter.fence.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

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
 * The memory of {@link JdbcFencingGuard} in a database, for a {@link
 * io.lockarbiter.client.fence.GuardCleaner}. Each account is cleaned in a transaction of its own,
 * on a connection that is taken for it and given back. Safe for use by many threads.
 */
public final class JdbcFencingMemory implements FencingMemory {
  private static final String ACCOUNTS =
      "select account from lockarbiter_fence_account where account > ? order by account limit ?";

  /** Steps from one account to the next by the index, however many rows each has. */
  private static final String ACCOUNTS_OF_TRACES =
      """
      with recursive known (account) as (
        (select account from lockarbiter_fence_trace where account > ? order by account limit 1)
        union all
        select (
          select t.account from lockarbiter_fence_trace t
          where t.account > known.account order by t.account limit 1)
        from known where known.account is not null)
      select account from known where account is not null limit ?
      """;

  private final DataSource dataSource;

  /** The memory in this database. */
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
    try (Connection connection = dataSource.getConnection()) {
      return FencingDatabase.of(connection) == FencingDatabase.POSTGRESQL
          ? page(connection, ACCOUNTS_OF_TRACES, last, most)
          : page(connection, ACCOUNTS, last.getBytes(UTF_8), most);
    } catch (SQLException e) {
      throw new FencingStoreException(last, e);
    }
  }

  private static List<String> page(Connection connection, String query, Object after, int most)
      throws SQLException {
    try (PreparedStatement read = connection.prepareStatement(query)) {
      read.setObject(1, after);
      read.setInt(2, most);
      List<String> accounts = new ArrayList<>();
      try (ResultSet rows = read.executeQuery()) {
        while (rows.next()) {
          accounts.add(
              after instanceof String ? rows.getString(1) : new String(rows.getBytes(1), UTF_8));
        }
      }
      return accounts;
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
