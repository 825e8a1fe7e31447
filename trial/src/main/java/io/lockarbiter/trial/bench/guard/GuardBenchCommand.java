package io.lockarbiter.trial.bench.guard;

import io.lockarbiter.fence.jdbc.JdbcFencingGuard;
import io.lockarbiter.trial.bench.stage.BenchOptions;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import io.zonky.test.db.postgres.util.LinuxUtils;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures the fencing guards. */
@Command(
    name = "guard",
    description =
        "Uploads into one folder, one and many at once, behind the fencing guard in memory and on a"
            + " PostgreSQL of its own; checks per second in one account, each of a new lock and"
            + " file and with its commit (fsync on); and what a check costs by the depth of its"
            + " path. Ends with 1 if many uploads take twice as long as one.",
    mixinStandardHelpOptions = true)
public final class GuardBenchCommand implements Callable<Integer> {
  private static final List<Integer> DEPTHS = List.of(1, 5, 15, 40);

  @Option(
      names = "--uploads",
      description = "Uploads at once. Default: ${DEFAULT-VALUE}",
      defaultValue = "32")
  private int uploads;

  @Option(
      names = "--connections",
      description = "Connections, or threads, that check at once. Default: ${DEFAULT-VALUE}",
      defaultValue = "16")
  private int connections;

  @Option(
      names = "--seconds",
      description = "How long each rate is measured. Default: ${DEFAULT-VALUE}",
      defaultValue = "10")
  private int seconds;

  @Mixin private BenchOptions bench = new BenchOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  /** A command without options yet. */
  public GuardBenchCommand() {}

  @Override
  public Integer call() throws Exception {
    bench.requireBetween("--uploads", uploads, 1, 80);
    bench.requireBetween("--connections", connections, 1, 80);
    bench.requireAtLeastOne("--seconds", seconds);
    if ("root".equals(System.getProperty("user.name")) && !LinuxUtils.isUnshareAvailable()) {
      throw new ParameterException(
          spec.commandLine(),
          "PostgreSQL refuses to run as root, and unshare -U gives no other user; nothing can be"
              + " measured. Fix: run as another user, or apt-get install util-linux and allow user"
              + " namespaces");
    }
    List<GuardReport> reports = new ArrayList<>();
    reports.add(measure("memory", GuardedStorage.inMemory()));
    try (EmbeddedPostgres postgres =
        EmbeddedPostgres.builder()
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .start()) {
      DataSource database = postgres.getPostgresDatabase();
      JdbcFencingGuard.createTables(database);
      reports.add(measure("PostgreSQL", GuardedStorage.in(database)));
    }
    bench.write(reports);
    return reports.stream().allMatch(report -> report.allMs() < 2 * report.oneMs()) ? 0 : 1;
  }

  private GuardReport measure(String guard, GuardedStorage storage) throws Exception {
    GuardRun run = new GuardRun(storage);
    double checks = run.checksPerSecond(connections, 5, seconds);
    double one = run.uploadsMs(1);
    double all = run.uploadsMs(uploads);
    List<GuardReport.Depth> depths = new ArrayList<>();
    for (int depth : DEPTHS) {
      double rate = run.checksPerSecond(1, depth, Math.min(seconds, 3));
      depths.add(new GuardReport.Depth(depth, 1000 / rate));
    }
    GuardReport report =
        new GuardReport(guard, uploads, one, all, connections, checks, List.copyOf(depths));
    bench.print(report.toString());
    return report;
  }
}
