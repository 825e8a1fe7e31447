package io.lockarbiter.console;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Requests whose bodies arrive byte by byte and never end. A connection that the server cuts is
 * counted as gone.
 */
final class Dripping implements AutoCloseable {
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final AtomicInteger rounds = new AtomicInteger();
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  private final byte[] drop;

  /**
   * Opens the requests.
   *
   * @param head its lines, separated by {@code |}
   */
  Dripping(int port, String head, int requests) throws IOException {
    drop = (head.contains("chunked") ? "1\r\na\r\n" : "a").getBytes(US_ASCII);
    String lines = head.replaceFirst("\\|", "|Host: localhost|").replace("|", "\r\n");
    byte[] begin = (lines + "\r\n\r\n").getBytes(US_ASCII);
    for (int n = 0; n < requests; n++) {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
      sockets.add(socket);
      socket.getOutputStream().write(begin);
    }
    thread.scheduleWithFixedDelay(this::drip, 0, 100, TimeUnit.MILLISECONDS);
  }

  private void drip() {
    for (Socket socket : sockets) {
      try {
        socket.getOutputStream().write(drop);
      } catch (IOException e) {
        sockets.remove(socket);
      }
    }
    rounds.incrementAndGet();
  }

  /** Waits until each open request has sent so many times more. */
  void awaitRounds(int more) {
    int from = rounds.get();
    await().atMost(Duration.ofSeconds(60)).until(() -> rounds.get() >= from + more);
  }

  @Override
  public void close() throws IOException {
    thread.shutdownNow();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
