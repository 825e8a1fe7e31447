package io.lockarbiter.fence.jdbc;

import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Measures the cost of a check, in memory and on a PostgreSQL that keeps every commit, and whether
 * uploads into one folder delay each other. It prints the figures.
 */
@Tag("nightly")
@Needs(OptionalTool.POSTGRESQL)
class GuardCostIT {
  private static final List<Integer> DEPTHS = List.of(1, 5, 15, 40);
  private static final int UPLOADS = 32;
  private static final int CONNECTIONS = 16;
  private static final int SECONDS = 3;

  @Test
  void uploadsInMemory_doNotHoldEachOtherUp() throws Exception {
    checkUploads("memory", GuardedStorage.inMemory());
  }

  @Test
  void uploadsOnPostgres_doNotHoldEachOtherUp() throws Exception {
    try (EmbeddedPostgres postgres =
        EmbeddedPostgres.builder()
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .setPGStartupWait(LIMIT)
            .start()) {
      DataSource database = postgres.getPostgresDatabase();
      JdbcFencingGuard.createTables(database);
      checkUploads("PostgreSQL", GuardedStorage.in(database));
    }
  }

  /** Many uploads at once may take twice as long as one. */
  private static void checkUploads(String guard, GuardedStorage storage) throws Exception {
    GuardRun run = new GuardRun(storage);
    double checks = run.checksPerSecond(CONNECTIONS, 5, SECONDS);
    double one = run.uploadsMs(1);
    double all = run.uploadsMs(UPLOADS);
    System.out.printf(
        "%s: one upload %,.0f ms, %d at once %,.0f ms; %,.0f checks/s by %d in one account%n",
        guard, one, UPLOADS, all, checks, CONNECTIONS);
    for (int depth : DEPTHS) {
      System.out.printf(
          "%s: %.3f ms a check at depth %d%n",
          guard, 1000 / run.checksPerSecond(1, depth, 1), depth);
    }
    assertThat(all).isLessThan(2 * one);
  }
}
