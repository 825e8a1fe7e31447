package io.lockarbiter.tus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.testing.FakeArbiter;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import me.desair.tus.server.TusFileUploadService;
import me.desair.tus.server.exception.TusException;
import me.desair.tus.server.upload.UploadId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.DelegatingServletInputStream;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/** Only a request that resumes an upload may end the one that uploads. Time is this machine's. */
class AskedOutTest {
  private static final int PIECE = 1000;

  @TempDir private Path folder;
  private final FakeArbiter arbiter = new FakeArbiter();
  private final AtomicBoolean ends = new AtomicBoolean();
  private TusFileUploadService service = new TusFileUploadService();
  private Thread time = new Thread();

  @BeforeEach
  void start() {
    ArbiterUploadLockingService locks =
        new ArbiterUploadLockingService(arbiter.client("server"), UploadPlaces.inAccount("acme"));
    SharedFolderStorageService disk = new SharedFolderStorageService(folder);
    service =
        new ArbiterTusFileUploadService(
                locks, new FencedUploadStorageService(disk, locks, disk, PIECE))
            .withUploadUri("/files");
    time =
        new Thread(
            () -> {
              long passed = System.nanoTime();
              while (!ends.get()) {
                long now = System.nanoTime();
                arbiter.pass(Duration.ofNanos(now - passed));
                passed = now;
                sleep(5);
              }
            });
    time.start();
  }

  @AfterEach
  void stop() throws Exception {
    ends.set(true);
    time.join();
  }

