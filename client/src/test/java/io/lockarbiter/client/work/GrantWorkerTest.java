package io.lockarbiter.client.work;

import static io.lockarbiter.client.work.TestEvents.granted;
import static io.lockarbiter.client.work.TestPool.P0;
import static io.lockarbiter.client.work.TestPool.P1;
import static io.lockarbiter.client.work.TestPool.options;
import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockDetails;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.work.GrantWorkerHealth.Status;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.lock.Operation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks which grants become jobs, and when. */
@Timeout(600)
class GrantWorkerTest {
  private final WatchedPool watched = new WatchedPool();

  @AfterEach
  void stop() {
    watched.close();
  }

  @Test
  void grantsOfThePool_areJobsAndNothingElse() {
    watched.start(options(), job -> JobOutcome.DONE);
    Granted repeated =
        new Granted(granted(2).head(), granted(2).subject(), 1, 30_000, 0, /* repeated= */ true);
    watched.pool().add(0, 0, granted(1));
    watched.pool().add(0, 1, repeated);
    watched.pool().add(0, 2, TestEvents.notHeld(granted(3)));
    watched.pool().add(0, 3, granted(4, Map.of("pool", "another")));
    watched.pool().add(0, 4, granted(5, Map.of("upload", "of a gateway, which holds it itself")));
    watched.pool().awaitCommitted(P0, 5);
    assertThat(watched.handled).containsExactly("job1");
  }

  /** The job belongs to the pool, and must not be lost even if no other worker knows the word. */
  @Test
  void grantWithWordsOfNewerArbiters_isAJob() {
    String json =
        new String(EventCodec.encode(granted(1)), UTF_8)
            .replace("\"UPLOAD\"", "\"ARCHIVE\"")
            .replace("\"PUT\"", "\"SHARE\"");
    CompletableFuture<LockDetails> seen = new CompletableFuture<>();
    watched.start(
        options(),
        job -> {
          seen.complete(job.lock());
          return JobOutcome.DONE;
        });
    watched.pool().add(0, 0, EventCodec.decode(json.getBytes(UTF_8)));
    watched.pool().awaitCommitted(P0, 1);

    assertThat(seen.join().operation()).isEqualTo(Operation.UNKNOWN);
    assertThat(seen.join().operationWord()).isEqualTo("ARCHIVE");
    assertThat(seen.join().targets().get(0).modeWord()).isEqualTo("SHARE");
  }

  @Test
  void group_isThePoolsUnlessNamed() {
    assertThat(options().withTopicPrefix("prod.").group()).isEqualTo("prod.lock.pool.pool");
    assertThat(options().withGroup("mine").withTopicPrefix("prod.").group()).isEqualTo("mine");
    assertThatThrownBy(() -> options().withGroup(" "))
        .hasMessage("group is blank; workers of one pool share one group");
    assertThatThrownBy(() -> GrantWorkerOptions.of("unused:9092", "x".repeat(129)))
        .hasMessage("pool has 129 UTF-8 bytes, at most 128 are allowed");
  }

  @Test
  void pollThatFails_isTriedAgain() {
    watched.start(options(), job -> JobOutcome.DONE);
    for (KafkaException failure :
        List.of(
            new TopicAuthorizationException(TestEvents.TOPIC),
            new SslAuthenticationException("the certificate has run out"),
            new KafkaException("no more file handles"))) {
      watched.pool().consumer().setPollException(failure);
      long seen = watched.pool().polls.get();
      await().until(() -> watched.pool().polls.get() > seen + 3);
    }
    watched.pool().add(0, 0, granted(1));
    watched.pool().awaitCommitted(P0, 1);

    assertThat(watched.handled).containsExactly("job1");
  }

  @Test
  void failureThatNoOtherPollMends_endsTheWorker() {
    watched.start(options(), job -> JobOutcome.DONE);
    watched.pool().consumer().setPollException(new FencedInstanceIdException("taken over"));

    assertThat(watched.pool().worker.ended())
        .failsWithin(LIMIT)
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(FencedInstanceIdException.class);
  }

