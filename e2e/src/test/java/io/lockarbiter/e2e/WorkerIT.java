package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.client.work.GrantHandler;
import io.lockarbiter.client.work.GrantWorker;
import io.lockarbiter.client.work.JobOutcome;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.testing.EveryFifthDay;
import io.lockarbiter.e2e.ChunkStorage.Chunk;
import io.lockarbiter.e2e.process.JavaProcess;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A pool of workers over real Kafka and Redis, with a storage that has a fencing guard. */
@EveryFifthDay
@Cluster
class WorkerIT {
  private static Deployment deployment;
  private static KafkaLog log;
  private static Server database;
  private static String url;
  private static ChunkStorage storage;
  private static LockClient gateway;

  @BeforeAll
  static void start(Deployment started) throws SQLException {
    deployment = started;
    started.arbiter();
    log = started.log();
    database = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    url = "jdbc:h2:" + database.getURL() + "/mem:chunks;DB_CLOSE_DELAY=-1";
    storage = new ChunkStorage(url);
    storage.create();
    gateway = KafkaLockClient.open(started.clientOptions().withName("gateway"));
  }

  @AfterAll
  static void stop() {
    gateway.close();
    database.stop();
  }

  @Test
  void handlerThatOutlastsTheLease_keepsItsLock() throws Exception {
    try (ChunkWorker worker = worker("outlast")) {
      String lockId = submit("outlast", Duration.ofSeconds(6));
      awaitTrue(() -> events(lockId, Renewed.class).size() >= 5);
      storage.finish("outlast");
      awaitTrue(() -> worker.reports().contains("done " + lockId));
      assertOnlyReport(worker, "done " + lockId);
      assertEndedOnce(lockId, ReleaseReason.RELEASED);
    }
  }

  @Test
  void forcedRelease_endsTheJob() throws Exception {
    try (ChunkWorker worker = worker("forced")) {
      String lockId = submit("forced", Duration.ofSeconds(30));
      awaitTrue(() -> !storage.chunks("forced").isEmpty());
      gateway.forceRelease("forced", lockId, "ops", "device lost").join();
      await()
          .untilAsserted(
              () -> assertThat(worker.reports()).containsExactly("lost " + lockId + " Forced"));
      assertEndedOnce(lockId, ReleaseReason.FORCED);
    }
  }

  @Test
  void killedWorker_itsJobIsHandedOutAgain() throws Exception {
    try (JavaProcess first = process("killed")) {
      String lockId = submit("killed", Duration.ofSeconds(30));
      awaitTrue(() -> !storage.chunks("killed").isEmpty());
      first.kill();
      try (ChunkWorker second = worker("killed")) {
        awaitTrue(() -> wroteHere("killed"));
        storage.finish("killed");
        awaitTrue(() -> second.reports().contains("done " + lockId));
        assertOneRunAfterTheOther("killed");
        assertEndedOnce(lockId, ReleaseReason.RELEASED);
      }
    }
  }

  @Test
  void pausedWorker_isRefusedOnceItsJobWasTakenOver() throws Exception {
    try (JavaProcess first = process("deaf")) {
      String lockId = submit("deaf", Duration.ofSeconds(30));
      awaitTrue(() -> !storage.chunks("deaf").isEmpty());
      pauseBetweenWrites(first, "deaf");
      try (ChunkWorker second = worker("deaf")) {
        awaitTrue(() -> wroteHere("deaf"));
        first.resume();
        awaitTrue(() -> first.output().contains("lost " + lockId + " Abandoned"));
        int before = storage.chunks("deaf").size();
        awaitTrue(() -> storage.chunks("deaf").size() > before + 3);
        storage.finish("deaf");
        awaitTrue(() -> second.reports().contains("done " + lockId));
        assertOnlyReport(second, "done " + lockId);
        assertOneRunAfterTheOther("deaf");
        assertEndedOnce(lockId, ReleaseReason.RELEASED);
      }
    }
  }

