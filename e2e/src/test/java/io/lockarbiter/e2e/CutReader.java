package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads an account as a page does – the state, then the stream from its position on – over
 * connections that it cuts at any byte.
 */
final class CutReader {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int TIMEOUT_MS = 5_000;
  private static final long NEW_LOG = 1_000_000_000L;

  /** The levels of the tree that it asks for. */
  static final List<String> LEVELS = List.of("/", "/f0", "/f1", "/f2/x3.bin", "/nothing");

  private final int port;
  private final String account;
  private final Random random;
  private final Seen seen;
  private final ReadLocks locks = new ReadLocks();
  private int partition;
  private long applied = -1;
  private long exactFrom;
  private boolean hasState;
  private int resets;
  private String lastCommand = "";

  /**
   * Takes the text of a view, {@code locks}, {@code tree}, {@code waits} or {@code end}, at a
   * {@code seq}.
   */
  interface Seen {
    void see(String view, long seq, String text);
  }

  /** Creates a reader that has read nothing yet. */
  CutReader(int port, String account, Random random, Seen seen) {
    this.port = port;
    this.account = account;
    this.random = random;
    this.seen = seen;
  }

  /** Returns how often it had to read the state again. */
  int resets() {
    return resets;
  }

  /** Returns the id of the command whose event it applied last. */
  String lastCommand() {
    return lastCommand;
  }

  /** Reads the missing part, follows for some bytes, and cuts the connection. */
  void beCutOff() throws IOException {
    if (random.nextInt(6) == 0) {
      look("tree", "/api/tree?limit=1000&account=" + account + paths(), ConsoleViews::tree);
    }
    if (random.nextInt(6) == 0) {
      look("waits", "/api/waits?limit=200&account=" + account, ConsoleWaits::text);
    }
    if (!hasState && !readState(random.nextInt(4) == 0)) {
      return;
    }
    long from =
        switch (random.nextInt(12)) {
          case 0 -> Math.max(0, applied - random.nextInt(400));
          case 1 -> random.nextInt(8) == 0 ? NEW_LOG : applied;
          default -> applied;
        };
    follow(from, random.nextInt(12_000), null);
  }

  /** Follows until it has applied an event of a command whose id has this prefix. */
  void followTo(String prefix) throws IOException {
    while (!lastCommand.startsWith(prefix)) {
      if (hasState || readState(false)) {
        follow(applied, Integer.MAX_VALUE, prefix);
      }
    }
  }

  private static String paths() {
    return LEVELS.stream().map(path -> "&path=" + path).collect(Collectors.joining());
  }

  private void look(String view, String path, Function<JsonNode, String> told) throws IOException {
    String text = get(path, Integer.MAX_VALUE);
    if (text == null) {
      return;
    }
    JsonNode answer = JSON.readTree(text);
    if (answer.path("seq").asLong() >= answer.path("exactFrom").asLong()) {
      seen.see(view, answer.path("seq").asLong(), told.apply(answer));
    }
  }

  /** Reads the state; returns false if that was cut off. */
  private boolean readState(boolean isCut) throws IOException {
    String path = "/api/locks?limit=1000&account=" + account;
    String text = get(path, isCut ? random.nextInt(2_000) : Integer.MAX_VALUE);
    if (text == null) {
      return false;
    }
    JsonNode view = JSON.readTree(text);
    if (view.has("next")) {
      throw new IllegalStateException("more locks than one page has");
    }
    locks.clear();
    view.path("locks").forEach(locks::take);
    partition = view.path("partition").asInt();
    applied = view.path("seq").asLong();
    exactFrom = view.path("exactFrom").asLong();
    hasState = true;
    tell("locks");
    return true;
  }

  /** Returns the body; null if it was cut off before its end, or is a refusal. */
  private @Nullable String get(String path, int mostBytes) throws IOException {
    try (Socket socket = ask(path, null)) {
      byte[] answer = socket.getInputStream().readNBytes(mostBytes);
      String text = new String(answer, UTF_8);
      int body = text.indexOf("\r\n\r\n");
      boolean isWhole =
          answer.length < mostBytes
              && text.startsWith("HTTP/1.1 200")
              && body > 0
              && text.endsWith("}");
      return isWhole ? text.substring(body + 4) : null;
    }
  }

  /** Uses HTTP/1.0, so that the answer is the bytes up to the end, without chunks. */
  private Socket ask(String path, @Nullable String lastEventId) throws IOException {
    Socket socket = new Socket();
    socket.connect(new InetSocketAddress("127.0.0.1", port), TIMEOUT_MS);
    socket.setSoTimeout(2 * TIMEOUT_MS);
    if (random.nextBoolean()) {
      socket.setSoLinger(true, 0);
    }
    String id = lastEventId == null ? "" : "Last-Event-ID: " + lastEventId + "\r\n";
    socket
        .getOutputStream()
        .write(("GET " + path + " HTTP/1.0\r\nHost: 127.0.0.1\r\n" + id + "\r\n").getBytes(UTF_8));
    return socket;
  }

  private void follow(long from, int mostBytes, @Nullable String until) throws IOException {
    String path = "/api/events?account=" + account + "&after=" + partition + ":0";
    try (Socket socket = ask(path, partition + ":" + from)) {
      InputStream in = socket.getInputStream();
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      List<String> message = new ArrayList<>();
      for (int n = 0; n < mostBytes; n++) {
        int next = in.read();
        if (next < 0) {
          return;
        }
        if (next != '\n') {
          line.write(next);
          continue;
        }
        String text = line.toString(UTF_8);
        line.reset();
        if (!text.isEmpty()) {
          message.add(text);
          continue;
        }
        hear(message, from);
        message.clear();
        if (!hasState || until != null && lastCommand.startsWith(until)) {
          return;
        }
      }
    }
  }

  private void hear(List<String> message, long from) {
    if (message.contains("event: reset")) {
      resets++;
      hasState = false;
    } else if (message.contains("event: event")) {
      String data = message.get(message.size() - 1).substring("data: ".length());
      apply(JSON.readTree(data));
    } else if (message.contains("event: position") && from <= applied) {
      long position = Long.parseLong(message.get(1).replaceFirst(".*:", ""));
      applied = Math.max(applied, position);
    }
  }

  private void apply(JsonNode event) {
    long seq = event.path("seq").asLong();
    if (seq <= applied) {
      return;
    }
    applied = seq;
    lastCommand = event.path("commandId").asString("");
    locks.apply(event);
    if (lastCommand.startsWith("sentinel")) {
      tell("end");
    } else if (random.nextInt(4) == 0) {
      tell("locks");
    }
  }

  private void tell(String view) {
    if (applied >= exactFrom) {
      seen.see(view, applied, locks.text());
    }
  }
}
