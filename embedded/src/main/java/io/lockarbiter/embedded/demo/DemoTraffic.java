package io.lockarbiter.embedded.demo;

import io.lockarbiter.embedded.measure.LatencyHistogram;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The members of the demo and the workers for their uploads, on a deployment that runs elsewhere;
 * the files are checked all the time.
 */
public final class DemoTraffic implements AutoCloseable {
  private final FileChecks checks = new FileChecks();
  private final FileCounts counts = new FileCounts();
  private final Map<String, FileTree> trees;
  private final Permission permission;
  private final Workload workload;
  private boolean closed;

  private DemoTraffic(
      String bootstrapServers, Path directory, List<String> accounts, Duration longestPause)
      throws IOException {
    trees = FileTree.ofAccounts(directory, accounts);
    permission =
        new ArbiterPermission(
            bootstrapServers, Locking.PATHS, new EventTally()::count, new LatencyHistogram());
    workload = new Workload(permission, new FileWork(checks, counts), trees, longestPause);
  }

  /**
   * Starts all members.
   *
   * @param directory in which the trees of the accounts are created
   * @param members of each account
   * @param longestPause of a member between two operations; half of it on average
   */
  public static DemoTraffic start(
      String bootstrapServers,
      Path directory,
      List<String> accounts,
      int members,
      Duration longestPause)
      throws IOException {
    DemoTraffic traffic = new DemoTraffic(bootstrapServers, directory, accounts, longestPause);
    traffic.workload.start(members);
    return traffic;
  }

  /** Returns what stopped a member or worker, in words; null if nothing did. */
  public @Nullable String failure() {
    Throwable failure = workload.failure();
    return failure == null ? null : String.valueOf(failure.getMessage());
  }

  /**
   * Lets everybody finish the present operation, and compares the files with the expected ones.
   *
   * @throws IllegalStateException if somebody failed, or a granted upload was not done
   */
  public void finish() throws InterruptedException {
    workload.finish();
    trees.values().forEach(tree -> tree.audit(checks));
  }

  /**
   * Returns the number of uploads, downloads, deletions and moves that were done and found correct.
   */
  public long operations() {
    return counts.done();
  }

  /** Returns the damage found, a line for each kind; empty if there is none. */
  public List<String> damage() {
    return checks.lines();
  }

  /** Aborts unfinished operations. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      workload.abandon();
      permission.close();
    }
  }
}
