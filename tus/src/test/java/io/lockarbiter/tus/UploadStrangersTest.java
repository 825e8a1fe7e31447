package io.lockarbiter.tus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.event.Queued;
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
import me.desair.tus.server.upload.UploadInfo;
import me.desair.tus.server.upload.disk.DiskStorageService;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.mock.web.DelegatingServletInputStream;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/** Nobody who only looks, and no stranger, may end or starve an upload. Time is this machine's. */
class UploadStrangersTest {
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

  /** A line on which nothing more comes, and which nobody has noticed to be broken. */
  private MockHttpServletRequest halfOpen(
      String uri, int bytes, CountDownLatch stands, CountDownLatch hangs) {
    InputStream line =
        new InputStream() {
          private int left = 2_500;

          @Override
          public int read() throws IOException {
            if (left-- > 0) {
              return 'x';
            }
            stands.countDown();
            try {
              hangs.await();
            } catch (InterruptedException e) {
              throw new IOException(e);
            }
            return 'x';
          }
        };
    MockHttpServletRequest patch =
        new MockHttpServletRequest("PATCH", uri) {
          @Override
          public ServletInputStream getInputStream() {
            return new DelegatingServletInputStream(line);
          }
        };
    tus(patch);
    patch.addHeader("Upload-Offset", "0");
    patch.addHeader("Content-Length", Integer.toString(bytes));
    patch.setContentType("application/offset+octet-stream");
    return patch;
  }

  /** As many strangers as one sub-account may have waiting requests. */
  @Test
  void strangersWhoWaitForTheUpload_doNotKeepItsOwnerFromResuming() throws Exception {
    String uri = created(20_000);
    CountDownLatch stands = new CountDownLatch(1);
    CountDownLatch hangs = new CountDownLatch(1);
    MockHttpServletRequest old = halfOpen(uri, 20_000, stands, hangs);
    CompletableFuture<Object> late = CompletableFuture.supplyAsync(() -> answered(old, "ann"));
    stands.await(); // two pieces are stored
    List<Thread> strangers = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      MockHttpServletRequest look = new MockHttpServletRequest("HEAD", uri);
      tus(look);
      strangers.add(new Thread(() -> answered(look, "mallory")));
    }
    strangers.forEach(Thread::start);
    await()
        .until(
            () ->
                strangers.stream().noneMatch(Thread::isAlive)
                    || arbiter.events().stream().filter(Queued.class::isInstance).count() >= 100);

    Object resumed = answered(patch(uri, 2_000, 20_000, 100_000, 20_000), "ann");

    hangs.countDown();
    assertThat(resumed).as("ann's resume").isEqualTo(204);
    assertThat(late.join()).as("her late line").isInstanceOf(LateUploadException.class);
  }

  /** The status of the answer, or the exception that the servlet sees. */
  private Object answered(MockHttpServletRequest request, String user) {
    try {
      return answer(request, user).getStatus();
    } catch (IOException e) {
      return e;
    }
  }

  /** Bytes come all the time; the disk takes 3 s for a piece, as a slow network disk does. */
  @Test
  void lookWhileTheDiskIsSlow_letsTheUploadGoOn() throws Exception {
    ArbiterUploadLockingService locks =
        new ArbiterUploadLockingService(arbiter.client("slow"), UploadPlaces.inAccount("acme"));
    SharedFolderStorageService disk = new SharedFolderStorageService(folder);
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
    TusFileUploadService server =
        new ArbiterTusFileUploadService(
                locks, new FencedUploadStorageService(slow, locks, disk, PIECE))
            .withUploadUri("/files");
    String uri = created(5_000);
    CompletableFuture<Object> anns =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                MockHttpServletResponse response = new MockHttpServletResponse();
                server.process(patch(uri, 0, 5_000, 50_000, 500), response, "ann");
                return response.getStatus();
              } catch (IOException e) {
                return e;
              }
            });
    sleep(600);
    head(uri, "ann");

    assertThat(anns.join()).as("ann's own upload").isEqualTo(204);
  }
}