  /**
   * One job runs on while many end; all were done, and the second worker must not say otherwise.
   */
  @Test
  void workerRestartedInOrder_handsOutOnlyWhatWasNotDone() {
    CountDownLatch end = new CountDownLatch(1);
    GrantHandler handler =
        job -> {
          if (job.lockId().equals("long")) {
            end.await();
          }
          return JobOutcome.DONE;
        };
    ReportingPool first = new ReportingPool(deployment, gateway, "restarted");
    ReportingPool second = new ReportingPool(deployment, gateway, "restarted");
    try (GrantWorker worker = first.start(handler)) {
      submitNamed("restarted", "long");
      for (int n = 0; n < 100; n++) {
        submitNamed("restarted", "quick-" + n);
      }
      await().until(() -> worker.statistics().done() == 100);
    }
    try (GrantWorker worker = second.start(handler)) {
      await().until(() -> worker.statistics().running() == 1);
      end.countDown();
      await().until(() -> second.reports().contains("done long"));
    }

    assertThat(first.reports()).hasSize(101).contains("lost long Abandoned");
    assertThat(second.reports()).containsExactly("done long");
  }

  /** So does a worker after a crash with the jobs of the last second. */
  @Test
  void workerThatReadsFinishedJobsAgain_asksHowTheyEnded() {
    ReportingPool first = new ReportingPool(deployment, gateway, "again");
    ReportingPool second = new ReportingPool(deployment, gateway, "again");
    try (GrantWorker worker = first.start(job -> JobOutcome.failed("on purpose"))) {
      submitNamed("again", "failed");
      await().until(() -> worker.statistics().failed() == 1);
    }
    submitNamed("again", "forced");
    gateway.forceRelease("again", "forced", "ops", "no worker").join();
    try (GrantWorker worker = second.withGroup("another").start(job -> JobOutcome.DONE)) {
      await().until(() -> second.reports().size() == 2);
      assertThat(worker.statistics().finished()).isEqualTo(1);
      assertThat(worker.statistics().skipped()).isEqualTo(1);
    }

    assertThat(second.reports()).containsExactlyInAnyOrder("finished failed", "skipped forced");
  }

  private static void submitNamed(String pool, String lockId) {
    gateway.submit(pool, LockRequest.upload(pool, "u1", "/" + lockId), lockId).submitted().join();
  }

  /**
   * Pauses between two writes: in the middle of a transaction it would block all writers of the
   * account.
   */
  private static void pauseBetweenWrites(JavaProcess process, String account) throws Exception {
    process.pause();
    while (!storage.isFree(account)) {
      process.resume();
      process.pause();
    }
  }

  private static ChunkWorker worker(String pool) {
    return new ChunkWorker("here", deployment.brokers(), deployment.prefix(), pool, storage);
  }

  private static JavaProcess process(String pool) {
    return JavaProcess.start(
        ChunkWorker.class, deployment.brokers(), deployment.prefix(), pool, url);
  }

  private static String submit(String job, Duration lease) {
    return gateway
        .submit(
            job,
            LockRequest.upload(job, "u1", "/" + job)
                .attribute(ChunkWorker.ATTRIBUTE, job)
                .leaseOf(lease))
        .submitted()
        .join();
  }

  private static boolean wroteHere(String job) throws SQLException {
    return storage.chunks(job).stream().anyMatch(chunk -> chunk.writer().equals("here"));
  }

  /** Checks that no chunk of the first run follows one of the second. */
  private static void assertOneRunAfterTheOther(String job) throws SQLException {
    List<Chunk> chunks = storage.chunks(job);
    assertThat(chunks).isSortedAccordingTo((a, b) -> Long.compare(a.run(), b.run()));
    assertThat(chunks.stream().map(Chunk::run).distinct()).hasSize(2);
    assertThat(chunks.get(0).writer()).isEqualTo("process");
    assertThat(chunks.get(chunks.size() - 1).writer()).isEqualTo("here");
  }

  /** Jobs of other tests, which precede in the log, belong to other pools. */
  private static void assertOnlyReport(ChunkWorker worker, String report) {
    assertThat(worker.reports()).containsExactly(report);
  }

  private static void assertEndedOnce(String lockId, ReleaseReason reason) {
    assertThat(events(lockId, Granted.class)).filteredOn(granted -> !granted.repeated()).hasSize(1);
    assertThat(events(lockId, Released.class))
        .filteredOn(released -> !released.repeated())
        .singleElement()
        .satisfies(released -> assertThat(released.reason()).isEqualTo(reason));
  }

  private static <T extends Event> List<T> events(String lockId, Class<T> type) {
    return log.events().stream()
        .filter(event -> event.subject() != null && event.subject().lockId().equals(lockId))
        .filter(type::isInstance)
        .map(type::cast)
        .toList();
  }

  private static void awaitTrue(Callable<Boolean> condition) {
    await().until(condition);
  }
}
