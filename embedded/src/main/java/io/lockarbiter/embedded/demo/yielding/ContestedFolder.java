package io.lockarbiter.embedded.demo.yielding;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.YieldResult;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.MemoryFencingGuard;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.WorkOutcome;
import io.lockarbiter.embedded.demo.yielding.YieldingRound.Asker;
import io.lockarbiter.embedded.demo.yielding.YieldingUpload.Manner;
import io.lockarbiter.embedded.demo.yielding.YieldingUpload.Place;
import io.lockarbiter.embedded.server.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/**
 * One round: a folder with uploads, and its deletion. Used once, by one thread; closing it ends the
 * uploads and removes everything.
 */
final class ContestedFolder implements AutoCloseable {
  static final String FOLDER = "/inbox";
  static final String ELSEWHERE = "/later";
  static final Duration GRACE = Duration.ofSeconds(2);

  private static final String ACCOUNT = "acme";
  private static final String COMMENT = "the folder is deleted";
  private static final Owner OPERATOR = new Owner("olga", null);
  private static final Duration DELETION_WAIT = Duration.ofSeconds(30);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final LockClient client;
  private final MemoryFencingGuard guard = new MemoryFencingGuard();
  private final Place place;
  private final List<YieldingUpload> uploads = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final List<Long> askedAt = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();

  /** Starts the uploads. One of them does not listen to requests to yield. */
  ContestedFolder(LockClient client, int count) throws IOException {
    this.client = client;
    Path directory = Files.createTempDirectory("lockarbiter-yielding-");
    place = new Place(ACCOUNT, directory, FOLDER, ELSEWHERE);
    for (int i = 0; i < count; i++) {
      YieldingUpload upload = new YieldingUpload(client, guard, place, i, manner(i));
      uploads.add(upload);
      threads.add(new Thread(upload, "demo-upload-" + i));
    }
    threads.forEach(Thread::start);
  }

  private static Manner manner(int number) {
    if (number == 0) {
      return Manner.IS_SILENT;
    }
    return number % 2 == 0 ? Manner.FINISHES_THE_CHUNK : Manner.DROPS_THE_CHUNK;
  }

  /** Deletes the folder, and waits for the end of every upload. */
  YieldingRound play(int number, Asker asker) throws InterruptedException, IOException {
    await("all uploads hold their locks", upload -> upload.lease() != null);
    LockRequest request = LockRequest.delete(ACCOUNT, "deleter", FOLDER).waitingUpTo(DELETION_WAIT);
    long requestedAt = System.nanoTime();
    CompletableFuture<Lease> deletion =
        client.acquireAsync(
            asker == Asker.DELETION ? request.askingHolders(GRACE, COMMENT) : request);
    try {
      if (asker == Asker.OPERATOR) {
        askAll();
      }
      Lease lease = deletion.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      double grantedMs = (System.nanoTime() - requestedAt) / 1e6;
      guard.act(FencingAction.of(lease), this::delete);
      await("late writers are refused", upload -> !isSilent(upload) || upload.wasRefused());
      if (Files.exists(place.file(FOLDER))) {
        faults.add("something was written into " + FOLDER + " after its deletion");
      }
      lease.release(WorkOutcome.GONE).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      for (Thread thread : threads) {
        thread.join(PATIENCE.toMillis());
      }
      return round(number, asker, requestedAt, grantedMs);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the deletion of path=" + FOLDER + " failed", e);
    }
  }

  private boolean delete() {
    Directories.delete(place.file(FOLDER));
    return true;
  }

  private void askAll() throws InterruptedException, ExecutionException, TimeoutException {
    List<CompletableFuture<YieldResult>> answers = new ArrayList<>();
    for (YieldingUpload upload : uploads) {
      String lockId = Objects.requireNonNull(upload.lease()).lock().lockId();
      askedAt.add(System.nanoTime());
      answers.add(client.askToYield(ACCOUNT, lockId, OPERATOR, GRACE, COMMENT));
    }
    for (CompletableFuture<YieldResult> answer : answers) {
      YieldResult result = answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      if (!(result instanceof YieldResult.Asked)) {
        faults.add("a request to let go was answered " + result);
      }
    }
  }

  private YieldingRound round(int number, Asker asker, long requestedAt, double grantedMs) {
    List<Double> toldMs = new ArrayList<>();
    for (int i = 0; i < uploads.size(); i++) {
      YieldingUpload upload = uploads.get(i);
      String failure = upload.failure();
      if (failure != null) {
        faults.add(failure);
      }
      if (upload.wasTold()) {
        long since = asker == Asker.OPERATOR ? askedAt.get(i) : requestedAt;
        toldMs.add((upload.toldAt() - since) / 1e6);
      }
    }
    List<YieldingUpload> silent = uploads.stream().filter(ContestedFolder::isSilent).toList();
    return new YieldingRound(
        number,
        asker,
        toldMs,
        uploads.size() - toldMs.size(),
        grantedMs,
        uploads.stream().mapToInt(YieldingUpload::sentAgain).max().orElse(0),
        count(silent, upload -> upload.lost() instanceof LostReason.Forced),
        count(silent, YieldingUpload::wasRefused),
        silent.size(),
        faults);
  }

  private static int count(List<YieldingUpload> uploads, Predicate<YieldingUpload> which) {
    return (int) uploads.stream().filter(which).count();
  }

  private static boolean isSilent(YieldingUpload upload) {
    return upload.manner() == Manner.IS_SILENT;
  }

  /** Waits until a condition holds for each upload, or one has failed. */
  private void await(String what, Predicate<YieldingUpload> isSo) throws InterruptedException {
    long until = System.nanoTime() + PATIENCE.toNanos();
    for (YieldingUpload upload : uploads) {
      while (!isSo.test(upload)) {
        String failure = upload.failure();
        if (failure != null) {
          throw new IllegalStateException("an upload failed: " + failure);
        }
        if (System.nanoTime() - until > 0) {
          throw new IllegalStateException(
              "not so within %d s: %s".formatted(PATIENCE.toSeconds(), what));
        }
        TimeUnit.MILLISECONDS.sleep(1);
      }
    }
  }

  @Override
  public void close() throws InterruptedException {
    threads.forEach(Thread::interrupt);
    for (Thread thread : threads) {
      thread.join();
    }
    Directories.delete(place.directory());
  }
}
