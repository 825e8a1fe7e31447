package io.lockarbiter.fence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.testing.EveryFifthDay;
import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@EveryFifthDay
@Needs(OptionalTool.MARIADB)
class MariaDbFencingGuardIT extends JdbcFencingGuardKit {
  @SuppressWarnings("NullAway.Init")
  private static MariaDbServer server;

  @BeforeAll
  static void start(@TempDir Path folder) throws IOException, SQLException {
    server = MariaDbServer.start(folder);
    createTables(server.database());
  }

  @AfterAll
  static void stop() throws InterruptedException {
    server.close();
  }

  @Override
  DataSource database() {
    return server.database();
  }

  @Override
  String waitingSessions() {
    return "select count(*) from information_schema.innodb_trx where trx_state = 'LOCK WAIT'";
  }

  @Test
  void namesThatItsCollationsTakeForEqual_areOthers() {
    with(guard -> guard.require(FencingAction.of(account + "Ärger", 6, Mode.DELETE, "/d")));
    with(guard -> guard.require(FencingAction.of(account + "arger", 5, Mode.PUT, "/d")));
    with(guard -> guard.require(FencingAction.of(account + "arger ", 4, Mode.PUT, "/d")));
    with(guard -> guard.require(action(9, "/d").holder("É")));
    with(guard -> assertThat(guard.admit(action(8, "/d").holder("é"))).isPresent());
    with(guard -> guard.require(action(8, "/D")));
  }

  private FencingAction action(long token, String path) {
    return FencingAction.of(account, token, Mode.PUT, path);
  }
}
