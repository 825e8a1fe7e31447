package io.lockarbiter.embedded.judge;

import io.lockarbiter.audit.model.HistoryState;
import io.lockarbiter.audit.replay.Moment;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.UndecidableException;
import io.lockarbiter.lua.store.PartitionState;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Compares the state of a partition in Redis with the history at the same moment.
 *
 * @param offset of the last command that Redis had applied
 * @param held locks in Redis
 * @param waiting requests in Redis
 * @param differences in words; empty if there is none
 */
public record StateComparison(
    int partition, long offset, int held, int waiting, List<String> differences) {

  /** Reads the history up to the command of the state, and compares. */
  static StateComparison of(PartitionHistory history, PartitionState found) {
    long offset = found.header().appliedOffset();
    List<String> differences = new ArrayList<>();
    try {
      PartitionState told = HistoryState.at(history, new Moment(offset, true)).state();
      compare(told, found, differences);
    } catch (UndecidableException e) {
      differences.add(String.valueOf(e.getMessage()));
    }
    return new StateComparison(
        history.partition(), offset, found.held().size(), found.waiting().size(), differences);
  }

  private static void compare(PartitionState told, PartitionState found, List<String> differences) {
    compare("header", told.header(), found.header(), differences);
    compare("held", told.held(), found.held(), differences);
    compare("waiting", told.waiting(), found.waiting(), differences);
    compare("ended", told.ended(), found.ended(), differences);
    compare("windows", told.windows(), found.windows(), differences);
    compare("sessions", told.sessions(), found.sessions(), differences);
  }

  private static void compare(String what, Object told, Object found, List<String> differences) {
    if (!Objects.equals(told, found)) {
      differences.add("%s: the history says %s, Redis has %s".formatted(what, told, found));
    }
  }

  private static void compare(String what, List<?> told, List<?> found, List<String> differences) {
    List<?> missing = told.stream().filter(each -> !found.contains(each)).toList();
    List<?> foreign = found.stream().filter(each -> !told.contains(each)).toList();
    if (!missing.isEmpty() || !foreign.isEmpty()) {
      differences.add(
          "%s: %d that the history tells of are not in Redis, %d are there that it does not tell of, such as %s"
              .formatted(
                  what,
                  missing.size(),
                  foreign.size(),
                  (missing.isEmpty() ? foreign : missing).get(0)));
    } else if (!told.equals(found)) {
      differences.add(what + ": in another order");
    }
  }
}
