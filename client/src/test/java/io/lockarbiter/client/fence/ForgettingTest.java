package io.lockarbiter.client.fence;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.testing.Seeds;
import io.lockarbiter.testing.FakeArbiter;
import io.lockarbiter.testing.FakeLock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares a guard that is cleaned with one that forgets nothing, while locks come and go. */
@Tag("slow")
class ForgettingTest {
  private static final List<String> ACCOUNTS = List.of("acme", "bob & sons", "carl");

  private final FakeArbiter arbiter = new FakeArbiter();
  private final LockClient client = arbiter.client("gateway");
  private final LockClient worker = arbiter.client("worker");
  private final MemoryFencingGuard cleaned = new MemoryFencingGuard();
  private final MemoryFencingGuard whole = new MemoryFencingGuard();
  private final GuardCleaner cleaner = new GuardCleaner(arbiter.liveTokens(), cleaned, 100);
  private final List<Lease> live = new ArrayList<>();
  private final List<FencingAction> ended = new ArrayList<>();
  private int compared;
  private int late;

  static Stream<Long> seeds() {
    return Seeds.fresh(1);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void thousandsOfUploads_leaveABoundedMemoryThatDecidesAlikeForTheLiving(long seed)
      throws Exception {
    Random random = new Random(seed);
    int largest = 0;
    for (int n = 0; n < 2_000; n++) {
      ask(n, random).ifPresent(live::add);
      if (live.size() > 20) {
        end(live.remove(random.nextInt(live.size())), random);
      }
      actLate(random);
      actAlive(random);
      if (n % 10 == 0) {
        cleaner.turn();
        largest = Math.max(largest, size(cleaned));
      }
      arbiter.pass(Duration.ofMillis(500));
    }
    assertThat(compared).as("-Dseed=%d", seed).isGreaterThan(1_000);
    assertThat(late).as("late ones, -Dseed=%d", seed).isGreaterThan(500);
    assertThat(size(whole)).as("-Dseed=%d", seed).isGreaterThan(1_250);
    assertThat(largest).as("-Dseed=%d", seed).isLessThan(500);

    live.forEach(Lease::release);
    arbiter.pass(Duration.ofMinutes(2));
    client.acquire(LockRequest.download("other", "u", "/x"));
    cleaner.turn();
    assertThat(size(cleaned)).isZero();
    assertThat(cleaner.statistics().unknown()).isZero();
  }

  /**
   * Asks for an upload, or now and then for the deletion of a folder; each has an owner of its own.
   */
  private Optional<Lease> ask(int n, Random random) throws InterruptedException {
    String account = ACCOUNTS.get(random.nextInt(ACCOUNTS.size()));
    String folder = "/d" + random.nextInt(10);
    LockRequest request =
        random.nextInt(10) == 0
            ? LockRequest.delete(account, "u" + n, folder)
            : LockRequest.upload(account, "u" + n, folder + "/f" + n);
    Optional<Lease> lease = client.tryAcquire(request, Duration.ZERO);
    return random.nextInt(10) == 0 ? lease.map(this::takenOver) : lease;
  }

  private Lease takenOver(Lease lease) {
    return worker.adopt(lease.account(), lease.lockId(), lease.lock().owner()).join();
  }

  private void end(Lease lease, Random random) {
    switch (random.nextInt(20)) {
      case 0 -> arbiter.expire(lease);
      case 1 -> arbiter.forceRelease(lease, "ops", "test");
      default -> lease.release();
    }
    ended.add(FencingAction.of(lease));
    live.removeIf(other -> !other.isValid());
  }

  private void actLate(Random random) {
    if (!ended.isEmpty()) {
      FencingAction action = ended.get(Math.max(0, ended.size() - 1 - random.nextInt(200)));
      boolean isRefused = whole.admit(action).isPresent();
      late++;
      if (cleaned.admit(action).isEmpty()) {
        assertThat(isRefused).as("admitted too late: %s", action).isFalse();
      }
    }
  }

  private void actAlive(Random random) {
    Set<Long> tokens =
        ACCOUNTS.stream()
            .flatMap(account -> arbiter.locks(account).stream())
            .map(FakeLock::token)
            .collect(toSet());
    if (!live.isEmpty()) {
      Lease lease = live.get(random.nextInt(live.size()));
      FencingAction action = FencingAction.of(lease);
      if (tokens.contains(action.token())) {
        compared++;
        assertThat(cleaned.admit(action)).as("%s", action).isEqualTo(whole.admit(action)).isEmpty();
      }
    }
  }

  private static int size(MemoryFencingGuard guard) {
    return ACCOUNTS.stream().mapToInt(guard::size).sum();
  }

  /** The result holds for any event with which reading begins. */
  @Test
  void lowestToken_isNeverAboveALiveOne() throws Exception {
    Random random = new Random(7);
    for (int n = 0; n < 400; n++) {
      ask(n, random).ifPresent(live::add);
      if (live.size() > 20) {
        end(live.remove(random.nextInt(live.size())), random);
      }
      arbiter.pass(Duration.ofSeconds(random.nextInt(10)));
    }
    List<Event> events = arbiter.events();
    assertThat(events.get(0).head().seq()).isEqualTo(1);
    int known = 0;
    for (int start = 0; start < events.size(); start += 1 + events.size() / 40) {
      known += readFrom(start, events);
    }
    assertThat(known).isGreaterThan(10_000);
  }

  private static int readFrom(int start, List<Event> events) {
    PartitionTokens tokens = new PartitionTokens();
    Map<Long, String> alive = new TreeMap<>();
    int known = 0;
    for (int n = 0; n < events.size(); n++) {
      Event event = events.get(n);
      if (event instanceof Granted granted) {
        alive.put(granted.token(), granted.head().account());
      } else if (event instanceof Renewed renewed) {
        alive.put(renewed.token(), renewed.head().account());
      } else if (event instanceof Released released && released.token() != null) {
        alive.remove(released.token());
      }
      if (n >= start && (event.type() != EventType.REJECTED || !tokens.hasBegun())) {
        tokens.read(event);
      } else if (n >= start) {
        tokens.skip();
      }
      for (String account : ACCOUNTS) {
        OptionalLong lowest = tokens.lowest(account);
        if (lowest.isPresent()) {
          known++;
          assertThat(lowest.getAsLong())
              .as("from event %d, after %d", start + 1, n + 1)
              .isLessThanOrEqualTo(lowestAlive(account, alive, event.head().seq() + 1));
        }
      }
    }
    return known;
  }

  private static long lowestAlive(String account, Map<Long, String> alive, long next) {
    return alive.entrySet().stream()
        .filter(lock -> lock.getValue().equals(account))
        .mapToLong(Map.Entry::getKey)
        .findFirst()
        .orElse(next);
  }
}
