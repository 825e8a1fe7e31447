package io.lockarbiter.e2e;

import io.lockarbiter.trial.bench.stage.LoopingThread;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The work of members in a quiet hour: forty commands a second in all partitions over Kafka, and
 * twelve requests a second over HTTP. Some wait, and some leases end unrenewed.
 */
final class Traffic implements AutoCloseable {
  private static final long KAFKA_NANOS = 50_000_000;
  private static final long HTTP_NANOS = 250_000_000;
  private static final int ACCOUNTS = 11;
  private static final int SHORT_LEASE_MS = 2_000;
  private static final int LATE_EACH = 40;

  private final KafkaLog log;
  private final GatewayCaller caller;
  private final LoopingThread overKafka = new LoopingThread("kafka-traffic", this::ask);
  private final LoopingThread overHttp = new LoopingThread("http-traffic", this::request);
  private volatile @Nullable String greedy;
  private int turns;
  private int requests;

  private Traffic(KafkaLog log, GatewayCaller caller) {
    this.log = log;
    this.caller = caller;
  }

  static Traffic start(KafkaLog log, GatewayCaller caller) {
    Traffic traffic = new Traffic(log, caller);
    traffic.overKafka.start();
    traffic.overHttp.start();
    return traffic;
  }

  /** Lets an account take more locks than it gives back, until null is given. */
  void greed(@Nullable String account) {
    greedy = account;
  }

  private void ask() {
    String account = "acc" + turns++ % ACCOUNTS;
    log.release(account, log.acquire(account));
    if (turns % LATE_EACH == 0) {
      String late = "late-" + turns;
      log.acquire(account, late, "/" + late + "/draft", SHORT_LEASE_MS);
      log.acquire(account, "after-" + late, "DELETE", "/" + late, SHORT_LEASE_MS, 60_000);
    }
    String taker = greedy;
    if (taker != null) {
      log.acquire(taker);
    }
    LockSupport.parkNanos(KAFKA_NANOS);
  }

  private void request() {
    String id = "h" + requests++;
    CompletableFuture<?> unused =
        caller
            .acquireAsync(id, "{\"operation\":\"UPLOAD\",\"path\":\"/http/%s\"}".formatted(id))
            .thenCompose(granted -> caller.sendAsync("POST", "/locks/" + id + "/renew"))
            .thenCompose(renewed -> caller.sendAsync("DELETE", "/locks/" + id));
    LockSupport.parkNanos(HTTP_NANOS);
  }

  @Override
  public void close() {
    overKafka.close();
    overHttp.close();
  }
}
