package io.lockarbiter.embedded.demo;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.client.work.GrantWorker;
import io.lockarbiter.client.work.GrantWorkerOptions;
import io.lockarbiter.client.work.JobOutcome;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.WorkOutcome;
import io.lockarbiter.embedded.measure.LatencyHistogram;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Asks the arbiter for every lock; a refused operation is not done. */
final class ArbiterPermission implements Permission {
  private static final String POOL = "uploads";
  private static final Duration WAIT_LIMIT = Duration.ofSeconds(4);

  /** Wait limit of a download: a person who opens a file waits less long than unattended work. */
  private static final Duration LOOKER_WAIT_LIMIT = Duration.ofSeconds(1);

  private final String bootstrapServers;
  private final boolean serial;
  private final LatencyHistogram latency;
  private final OpenUploads uploads = new OpenUploads();
  private final EventWatch events;
  private final LockClient client;
  private @Nullable GrantWorker worker;

  /**
   * Connects to the topics of a running arbiter.
   *
   * @param locking which locks to ask for: never {@link Locking#NONE}
   * @param listener is called with every event of all accounts
   * @param latency gets the time from each command to its answer
   */
  ArbiterPermission(
      String bootstrapServers,
      Locking locking,
      Consumer<Event> listener,
      LatencyHistogram latency) {
    this.bootstrapServers = bootstrapServers;
    this.serial = locking == Locking.SERIAL;
    this.latency = latency;
    events =
        new EventWatch(
            bootstrapServers,
            event -> {
              listener.accept(event);
              uploads.read(event);
            });
    client = KafkaLockClient.open(LockClientOptions.of(bootstrapServers).withName("demo"));
  }

  @Override
  public @Nullable Hold acquire(
      Member member,
      Operation operation,
      LockPath path,
      @Nullable LockPath destination,
      @Nullable Hold holding)
      throws InterruptedException {
    LockRequest request = request(member, operation, path, destination);
    CompletableFuture<Lease> asked =
        holding == null || holding.lease() == null
            ? acquire(request)
            : holding.lease().acquireMore(request);
    try {
      return Hold.of(asked.get());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof LockRefusedException) {
        return null;
      }
      throw new IllegalStateException("no lock from the arbiter", e.getCause());
    }
  }

  /** The measured answer is the direct one, which may be that the request waits. */
  private CompletableFuture<Lease> acquire(LockRequest request) {
    FirstAnswer answer = new FirstAnswer(latency);
    return client
        .acquireAsync(request, position -> answer.came())
        .whenComplete((lease, failure) -> answer.came());
  }

  @Override
  public void release(Hold hold, boolean gone) throws InterruptedException {
    if (hold.lease() != null) {
      FirstAnswer answer = new FirstAnswer(latency);
      try {
        // A serial lock is on the whole tree, which is never deleted.
        hold.lease().release(gone && !serial ? WorkOutcome.GONE : WorkOutcome.DONE).get();
      } catch (ExecutionException e) {
        throw new IllegalStateException("no answer to a release", e.getCause());
      }
      answer.came();
    }
  }

  @Override
  public CompletableFuture<Void> requestUpload(UploadJob job) {
    CompletableFuture<Void> ended = uploads.open(job);
    LockRequest request = request(job.member(), Operation.UPLOAD, job.path(), null);
    FirstAnswer answer = new FirstAnswer(latency);
    client
        .submit(POOL, OpenUploads.describe(job, request))
        .submitted()
        .whenComplete(
            (lockId, failure) -> {
              answer.came();
              if (failure != null && !(failure instanceof LockRefusedException)) {
                ended.completeExceptionally(failure);
              }
            });
    return ended;
  }

  @Override
  public CompletableFuture<Void> serveUploads(UploadHandler handler) {
    GrantWorkerOptions options =
        GrantWorkerOptions.of(bootstrapServers, POOL).withConcurrency(WORKERS);
    GrantWorker started =
        GrantWorker.start(
            client,
            options,
            job -> {
              handler.upload(OpenUploads.jobOf(job.lock()), Hold.of(job.lease()));
              return JobOutcome.DONE;
            });
    worker = started;
    return started.ended();
  }

  @Override
  public void close() {
    if (worker != null) {
      worker.close();
    }
    client.close();
    events.close();
  }

  private LockRequest request(
      Member member, Operation operation, LockPath path, @Nullable LockPath destination) {
    String account = member.account();
    String subAccount = member.subAccount();
    String to = destination == null ? null : destination.toString();
    LockRequest request =
        serial
            ? LockRequest.custom(account, subAccount, LockPath.ROOT.toString(), Mode.EXCLUSIVE)
            : LockRequest.of(account, subAccount, operation, path.toString(), to);
    LockRequest waiting =
        request
            .owner(member.owner())
            .waitingUpTo(operation == Operation.DOWNLOAD ? LOOKER_WAIT_LIMIT : WAIT_LIMIT);
    return operation == Operation.DELETE && !serial
        ? waiting.askingHolders(path + " is to be deleted")
        : waiting;
  }
}
