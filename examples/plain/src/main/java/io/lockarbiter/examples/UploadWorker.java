package io.lockarbiter.examples;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.fence.MemoryFencingGuard;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.client.work.GrantWorker;
import io.lockarbiter.client.work.GrantWorkerOptions;
import io.lockarbiter.client.work.Job;
import io.lockarbiter.client.work.JobOutcome;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Stores uploads as they arrive, and resumes after a crash. Arguments: brokers, folder. */
public final class UploadWorker {
  private static final MemoryFencingGuard STORAGE = new MemoryFencingGuard();

  public static void main(String[] args) {
    var pool = GrantWorkerOptions.of(args[0], "uploads");
    Path root = Path.of(args[1]);
    try (LockClient locks = KafkaLockClient.open(LockClientOptions.of(args[0]));
        var worker = GrantWorker.start(locks, pool.withConcurrency(4), job -> store(job, root))) {
      worker.ended().join();
    }
  }

  /** Stores a file that has arrived in {@code incoming}, below the folder's {@code files}. */
  private static JobOutcome store(Job job, Path root) throws Exception {
    Map<String, String> attributes = job.lock().attributes();
    long size = Long.parseLong(attributes.get("bytes"));
    Path part = root.resolve(job.lockId() + ".part");
    Path file = root.resolve("files" + job.lock().path());
    try (var in = FileChannel.open(root.resolve("incoming").resolve(attributes.get("upload")));
        var out = FileChannel.open(part, CREATE, APPEND)) {
      System.out.println(file + " goes on at byte " + out.size());
      while (out.size() < size) {
        STORAGE.act(job.fencing(), () -> in.transferTo(out.size(), 1 << 20, out));
        Thread.sleep(20);
      }
    }
    Files.createDirectories(file.getParent());
    STORAGE.act(job.fencing().asLast(), () -> Files.move(part, file));
    return JobOutcome.DONE;
  }
}
