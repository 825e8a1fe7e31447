package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Requests that no client of HTTP would send, byte by byte. */
final class GatewayBytes {
  private static final Pattern LENGTH = Pattern.compile("(?i)content-length: ([0-9]+)");

  private GatewayBytes() {}

  /** Sends bytes on a connection of their own, and reads one answer. */
  static String exchanged(String address, String request) throws IOException {
    URI uri = URI.create(address);
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request.getBytes(ISO_8859_1));
      socket.getOutputStream().flush();
      return answer(socket);
    }
  }

  /** Reads one answer, or until the other side closes. */
  static String answer(Socket socket) throws IOException {
    StringBuilder answer = new StringBuilder();
    byte[] buffer = new byte[8192];
    for (int read = 0; read >= 0 && !isWhole(answer); ) {
      read = socket.getInputStream().read(buffer);
      answer.append(new String(buffer, 0, Math.max(0, read), ISO_8859_1));
    }
    return answer.toString();
  }

  private static boolean isWhole(StringBuilder answer) {
    Matcher length = LENGTH.matcher(answer);
    int body = answer.indexOf("\r\n\r\n") + 4;
    return body > 3
        && (!length.find() || answer.length() >= body + Integer.parseInt(length.group(1)));
  }
}
