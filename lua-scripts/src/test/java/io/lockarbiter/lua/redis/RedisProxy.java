package io.lockarbiter.lua.redis;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Stands between a client and Redis; can keep answers back and cut all connections. */
final class RedisProxy implements AutoCloseable {
  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final AtomicLong answersKept = new AtomicLong();
  private final int redisPort;
  private volatile boolean silent;

  RedisProxy(int redisPort) throws IOException {
    this.redisPort = redisPort;
    run(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  /** Keeps answers back from now on. */
  void keepAnswers() {
    silent = true;
  }

  /** Passes answers on again; those kept back are lost. */
  void passAnswers() {
    silent = false;
  }

  /** Number of pieces of answers that were kept. */
  long answersKept() {
    return answersKept.get();
  }

  void cut() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    sockets.clear();
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = server.accept();
      Socket redis = new Socket(InetAddress.getLoopbackAddress(), redisPort);
      sockets.add(client);
      sockets.add(redis);
      run(() -> pass(client, redis, false));
      run(() -> pass(redis, client, true));
    }
  }

  private void pass(Socket from, Socket to, boolean answers) throws IOException {
    byte[] buffer = new byte[8_192];
    InputStream in = from.getInputStream();
    for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
      if (answers && silent) {
        answersKept.incrementAndGet();
      } else {
        to.getOutputStream().write(buffer, 0, length);
      }
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void run(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // The connection was cut, or the proxy closed.
              }
            },
            "redis-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    try (Closeable ignored = server) {
      cut();
    }
  }
}
