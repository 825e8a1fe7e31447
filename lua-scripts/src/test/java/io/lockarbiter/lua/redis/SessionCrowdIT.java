package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.Commands.target;
import static io.lockarbiter.lua.redis.Commands.tick;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionState;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The largest that sessions may be: no call of Redis is long, and nothing is left. */
class SessionCrowdIT {
  private static final int SESSIONS = 4_900;

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private final String account = SessionCrowd.longName("e", 1);
  private final String member = SessionCrowd.longName("m", 1);
  private SessionCrowd crowd;

  @BeforeEach
  void begin() {
    crowd = new SessionCrowd(redis);
  }

  private Owner owner(int n) {
    return new Owner(member, SessionCrowd.longName("s", n));
  }

  @Test
  void locksOfASession_areOneFewerThanAMemberMayHave() {
    Owner web = new Owner("ann", "web");
    crowd.feed(1, n -> SessionCrowd.keep("acme", web, 30_000));
    crowd.feed(10_000, n -> SessionCrowd.bound("acme", web, "b" + n, SessionCrowd.small(n), 0, 0));
    assertThat(crowd.state().held()).hasSize(9_999);
  }

  @Test
  void lossAmidTheEndOfMany_isNoticed_andDoneAgainAlike() {
    Owner web = new Owner("ann", "web");
    crowd.feed(1, n -> SessionCrowd.keep("acme", web, 10_000));
    crowd.feed(1_000, n -> SessionCrowd.bound("acme", web, "b" + n, SessionCrowd.small(n), 0, 0));
    PartitionState before = crowd.state();
    LogRecord end = tick(crowd.offset + 1, crowd.at + 10_000);
    FeedPosition position = new FeedPosition(crowd.offset, crowd.seq);
    Decision expected = crowd.model.copy().decide(0, position, List.of(end));
    int noticed = 0;
    for (int lost = 2; lost < 20; lost += 3) {
      crowd.restore(before);
      int last = lost;
      int[] call = {0};
      RedisLockStore losing =
          redis.store(
              new ScriptSeam() {
                @Override
                public void before() {
                  if (++call[0] == last) {
                    redis.flushKeys();
                  }
                }
              }.around(redis.redisson()),
              CallBounds.DEFAULT);
      Decision decision = losing.decide(0, position, List.of(end));
      if (call[0] >= last) {
        noticed++;
        assertThat(decision.outcome()).isNotInstanceOf(Outcome.Applied.class);
      }
    }
    assertThat(noticed).isPositive();
    crowd.restore(before);
    Decision again = crowd.store.decide(0, position, List.of(end));
    assertThat(SessionCrowd.json(again.events())).isEqualTo(SessionCrowd.json(expected.events()));
  }

  /** As many large locks as the bytes of a member allow, and as many that wait for them. */
  /** Measures the longest calls. */
  @Nested
  @Tag("nightly")
  class Crowds {
    @Test
    void largestBoundLocksAndRequests_endInShortCalls() {
      Owner holder = owner(1);
      Owner waiter = new Owner(SessionCrowd.longName("c", 1), SessionCrowd.longName("d", 1));
      crowd.feed(1, n -> SessionCrowd.keep(account, holder, 10_000));
      crowd.feed(1, n -> SessionCrowd.keep(account, waiter, 10_000));
      crowd.feed(100, n -> large(holder, "h", n, 0));
      crowd.feed(90, n -> large(waiter, "w", n, 600_000));
      crowd.measure();
      crowd.pass(10_000);
      crowd.assertShort("large ones end");
      crowd.assertGone();
    }

    private Acquire large(Owner owner, String prefix, int n, long waitMs) {
      return SessionCrowd.bound(
          account,
          owner,
          SessionCrowd.longName(prefix, n),
          SessionCrowd.wide(n, Mode.PUT, 240),
          waitMs,
          3_000);
    }

    /** A session, a lease and a wait each, of many accounts, in the same millisecond. */
    @Test
    void sessionsOfManyAccountsWithLeasesAndWaits_endInShortCalls() {
      int many = 4_000;
      crowd.feed(many, n -> SessionCrowd.keep(of(n), each(n), 10_000));
      crowd.feed(
          many, n -> SessionCrowd.bound(of(n), each(n), "b" + n, SessionCrowd.small(n), 0, 0));
      crowd.feed(many, n -> SessionCrowd.leased(of(n), "l" + n, "/l/" + n, 10_000, 0));
      crowd.feed(
          900,
          n ->
              SessionCrowd.bound(
                  of(n),
                  each(n),
                  "w" + n,
                  List.of(target("/l/" + n, Mode.PUT)),
                  n % 2 == 0 ? 10_000 : 20_000,
                  0));
      crowd.feed(
          900, n -> SessionCrowd.leased(of(n), "q" + n, "/p/" + n, 60_000, 10_000 + n % 2 * 9_000));
      crowd.measure();
      crowd.pass(10_000);
      crowd.assertShort("all at once");
      assertThat(crowd.state().sessions()).isEmpty();
      crowd.pass(70_000);
      crowd.assertGone();
    }

    private static String of(int n) {
      return "acc" + n % 500;
    }

    private static Owner each(int n) {
      return new Owner("u" + n, SessionCrowd.longName("s", n));
    }

    @Test
    void floodOfKeepAlives_isCheap_andLeavesNothing() {
      crowd.feed(1, n -> SessionCrowd.keep(account, owner(0), 10_000));
      crowd.measure();
      crowd.feed(20_000, n -> SessionCrowd.keep(account, owner(0), 10_000 + n));
      crowd.assertShort("of one session");
      crowd.measure();
      crowd.feed(20_000, n -> SessionCrowd.keep(account, owner(n % SESSIONS), 60_000));
      crowd.assertShort("of many sessions");
      crowd.measure();
      crowd.pass(60_000);
      crowd.assertShort("all end");
      crowd.assertGone();
    }

    @Test
    void sessionsOfEverNewMembers_leaveNothing() {
      for (int round = 0; round < 5; round++) {
        String prefix = "m" + round;
        crowd.feed(
            3_000,
            n ->
                SessionCrowd.keep(
                    "acme",
                    new Owner(SessionCrowd.longName(prefix, n), SessionCrowd.longName("s", n)),
                    1_000));
        crowd.at += 1_000;
      }
      crowd.measure();
      crowd.pass(0);
      crowd.assertShort("ever new");
      crowd.assertGone();
    }

    /** Their names are of the greatest length; {@link RestoredSessionsIT} counts the bytes. */
    @Test
    void manySessionsAndBoundLocks_areRestoredInShortCalls() {
      crowd.feed(SESSIONS, n -> SessionCrowd.keep(account, owner(n), 600_000));
      crowd.feed(
          SESSIONS,
          n ->
              SessionCrowd.bound(
                  account, owner(n), SessionCrowd.longName("b", n), SessionCrowd.small(n), 0, 0));
      PartitionState state = crowd.state();
      crowd.restore(state);
      crowd.measure();
      crowd.restore(state);
      crowd.assertShort("restored");
      assertThat(crowd.state()).isEqualTo(state);
      crowd.pass(700_000);
      crowd.assertGone();
    }
  }
}
