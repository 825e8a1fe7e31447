package io.lockarbiter.embedded.demo;

import io.lockarbiter.embedded.measure.LatencyHistogram;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The members of the demo at work, and the workers that do their uploads, on a deployment that runs
 * elsewhere; the files are checked all the while.
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
   * Lets everybody begin.
   *
   * @param directory where the trees of the accounts are made
   * @param members of each account
   * @param longestPause of a member between two of its acts; half of it on average
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

  /** What broke somebody's work, in words; null if nothing did. */
  public @Nullable String failure() {
    Throwable failure = workload.failure();
    return failure == null ? null : String.valueOf(failure.getMessage());
  }

  /**
   * Lets everybody finish what they began, and compares the files with what ought to be there.
   *
   * @throws IllegalStateException if somebody failed, or an upload that was granted was not done
   */
  public void finish() throws InterruptedException {
    workload.finish();
    trees.values().forEach(tree -> tree.audit(checks));
  }

  /** Uploads, downloads, deletions and moves that were done and found right. */
  public long operations() {
    return counts.done();
  }

  /** The damage that was found, a line for each kind; empty if there is none. */
  public List<String> damage() {
    return checks.lines();
  }

  /** Breaks off what is not finished. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      workload.abandon();
      permission.close();
    }
  }
}
