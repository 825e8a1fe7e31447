package io.lockarbiter.trial.bench.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.contracts.lock.WorkOutcome;
import io.lockarbiter.contracts.schema.EventHeader;
import io.lockarbiter.contracts.schema.Topic;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Writes events as an arbiter would, straight into partition 0: grants of other users' locks and
 * their ends. The arbiter must not be started again afterwards, because it did not write them.
 */
final class History {
  private static final int ACCOUNTS = 1_000;

  private History() {}

  static void write(String brokers, int events) {
    Map<String, Object> settings =
        Map.of("bootstrap.servers", brokers, "linger.ms", "20", "batch.size", "262144");
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      for (int n = 0; n < events; n += 2) {
        LockFields lock = lock(n);
        producer.send(record(granted(n, lock)));
        producer.send(record(released(n, lock)));
      }
    }
  }

  private static LockFields lock(int n) {
    LockPath path = LockPath.of("/docs/folder-" + n % 97 + "/report-" + n + ".pdf");
    return new LockFields(
        "9d307e2c-0000-4000-8000-" + n,
        new Owner("user-" + n % 7, "web-" + n),
        Operation.UPLOAD,
        path,
        null,
        List.of(new Target(path, Mode.PUT)),
        30_000,
        0,
        List.of(),
        new TreeMap<>(Map.of("uploadId", "u-" + n, "bytes", "1048576")));
  }

  private static EventHead head(int n, String command) {
    long at = System.currentTimeMillis();
    return new EventHead(1_000_000L + n, at, "account-" + n % ACCOUNTS, command, new Cause(0, n));
  }

  private static Event granted(int n, LockFields lock) {
    EventHead head = head(n, lock.lockId());
    return new Granted(head, lock, head.seq(), head.at() + 30_000, 0, /* repeated= */ false);
  }

  private static Event released(int n, LockFields lock) {
    return new Released(
        head(n + 1, "bf52904e-" + n),
        lock,
        ReleaseReason.RELEASED,
        1_000_000L + n,
        1L,
        null,
        null,
        WorkOutcome.DONE,
        /* repeated= */ false);
  }

  private static ProducerRecord<byte[], byte[]> record(Event event) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(
            Topic.EVENTS.text(),
            0,
            event.head().account().getBytes(UTF_8),
            EventCodec.encode(event));
    header(record, EventHeader.TYPE, event.typeWord());
    header(record, EventHeader.LOCK_ID, event.subject() == null ? "" : event.subject().lockId());
    header(record, EventHeader.REPEAT_MS, "60000");
    return record;
  }

  private static void header(
      ProducerRecord<byte[], byte[]> record, EventHeader name, String value) {
    record.headers().add(name.text(), value.getBytes(UTF_8));
  }
}
