package io.lockarbiter.fence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.GuardCleaner;
import io.lockarbiter.contracts.lock.Mode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.OptionalLong;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

class JdbcFencingMemoryTest {
  private final JdbcDataSource database = new JdbcDataSource();
  private final JdbcFencingMemory memory = new JdbcFencingMemory(database);

  @Test
  void cleaner_goesThroughTheAccountsAndForgets() throws SQLException {
    database.setURL("jdbc:h2:mem:cleaning;DB_CLOSE_DELAY=-1");
    JdbcFencingGuardKit.createTables(database);
    for (String account : List.of("a", "b", "c")) {
      for (long token = 1; token <= 5; token++) {
        act(account, token);
      }
    }
    assertThat(memory.accounts(null, 2)).containsExactly("a", "b");
    assertThat(memory.accounts("b", 2)).containsExactly("c");
    assertThat(memory.accounts("c", 2)).isEmpty();

    GuardCleaner cleaner =
        new GuardCleaner(
            account -> account.equals("b") ? OptionalLong.empty() : OptionalLong.of(5), memory, 2);
    cleaner.turn();
    cleaner.turn();

    assertThat(tracesAtFiles("a")).isEqualTo(1);
    assertThat(tracesAtFiles("b")).isEqualTo(5);
    assertThat(tracesAtFiles("c")).isEqualTo(1);
  }

  private void act(String account, long token) throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      new JdbcFencingGuard(connection)
          .require(FencingAction.of(account, token, Mode.PUT, "/docs/f" + token));
      connection.commit();
    }
  }

  private long tracesAtFiles(String account) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select count(*) from lockarbiter_fence_trace where place = 'AT' and utf8tostring(account) = '"
                    + account
                    + "'")) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
