package io.lockarbiter.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.history.HistoryOfKeptLocks;
import io.lockarbiter.lua.redis.RedisFixture;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.StateRestore;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;

/** A number of kept locks on Redis, which lives through days and losses. */
final class KeptMonth {
  private static final int PARTITION = HistoryOfKeptLocks.PARTITION;
  private static final long RETAINED_MS = Duration.ofMinutes(15).toMillis();

  /**
   * An audit of a cut log needs an event and the settings, then ten minutes; it judges the rest.
   */
  private static final long STEADY_MS = Duration.ofMinutes(13).toMillis();

  private static final long LONGEST_STEP_MS = Duration.ofMinutes(1).toMillis();

  private final RedisFixture redis;
  private final LockStore store;
  private final HistoryOfKeptLocks history;
  private final int locks;
  private final RetainedLog log =
      new RetainedLog(PARTITION, Settings.DEFAULT.get(Setting.PARTITIONS));
  private Outcome.Applied applied;
  private long told;
  private long events;
  private int losses;
  private long judged;

  /** Begins with so many kept locks. */
  KeptMonth(RedisFixture redis, long seed, int locks) {
    this.redis = redis;
    this.locks = locks;
    store = redis.store();
    history = new HistoryOfKeptLocks(seed, locks);
    applied = store.decide(PARTITION, FeedPosition.START, List.of()).applied();
    step(history.settings());
    keepAll();
  }

  /** Log time, epoch ms. */
  long at() {
    return applied.header().at();
  }

  /** Number of events so far that told a lock again. */
  long told() {
    return told;
  }

  /**
   * Replaces the locks that have ended, and lets time pass: most of it in one silence, the rest
   * step by step, of which the last may be of days.
   */
  void goOnUntil(long then) {
    keepAll();
    step(history.tick(Math.max(0, then - at()) / 10 * 9));
    while (at() < then) {
      step(history.next(applied.nextDeadline()));
    }
  }

  /** Lets as much time pass, without leaps, as an audit of a cut log needs. */
  void goOnSteadily() {
    step(history.keptLock());
    step(history.settings());
    long enough = at() + STEADY_MS;
    while (at() < enough) {
      step(history.next(applied.nextDeadline(), LONGEST_STEP_MS));
    }
    step(history.keptLock());
  }

  private void keepAll() {
    while (applied.held() < locks) {
      step(history.keptLock());
    }
  }

  private void step(LogRecord record) {
    FeedPosition position =
        new FeedPosition(applied.header().appliedOffset(), applied.header().seq());
    Decision decision = store.decide(PARTITION, position, List.of(record));
    applied = decision.applied();
    log.append(record, at(), decision.events());
    log.cutBefore(at() - RETAINED_MS);
    for (EncodedEvent event : decision.events()) {
      history.follow(event);
      events++;
      told += event.type() == EventType.TOLD ? 1 : 0;
    }
  }

  /** Compares the state that the events tell with the one in Redis. */
  PartitionState checkRebuilt(String when) {
    PartitionState state = Objects.requireNonNull(store.state(PARTITION));
    PartitionState rebuilt = log.rebuilt(applied.header());
    assertThat(rebuilt.held()).as(when).isEqualTo(state.held());
    assertThat(rebuilt).as(when).isEqualTo(state);
    return rebuilt;
  }

  /** Empties Redis, and goes on with the state that the events tell. */
  void loseRedis(String when) {
    PartitionState rebuilt = checkRebuilt(when);
    redis.flush();
    restore(rebuilt);
    assertThat(store.state(PARTITION)).as("restored, %s", when).isEqualTo(rebuilt);
    losses++;
  }

  private void restore(PartitionState state) {
    StateRestore restore = store.restore(PARTITION, state);
    StateRestore.Progress progress = restore.next();
    while (progress == StateRestore.Progress.MORE) {
      progress = restore.next();
    }
    assertThat(progress).isEqualTo(StateRestore.Progress.DONE);
  }

  /** Audits what is left of the logs: nothing is wrong, and the last minutes are judged. */
  void audit(String when) {
    PartitionVerdict verdict =
        Verification.of(log.history(), Scope.ALL, EnumSet.allOf(Check.class), step -> {});
    assertThat(verdict.violations()).as(when).isEmpty();
    assertThat(verdict.why()).as(when).contains("clean from offset=");
    assertThat(verdict.answers()).as(when).isPositive();
    judged += verdict.answers();
  }

  @Override
  public String toString() {
    return "%,d locks kept for %d days, %,d told of %,d events, %d losses, %,d answers judged"
        .formatted(locks, Duration.ofMillis(at()).toDays(), told, events, losses, judged);
  }
}
