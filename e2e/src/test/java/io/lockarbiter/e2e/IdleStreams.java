package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** Many streams of events on connections of their own, which are read as slowly as a test says. */
final class IdleStreams implements AutoCloseable {
  private final List<SocketChannel> channels = new ArrayList<>();
  private final URI address;

  IdleStreams(String address) {
    this.address = URI.create(address);
  }

  /**
   * Opens one and reads the beginning of its answer.
   *
   * @param path with the query
   * @param receiveBytes of the connection; 0 = as the system has it
   */
  void open(String path, String key, String member, int receiveBytes) throws IOException {
    SocketChannel channel = SocketChannel.open();
    if (receiveBytes > 0) {
      channel.setOption(StandardSocketOptions.SO_RCVBUF, receiveBytes);
    }
    channel.connect(new InetSocketAddress(address.getHost(), address.getPort()));
    String name = member.isEmpty() ? "" : "Sub-Account: " + member + "\r\n";
    String request =
        "GET %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n%s\r\n"
            .formatted(path, key, name);
    channel.write(ByteBuffer.wrap(request.getBytes(ISO_8859_1)));
    ByteBuffer begin = ByteBuffer.allocate(12);
    while (begin.hasRemaining() && channel.read(begin) >= 0) {
      // The status is still to come.
    }
    String status = new String(begin.array(), ISO_8859_1);
    if (!status.equals("HTTP/1.1 200")) {
      throw new IOException("expected a stream, got " + status);
    }
    channel.configureBlocking(false);
    channels.add(channel);
  }

  int size() {
    return channels.size();
  }

  /** Reads so many bytes of each at most; returns how many of them have ended. */
  int read(int mostBytes) {
    int ended = 0;
    for (SocketChannel channel : channels) {
      try {
        if (channel.read(ByteBuffer.allocate(mostBytes)) < 0) {
          ended++;
        }
      } catch (IOException e) {
        ended++;
      }
    }
    return ended;
  }

  @Override
  public void close() throws IOException {
    for (SocketChannel channel : channels) {
      channel.close();
    }
  }
}
