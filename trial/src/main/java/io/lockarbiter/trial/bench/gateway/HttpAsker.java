package io.lockarbiter.trial.bench.gateway;

import io.lockarbiter.embedded.load.LockTraffic;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.json.JsonMapper;

/** HTTP through one gateway, over connections that stay open. */
final class HttpAsker implements Asker {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long AGAIN_MS = 50;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String address;
  private final String key;
  private final int accounts;

  HttpAsker(String address, String key, int accounts) {
    this.address = address;
    this.key = key;
    this.accounts = accounts;
  }

  /** Waits until the gateway can send and show everything. */
  void awaitReady() throws InterruptedException {
    HttpRequest look =
        HttpRequest.newBuilder(URI.create(address + "/actuator/health/readiness")).build();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        if (http.send(look, BodyHandlers.discarding()).statusCode() == 200) {
          return;
        }
      } catch (IOException e) {
        // It may not listen yet.
      }
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "the gateway at %s was not ready within %d s".formatted(address, PATIENCE.toSeconds()));
      }
      TimeUnit.MILLISECONDS.sleep(AGAIN_MS);
    }
  }

  /** Each lock is an owner of its own, as in the Java client. */
  @Override
  public AutoCloseable acquire(int slot) throws IOException, InterruptedException {
    String id = UUID.randomUUID().toString();
    String locks =
        "%s/v1/accounts/%s/locks".formatted(address, LockTraffic.account(slot, accounts));
    String body = "{\"operation\":\"UPLOAD\",\"path\":\"%s\"}".formatted(LockTraffic.path(slot));
    String answer =
        answered(
            request(locks, id)
                .header("Idempotency-Key", id)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)),
            201);
    if (JsonMapper.shared().readTree(answer).path("validForMs").asLong() <= 0) {
      throw new IllegalStateException("a lock that is not valid: " + answer);
    }
    return () -> answered(request(locks + "/" + id, id).DELETE(), 200);
  }

  private HttpRequest.Builder request(String url, String session) {
    return HttpRequest.newBuilder(URI.create(url))
        .timeout(PATIENCE)
        .header("Authorization", "Bearer " + key)
        .header("Session", session);
  }

  private String answered(HttpRequest.Builder request, int expected)
      throws IOException, InterruptedException {
    HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
    if (response.statusCode() != expected) {
      throw new IllegalStateException(
          "the gateway answered %d, expected %d: %s; the figures would mean nothing"
              .formatted(response.statusCode(), expected, response.body()));
    }
    return response.body();
  }

  /** Leaves connections to the JVM's end: this JDK's clients cannot be closed. */
  @Override
  public void close() {}
}
