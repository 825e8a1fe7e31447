package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.QueuePosition;
import io.lockarbiter.client.fence.FencedException;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.MemoryFencingGuard;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.testing.EveryFifthDay;
import io.lockarbiter.contracts.testing.Patience;
import io.lockarbiter.contracts.testing.ThreadPerTask;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An account stands still for a backup, on real Kafka and Redis. */
@EveryFifthDay
@Cluster
class FreezeIT {
  private static final int UPLOADS = 500;
  private static final long EVERY_NANOS = 1_000_000;
  private static final Duration GRACE = Duration.ofSeconds(10);

  /** As much as a tick may come late on a busy machine, see WaitingIT. */
  private static final long MOST_LATE_MS = 20_000;

  private static final LockRequest FREEZE =
      LockRequest.freeze("acme", "backup", "/")
          .waitingUpTo(Duration.ofMinutes(2))
          .askingHolders(GRACE, "the backup begins");

  @TempDir private Path tree;

  private final MemoryFencingGuard guard = new MemoryFencingGuard();
  private final List<Upload> uploads = new CopyOnWriteArrayList<>();
  private final AtomicLong rounds = new AtomicLong();
  private volatile boolean isOver;

  /** A file that is written again and again under its lease. */
  private final class Upload {
    private final Lease lease;
    private int writes;

    Upload(Lease lease, boolean letsGo) {
      this.lease = lease;
      if (letsGo) {
        lease.onYieldRequested(request -> lease.close());
      }
    }

    /** Writes on, also after its lease is lost: the guard keeps it out then. */
    void write() throws Exception {
      String path = String.valueOf(lease.lock().path());
      Path file = tree.resolve(path.substring(1));
      try {
        guard.act(
            FencingAction.of(lease), () -> Files.writeString(file, path + " " + writes++, UTF_8));
      } catch (FencedException late) {
        assertThat(lease.isValid()).as("%s is valid", path).isFalse();
      }
    }
  }

  @Test
  void fiveHundredUploads_areGoneWithTheGraceAndTheTreeStandsStill(Deployment deployment)
      throws Exception {
    deployment.arbiter().awaitHealthy();
    try (LockClient gateway = KafkaLockClient.open(deployment.clientOptions());
        LockClient backup = KafkaLockClient.open(deployment.clientOptions())) {
      List<CompletableFuture<Lease>> asked = new ArrayList<>();
      for (int n = 0; n < UPLOADS; n++) {
        asked.add(gateway.acquireAsync(LockRequest.upload("acme", "u" + n % 20, "/f" + n)));
      }
      for (CompletableFuture<Lease> each : asked) {
        uploads.add(new Upload(got(each), uploads.size() % 2 == 0));
      }
      CompletableFuture<Void> writing =
          CompletableFuture.runAsync(this::writeOn, ThreadPerTask.EXECUTOR);
      List<QueuePosition> waits = new CopyOnWriteArrayList<>();
      CompletableFuture<Lease> freezing = backup.acquireAsync(FREEZE, waits::add);
      await().until(() -> !waits.isEmpty());
      CompletableFuture<Lease> late =
          gateway.acquireAsync(
              LockRequest.upload("acme", "late", "/late").waitingUpTo(Duration.ofMinutes(5)));

      Lease freeze = got(freezing);
      Lease fence = got(freeze.acquireMore(LockRequest.upload("acme", "backup", "/")));
      guard.act(FencingAction.of(fence), () -> fence);
      String before = hash();
      long round = rounds.get();
      await().until(() -> rounds.get() > round + 2 || writing.isDone());
      String after = hash();

      assertThat(late).as("an upload that came while it waited").isNotDone();
      isOver = true;
      writing.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
      assertThat(after).isEqualTo(before);
      fence.close();
      freeze.close();
      got(late);
      checkEvents(deployment.log().events(), freeze.lockId());
      assertThat(deployment.log().texts(deployment.commands()))
          .noneMatch(text -> text.contains("\"yield\""));
    }
  }

  private static Lease got(CompletableFuture<Lease> asked) throws Exception {
    return asked.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
  }

  private void writeOn() {
    try {
      while (!isOver) {
        for (Upload upload : uploads) {
          upload.write();
          LockSupport.parkNanos(EVERY_NANOS);
        }
        rounds.incrementAndGet();
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private String hash() throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    try (Stream<Path> files = Files.list(tree)) {
      for (Path file : files.sorted().toList()) {
        digest.update(Files.readAllBytes(file));
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static void checkEvents(List<Event> events, String freeze) {
    Queued queued = first(events, Queued.class, freeze);
    List<YieldRequested> asked = of(events, YieldRequested.class);
    List<Released> ends = of(events, Released.class).subList(0, UPLOADS);
    Granted granted = first(events, Granted.class, freeze);
    long endsAt = queued.head().at() + GRACE.toMillis();
    assertThat(asked)
        .hasSize(UPLOADS)
        .allSatisfy(
            each -> {
              assertThat(each.head().cause()).isEqualTo(queued.head().cause());
              assertThat(each.endsAt()).isEqualTo(endsAt);
              assertThat(each.comment()).isEqualTo("the backup begins");
            });
    Map<ReleaseReason, Long> reasons =
        ends.stream().collect(Collectors.groupingBy(Released::reason, Collectors.counting()));
    assertThat(reasons).containsKeys(ReleaseReason.RELEASED, ReleaseReason.FORCED);
    assertThat(granted.head().cause())
        .as("the freeze is granted by the record that ends the last upload")
        .isEqualTo(ends.get(UPLOADS - 1).head().cause());
    assertThat(of(events, Granted.class))
        .as("no upload is granted while it waits")
        .noneMatch(
            each ->
                each.head().seq() > queued.head().seq()
                    && each.head().seq() < granted.head().seq());
    long frozenAfterMs = granted.head().at() - queued.head().at();
    System.out.println("frozen after " + frozenAfterMs + " ms of log time, ends: " + reasons);
    assertThat(frozenAfterMs).isBetween(GRACE.toMillis(), GRACE.toMillis() + MOST_LATE_MS);
  }

  private static <T extends Event> T first(List<Event> events, Class<T> type, String lockId) {
    return of(events, type).stream()
        .filter(event -> requireNonNull(event.subject()).lockId().equals(lockId))
        .findFirst()
        .orElseThrow();
  }

  private static <T extends Event> List<T> of(List<Event> events, Class<T> type) {
    return events.stream().filter(type::isInstance).map(type::cast).toList();
  }
}
