package io.lockarbiter.client.work;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Events as they stand in the log. */
final class TestEvents {
  static final String TOPIC = "lock.events";
  static final String ACCOUNT = "acme";

  private TestEvents() {}

  /** The grant number {@code n}, for the lock {@code jobN}. */
  static Granted granted(long n) {
    return granted(n, "u-" + n);
  }

  static Granted granted(long n, String upload) {
    return granted(n, Map.of("pool", "pool", "upload", upload));
  }

  static Granted granted(long n, Map<String, String> attributes) {
    return new Granted(head(n), lock(n, attributes), n, 30_000, 0, false);
  }

  static Rejected notHeld(Granted granted) {
    return Rejected.plain(
        head(granted.token()),
        granted.subject(),
        RejectReason.NOT_HELD,
        "the lock is not held",
        null);
  }

  /** The end of a lock, told again in answer to a release. */
  static Released ended(Granted granted, ReleaseReason reason) {
    return new Released(
        head(granted.token()),
        granted.subject(),
        reason,
        granted.token(),
        1_000L,
        null,
        null,
        WorkOutcome.DONE,
        /* repeated= */ true);
  }

  private static EventHead head(long n) {
    return new EventHead(n, 1000, ACCOUNT, "job" + n, new Cause(0, n));
  }

  private static LockFields lock(long n, Map<String, String> attributes) {
    LockPath path = LockPath.of("/docs/" + n);
    return new LockFields(
        "job" + n,
        new Owner("u1", null),
        Operation.UPLOAD,
        path,
        null,
        List.of(new Target(path, Mode.PUT)),
        30_000,
        0,
        List.of(),
        new TreeMap<>(attributes));
  }

  /** The record of an event. */
  static ConsumerRecord<byte[], byte[]> record(int partition, long offset, Event event) {
    ConsumerRecord<byte[], byte[]> record =
        new ConsumerRecord<>(
            TOPIC, partition, offset, ACCOUNT.getBytes(UTF_8), EventCodec.encode(event));
    record.headers().add("type", event.typeWord().getBytes(UTF_8));
    return record;
  }
}
