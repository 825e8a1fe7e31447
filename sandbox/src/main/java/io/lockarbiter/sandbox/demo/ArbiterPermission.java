package io.lockarbiter.sandbox.demo;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.sandbox.measure.LatencyHistogram;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The arbiter is asked, and what it refuses is not done. */
final class ArbiterPermission implements Permission {
  private static final String REPLY_TO = "demo";

  /** Far more than any wait limit: the arbiter, not the asker, ends a wait. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

  private final LockAsker asker;
  private final GrantedUploads uploads;

  private ArbiterPermission(LockAsker asker, GrantedUploads uploads) {
    this.asker = asker;
    this.uploads = uploads;
  }

  /** Connects to the topics of a running arbiter. */
  static ArbiterPermission connect(
      String bootstrapServers, EventTally tally, LatencyHistogram latency) {
    return new ArbiterPermission(
        new LockAsker(bootstrapServers, REPLY_TO, tally::count, latency),
        new GrantedUploads(bootstrapServers));
  }

  @Override
  public @Nullable Hold acquire(
      Member member,
      Operation operation,
      LockPath path,
      @Nullable LockPath destination,
      List<Hold> holding)
      throws InterruptedException {
    Acquire acquire = command(member, operation, path, destination, holding, new TreeMap<>());
    Answer answer = asker.ask(acquire, LONGEST_WAIT);
    return answer.event() instanceof Granted granted
        ? new Hold(
            member,
            granted.subject().lockId(),
            granted.token(),
            answer.safeUntilNanos(granted.expiresAt()))
        : null;
  }

  @Override
  public boolean requestUpload(UploadJob job) throws InterruptedException {
    SortedMap<String, String> attributes =
        new TreeMap<>(
            Map.of(
                GrantedUploads.JOB, Long.toString(job.number()),
                GrantedUploads.BYTES, Integer.toString(job.bytes())));
    Acquire acquire =
        command(job.member(), Operation.UPLOAD, job.path(), null, List.of(), attributes);
    Answer answer = asker.ask(acquire, LONGEST_WAIT);
    return answer.event() instanceof Granted;
  }

  @Override
  public @Nullable UploadTask nextUpload(Duration patience) throws InterruptedException {
    return uploads.next(patience);
  }

  /** Renews: the worker has sent nothing itself, so it cannot tell how old the grant is. */
  @Override
  public @Nullable Hold confirm(UploadTask task) throws InterruptedException {
    Member member = task.job().member();
    Answer answer =
        asker.ask(
            new Renew(newId(), member.account(), member.owner(), REPLY_TO, task.lockId(), null));
    return answer.event() instanceof Renewed renewed
        ? new Hold(
            member, task.lockId(), renewed.token(), answer.safeUntilNanos(renewed.expiresAt()))
        : null;
  }

  @Override
  public void release(Hold hold, boolean gone) throws InterruptedException {
    Member member = hold.member();
    asker.ask(
        new Release(newId(), member.account(), member.owner(), REPLY_TO, hold.lockId(), gone));
  }

  @Override
  public void close() {
    uploads.close();
    asker.close();
  }

  private static Acquire command(
      Member member,
      Operation operation,
      LockPath path,
      @Nullable LockPath destination,
      List<Hold> holding,
      SortedMap<String, String> attributes) {
    return new Acquire(
        newId(),
        member.account(),
        member.owner(),
        REPLY_TO,
        operation,
        path,
        destination,
        operation.targets(path, destination),
        Settings.DEFAULT_LEASE_MS,
        waitMs(operation),
        holding.stream().map(Hold::lockId).toList(),
        attributes);
  }

  /** Whoever looks on waits less long than what runs by itself. */
  private static long waitMs(Operation operation) {
    return operation == Operation.DOWNLOAD ? 1_000 : 4_000;
  }

  private static String newId() {
    return UUID.randomUUID().toString();
  }
}
