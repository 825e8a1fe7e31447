package io.lockarbiter.embedded.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Single commands to a server on the loopback address, each on a connection of its own, without a
 * client library.
 */
public final class RedisWords {
  private static final int PATIENCE_MS = 5_000;

  private RedisWords() {}

  /**
   * Sends a command of ASCII words.
   *
   * @return the whole of a bulk reply; the elements of an array, a line each; of other replies the
   *     first line, such as {@code +OK}, {@code :3} or {@code -ERR …}
   * @throws UncheckedIOException if the server does not answer
   */
  public static String answer(int port, List<String> words) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(Ports.HOST, port), PATIENCE_MS);
      socket.setSoTimeout(PATIENCE_MS);
      socket.getOutputStream().write(request(words).getBytes(StandardCharsets.US_ASCII));
      return read(
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII)));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Redis at port=%d did not answer %s".formatted(port, words.get(0)), e);
    }
  }

  private static String request(List<String> words) {
    StringBuilder request = new StringBuilder("*" + words.size() + "\r\n");
    for (String word : words) {
      request.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
    }
    return request.toString();
  }

  private static String read(BufferedReader in) throws IOException {
    String line = String.valueOf(in.readLine());
    if (line.startsWith("*")) {
      List<String> elements = new ArrayList<>();
      for (int left = Integer.parseInt(line.substring(1)); left > 0; left--) {
        elements.add(read(in));
      }
      return String.join("\n", elements);
    }
    if (!line.startsWith("$")) {
      return line;
    }
    char[] bulk = new char[Integer.parseInt(line.substring(1))];
    int read = 0;
    for (int n = 0; read < bulk.length && n >= 0; read += Math.max(0, n)) {
      n = in.read(bulk, read, bulk.length - read);
    }
    in.readLine(); // the end of the bulk
    return new String(bulk, 0, read);
  }
}
