package io.lockarbiter.e2e.examples;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** An upload over a slow line: the body arrives in pieces. */
final class SlowUpload implements AutoCloseable {
  private final Socket socket;

  private SlowUpload(Socket socket) {
    this.socket = socket;
  }

  static SlowUpload start(int port, String path) throws IOException {
    return start(port, "PUT", path, "");
  }

  /** A PATCH of an upload that speaks tus, from this offset on. */
  static SlowUpload patch(int port, String path, int offset) throws IOException {
    return start(
        port,
        "PATCH",
        path,
        "Tus-Resumable: 1.0.0\r\nUpload-Offset: %d\r\nContent-Type: application/offset+octet-stream\r\n"
            .formatted(offset));
  }

  private static SlowUpload start(int port, String method, String path, String headers)
      throws IOException {
    SlowUpload upload = new SlowUpload(new Socket(InetAddress.getLoopbackAddress(), port));
    upload.write(
        "%s %s HTTP/1.1\r\nHost: gateway\r\nUser: bob\r\n%sTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
            .formatted(method, path, headers));
    return upload;
  }

  void send(String piece) throws IOException {
    write(Integer.toHexString(piece.length()) + "\r\n" + piece + "\r\n");
  }

  /** Ends the body; returns the server's answer. */
  String finish() throws IOException {
    write("0\r\n\r\n");
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
  }

  private void write(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
