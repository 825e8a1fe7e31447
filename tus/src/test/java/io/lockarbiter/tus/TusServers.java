package io.lockarbiter.tus;

import io.lockarbiter.contracts.testing.ThreadPerTask;
import io.lockarbiter.testing.FakeArbiter;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import me.desair.tus.server.TusFileUploadService;
import me.desair.tus.server.upload.UploadStorageService;
import org.springframework.mock.web.DelegatingServletInputStream;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/**
 * Servers of uploads over one folder and one arbiter, for which the time of this machine passes.
 */
final class TusServers implements AutoCloseable {
  static final int PIECE = 1000;

  final FakeArbiter arbiter = new FakeArbiter();
  final SharedFolderStorageService disk;
  private final TusFileUploadService first;
  private final AtomicBoolean ends = new AtomicBoolean();
  private final Thread time = new Thread(this::passTime);

  TusServers(Path folder) {
    disk = new SharedFolderStorageService(folder);
    first = server("server", disk, disk);
    time.start();
  }

  /** One more server, by the name of its client. */
  TusFileUploadService server(String name, UploadStorageService storage, UploadFence fence) {
    ArbiterUploadLockingService locks =
        new ArbiterUploadLockingService(arbiter.client(name), UploadPlaces.inAccount("acme"));
    return new ArbiterTusFileUploadService(
            locks, new FencedUploadStorageService(storage, locks, fence, PIECE))
        .withUploadUri("/files");
  }

  private void passTime() {
    long passed = System.nanoTime();
    while (!ends.get()) {
      long now = System.nanoTime();
      arbiter.pass(Duration.ofNanos(now - passed));
      passed = now;
      sleep(5);
    }
  }

  @Override
  public void close() throws InterruptedException {
    ends.set(true);
    time.join();
  }

  static void sleep(long ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  MockHttpServletResponse answer(MockHttpServletRequest request, String user) throws IOException {
    return answer(first, request, user);
  }

  static MockHttpServletResponse answer(
      TusFileUploadService server, MockHttpServletRequest request, String user) throws IOException {
    MockHttpServletResponse response = new MockHttpServletResponse();
    server.process(request, response, user);
    return response;
  }

  /** The status of the answer, or the exception that the servlet sees. */
  Object answered(MockHttpServletRequest request, String user) {
    return answered(first, request, user);
  }

  static Object answered(TusFileUploadService server, MockHttpServletRequest request, String user) {
    try {
      return answer(server, request, user).getStatus();
    } catch (IOException e) {
      return e;
    }
  }

  private static MockHttpServletRequest tus(MockHttpServletRequest request) {
    request.addHeader("Tus-Resumable", "1.0.0");
    return request;
  }

  String created(int bytes) throws IOException {
    MockHttpServletRequest create = tus(new MockHttpServletRequest("POST", "/files"));
    create.addHeader("Upload-Length", Integer.toString(bytes));
    return Objects.requireNonNull(answer(create, "ann").getHeader("Location"));
  }

  static MockHttpServletRequest head(String uri) {
    return tus(new MockHttpServletRequest("HEAD", uri));
  }

  int offset(String uri) throws IOException {
    return Integer.parseInt(
        Objects.requireNonNull(answer(head(uri), "ann").getHeader("Upload-Offset")));
  }

  static MockHttpServletRequest patch(String uri, int offset, int bytes, int perSecond) {
    return patch(uri, offset, bytes, perSecond, bytes);
  }

  /** A line with so many bytes a second, of which a read gets so many at once. */
  static MockHttpServletRequest patch(
      String uri, int offset, int bytes, int perSecond, int atOnce) {
    AtomicInteger left = new AtomicInteger(bytes - offset);
    return patch(
        uri,
        offset,
        bytes,
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
        });
  }

  /**
   * A line of ann on which nothing more comes, and which nobody has noticed to be broken.
   *
   * @param answer the status of its answer, or the exception that the servlet sees
   */
  record HalfOpen(CompletableFuture<Object> answer, CountDownLatch hangs) {
    /** Lets the line go on, and returns its answer. */
    Object goesOn() {
      hangs.countDown();
      return answer.join();
    }
  }

  /** A half-open line of which 2,500 bytes were read: two pieces are stored. */
  HalfOpen halfOpen(String uri, int bytes) throws InterruptedException {
    CountDownLatch stands = new CountDownLatch(1);
    CountDownLatch hangs = new CountDownLatch(1);
    AtomicInteger left = new AtomicInteger(2_500);
    InputStream line =
        new InputStream() {
          @Override
          public int read() throws IOException {
            if (left.getAndDecrement() > 0) {
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
    MockHttpServletRequest request = patch(uri, 0, bytes, line);
    CompletableFuture<Object> answer =
        CompletableFuture.supplyAsync(() -> answered(request, "ann"), ThreadPerTask.EXECUTOR);
    stands.await();
    return new HalfOpen(answer, hangs);
  }

  /** A socket gives a read what has come, and does not wait until its buffer is full. */
  private static MockHttpServletRequest patch(String uri, int offset, int bytes, InputStream line) {
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

  CompletableFuture<Object> upload(String uri, int offset, int bytes, int perSecond) {
    return upload(uri, offset, bytes, perSecond, bytes);
  }

  CompletableFuture<Object> upload(String uri, int offset, int bytes, int perSecond, int atOnce) {
    return CompletableFuture.supplyAsync(
        () -> answered(patch(uri, offset, bytes, perSecond, atOnce), "ann"),
        ThreadPerTask.EXECUTOR);
  }
}
