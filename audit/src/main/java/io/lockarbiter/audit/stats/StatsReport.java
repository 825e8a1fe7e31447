package io.lockarbiter.audit.stats;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Figures about a span of a history. All times are log time, epoch ms.
 *
 * @param from time of the first event; 0 if there was none
 * @param until time of the last command
 * @param totals over all accounts
 * @param refusals answers {@code rejected} by reason, most first, repeated ones left out
 * @param ends locks that ended and requests that were cancelled, by reason, most first
 * @param waiting times that requests had to wait, whether granted in the end or not
 * @param holding times for which locks were held, of those that ended
 * @param longestWaits longest first
 * @param folders most requests first
 * @param deadClients owners whose leases expired instead of being released, most first
 * @param accounts most requests first
 * @param subAccounts most requests first
 * @param decisions counts by time
 * @param bucketMs width of one entry of {@code decisions}
 * @param approximate whether there were more folders or owners than are counted separately: rare
 *     ones may be missing or too low
 */
public record StatsReport(
    long from,
    long until,
    Totals totals,
    Map<String, Long> refusals,
    Map<String, Long> ends,
    Quantiles waiting,
    Quantiles holding,
    List<WaitRow> longestWaits,
    List<FolderRow> folders,
    List<DeadClientRow> deadClients,
    List<MemberRow> accounts,
    List<MemberRow> subAccounts,
    List<Bucket> decisions,
    long bucketMs,
    boolean approximate) {

  /**
   * Counts.
   *
   * @param requests valid requests for locks that were answered for the first time
   * @param asked requests to holders to let go, be it by {@code yield} or by a request that waits
   * @param told tellings of kept locks
   * @param cut grants and renewals that the settings cut
   * @param repeated repeated answers, to commands sent twice
   * @param live locks and requests that were live at the end
   */
  public record Totals(
      long commands,
      long requests,
      long granted,
      long waited,
      long inVain,
      long refused,
      long renewed,
      long released,
      long expired,
      long asked,
      long told,
      long cut,
      long repeated,
      long live) {}

  /** Quantiles of durations; all 0 if there are none. */
  public record Quantiles(long count, long p50Ms, long p90Ms, long p99Ms, long maxMs) {}

  /**
   * A request that waited.
   *
   * @param outcome {@code GRANTED}, {@code WAITING}, or the reason of its end
   */
  public record WaitRow(
      String account,
      String subAccount,
      String operation,
      String path,
      long requestedAt,
      long waitedMs,
      String outcome,
      String lockId,
      @Nullable String blockedBy) {}

  /** The requests for a folder: for its entries, or to add to it. */
  public record FolderRow(
      String account, String folder, long requests, long waited, long refused, long waitedMs) {}

  /**
   * An owner that let leases expire.
   *
   * @param heldMs total time for which those locks were held
   * @param lastAt when the last of them expired
   */
  public record DeadClientRow(
      String account,
      String subAccount,
      @Nullable String session,
      long expired,
      long heldMs,
      long lastAt) {}

  /**
   * The requests of an account or a sub-account, and their outcomes.
   *
   * @param subAccount null in the row of an account
   * @param inVain requests that waited and were not granted
   */
  public record MemberRow(
      String account,
      @Nullable String subAccount,
      long requests,
      long granted,
      long waited,
      long inVain,
      long refused,
      long expired,
      Quantiles waiting,
      Quantiles holding) {}

  /** The number of events in a span of time. */
  public record Bucket(
      long from,
      long granted,
      long queued,
      long rejected,
      long renewed,
      long released,
      long expired) {}
}
