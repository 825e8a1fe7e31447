package io.lockarbiter.embedded.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A proxy whose connections can be cut, held up and led elsewhere. It has two threads for each
 * connection.
 */
public final class TcpProxy implements AutoCloseable {
  /** Receives a copy of what one client sends. */
  @FunctionalInterface
  public interface Upstream {
    /** Takes bytes that went through. */
    void sent(byte[] bytes, int length);
  }

  private static final int BUFFER = 16 * 1024;
  private static final int CONNECT_MS = 1_000;

  private final ServerSocket server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final Object gate = new Object();
  private final @Nullable Supplier<? extends Upstream> watch;
  private volatile int target;
  private boolean isHeld;

  /**
   * Listens on a free port.
   *
   * @param watch is called for each connection; its result gets the bytes that the client sends.
   *     Null = none
   */
  public TcpProxy(int target, @Nullable Supplier<? extends Upstream> watch) {
    this.target = target;
    this.watch = watch;
    try {
      server = new ServerSocket(0, 50, InetAddress.getByName(Ports.HOST));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon("proxy", this::accept);
  }

  /** Returns the port on which it listens. */
  public int port() {
    return server.getLocalPort();
  }

  /** Leads new connections to this port. */
  public void leadTo(int port) {
    target = port;
  }

  /** Cuts all connections. */
  public void cut() {
    open.forEach(TcpProxy::end);
  }

  /** Holds up all bytes, in both directions, until {@link #letGo}. */
  public void hold() {
    synchronized (gate) {
      isHeld = true;
    }
  }

  /** Lets the bytes through again. */
  public void letGo() {
    synchronized (gate) {
      isHeld = false;
      gate.notifyAll();
    }
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        open.add(client);
        connect(client);
      } catch (IOException e) {
        // the connection failed; the client tries again
      }
    }
  }

  private void connect(Socket client) {
    Socket to = new Socket();
    open.add(to);
    try {
      client.setTcpNoDelay(true);
      to.connect(new InetSocketAddress(Ports.HOST, target), CONNECT_MS);
      to.setTcpNoDelay(true);
    } catch (IOException e) {
      forget(client);
      forget(to);
      return;
    }
    daemon("proxy-up", () -> pump(client, to, watch == null ? null : watch.get()));
    daemon("proxy-down", () -> pump(to, client, null));
  }

  private void pump(Socket from, Socket to, @Nullable Upstream watched) {
    byte[] buffer = new byte[BUFFER];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        awaitOpen();
        out.write(buffer, 0, length);
        if (watched != null) {
          watched.sent(buffer, length);
        }
      }
    } catch (IOException e) {
      // one side has ended, so the other ends too
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      forget(from);
      forget(to);
    }
  }

  private void awaitOpen() throws InterruptedException {
    synchronized (gate) {
      while (isHeld) {
        gate.wait();
      }
    }
  }

  private void forget(Socket socket) {
    open.remove(socket);
    end(socket);
  }

  private static void end(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // the socket is not used any more
    }
  }

  private static void daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      letGo();
      cut();
    }
  }
}
