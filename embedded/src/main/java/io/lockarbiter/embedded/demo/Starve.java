package io.lockarbiter.embedded.demo;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** Tries to starve a deletion with a stream of uploads into its folder, round by round. */
final class Starve {
  private static final int ROUNDS = 10;
  private static final int ENOUGH_HELD = 8;
  private static final int MEMBERS = 6;
  private static final String ACCOUNT = "acme";
  private static final String FOLDER = "/inbox";
  private static final long UPLOAD_EVERY_NANOS = Duration.ofMillis(40).toNanos();
  private static final Duration UPLOAD_WAIT = Duration.ofSeconds(30);
  private static final Duration DELETION_WAIT = Duration.ofSeconds(120);
  private static final Duration PATIENCE = Duration.ofSeconds(180);

  private final StopSignal signal;
  private final Consumer<String> out;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final RandomGenerator random = RandomGenerator.getDefault();
  private long nextUploadAt = System.nanoTime();
  private int uploads;

  Starve(StopSignal signal, Consumer<String> out) {
    this.signal = signal;
    this.out = out;
  }

  /**
   * Plays the rounds and prints each, then the verdict.
   *
   * @param length after which no round begins
   * @return whether every round kept its bound
   */
  boolean run(String bootstrapServers, Duration length) throws InterruptedException {
    out.accept(
        """
        Uploads into %s all the time, and a deletion of %s.
        It may wait for what is left of the leases held when it arrives, renewals
        included, and %d ms until a tick tells the time. All of it log time, as the
        events say.

        %s\
        """
            .formatted(FOLDER, FOLDER, StarveRound.TICK_MS, StarveRound.HEADER));
    long startedAt = System.nanoTime();
    List<StarveRound> rounds = new ArrayList<>();
    try (EventWatch everything = new EventWatch(bootstrapServers, events::add);
        LockClient client =
            KafkaLockClient.open(LockClientOptions.of(bootstrapServers).withName("starve"))) {
      while (rounds.size() < ROUNDS && System.nanoTime() - startedAt < length.toNanos()) {
        StarveRound round = new StarveRound(rounds.size() + 1);
        if (!play(round, client)) {
          break;
        }
        rounds.add(round);
        round.lines().forEach(out);
      }
    }
    StarveVerdict verdict = StarveVerdict.of(rounds);
    out.accept("");
    out.accept(verdict.line());
    return verdict.isGood();
  }

  /** One deletion, from a folder full of uploads to its release; false if the run is to end. */
  private boolean play(StarveRound round, LockClient client) throws InterruptedException {
    boolean asked = false;
    long begunAt = System.nanoTime();
    while (!round.hasEnded()) {
      if (signal.await(Duration.ZERO)) {
        return false;
      }
      if (System.nanoTime() - begunAt > PATIENCE.toNanos()) {
        throw new IllegalStateException(
            "the deletion of path=%s did not come to its end within %d s; is an arbiter running?"
                .formatted(FOLDER, PATIENCE.toSeconds()));
      }
      upload(client);
      // One at a time: what comes after the end of a round belongs to the next.
      Event event = events.poll(5, TimeUnit.MILLISECONDS);
      if (event != null) {
        round.add(event);
      }
      if (!asked && round.uploadsHeld() >= ENOUGH_HELD) {
        LockRequest deletion = LockRequest.delete(ACCOUNT, "deleter", FOLDER);
        client
            .acquireAsync(deletion.waitingUpTo(DELETION_WAIT))
            .thenCompose(lease -> lease.release(WorkOutcome.GONE));
        asked = true;
      }
    }
    return true;
  }

  /** One upload at most, so that a pause is not followed by a burst. */
  private void upload(LockClient client) {
    if (System.nanoTime() - nextUploadAt < 0) {
      return;
    }
    nextUploadAt = System.nanoTime() + UPLOAD_EVERY_NANOS;
    uploads++;
    LockRequest request =
        LockRequest.upload(ACCOUNT, "u" + uploads % MEMBERS, FOLDER + "/f" + uploads)
            .leaseOf(Duration.ofMillis(random.nextLong(1_000, 2_500)))
            .waitingUpTo(UPLOAD_WAIT);
    if (random.nextBoolean()) {
      // Nobody renews or releases it.
      client.submit("nobody", request);
    } else {
      long holdMs = random.nextLong(200, 1_500);
      client
          .acquireAsync(request)
          .thenComposeAsync(
              lease -> lease.release(),
              CompletableFuture.delayedExecutor(holdMs, TimeUnit.MILLISECONDS));
    }
  }
}
