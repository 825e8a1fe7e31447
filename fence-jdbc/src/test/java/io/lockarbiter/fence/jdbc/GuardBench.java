package io.lockarbiter.fence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/**
 * Measures the fencing guards: uploads into one folder, one and many at once; checks per second in
 * one account, each of a new lock and file and with its commit; the cost of a check by the depth of
 * its path. How to run it: fence-jdbc/README.md.
 */
class GuardBench {
  private static final List<Integer> DEPTHS = List.of(1, 5, 15, 40);
  private static final int UPLOADS = Integer.getInteger("uploads", 32);
  private static final int CONNECTIONS = Integer.getInteger("connections", 16);
  private static final int SECONDS = Integer.getInteger("seconds", 10);

  @Test
  void uploadsInMemory_doNotDelayEachOther() throws Exception {
    check(measure("memory", GuardedStorage.inMemory()));
  }

  @Test
  void uploadsOnPostgres_doNotDelayEachOther() throws Exception {
    try (EmbeddedPostgres postgres =
        EmbeddedPostgres.builder()
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .start()) {
      DataSource database = postgres.getPostgresDatabase();
      JdbcFencingGuard.createTables(database);
      check(measure("PostgreSQL", GuardedStorage.in(database)));
    }
  }

  private static void check(GuardReport report) {
    System.out.println(report);
    assertThat(report.allMs()).isLessThan(2 * report.oneMs());
  }

  private static GuardReport measure(String guard, GuardedStorage storage) throws Exception {
    GuardRun run = new GuardRun(storage);
    double checks = run.checksPerSecond(CONNECTIONS, 5, SECONDS);
    double one = run.uploadsMs(1);
    double all = run.uploadsMs(UPLOADS);
    List<GuardReport.Depth> depths = new ArrayList<>();
    for (int depth : DEPTHS) {
      double rate = run.checksPerSecond(1, depth, Math.min(SECONDS, 3));
      depths.add(new GuardReport.Depth(depth, 1000 / rate));
    }
    return new GuardReport(guard, UPLOADS, one, all, CONNECTIONS, checks, List.copyOf(depths));
  }
}
