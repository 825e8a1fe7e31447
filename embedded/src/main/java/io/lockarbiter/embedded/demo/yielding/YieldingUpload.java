package io.lockarbiter.embedded.demo.yielding;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.fence.FencedException;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.MemoryFencingGuard;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One upload, from its first byte to its last: if it is asked to yield its folder, it keeps its
 * bytes and goes on in another folder. Runs in a thread of its own; any thread may ask for its
 * state.
 */
final class YieldingUpload implements Runnable {
  static final int CHUNK_BYTES = 16 * 1024;
  static final int CHUNKS = 100;

  private static final int PIECES = 8;
  private static final int PIECE_BYTES = CHUNK_BYTES / PIECES;

  /** Time for one piece on a client's line: a chunk takes at most 40 ms. */
  private static final int PIECE_MS = 5;

  private static final Duration WAIT_LIMIT = Duration.ofSeconds(60);

  /** The reaction of an upload to a request to yield. */
  enum Manner {
    /** Sends the present chunk to its end. */
    FINISHES_THE_CHUNK,
    /** Stops amid the chunk, and has to send it again. */
    DROPS_THE_CHUNK,
    /** Does not listen, and goes on. */
    IS_SILENT
  }

  private final LockClient client;
  private final MemoryFencingGuard guard;
  private final Place place;
  private final int number;
  private final Manner manner;
  private final UploadFile file;
  private volatile @Nullable Lease lease;
  private volatile long toldAt;
  private volatile boolean told;
  private volatile @Nullable LostReason lost;
  private volatile boolean refused;
  private volatile @Nullable String failure;
  private int sent;

  /**
   * The folders of uploads.
   *
   * @param directory the account's {@code /}
   */
  record Place(String account, Path directory, String folder, String elsewhere) {
    Path file(String path) {
      return directory.resolve(path.substring(1));
    }
  }

  YieldingUpload(
      LockClient client, MemoryFencingGuard guard, Place place, int number, Manner manner) {
    this.client = client;
    this.guard = guard;
    this.place = place;
    this.number = number;
    this.manner = manner;
    file = new UploadFile(place.directory(), number, CHUNKS * CHUNK_BYTES);
  }

  @Override
  public void run() {
    try {
      sendUntilAsked();
      if (manner != Manner.IS_SILENT) {
        goOnElsewhere();
      }
    } catch (FencedException e) {
      refused = true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException e) {
      failure = "u" + number + ": " + e;
    }
  }

  private void sendUntilAsked() throws InterruptedException, IOException {
    String path = place.folder() + "/f" + number;
    Lease held = acquire(path);
    try {
      held.onLost(reason -> lost = reason);
      held.onYieldRequested(asked -> heard());
      guard.act(FencingAction.of(held), () -> file.goOnAt(place.file(path)));
      lease = held;
      while (!mustStop()) {
        if (!file.isComplete() || manner == Manner.IS_SILENT) {
          send(held);
        }
        TimeUnit.MILLISECONDS.sleep(PIECE_MS);
      }
      int whole = file.length() / CHUNK_BYTES * CHUNK_BYTES;
      guard.act(FencingAction.of(held), () -> file.keep(whole));
    } finally {
      held.close();
    }
  }

  private Lease acquire(String path) throws InterruptedException {
    return client.acquire(
        LockRequest.upload(place.account(), "u" + number, path).waitingUpTo(WAIT_LIMIT));
  }

  private void heard() {
    if (!told) {
      toldAt = System.nanoTime();
      told = true;
    }
  }

  private boolean mustStop() {
    return switch (manner) {
      case FINISHES_THE_CHUNK -> told && file.length() % CHUNK_BYTES == 0;
      case DROPS_THE_CHUNK -> told;
      case IS_SILENT -> false;
    };
  }

  private void send(Lease held) throws IOException {
    sent += guard.act(FencingAction.of(held), () -> file.append(PIECE_BYTES));
  }

  private void goOnElsewhere() throws InterruptedException, IOException {
    String path = place.elsewhere() + "/f" + number;
    try (Lease held = acquire(path)) {
      guard.act(FencingAction.of(held), () -> file.goOnAt(place.file(path)));
      while (!file.isComplete()) {
        send(held);
      }
      if (!file.isWhole()) {
        failure = path + " does not hold what was sent";
      }
    }
  }

  /** Returns its lock on the folder; null before it is granted. */
  @Nullable Lease lease() {
    return lease;
  }

  Manner manner() {
    return manner;
  }

  boolean wasTold() {
    return told;
  }

  /** Returns when the request to yield arrived, {@link System#nanoTime}. */
  long toldAt() {
    return toldAt;
  }

  /** Returns how its lock on the folder was lost; null if it was released. */
  @Nullable LostReason lost() {
    return lost;
  }

  /** Says whether one of its writes came too late and was refused. */
  boolean wasRefused() {
    return refused;
  }

  /** Returns what went wrong; null if nothing did. */
  @Nullable String failure() {
    return failure;
  }

  /** Returns the bytes sent more than once; to be called after its end. */
  int sentAgain() {
    return sent - file.length();
  }
}
