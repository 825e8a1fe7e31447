package io.lockarbiter.examples;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.contracts.lock.Operation;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;

/** Uploads and deletes files over HTTP, each under its lock. Arguments: brokers, port, folder. */
public final class Gateway {
  public static void main(String[] args) throws IOException {
    LockClient locks = KafkaLockClient.open(LockClientOptions.of(args[0]).withName("gateway"));
    HttpServer http =
        HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[1])), 0);
    http.setExecutor(Executors.newCachedThreadPool());
    http.createContext("/", exchange -> handle(exchange, locks, Path.of(args[2])));
    http.start();
    Runtime.getRuntime().addShutdownHook(new Thread(locks::close));
    System.out.println("listening on port " + http.getAddress().getPort());
  }

  private static void handle(HttpExchange call, LockClient locks, Path root) throws IOException {
    boolean deletes = call.getRequestMethod().equals("DELETE");
    String user = call.getRequestHeaders().getFirst("User");
    String path = call.getRequestURI().getPath();
    if (user == null || !deletes && !call.getRequestMethod().equals("PUT")) {
      answer(call, user == null ? 401 : 405, "expected PUT or DELETE, and a header User");
      return;
    }
    try (Lease lease =
        locks.acquire(
            LockRequest.of("acme", user, deletes ? Operation.DELETE : Operation.UPLOAD, path, null)
                .askingOwnHolders(Duration.ofSeconds(1), "sent again") // whose line broke
                .waitingUpTo(Duration.ofSeconds(2)))) {
      Path file = root.resolve(path.substring(1));
      Files.deleteIfExists(file);
      if (!deletes) {
        Files.createDirectories(file.getParent());
        Files.copy(call.getRequestBody(), file);
      }
      boolean held = lease.isValid();
      answer(call, held ? 200 : 423, (held ? "done under token " : "late: ") + lease.token());
    } catch (LockException | InterruptedException | IllegalArgumentException e) {
      answer(call, e instanceof IllegalArgumentException ? 400 : 423, e.getMessage());
    }
  }

  private static void answer(HttpExchange call, int status, String text) throws IOException {
    call.sendResponseHeaders(status, 0);
    call.getResponseBody().write((text + "\n").getBytes(StandardCharsets.UTF_8));
    call.close();
  }
}
