package io.lockarbiter.fence.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeAll;

class H2FencingGuardTest extends JdbcFencingGuardKit {
  private static final JdbcDataSource DATABASE = new JdbcDataSource();

  @BeforeAll
  static void start() throws SQLException {
    DATABASE.setURL("jdbc:h2:mem:fence;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=120000");
    createTables(DATABASE);
  }

  @Override
  DataSource database() {
    return DATABASE;
  }

  @Override
  List<Integer> isolations() {
    return List.of(
        Connection.TRANSACTION_READ_COMMITTED,
        Connection.TRANSACTION_REPEATABLE_READ,
        Connection.TRANSACTION_SERIALIZABLE);
  }

  @Override
  String waitingSessions() {
    // Whoever waits to insert has no blocker here: H2 tries again and again.
    return "select count(*) from information_schema.sessions where blocker_id is not null or executing_statement like 'insert into lockarbiter_fence_account%'";
  }
}
