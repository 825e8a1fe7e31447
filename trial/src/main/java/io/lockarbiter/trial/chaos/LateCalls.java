package io.lockarbiter.trial.chaos;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.lockarbiter.embedded.server.Ports;
import io.lockarbiter.embedded.server.TcpProxy;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/** Script calls recorded from the wire, to be sent once more, much later. Thread-safe. */
final class LateCalls {
  private static final int REMEMBERED = 64;
  private static final int LARGEST = 256 * 1024;
  private static final int PATIENCE_MS = 2_000;

  private final Deque<byte[]> calls = new ArrayDeque<>();

  /** The bytes that one client sends, cut into requests. */
  final class Connection implements TcpProxy.Upstream {
    private final ByteArrayOutputStream unfinished = new ByteArrayOutputStream();

    @Override
    public void sent(byte[] bytes, int length) {
      unfinished.write(bytes, 0, length);
      byte[] all = unfinished.toByteArray();
      int begin = 0;
      for (int end = end(all, begin); end > 0; end = end(all, begin)) {
        remember(all, begin, end);
        begin = end;
      }
      unfinished.reset();
      if (all.length - begin < LARGEST) {
        unfinished.write(all, begin, all.length - begin);
      }
    }
  }

  Connection connection() {
    return new Connection();
  }

  /**
   * Returns the end of the request that begins there: {@code *N}, then N times length and bytes; 0
   * if it is not complete yet.
   */
  private static int end(byte[] all, int begin) {
    int line = lineEnd(all, begin);
    if (line == 0 || all[begin] != '*') {
      return 0;
    }
    int words = number(all, begin, line);
    int at = line;
    for (int word = 0; word < words; word++) {
      line = lineEnd(all, at);
      if (line == 0) {
        return 0;
      }
      at = line + number(all, at, line) + 2;
      if (at > all.length) {
        return 0;
      }
    }
    return at;
  }

  private static int lineEnd(byte[] all, int from) {
    for (int at = from; at + 1 < all.length; at++) {
      if (all[at] == '\r' && all[at + 1] == '\n') {
        return at + 2;
      }
    }
    return 0;
  }

  private static int number(byte[] all, int begin, int lineEnd) {
    return Integer.parseInt(new String(all, begin + 1, lineEnd - begin - 3, US_ASCII));
  }

  private synchronized void remember(byte[] all, int begin, int end) {
    byte[] call = Arrays.copyOfRange(all, begin, end);
    if (!new String(call, 0, Math.min(40, call.length), US_ASCII).contains("EVALSHA")) {
      return;
    }
    if (calls.size() == REMEMBERED) {
      calls.removeFirst();
    }
    calls.addLast(call);
  }

  /**
   * Sends some calls to a server, on a connection of their own. A server that does not answer, as
   * another fault of the round froze or killed it, gets no more of them.
   *
   * @return the number of calls that it answered
   */
  int send(int port, Random random) {
    List<byte[]> chosen;
    synchronized (this) {
      chosen = new ArrayList<>(calls);
    }
    Collections.shuffle(chosen, random);
    chosen = chosen.subList(0, Math.min(chosen.size(), 1 + random.nextInt(20)));
    int answered = 0;
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(Ports.HOST, port), PATIENCE_MS);
      socket.setSoTimeout(PATIENCE_MS);
      byte[] answer = new byte[16 * 1024];
      for (byte[] call : chosen) {
        socket.getOutputStream().write(call);
        if (socket.getInputStream().read(answer) < 0) {
          break;
        }
        answered++;
      }
    } catch (IOException e) {
      return answered;
    }
    return answered;
  }
}
