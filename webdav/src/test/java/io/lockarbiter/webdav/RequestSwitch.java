package io.lockarbiter.webdav;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Passes each request on to another server, as a balancer does that keeps nobody at one server. It
 * closes the connection after each.
 */
public final class RequestSwitch implements AutoCloseable {
  private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final Ports ports;
  private final AtomicInteger requests = new AtomicInteger();
  private volatile boolean closed;

  /** Chooses servers. */
  @FunctionalInterface
  public interface Ports {
    /**
     * The port of the server that gets a request.
     *
     * @param number from 0 on
     */
    int of(int number, String method);
  }

  /** Opens a switch. */
  public RequestSwitch(Ports ports) throws IOException {
    this.ports = ports;
    daemon(this::accept);
  }

  /** A switch that takes servers in turn. */
  public static RequestSwitch inTurn(List<Integer> ports) throws IOException {
    return new RequestSwitch((number, method) -> ports.get(number % ports.size()));
  }

  /** The port of the switch. */
  public int port() {
    return door.getLocalPort();
  }

  /** The number of requests so far. */
  public int requests() {
    return requests.get();
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "request-switch");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!closed) {
      try {
        Socket client = door.accept();
        daemon(() -> pass(client));
      } catch (IOException e) {
        closed = true;
      }
    }
  }

  private void pass(Socket client) {
    try (client) {
      String head = head(client.getInputStream());
      if (head.isEmpty()) {
        return;
      }
      int port = ports.of(requests.getAndIncrement(), head.substring(0, head.indexOf(' ')));
      try (Socket server = new Socket(InetAddress.getLoopbackAddress(), port)) {
        String once =
            head.replaceAll("(?im)^(connection|te|keep-alive):.*\r\n", "")
                + "Connection: close\r\n\r\n";
        server.getOutputStream().write(once.getBytes(StandardCharsets.ISO_8859_1));
        daemon(() -> copy(client, server));
        server.getInputStream().transferTo(client.getOutputStream());
      }
    } catch (IOException e) {
      // One of both went away; the other sees that.
      Thread.yield();
    }
  }

  private static void copy(Socket from, Socket to) {
    try {
      InputStream bytes = from.getInputStream();
      byte[] buffer = new byte[8192];
      int length;
      while ((length = bytes.read(buffer)) >= 0) {
        to.getOutputStream().write(buffer, 0, length);
        to.getOutputStream().flush();
      }
    } catch (IOException e) {
      Thread.yield();
    }
  }

  /** The head of a request without its empty line; empty if the connection was closed. */
  private static String head(InputStream bytes) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    int next;
    while ((next = bytes.read()) >= 0) {
      head.write(next);
      if (next == '\n' && head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
        String text = head.toString(StandardCharsets.ISO_8859_1);
        return text.substring(0, text.length() - 2);
      }
    }
    return "";
  }

  @Override
  public void close() throws IOException {
    closed = true;
    door.close();
  }
}