  private static void sleep(long ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void tus(MockHttpServletRequest request) {
    request.addHeader("Tus-Resumable", "1.0.0");
  }

  private MockHttpServletResponse answer(MockHttpServletRequest request, String user)
      throws IOException {
    MockHttpServletResponse response = new MockHttpServletResponse();
    service.process(request, response, user);
    return response;
  }

  private String created(int bytes) throws Exception {
    MockHttpServletRequest create = new MockHttpServletRequest("POST", "/files");
    tus(create);
    create.addHeader("Upload-Length", Integer.toString(bytes));
    return Objects.requireNonNull(answer(create, "ann").getHeader("Location"));
  }

  private int head(String uri, String user) throws IOException {
    MockHttpServletRequest head = new MockHttpServletRequest("HEAD", uri);
    tus(head);
    return answer(head, user).getStatus();
  }

  private int offset(String uri) throws IOException {
    MockHttpServletRequest head = new MockHttpServletRequest("HEAD", uri);
    tus(head);
    return Integer.parseInt(answer(head, "ann").getHeader("Upload-Offset"));
  }

  private static MockHttpServletRequest patch(String uri, int offset, int bytes, int perSecond) {
    return patch(uri, offset, bytes, perSecond, bytes);
  }

  /** A line with so many bytes a second, of which a read gets so many at once. */
  private static MockHttpServletRequest patch(
      String uri, int offset, int bytes, int perSecond, int atOnce) {
    AtomicInteger left = new AtomicInteger(bytes - offset);
    InputStream line =
        new InputStream() {
          @Override
          public int read() {
            if (left.get() == 0) {
              return -1;
            }
            if (left.getAndDecrement() % (perSecond / 10) == 0) {
              sleep(100);
            }
            return 'x';
          }

          @Override
          public int read(byte[] buffer, int from, int length) throws IOException {
            return super.read(buffer, from, Math.min(length, atOnce));
          }
        };
    MockHttpServletRequest patch =
        new MockHttpServletRequest("PATCH", uri) {
          @Override
          public ServletInputStream getInputStream() {
            return new DelegatingServletInputStream(line) {
              @Override
              public int read(byte[] buffer, int from, int length) throws IOException {
                return line.read(buffer, from, length);
              }
            };
          }
        };
    tus(patch);
    patch.addHeader("Upload-Offset", Integer.toString(offset));
    patch.addHeader("Content-Length", Integer.toString(bytes - offset));
    patch.setContentType("application/offset+octet-stream");
    return patch;
  }

  private CompletableFuture<Object> upload(String uri, int offset, int bytes, int perSecond) {
    return upload(uri, offset, bytes, perSecond, bytes);
  }

  private CompletableFuture<Object> upload(
      String uri, int offset, int bytes, int perSecond, int atOnce) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return answer(patch(uri, offset, bytes, perSecond, atOnce), "ann").getStatus();
          } catch (IOException e) {
            return e;
          }
        });
  }

  @Test
  void strangerWhoKnowsTheUrl_endsNobodysUpload() throws Exception {
    String uri = created(10_000);
    CompletableFuture<Object> anns = upload(uri, 0, 10_000, 4_000);
    await().until(() -> !arbiter.locks("acme").isEmpty());

    int mallory = head(uri, "mallory");

    assertThat(mallory).as("not her upload").isIn(403, 404, 423);
    assertThat(anns.join()).as("ann's own request").isEqualTo(204);
  }

  /** A piece takes a second, and somebody looks once a second. */
  @Test
  void lookAtTheProgress_letsTheUploadGoOn() throws Exception {
    String uri = created(5_000);
    CompletableFuture<Object> anns = upload(uri, 0, 5_000, 1_000, 100);
    while (!anns.isDone()) {
      sleep(1_000);
      head(uri, "ann");
    }

    assertThat(anns.join()).isEqualTo(204);
    assertThat(offset(uri)).isEqualTo(5_000);
  }

  /** The line before is slow: what has come of its piece is not sent once more. */
  @Test
  void resume_findsWhatHadComeOfThePiece() throws Exception {
    String uri = created(PIECE);
    CompletableFuture<Object> anns = upload(uri, 0, PIECE, 100, 10);
    sleep(1_000);

    MockHttpServletResponse wrong = answer(patch(uri, 0, PIECE, 100, 10), "ann");

    assertThat(wrong.getStatus()).isEqualTo(409);
    assertThat(anns.join()).isInstanceOf(LateUploadException.class);
    assertThat(offset(uri)).isBetween(50, 400);
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
    ArbiterUploadLockingService locks =
        new ArbiterUploadLockingService(arbiter.client("late"), UploadPlaces.inAccount("acme"));
    SharedFolderStorageService disk = new SharedFolderStorageService(folder);
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
            return disk.write(id, action, write);
          }
        };
    TusFileUploadService late =
        new ArbiterTusFileUploadService(
                locks, new FencedUploadStorageService(disk, locks, slow, PIECE))
            .withUploadUri("/files");
    String uri = created(5_000);
    CompletableFuture<Object> lateAnswer =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                late.process(patch(uri, 0, 5_000, 50_000), new MockHttpServletResponse(), "ann");
                return "done";
              } catch (IOException e) {
                return e;
              }
            });
    stands.await();

    assertThat(offset(uri)).as("admitted, and told").isZero();
    CompletableFuture<Object> next = upload(uri, 0, 5_000, 2_000);
    sleep(200);
    goesOn.countDown();

    assertThat(lateAnswer.join()).isInstanceOf(LateUploadException.class);
    assertThat(next.join()).as("the new line").isEqualTo(204);
    assertThat(offset(uri)).isEqualTo(5_000);
  }

  /** The line before hangs; so many resume at once, as often as they are sent away. */
  @ParameterizedTest
  @ValueSource(ints = {1, 6})
  void resumesAtOnce_bringTheUploadToItsEnd(int resumes) throws Exception {
    String uri = created(20_000);
    CountDownLatch hangs = new CountDownLatch(1);
    InputStream line =
        new InputStream() {
          private int left = 2_500;

          @Override
          public int read() throws IOException {
            if (left-- > 0) {
              return 'x';
            }
            try {
              hangs.await();
            } catch (InterruptedException e) {
              throw new IOException(e);
            }
            return 'x';
          }
        };
    MockHttpServletRequest halfOpen =
        new MockHttpServletRequest("PATCH", uri) {
          @Override
          public ServletInputStream getInputStream() {
            return new DelegatingServletInputStream(line);
          }
        };
    tus(halfOpen);
    halfOpen.addHeader("Upload-Offset", "0");
    halfOpen.addHeader("Content-Length", "20000");
    halfOpen.setContentType("application/offset+octet-stream");
    CompletableFuture<Object> old =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return answer(halfOpen, "ann").getStatus();
              } catch (IOException e) {
                return e;
              }
            });
    sleep(500);
    long begun = System.nanoTime();
    List<Thread> all = new ArrayList<>();
    AtomicBoolean whole = new AtomicBoolean();
    for (int i = 0; i < resumes; i++) {
      Thread resume =
          new Thread(
              () -> {
                while (!whole.get() && System.nanoTime() - begun < 40_000_000_000L) {
                  try {
                    MockHttpServletRequest head = new MockHttpServletRequest("HEAD", uri);
                    tus(head);
                    String at = answer(head, "ann").getHeader("Upload-Offset");
                    if (at != null && at.equals("20000")) {
                      whole.set(true);
                    } else if (at != null) {
                      answer(patch(uri, Integer.parseInt(at), 20_000, 20_000), "ann");
                    }
                  } catch (IOException e) {
                    // again
                  }
                  sleep(500);
                }
              });
      resume.start();
      all.add(resume);
    }
    for (Thread each : all) {
      each.join();
    }
    hangs.countDown();
    assertThat(old.join()).isInstanceOf(LateUploadException.class);
    assertThat(whole).isTrue();
  }
}