  @Test
  void newGroup_beginsWithGrantsThatMayStillLive() {
    watched.start(options(), job -> JobOutcome.DONE);
    watched.pool().assign(P0);
    watched.pool().consumer().updateEndOffsets(Map.of(P1, 7L));
    watched.pool().assign(P0, P1);
    assertThat(watched.pool().consumer().position(P1)).isEqualTo(7);

    watched.pool().assign(P0);
    watched.pool().young.put(P1, new OffsetAndTimestamp(3, 1000));
    watched.pool().assign(P0, P1);
    assertThat(watched.pool().consumer().position(P1)).isEqualTo(3);

    watched.pool().consumer().commitSync(Map.of(P1, new OffsetAndMetadata(5)));
    watched.pool().assign(P0);
    watched.pool().assign(P0, P1);
    assertThat(watched.pool().consumer().position(P1)).isEqualTo(5);
  }

  @Test
  void missingTopic_isNotMadeByTheWorker() {
    assertThat(ConsumerSettings.of(options())).containsEntry("allow.auto.create.topics", false);
  }

  @Test
  void handler_isCalledOnlyWhenTheLockIsConfirmed() {
    watched.start(options(), job -> JobOutcome.GONE);
    CompletableFuture<Lease> confirmed = new CompletableFuture<>();
    watched.pool().locks.adoption(granted -> confirmed);
    watched.pool().add(0, 0, granted(1));
    long seen = watched.pool().polls.get();
    await().until(() -> watched.pool().polls.get() > seen + 3);
    assertThat(watched.handled).isEmpty();

    confirmed.complete(watched.pool().locks.newLease(granted(1)));
    watched.pool().awaitCommitted(P0, 1);
    assertThat(watched.pool().locks.lease("job1").calls).containsExactly("release gone");
    assertThat(watched.reports).containsExactly("done job1");
  }

  @Test
  void job_showsTheGuardItsTokenAndRun() {
    CompletableFuture<Job> seen = new CompletableFuture<>();
    watched.start(
        options(),
        job -> {
          seen.complete(job);
          return JobOutcome.DONE;
        });
    watched.pool().add(0, 0, granted(7));
    Job job = seen.join();
    assertThat(job.attribute("upload")).isEqualTo("u-7");
    assertThat(job.fencing().token()).isEqualTo(7);
    assertThat(job.fencing().run()).isEqualTo(1001);
    assertThat(job.fencing().targets()).isEqualTo(granted(7).subject().targets());
  }

  @Test
  void moreJobsThanConcurrency_waitWhileThePollGoesOn() {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    watched.start(
        options().withConcurrency(2).withReadAhead(4),
        job -> {
          most.accumulateAndGet(running.incrementAndGet(), Math::max);
          watched.gate(job.lockId()).await();
          running.decrementAndGet();
          return JobOutcome.DONE;
        });
    for (long n = 0; n < 6; n++) {
      watched.pool().add(0, n, granted(n + 1));
    }
    await().until(() -> watched.pool().isPaused() && watched.handled.size() == 2);
    long seen = watched.pool().polls.get();
    await().until(() -> watched.pool().polls.get() > seen + 3);
    for (long n = 1; n <= 6; n++) {
      watched.gate("job" + n).countDown();
    }
    watched.pool().awaitCommitted(P0, 6);
    await().until(() -> !watched.pool().isPaused());
    assertThat(watched.handled).hasSize(6);
    assertThat(most).hasValue(2);
  }

  @Test
  void executorOfTheUser_runsTheHandlersAndMayRefuseForAWhile() {
    AtomicInteger asked = new AtomicInteger();
    List<String> threads = new CopyOnWriteArrayList<>();
    watched.start(
        options()
            .withHandlers(
                handler -> {
                  if (asked.getAndIncrement() < 3) {
                    throw new RejectedExecutionException("busy");
                  }
                  new Thread(handler, "mine").start();
                }),
        job -> {
          threads.add(Thread.currentThread().getName());
          return JobOutcome.DONE;
        });
    watched.pool().add(0, 0, granted(1));
    watched.pool().add(0, 1, granted(2));
    watched.pool().awaitCommitted(P0, 2);

    assertThat(watched.handled).containsExactly("job1", "job2");
    assertThat(threads).containsExactly("mine", "mine");
    assertThat(watched.pool().locks.lease("job1").calls).containsExactly("release");
  }

