package io.lockarbiter.e2e.examples;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A PUT over a slow line: the body arrives in pieces. */
final class SlowUpload implements AutoCloseable {
  private final Socket socket;

  private SlowUpload(Socket socket) {
    this.socket = socket;
  }

  static SlowUpload start(int port, String path) throws IOException {
    SlowUpload upload = new SlowUpload(new Socket(InetAddress.getLoopbackAddress(), port));
    upload.write(
        "PUT "
            + path
            + " HTTP/1.1\r\nHost: gateway\r\nUser: bob\r\nTransfer-Encoding: chunked\r\n"
            + "Connection: close\r\n\r\n");
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
