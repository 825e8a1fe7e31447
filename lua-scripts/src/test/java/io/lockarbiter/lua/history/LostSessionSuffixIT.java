package io.lockarbiter.lua.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.ReleaseAll;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.testing.Requests;
import io.lockarbiter.contracts.testing.Seeds;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.redis.CallBounds;
import io.lockarbiter.lua.redis.FailOver;
import io.lockarbiter.lua.redis.RedisFixture;
import io.lockarbiter.lua.redis.RedisRecount;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome.Applied;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A fail-over between any two calls while sessions begin and end. */
class LostSessionSuffixIT {
  private static final int PARTITION = SmallHistory.PARTITION;

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private final List<LogRecord> batch = batch();
  private final Decision expected =
      new ReferenceLockStore().decide(PARTITION, FeedPosition.START, batch);

  private static List<LogRecord> batch() {
    SmallHistory history = new SmallHistory(redis);
    Owner web = new Owner("ann", "web");
    Owner app = new Owner("ann", "app");
    history.add(1_000, new KeepAlive("k", "acme", web, null, 10_000));
    history.add(1_000, new KeepAlive("k", "acme", app, null, 10_000));
    history.add(1_000, bound("a", web, "/a", 0));
    history.add(1_000, bound("b", web, "/b", 0));
    history.add(1_000, bound("c", app, "/c", 0));
    history.add(1_001, bound("w", app, "/a", 60_000));
    history.add(1_001, bound("v", web, "/c", 60_000));
    history.add(1_002, new KeepAlive("k", "acme", app, null, 12_000));
    history.add(11_000, new KeepAlive("k", "acme", web, null, 1_000));
    history.add(11_000, bound("d", web, "/b/d", 0));
    history.add(13_500, new Tick());
    history.add(13_500, bound("e", web, "/e", 0));
    history.add(13_500, new ReleaseAll("r", "acme", new Owner("ann", null), null));
    return history.records();
  }

  private static Acquire bound(String id, Owner owner, String path, long waitMs) {
    return Requests.upload(id, owner, path, LockFields.BOUND_LEASE_MS, waitMs, 0);
  }

  @Test
  void failOverAtSomeCalls_neverLeavesAHole() {
    failOvers(150);
  }

  @Test
  @Tag("nightly")
  void failOverAtAnyCall_neverLeavesAHole() {
    failOvers(1);
  }

  /** Tries one in so many of the places of a fail-over, other ones each time. */
  private void failOvers(int oneIn) {
    FailOver none = new FailOver(redis, PARTITION, -1, -1);
    none.store(CallBounds.LEAST).decide(PARTITION, FeedPosition.START, batch);
    Random random = new Random(Seeds.fresh());
    for (int lost = 2; lost <= none.calls(); lost++) {
      for (int kept = 1; kept < lost; kept++) {
        if (random.nextInt(oneIn) == 0) {
          redis.flush();
          check(kept, lost);
        }
      }
    }
  }

  private void check(int kept, int lost) {
    String fault = "fail-over before call %d that loses calls %d and later".formatted(lost, kept);
    Decision decision =
        new FailOver(redis, PARTITION, kept, lost)
            .store(CallBounds.LEAST)
            .decide(PARTITION, FeedPosition.START, batch);
    LockStore store = redis.store();
    if (!(decision.outcome() instanceof Applied)) {
      PartitionHeader header = store.header(PARTITION);
      long from = header == null ? -1 : header.appliedOffset();
      List<LogRecord> rest = batch.stream().filter(record -> record.offset() > from).toList();
      decision = store.decide(PARTITION, new FeedPosition(from, 0), rest);
    }
    SameLists.check(fault, EventText.of(expected.events()), EventText.of(decision.events()));
    PartitionState state = Objects.requireNonNull(store.state(PARTITION));
    RedisRecount.check(redis, PARTITION, state);
    assertThat(state.sessions()).as(fault).isEmpty();
  }
}