  @Test
  void workerThatIsClosedWhileItsExecutorRefuses_givesTheJobUp() {
    AtomicInteger asked = new AtomicInteger();
    watched.start(
        options()
            .withHandlers(
                handler -> {
                  asked.incrementAndGet();
                  throw new RejectedExecutionException("busy");
                }),
        job -> JobOutcome.DONE);
    watched.pool().add(0, 0, granted(1));
    await().until(() -> asked.get() > 2);
    watched.pool().worker.close();

    assertThat(watched.handled).isEmpty();
    assertThat(watched.pool().locks.lease("job1").calls).containsOnly("abandon");
  }

  @Test
  void handler_isNotInterruptedWhereTheOptionsSaySo() {
    List<String> ends = new CopyOnWriteArrayList<>();
    watched.start(
        options().withInterrupts(false),
        job -> {
          try {
            watched.gate(job.lockId()).await();
            ends.add("to its end");
          } catch (InterruptedException e) {
            ends.add("interrupted");
          }
          return JobOutcome.DONE;
        });
    watched.pool().add(0, 0, granted(1));
    await().until(() -> watched.handled.size() == 1);
    watched.pool().locks.lease("job1").lose(new LostReason.Expired(null));
    watched.gate("job1").countDown();
    watched.pool().awaitCommitted(P0, 1);

    assertThat(ends).containsExactly("to its end");
    assertThat(watched.reports).containsExactly("lost job1 Expired");
  }

  @Test
  void closedClient_stopsTheWorkerAndCommitsNothing() {
    watched.start(options(), job -> JobOutcome.DONE);
    watched
        .pool()
        .locks
        .adoption(
            granted ->
                CompletableFuture.failedFuture(new IllegalStateException("client is closed")));
    watched.pool().add(0, 0, granted(1));
    assertThatThrownBy(() -> watched.pool().worker.ended().join())
        .hasMessageContaining("client is closed");
    await().until(() -> watched.pool().consumer().closed());
    assertThat(watched.handled).isEmpty();
  }

  @Test
  void health_tellsHowTheWorkerStands() {
    watched.start(options(), watched::gated);
    GrantWorker worker = watched.pool().worker;
    assertThat(worker.health())
        .isEqualTo(new WorkerHealth(Status.RUNNING, null, 2, Duration.ZERO, 0));
    watched.pool().add(0, 0, granted(1));
    watched.pool().add(0, 1, granted(2));
    await().until(() -> worker.statistics().waiting() == 1 && worker.statistics().running() == 1);

    watched.gate("job1").countDown();
    watched.gate("job2").countDown();
    watched.pool().awaitCommitted(P0, 2);
    watched.pool().add(0, 2, granted(3));
    await().until(() -> watched.handled.size() == 3);
    watched.pool().locks.lease("job3").lose(new LostReason.Expired(null));
    await().until(() -> worker.statistics().lost() == 1);
    assertThat(worker.statistics())
        .isEqualTo(new WorkerStatistics(0, 0, 0, 2, 0, 0, 1, 0, 0, 0, 0));

    watched.pool().consumer().setPollException(new FencedInstanceIdException("taken over"));
    await().until(() -> worker.ended().isDone());
    assertThat(worker.health().status()).isEqualTo(Status.FAILED);
    assertThat(worker.health().problem())
        .contains(
            "the worker of group=lock.pool.pool has stopped",
            "FencedInstanceIdException: taken over");
    assertThat(worker.statistics().pollFailures()).isEqualTo(1);
  }

  @Test
  void healthOfAWorkerThatWasClosed_saysSo() {
    watched.start(options(), watched::gated);
    watched.pool().close();

    assertThat(watched.pool().worker.health()).isEqualTo(WorkerHealth.ended(Status.CLOSED, null));
  }

  /** The bound is 32 MiB as they take on the heap, three times their bytes here. */
  @Test
  void largeGrants_areReadAheadUpToTheirBytes() {
    watched.start(options().withReadAhead(1_000), watched::gated);
    String large = "x".repeat(400_000);
    int read = 0;
    while (!watched.pool().isPaused() && read < 100) {
      watched.pool().add(0, read, granted(read + 1, large));
      read++;
      long seen = watched.pool().polls.get();
      await().until(() -> watched.pool().polls.get() > seen + 2);
    }
    watched.pool().worker.close();

    assertThat(read).isBetween(25, 35);
  }
}
