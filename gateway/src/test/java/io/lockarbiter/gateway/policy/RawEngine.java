package io.lockarbiter.gateway.policy;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A policy engine that answers each question with the bytes of a test, and then hangs up. */
final class RawEngine implements AutoCloseable {
  /** The bytes of an answer. */
  interface Answer {
    void write(OutputStream out) throws IOException, InterruptedException;
  }

  /** Bytes that were taken from it. */
  final AtomicLong taken = new AtomicLong();

  /** Answers that have ended, because they were whole or nobody took more. */
  final AtomicInteger ended = new AtomicInteger();

  private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *([0-9]+)");

  private final Answer answer;
  private final ServerSocket server;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  RawEngine(Answer answer) throws IOException {
    this.answer = answer;
    server = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    threads.execute(this::accept);
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        sockets.add(socket);
        threads.execute(() -> reply(socket));
      } catch (IOException e) {
        return; // it is closed
      }
    }
  }

  private void reply(Socket socket) {
    try (socket) {
      readQuestion(socket.getInputStream());
      answer.write(new Counting(socket.getOutputStream(), taken));
    } catch (IOException e) {
      // Nobody takes any more.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      ended.incrementAndGet();
    }
  }

  /** Reads a question to its end, or the connection would be reset and not closed. */
  private static void readQuestion(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("the question was cut");
      }
      head.append((char) next);
    }
    Matcher length = LENGTH.matcher(head);
    in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
  }

  private static final class Counting extends OutputStream {
    private final OutputStream out;
    private final AtomicLong written;

    Counting(OutputStream out, AtomicLong written) {
      this.out = out;
      this.written = written;
    }

    @Override
    public void write(int letter) throws IOException {
      out.write(letter);
      written.incrementAndGet();
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
      written.addAndGet(length);
    }
  }

  /** An answer that is this text. */
  static Answer text(String text) {
    return out -> out.write(text.getBytes(US_ASCII));
  }

  /** An answer that goes on with spaces without end. */
  static Answer endless(String begin) {
    return out -> {
      out.write(begin.getBytes(US_ASCII));
      byte[] spaces = " ".repeat(1 << 14).getBytes(US_ASCII);
      while (true) {
        out.write(spaces);
      }
    };
  }

  /** An answer of which a letter comes every 20 ms. */
  static Answer trickling(String text) {
    return out -> {
      for (byte letter : text.getBytes(US_ASCII)) {
        out.write(letter);
        Thread.sleep(20);
      }
    };
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/v1/data/lockarbiter/allow");
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
    threads.shutdownNow();
  }
}
