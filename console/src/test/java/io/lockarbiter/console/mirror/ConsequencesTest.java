package io.lockarbiter.console.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.console.ModelArbiter;
import io.lockarbiter.console.stream.EventHub;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.testing.Seeds;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The consequences of a lock's end, computed from a part of its account, are those of the whole.
 */
@Tag("slow")
@Timeout(600)
class ConsequencesTest {
  private static final List<String> PATHS =
      List.of("/", "/a", "/a/b", "/a/b/c", "/a/d", "/e", "/e/f");
  private static final List<Operation> OPERATIONS =
      List.of(
          Operation.UPLOAD,
          Operation.DELETE,
          Operation.DOWNLOAD,
          Operation.UPLOAD_FOLDER,
          Operation.RENAME);

  private final EventHub hub = new EventHub(1, 10_000, 1 << 24, System::nanoTime);
  private final ReferenceLockStore store = new ReferenceLockStore();
  private final AccountMirrors mirrors = new AccountMirrors(hub, store, 1 << 26, () -> 0L);
  private final ModelArbiter arbiter = new ModelArbiter(store, hub);

  private Settings settings() {
    return Objects.requireNonNull(store.header(0)).settings();
  }

  private static List<LiveLock> live(AccountMirror mirror) {
    return mirror.look(seen -> List.copyOf(seen.locks()));
  }

  /** The grants according to the rules, from the whole account. */
  private List<String> grantedAfter(String lockId) {
    ReferenceLockStore copy = store.copy();
    PartitionHeader header = Objects.requireNonNull(copy.header(0));
    ForceRelease force = new ForceRelease("force", "acme", new Owner("op", null), null, lockId, "");
    LogRecord record =
        new LogRecord(header.appliedOffset() + 1, header.at(), 1, new DecodedCommand.Valid(force));
    return copy
        .decide(0, new FeedPosition(header.appliedOffset(), header.seq()), List.of(record))
        .events()
        .stream()
        .map(event -> EventCodec.decode(event.value()))
        .filter(Granted.class::isInstance)
        .map(event -> ((Granted) event).subject().lockId())
        .toList();
  }

  private void anything(Random random, int n) {
    Operation operation = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
    LockPath path = LockPath.of(PATHS.get(1 + random.nextInt(PATHS.size() - 1)));
    LockPath to = LockPath.of("/" + "xyz".charAt(random.nextInt(3)) + "/" + n % 3);
    LockPath destination = operation.hasDestination() ? to : null;
    List<String> holding = new ArrayList<>();
    Owner owner = new Owner("u" + random.nextInt(5), null);
    if (random.nextInt(3) == 0) {
      live(mirrors.of("acme")).stream()
          .filter(lock -> !lock.waiting() && lock.owner().equals(owner))
          .limit(2)
          .forEach(lock -> holding.add(lock.lockId()));
    }
    arbiter.decide(
        new Acquire(
            "acme",
            null,
            new LockFields(
                "l" + n,
                owner,
                operation,
                path,
                destination,
                operation.targets(path, destination),
                30_000,
                60_000,
                holding,
                new TreeMap<>())));
    arbiter.publish();
  }

  @Test
  void ofWhateverIsForced_areThoseOfTheWholeAccount() {
    foretell(120);
  }

  @Test
  @Tag("nightly")
  void ofWhateverIsForcedAmongMany_areThoseOfTheWholeAccount() {
    foretell(250);
  }

  private void foretell(int requests) {
    long seed = Seeds.fresh();
    Random random = new Random(seed);
    int granted = 0;
    for (int n = 0; n < requests; n++) {
      anything(random, n);
      if (n % 2 == 0) {
        List<LiveLock> locks = live(mirrors.of("acme"));
        LiveLock ended = locks.get(random.nextInt(locks.size()));
        arbiter.release("acme", ended.lockId(), ended.owner().subAccount());
      }
      if (n % 10 != 9) {
        continue;
      }
      AccountMirror mirror = mirrors.of("acme");
      for (LiveLock lock : live(mirror)) {
        Consequences foretold = Consequences.of(mirror, lock.lockId(), settings());
        List<String> expected = grantedAfter(lock.lockId());
        assertThat(foretold.next())
            .as("after %s, n=%d, seed=%d", lock.lockId(), n, seed)
            .extracting(LiveLock::lockId)
            .isEqualTo(expected);
        int queue = mirror.<Integer>look(seen -> seen.queue().size());
        assertThat(foretold.waiting())
            .as("only those that it holds up")
            .isBetween(0, queue - expected.size() - (lock.waiting() ? 1 : 0));
        granted += expected.size();
      }
    }
    assertThat(granted).as("seed=%d", seed).isPositive();
  }

  @Test
  void whatIsHeldElsewhere_isNotLookedAt() {
    for (int n = 0; n < 100; n++) {
      arbiter.acquire("acme", "e" + n, "u1", Operation.UPLOAD, "/else/" + n);
      arbiter.acquire("acme", "a" + n, "u1", Operation.UPLOAD, "/d/" + n);
    }
    arbiter.acquire("acme", "w", "u2", Operation.DELETE, "/d");
    AccountMirror mirror = mirrors.of("acme");
    assertThat(affectedBy(mirror, "e7")).containsExactly("e7");
    assertThat(affectedBy(mirror, "a7")).contains("a7", "w").hasSizeLessThanOrEqualTo(4);
  }

  private static List<String> affectedBy(AccountMirror mirror, String id) {
    return mirror.look(
        seen ->
            Affected.by(seen, Objects.requireNonNull(seen.lock(id))).stream()
                .map(LiveLock::lockId)
                .toList());
  }
}
