package io.lockarbiter.sandbox.demo;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Tries to starve a deletion with a stream of uploads into its folder, round by round. */
final class Starve {
  private static final int ROUNDS = 10;
  private static final int ENOUGH_HELD = 8;
  private static final String ACCOUNT = "acme";
  private static final LockPath FOLDER = LockPath.of("/inbox");
  private static final Owner DELETER = new Owner("deleter", null);
  private static final long WAIT_MS = 120_000;
  private static final Duration PATIENCE = Duration.ofSeconds(180);

  private final StopSignal signal;
  private final Consumer<String> out;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final DeletionWatch watch = new DeletionWatch();

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
    introduce();
    long startedAt = System.nanoTime();
    List<StarveRound> rounds = new ArrayList<>();
    try (EventWatch everything = new EventWatch(bootstrapServers, events::add);
        RawPublisher publisher = new RawPublisher(bootstrapServers)) {
      Consumer<AccountCommand> send = publisher::publish;
      UploadStream stream =
          new UploadStream(ACCOUNT, FOLDER, send, RandomGenerator.getDefault(), System.nanoTime());
      while (rounds.size() < ROUNDS && System.nanoTime() - startedAt < length.toNanos()) {
        StarveRound round = play(rounds.size() + 1, stream, send);
        if (round == null) {
          break;
        }
        rounds.add(round);
        round.lines().forEach(out);
      }
    }
    StarveVerdict verdict = new StarveVerdict(rounds);
    out.accept("");
    out.accept(verdict.line());
    return verdict.isGood();
  }

  private void introduce() {
    out.accept("Uploads into %s all the time, and a deletion of %s.".formatted(FOLDER, FOLDER));
    out.accept("It may wait for what is left of the leases held when it arrives, renewals");
    out.accept(
        "included, and %d ms until a tick tells the time. All of it log time, as the"
            .formatted(StarveRound.TICK_MS));
    out.accept("events say.");
    out.accept("");
    out.accept(StarveRound.HEADER);
  }

  /** One deletion, from a folder full of uploads to its release; null if the run is to end. */
  private @Nullable StarveRound play(int number, UploadStream stream, Consumer<AccountCommand> send)
      throws InterruptedException {
    String lockId = UUID.randomUUID().toString();
    watch.begin(number, lockId);
    boolean asked = false;
    boolean released = false;
    long begunAt = System.nanoTime();
    while (watch.round() == null) {
      if (signal.await(Duration.ZERO)) {
        return null;
      }
      check(begunAt);
      stream.step(System.nanoTime());
      takeEvents(stream);
      if (!asked && watch.held() >= ENOUGH_HELD) {
        send.accept(deletion(lockId));
        asked = true;
      }
      if (!released && watch.deletionIsHeld()) {
        send.accept(
            new Release(UUID.randomUUID().toString(), ACCOUNT, DELETER, null, lockId, true));
        released = true;
      }
    }
    return watch.round();
  }

  private void takeEvents(UploadStream stream) throws InterruptedException {
    Event event = events.poll(5, TimeUnit.MILLISECONDS);
    while (event != null) {
      watch.take(event);
      if (event instanceof Granted granted && granted.subject().operation() == Operation.UPLOAD) {
        stream.granted(granted, System.nanoTime());
      }
      event = events.poll();
    }
  }

  private static void check(long begunAt) {
    if (System.nanoTime() - begunAt > PATIENCE.toNanos()) {
      throw new IllegalStateException(
          "the deletion of path=%s did not come to its end within %d s; is an arbiter running?"
              .formatted(FOLDER, PATIENCE.toSeconds()));
    }
  }

  private static Acquire deletion(String lockId) {
    return new Acquire(
        lockId,
        ACCOUNT,
        DELETER,
        null,
        Operation.DELETE,
        FOLDER,
        null,
        Operation.DELETE.targets(FOLDER, null),
        30_000,
        WAIT_MS,
        List.of(),
        new TreeMap<>());
  }
}
