package io.lockarbiter.fence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.FencingRefusal.Overtaken;
import io.lockarbiter.contracts.lock.Mode;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class H2FencingGuardTest extends JdbcFencingGuardKit {
  private static final JdbcDataSource DATABASE = new JdbcDataSource();

  @BeforeAll
  static void start() throws SQLException {
    DATABASE.setURL("jdbc:h2:mem:fence;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=120000");
    createTables(DATABASE);
  }

  /** A newer client may leave such a trace in the tables that both share. */
  @Test
  void traceInAModeOfNewerClients_refusesWhatComesLater() throws SQLException {
    admitted(FencingAction.of(account, 6, Mode.PUT, "/d/e"));
    try (Connection connection = DATABASE.getConnection();
        PreparedStatement rename =
            connection.prepareStatement(
                "update lockarbiter_fence_trace set mode = 'SHARE' where account = ?")) {
      rename.setBytes(1, account.getBytes(StandardCharsets.UTF_8));
      assertThat(rename.executeUpdate()).isPositive();
    }

    for (String path : List.of("/d", "/d/e", "/d/e/f")) {
      Overtaken refusal = (Overtaken) refused(FencingAction.of(account, 5, Mode.READ, path));
      assertThat(refusal.actedMode()).isEqualTo(Mode.UNKNOWN);
      assertThat(refusal.actedToken()).isEqualTo(6);
    }
    admitted(FencingAction.of(account, 5, Mode.READ, "/x"));
    admitted(FencingAction.of(account, 7, Mode.READ, "/d/e"));
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
    // A session that waits to insert has no blocker in H2, which tries again and again.
    return "select count(*) from information_schema.sessions where blocker_id is not null or executing_statement like 'insert into lockarbiter_fence_account%'";
  }
}
