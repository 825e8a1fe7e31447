package io.lockarbiter.embedded.demo;

import io.lockarbiter.client.LockDetails;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Owner;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Uploads that were requested and have not ended; the attributes of their locks describe the work.
 */
final class OpenUploads {
  private static final String JOB = "job";
  private static final String PATH = "path";
  private static final String BYTES = "bytes";
  private static final String PAUSES = "pauses";
  private static final String SENT = "sent";
  private static final List<String> ATTRIBUTES = List.of(JOB, PATH, BYTES, PAUSES, SENT);

  private final Map<List<String>, CompletableFuture<Void>> open = new ConcurrentHashMap<>();

  /** Adds an upload; the result completes when an event says that it has ended. */
  CompletableFuture<Void> open(UploadJob job) {
    CompletableFuture<Void> ended = new CompletableFuture<>();
    open.put(List.of(Long.toString(job.number()), Integer.toString(job.pauses())), ended);
    return ended;
  }

  /** Checks whether an event ends an upload. */
  void read(Event event) {
    boolean ends = event instanceof Released || event instanceof Rejected;
    if (ends && !event.repeated() && event.subject() instanceof LockFields lock && isUpload(lock)) {
      CompletableFuture<Void> ended =
          open.remove(
              List.of(attribute(lock.attributes(), JOB), attribute(lock.attributes(), PAUSES)));
      if (ended != null) {
        ended.complete(null);
      }
    }
  }

  /** Adds to the request the attributes that a worker needs. */
  static LockRequest describe(UploadJob job, LockRequest request) {
    return request
        .attribute(JOB, Long.toString(job.number()))
        .attribute(PATH, job.path().toString())
        .attribute(BYTES, Integer.toString(job.bytes()))
        .attribute(PAUSES, Integer.toString(job.pauses()))
        .attribute(SENT, Integer.toString(job.sent()));
  }

  /** Others may use the topics of the demo too, with attributes of their own. */
  private static boolean isUpload(LockFields lock) {
    return lock.attributes().keySet().containsAll(ATTRIBUTES);
  }

  /** Reads the work from the attributes of a lock. */
  static UploadJob jobOf(LockDetails lock) {
    Owner owner = lock.owner();
    return new UploadJob(
        new Member(lock.account(), owner.subAccount(), owner.session()),
        LockPath.of(attribute(lock.attributes(), PATH)),
        Long.parseLong(attribute(lock.attributes(), JOB)),
        Integer.parseInt(attribute(lock.attributes(), BYTES)),
        Integer.parseInt(attribute(lock.attributes(), PAUSES)),
        Integer.parseInt(attribute(lock.attributes(), SENT)));
  }

  private static String attribute(Map<String, String> attributes, String name) {
    return Objects.requireNonNull(attributes.get(name), name);
  }
}
