package io.lockarbiter.tus;

import static io.lockarbiter.tus.TusServers.PIECE;
import static io.lockarbiter.tus.TusServers.answered;
import static io.lockarbiter.tus.TusServers.head;
import static io.lockarbiter.tus.TusServers.patch;
import static io.lockarbiter.tus.TusServers.sleep;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.testing.ThreadPerTask;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import me.desair.tus.server.TusFileUploadService;
import me.desair.tus.server.exception.TusException;
import me.desair.tus.server.upload.UploadId;
import me.desair.tus.server.upload.UploadInfo;
import me.desair.tus.server.upload.disk.DiskStorageService;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Only a request that resumes an upload may end the one that uploads; nobody who only looks, and no
 * stranger, may end or starve it.
 */
class AskedOutTest {
  @TempDir private Path folder;
  private TusServers servers;

  @BeforeEach
  void start() {
    servers = new TusServers(folder);
  }

  @AfterEach
  void stop() throws InterruptedException {
    servers.close();
  }

  @Test
  void strangerWhoKnowsTheUrl_endsNobodysUpload() throws Exception {
    String uri = servers.created(10_000);
    CompletableFuture<Object> anns = servers.upload(uri, 0, 10_000, 4_000);
    await().until(() -> !servers.arbiter.locks("acme").isEmpty());

    Object mallory = servers.answered(head(uri), "mallory");

    assertThat(mallory).as("not her upload").isIn(403, 404, 423);
    assertThat(anns.join()).as("ann's own request").isEqualTo(204);
  }

  /** As many strangers as one sub-account may have waiting requests. */
  @Test
  void strangersWhoWaitForTheUpload_doNotKeepItsOwnerFromResuming() throws Exception {
    String uri = servers.created(20_000);
    TusServers.HalfOpen late = servers.halfOpen(uri, 20_000);
    List<Thread> strangers = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      strangers.add(new Thread(() -> servers.answered(head(uri), "mallory")));
    }
    strangers.forEach(Thread::start);
    await().until(() -> strangers.stream().noneMatch(Thread::isAlive) || queued() >= 100);

    Object resumed = servers.answered(patch(uri, 2_000, 20_000, 100_000, 20_000), "ann");

