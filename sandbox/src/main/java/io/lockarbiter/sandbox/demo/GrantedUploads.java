package io.lockarbiter.sandbox.demo;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * The work items of a pool of upload workers: {@code granted} events, read by a consumer group of
 * their own.
 */
final class GrantedUploads implements AutoCloseable {
  static final String JOB = "job";
  static final String BYTES = "bytes";
  private static final String GROUP = "upload-workers";

  private final BlockingQueue<UploadTask> tasks = new SynchronousQueue<>();
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Thread reader;
  private volatile boolean closed;

  GrantedUploads(String bootstrapServers) {
    consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "group.id",
                GROUP,
                "auto.offset.reset",
                "earliest",
                "isolation.level",
                "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    consumer.subscribe(List.of(LockAsker.EVENTS));
    reader = new Thread(this::read, "demo-granted-uploads");
    reader.start();
  }

  /** The next work item; null if none came up in time. */
  @Nullable UploadTask next(Duration patience) throws InterruptedException {
    return tasks.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    closed = true;
    consumer.wakeup();
    try {
      reader.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void read() {
    try (consumer) {
      while (!closed) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
          offer(record);
        }
      }
    } catch (WakeupException e) {
      // closed
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void offer(ConsumerRecord<byte[], byte[]> record) throws InterruptedException {
    Header type = record.headers().lastHeader("type");
    boolean isGrant =
        type != null && new String(type.value(), StandardCharsets.UTF_8).equals("granted");
    if (isGrant && record.headers().lastHeader("repeated") == null) {
      UploadTask task = task((Granted) EventCodec.decode(record.value()));
      while (task != null && !closed && !tasks.offer(task, 100, TimeUnit.MILLISECONDS)) {
        // every worker is busy: the records wait
      }
    }
  }

  private static @Nullable UploadTask task(Granted granted) {
    LockPath path = granted.subject().path();
    String job = granted.subject().attributes().get(JOB);
    String bytes = granted.subject().attributes().get(BYTES);
    if (granted.subject().operation() != Operation.UPLOAD
        || path == null
        || job == null
        || bytes == null) {
      return null;
    }
    Owner owner = granted.subject().owner();
    Member member = new Member(granted.head().account(), owner.subAccount(), owner.session());
    return new UploadTask(
        new UploadJob(member, path, Long.parseLong(job), Integer.parseInt(bytes)),
        granted.subject().lockId());
  }
}
