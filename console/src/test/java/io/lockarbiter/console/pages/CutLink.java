package io.lockarbiter.console.pages;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A proxy in front of the console, which can cut connections, or let them go silent without an end.
 */
final class CutLink implements AutoCloseable {
  private static final String STREAM = "GET /api/events";
  private static final String LAST_CHUNK = "0\r\n\r\n";

  private ServerSocket server;
  private final int target;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final Set<Socket> streams = ConcurrentHashMap.newKeySet();
  private volatile boolean suspended;
  private final Set<Socket> silent = ConcurrentHashMap.newKeySet();

  CutLink(int target) throws IOException {
    this.target = target;
    this.server = listen(0);
  }

  private ServerSocket listen(int port) throws IOException {
    ServerSocket opened = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
    daemon(() -> accept(opened));
    return opened;
  }

  /** Refuses connections, as if nothing ran there. */
  void down() throws IOException {
    server.close();
    cut();
  }

  /** Accepts connections again, at the same address. */
  void up() throws IOException {
    server = listen(port());
  }

  int port() {
    return server.getLocalPort();
  }

  /** Cuts all connections, in the midst of what they carry. */
  void cut() {
    streams.clear();
    open.forEach(this::end);
  }

  /** Says whether a stream is open. */
  boolean hasStream() {
    return !streams.isEmpty();
  }

  /** Makes the open streams go silent, without ending them. */
  void silenceStreams() {
    silent.addAll(streams);
  }

  /** Takes connections and passes nothing on, as if the console were suspended. */
  void suspend() {
    suspended = true;
  }

  private void accept(ServerSocket server) {
    while (!server.isClosed()) {
      try {
        Socket from = server.accept();
        open.add(from);
        Socket to = new Socket(InetAddress.getLoopbackAddress(), target);
        open.add(to);
        daemon(() -> pump(from, to, from));
        daemon(() -> pump(to, from, from));
      } catch (IOException e) {
        // no connection to the console; the browser tries again
      }
    }
  }

  private void pump(Socket from, Socket to, Socket browser) {
    byte[] buffer = new byte[16 * 1024];
    try (from;
        to) {
      for (int n = from.getInputStream().read(buffer);
          n >= 0;
          n = from.getInputStream().read(buffer)) {
        String text = new String(buffer, 0, n, ISO_8859_1);
        if (from == browser && text.startsWith(STREAM)) {
          streams.add(browser);
        } else if (from == browser || text.endsWith(LAST_CHUNK)) {
          // The stream has ended; its connection may be used again.
          streams.remove(browser);
        }
        if (!suspended && !silent.contains(browser)) {
          to.getOutputStream().write(buffer, 0, n);
        }
      }
    } catch (IOException e) {
      // cut, or ended by one side: ends the other side too
    } finally {
      open.remove(from);
      streams.remove(from);
    }
  }

  private void end(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "link");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    down();
  }
}
