package io.lockarbiter.fence.jdbc;

import static io.lockarbiter.contracts.testing.Patience.LIMIT;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** On a real PostgreSQL, whose binaries come as Maven artifacts. */
class PostgresFencingGuardIT extends JdbcFencingGuardKit {
  @SuppressWarnings("NullAway.Init")
  private static EmbeddedPostgres postgres;

  @BeforeAll
  static void start() throws IOException, SQLException {
    postgres = EmbeddedPostgres.builder().setPGStartupWait(LIMIT).start();
    createTables(postgres.getPostgresDatabase());
  }

  @AfterAll
  static void stop() throws IOException {
    postgres.close();
  }

  @Override
  DataSource database() {
    return postgres.getPostgresDatabase();
  }

  @Override
  String waitingSessions() {
    return "select count(*) from pg_stat_activity where wait_event_type = 'Lock'";
  }
}
