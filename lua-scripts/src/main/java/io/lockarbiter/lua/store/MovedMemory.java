package io.lockarbiter.lua.store;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * The memory of a partition of the paths that were moved or removed in the last ten minutes.
 *
 * @param paths by account, then by event, then by name
 * @param forgotten by account
 */
public record MovedMemory(List<MovedPath> paths, List<Forgotten> forgotten) {
  /** Nothing is remembered. */
  public static final MovedMemory NONE = new MovedMemory(List.of(), List.of());

  /** How long a path is remembered, ms of log time. */
  public static final long KEPT_MS = 600_000;

  /** How long it is told to where a path was moved: what is told is used within the rest. */
  public static final long TOLD_MS = KEPT_MS / 2;

  /** Most paths that are remembered of one account. */
  public static final int MOST_PATHS = 1_000;

  /** Most bytes that these are charged. */
  public static final int MOST_BYTES = 1 << 20;

  /** Most bytes that the paths of all accounts of a partition are charged. */
  public static final long MOST_BYTES_OF_ALL = 64 << 20;

  /** Bytes that each is charged beside its texts. */
  public static final int CHARGE = 500;

  /**
   * The last path of an account that was forgotten before its time.
   *
   * @param account the name of the account, see {@link Names}, in hexadecimal digits
   * @param seq the number of its event
   * @param at the log time of that, epoch ms
   */
  public record Forgotten(String account, long seq, long at) {}

  /**
   * Says whether an event still counts.
   *
   * @param since the number of the event behind which moves are remembered
   */
  public static boolean counts(long seq, long at, long now, long since) {
    return seq > since && at + KEPT_MS > now;
  }

  /** The part of this that counts, in order. */
  public MovedMemory asOf(PartitionHeader header) {
    long since = header.floors().acquiresSince();
    return new MovedMemory(
        paths.stream()
            .map(path -> path.asOf(header.at(), since))
            .filter(Objects::nonNull)
            .sorted(
                Comparator.comparing(MovedPath::account)
                    .thenComparingLong(MovedPath::seq)
                    .thenComparing(MovedPath::path))
            .toList(),
        forgotten.stream()
            .filter(each -> counts(each.seq(), each.at(), header.at(), since))
            .sorted(Comparator.comparing(Forgotten::account))
            .toList());
  }
}
