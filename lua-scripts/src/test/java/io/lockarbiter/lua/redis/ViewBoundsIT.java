package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.Commands.acquire;
import static io.lockarbiter.lua.redis.Commands.onePartition;
import static io.lockarbiter.lua.redis.Commands.record;
import static io.lockarbiter.lua.redis.Commands.target;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.AccountPages;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.OwnedLocks;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * No call of a view exceeds its share of work, in a state that makes views expensive: an owner of
 * 9,000 locks has 70 requests that wait for another's lock, which lies behind all of them, among
 * 900 plain ones.
 */
class ViewBoundsIT {
  private static final int HELD = 9_000;
  private static final int PLAIN = 900;
  private static final int OF_THE_OWNER = 70;

  /** Every command is charged at least this many units of work; a call may end one step later. */
  private static final int MOST_COMMANDS = CallBounds.DEFAULT.work() / 4;

  private static RedisFixture redis;
  private static final ReferenceLockStore model = new ReferenceLockStore();

  private final Seen seen = new Seen();
  private final LockStore store = redis.store(seen.around(redis.redisson()), CallBounds.DEFAULT);

  @BeforeAll
  static void start() {
    redis = RedisFixture.start();
    List<LogRecord> records = records();
    redis.store().decide(0, FeedPosition.START, records).applied();
    model.decide(0, FeedPosition.START, records).applied();
  }

  @AfterAll
  static void stop() {
    redis.close();
  }

  @BeforeEach
  void loadScripts() {
    store.queue(0, "other", 1);
    store.locks(0, "other", LockPath.ROOT, 1);
    store.owned(0, "acme", "nobody", null, AccountPages.FIRST, 1);
    store.explain(0, "other", null, List.of());
    seen.commands.clear();
  }

  @Test
  void queue_isReadInSmallCalls() {
    assertThat(store.queue(0, "acme", 1_000)).isEqualTo(model.queue(0, "acme", 1_000));
    assertBounded(OF_THE_OWNER);
  }

  @Test
  void locks_areReadInSmallCalls() {
    assertThat(store.locks(0, "acme", LockPath.ROOT, 10_000))
        .isEqualTo(model.locks(0, "acme", LockPath.ROOT, 10_000))
        .hasSize(HELD + 1);
    assertBounded(9);
  }

  @Test
  void ownedLocks_areReadInSmallCalls() {
    List<HeldLock> read = new ArrayList<>();
    byte[] next = AccountPages.FIRST;
    do {
      OwnedLocks page = store.owned(0, "acme", "big", null, next, 10_000);
      read.addAll(page.locks());
      next = page.next();
    } while (next.length > 0);
    assertThat(read)
        .isEqualTo(model.owned(0, "acme", "big", null, AccountPages.FIRST, 10_000).locks())
        .hasSize(HELD);
    assertBounded(9);
  }

  /** Somebody's few locks are found without a look at those of others. */
  @Test
  void ownedLocks_costNothingForThoseOfOthers() {
    assertThat(store.owned(0, "acme", "other", null, AccountPages.FIRST, 10_000).locks())
        .hasSize(1);
    assertThat(seen.commands)
        .hasSize(1)
        .allSatisfy(commands -> assertThat(commands).isLessThan(26));
  }

  @Test
  void explanation_isReadInSmallCalls() {
    List<Target> targets = List.of(target("/d", Mode.DELETE));
    Owner owner = new Owner("big", null);
    assertThat(store.explain(0, "acme", owner, targets))
        .isEqualTo(model.explain(0, "acme", owner, targets));
    assertBounded(2);
  }

  private void assertBounded(int leastCalls) {
    assertThat(seen.commands)
        .hasSizeGreaterThanOrEqualTo(leastCalls)
        .allSatisfy(commands -> assertThat(commands).isLessThan(MOST_COMMANDS));
  }

  private static List<LogRecord> records() {
    List<LogRecord> records = new ArrayList<>(List.of(onePartition(0)));
    for (int n = 0; n < HELD; n++) {
      add(records, acquire("id" + n, "big", Operation.UPLOAD, "/d/" + n));
    }
    add(records, acquire("other", "other", Operation.UPLOAD, "/d/z"));
    for (int n = 0; n < PLAIN + OF_THE_OWNER; n++) {
      boolean plain = n % 13 != 0 || n / 13 >= OF_THE_OWNER;
      add(records, plain ? waiting(n, "u" + n, "/d/" + n) : waiting(n, "big", "/d"));
    }
    return records;
  }

  private static void add(List<LogRecord> records, Acquire acquire) {
    records.add(record(records.size(), 20, acquire));
  }

  private static Acquire waiting(int n, String subAccount, String path) {
    LockPath at = LockPath.of(path);
    return new Acquire(
        "acme",
        null,
        new LockFields(
            "w" + n,
            new Owner(subAccount, null),
            Operation.DELETE,
            at,
            null,
            Operation.DELETE.targets(at, null),
            30_000,
            60_000,
            List.of(),
            new TreeMap<>()));
  }

  /** Counts the commands that each script call ran. */
  private static final class Seen implements ScriptSeam {
    private final List<Long> commands = new ArrayList<>();
    private long before;

    @Override
    public void before() {
      before = redis.commands();
    }

    @Override
    public void after(Object[] arguments, List<Object> reply) {
      commands.add(redis.commands() - before);
    }
  }
}