    Object lateAnswer = late.goesOn();
    assertThat(resumed).as("ann's resume").isEqualTo(204);
    assertThat(lateAnswer).as("her late line").isInstanceOf(LateUploadException.class);
  }

  /** An application may block the threads that its whole process shares. */
  @Test
  void silentLine_isLetGo_thoughTheCommonPoolIsOccupied() throws Exception {
    CountDownLatch occupied = new CountDownLatch(1);
    for (int i = 0; i < ForkJoinPool.getCommonPoolParallelism(); i++) {
      ForkJoinPool.commonPool()
          .submit(
              () -> {
                occupied.await();
                return null;
              });
    }
    try {
      String uri = servers.created(20_000);
      TusServers.HalfOpen late = servers.halfOpen(uri, 20_000);

      Object looked = servers.answered(head(uri), "ann");

      assertThat(looked).as("her look at the progress").isEqualTo(204);
      assertThat(late.goesOn()).as("her late line").isInstanceOf(LateUploadException.class);
    } finally {
      occupied.countDown();
    }
  }

  private long queued() {
    return servers.arbiter.events().stream().filter(Queued.class::isInstance).count();
  }

  /** A piece takes a second, and somebody looks once a second. */
  @Test
  void lookAtTheProgress_letsTheUploadGoOn() throws Exception {
    String uri = servers.created(5_000);
    CompletableFuture<Object> anns = servers.upload(uri, 0, 5_000, 1_000, 100);
    while (!anns.isDone()) {
      sleep(1_000);
      servers.answer(head(uri), "ann");
    }

    assertThat(anns.join()).isEqualTo(204);
    assertThat(servers.offset(uri)).isEqualTo(5_000);
  }

  /** Bytes come all the time; the disk takes 3.5 s for a piece, as a slow network disk does. */
  @Test
  void lookWhileTheDiskIsSlow_letsTheUploadGoOn() throws Exception {
    AtomicInteger pieces = new AtomicInteger();
    DiskStorageService slow =
        new DiskStorageService(folder.toString()) {
          @Override
          public @Nullable UploadInfo append(@Nullable UploadInfo info, InputStream bytes)
              throws IOException, TusException {
            if (pieces.incrementAndGet() == 2) {
              sleep(3_500);
            }
            return super.append(info, bytes);
          }
        };
    TusFileUploadService server = servers.server("slow", slow, servers.disk);
    String uri = servers.created(5_000);
    CompletableFuture<Object> anns =
        CompletableFuture.supplyAsync(
            () -> answered(server, patch(uri, 0, 5_000, 50_000, 500), "ann"),
            ThreadPerTask.EXECUTOR);
    sleep(600);
    servers.answer(head(uri), "ann");

    assertThat(anns.join()).as("ann's own upload").isEqualTo(204);
  }

  /** The line before is slow: what has come of its piece is not sent once more. */
  @Test
  void resume_findsWhatHadComeOfThePiece() throws Exception {
    String uri = servers.created(PIECE);
    CompletableFuture<Object> anns = servers.upload(uri, 0, PIECE, 100, 10);
    sleep(1_000);

    assertThat(servers.answered(patch(uri, 0, PIECE, 100, 10), "ann")).isEqualTo(409);
    assertThat(anns.join()).isInstanceOf(LateUploadException.class);
    assertThat(servers.offset(uri)).isBetween(50, 400);
  }

  /**
   * The late line has read a piece and found its lease valid; then its thread stands still. It goes
   * on when the new line has been admitted and told an offset.
   */
  @Test
  void lateLine_writesNoByteAfterTheNewOneWasAdmitted() throws Exception {
    CountDownLatch stands = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    AtomicInteger passes = new AtomicInteger();
    UploadFence slow =
        new UploadFence() {
          @Override
          public <T> T write(UploadId id, FencingAction action, UploadWrite<T> write)
              throws IOException, TusException {
            if (passes.incrementAndGet() == 2) {
              stands.countDown();
              try {
                goesOn.await();
              } catch (InterruptedException e) {
                throw new IOException(e);
              }
            }
            return servers.disk.write(id, action, write);
          }
        };
    TusFileUploadService late = servers.server("late", servers.disk, slow);
    String uri = servers.created(5_000);
    CompletableFuture<Object> lateAnswer =
        CompletableFuture.supplyAsync(
            () -> answered(late, patch(uri, 0, 5_000, 50_000), "ann"), ThreadPerTask.EXECUTOR);
    stands.await();

    assertThat(servers.offset(uri)).as("admitted, and told").isZero();
    CompletableFuture<Object> next = servers.upload(uri, 0, 5_000, 2_000);
    sleep(200);
    goesOn.countDown();

    assertThat(lateAnswer.join()).isInstanceOf(LateUploadException.class);
    assertThat(next.join()).as("the new line").isEqualTo(204);
    assertThat(servers.offset(uri)).isEqualTo(5_000);
  }

  /** The line before hangs; so many resume at once, as often as they are sent away. */
  @ParameterizedTest
  @ValueSource(ints = {1, 6})
  void resumesAtOnce_bringTheUploadToItsEnd(int resumes) throws Exception {
    String uri = servers.created(20_000);
    TusServers.HalfOpen old = servers.halfOpen(uri, 20_000);
    long begun = System.nanoTime();
    List<Thread> all = new ArrayList<>();
    AtomicBoolean whole = new AtomicBoolean();
    for (int i = 0; i < resumes; i++) {
      Thread resume =
          new Thread(
              () -> {
                while (!whole.get() && System.nanoTime() - begun < 40_000_000_000L) {
                  whole.compareAndSet(false, resumesToTheEnd(uri));
                  sleep(500);
                }
              });
      resume.start();
      all.add(resume);
    }
    for (Thread each : all) {
      each.join();
    }
    assertThat(old.goesOn()).isInstanceOf(LateUploadException.class);
    assertThat(whole).isTrue();
  }

  /** Asks for the offset and goes on from there; says whether nothing was left. */
  private boolean resumesToTheEnd(String uri) {
    try {
      String at = servers.answer(head(uri), "ann").getHeader("Upload-Offset");
      if (at != null && !at.equals("20000")) {
        servers.answer(patch(uri, Integer.parseInt(at), 20_000, 20_000), "ann");
      }
      return "20000".equals(at);
    } catch (IOException e) {
      return false; // it is tried again
    }
  }
}
