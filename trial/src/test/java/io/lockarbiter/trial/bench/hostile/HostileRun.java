package io.lockarbiter.trial.bench.hostile;

import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.trial.bench.decide.PartitionFeed;
import java.util.List;
import java.util.function.LongFunction;

/**
 * One input at work on an empty partition.
 *
 * @param share divides how many locks, requests and repetitions there are
 */
record HostileRun(LockStore store, PartitionFeed feed, int share) {
  /** So many of what there may be at most, at least 2. */
  int of(int most) {
    return Math.max(2, most / share);
  }

  /** Feeds so many of what there may be at most. */
  void feed(int most, LongFunction<Command> command) {
    feed.run(0, of(most), command);
  }

  /** Feeds commands in one batch. */
  void feed(Command... commands) {
    feed.feed(List.of(commands));
  }
}
