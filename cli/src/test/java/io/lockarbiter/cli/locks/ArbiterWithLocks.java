package io.lockarbiter.cli.locks;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import io.lockarbiter.cli.LockArbiterCommand;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.testing.FakeArbiter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import tools.jackson.databind.json.JsonMapper;

/** An arbiter's view with the check-outs that a test puts there, and the command that reads it. */
final class ArbiterWithLocks implements AutoCloseable {
  /** Log time of the view. */
  static final long NOW = 1_795_294_800_000L;

  private static final long MONTH_MS = Duration.ofDays(30).toMillis();

  private final HttpServer server;
  private final List<String> locks = new ArrayList<>();
  private final List<String> asked = new ArrayList<>();
  private volatile String deployment = "{\"deployment\":\"eu\",\"topicPrefix\":\"eu.\"}";
  private volatile @Nullable FakeArbiter decides;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  ArbiterWithLocks() throws IOException {
    this(200, "");
  }

  /**
   * An arbiter that answers with something else.
   *
   * @param body the body of each answer; empty = the view
   */
  ArbiterWithLocks(int status, String body) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/api/accounts/",
        exchange -> {
          asked.add(exchange.getRequestURI().toString());
          byte[] answer = (body.isEmpty() ? view() : body).getBytes(UTF_8);
          exchange.sendResponseHeaders(status, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.createContext(
        "/api/deployment",
        exchange -> {
          byte[] answer = deployment.getBytes(UTF_8);
          exchange.sendResponseHeaders(answer.length == 0 ? 404 : 200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
  }

  /**
   * Lets it tell a deployment.
   *
   * @param json the answer; empty = it knows no such address
   */
  ArbiterWithLocks deployment(String json) {
    deployment = json;
    return this;
  }

  /** Its address. */
  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /**
   * Lets it have the locks of a fake, but for the first answer if others were put there.
   *
   * @param fake the arbiter that decides what commands do
   */
  ArbiterWithLocks of(FakeArbiter fake) {
    decides = fake;
    return this;
  }

  private String view() {
    FakeArbiter fake = decides;
    if (fake != null && (asked.size() > 1 || locks.isEmpty())) {
      locks.clear();
      for (var held : fake.locks("acme")) {
        var lock = held.lock();
        Protection kind =
            lock.targets().get(0).mode() == Mode.FREEZE ? Protection.FREEZE : Protection.CHECK_OUT;
        if (lock.targets().get(0).mode() == kind.mode()) {
          with(
              kind,
              lock.lockId(),
              lock.owner().subAccount(),
              String.valueOf(lock.path()),
              Duration.ZERO,
              "");
        }
      }
    }
    return "{\"account\":\"acme\",\"partition\":3,\"at\":%d,\"locks\":%s}".formatted(NOW, locks);
  }

  /** Adds a check-out for a month. */
  ArbiterWithLocks with(String id, String member, String path, Duration age, String note) {
    return with(Protection.CHECK_OUT, id, member, path, age, note);
  }

  /** Adds a check-out or a freeze for a month. */
  ArbiterWithLocks with(
      Protection kind, String id, String member, String path, Duration age, String note) {
    long grantedAt = NOW - age.toMillis();
    return withLock(
        """
        {"lockId":%s,"subAccount":%s,"operation":"%s","path":%s,"targets":[{"path":%s,"mode":"%s"}],
         "leaseMs":%d,"waitMs":0,"attributes":{"note":%s},"token":%d,"grantedAt":%d,"expiresAt":%d,"waitedMs":0}"""
            .formatted(
                json(id),
                json(member),
                kind,
                json(path),
                json(path),
                kind.mode(),
                MONTH_MS,
                json(note),
                locks.size() + 1,
                grantedAt,
                grantedAt + MONTH_MS));
  }

  ArbiterWithLocks withLock(String json) {
    locks.add(json);
    return this;
  }

  private static String json(String text) {
    return JsonMapper.shared().writeValueAsString(text);
  }

  /** The addresses that it was asked for, path and query. */
  List<String> asked() {
    return asked;
  }

  String out() {
    return out.toString();
  }

  String err() {
    return err.toString();
  }

  /** Runs {@code checkouts} with this arbiter; no client can be opened. */
  int run(String... arguments) {
    return run(
        options -> {
          throw new IllegalStateException("no client is expected");
        },
        arguments);
  }

  int run(Function<LockClientOptions, LockClient> clients, String... arguments) {
    return run(CheckOutsCommand.commandLine(clients), arguments);
  }

  /** Runs a command with this arbiter. */
  int run(CommandLine command, String... arguments) {
    LockArbiterCommand.configured(command)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true));
    return command.execute(
        Stream.concat(Stream.of(arguments), Stream.of("--account", "acme", "--arbiter", address()))
            .toArray(String[]::new));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
