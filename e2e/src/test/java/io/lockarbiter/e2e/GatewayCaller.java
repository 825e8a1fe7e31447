package io.lockarbiter.e2e;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Asks gateways over plain HTTP, as any program can: one account, one key, one session. */
record GatewayCaller(String address, String key, String account, List<String> headers) {
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** An answer. */
  record Answer(int status, JsonNode body, HttpResponse<String> response) {
    String text(String member) {
      return body.path(member).asString("");
    }

    long number(String member) {
      return body.path(member).asLong(-1);
    }

    Optional<String> header(String name) {
      return response.headers().firstValue(name);
    }
  }

  static GatewayCaller of(String address, String key, String session) {
    return new GatewayCaller(address, key, "acme", List.of("Session", session));
  }

  GatewayCaller with(String... more) {
    List<String> all = new ArrayList<>(headers);
    all.addAll(Arrays.asList(more));
    return new GatewayCaller(address, key, account, all);
  }

  GatewayCaller at(String other) {
    return new GatewayCaller(other, key, account, headers);
  }

  GatewayCaller in(String other) {
    return new GatewayCaller(address, key, other, headers);
  }

  GatewayCaller withKey(String other) {
    return new GatewayCaller(address, other, account, headers);
  }

  /** Waits until the gateway can send and show everything. */
  GatewayCaller awaitReady() {
    await("a ready gateway at " + address)
        .ignoreExceptions()
        .until(
            () ->
                HTTP.send(
                            HttpRequest.newBuilder(
                                    URI.create(address + "/actuator/health/readiness"))
                                .build(),
                            HttpResponse.BodyHandlers.ofString())
                        .statusCode()
                    == 200);
    return this;
  }

  Answer acquire(String lockId, String body) throws IOException, InterruptedException {
    return answer(HTTP.send(asking(lockId, body), HttpResponse.BodyHandlers.ofString()));
  }

  CompletableFuture<Answer> acquireAsync(String lockId, String body) {
    return HTTP.sendAsync(asking(lockId, body), HttpResponse.BodyHandlers.ofString())
        .thenApply(GatewayCaller::answer);
  }

  CompletableFuture<Answer> sendAsync(String method, String path) {
    return HTTP.sendAsync(request(method, path, ""), HttpResponse.BodyHandlers.ofString())
        .thenApply(GatewayCaller::answer);
  }

  private HttpRequest asking(String lockId, String body) {
    return with("Idempotency-Key", lockId).request("POST", "/locks", body);
  }

  Answer upload(String lockId, String path) throws IOException, InterruptedException {
    return acquire(lockId, "{\"operation\":\"UPLOAD\",\"path\":\"%s\"}".formatted(path));
  }

  Answer get(String lockIdAndQuery) throws IOException, InterruptedException {
    return send("GET", "/locks/" + lockIdAndQuery, "");
  }

  Answer renew(String lockId) throws IOException, InterruptedException {
    return send("POST", "/locks/" + lockId + "/renew", "");
  }

  Answer release(String lockId) throws IOException, InterruptedException {
    return send("DELETE", "/locks/" + lockId, "");
  }

  Answer send(String method, String path, String body) throws IOException, InterruptedException {
    return answer(HTTP.send(request(method, path, body), HttpResponse.BodyHandlers.ofString()));
  }

  private HttpRequest request(String method, String path, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address + "/v1/accounts/" + account + path))
            .header("Authorization", "Bearer " + key)
            .method(
                method,
                body.isEmpty()
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    if (!body.isEmpty() && !headers.contains("Content-Type")) {
      request.header("Content-Type", "application/json");
    }
    for (int n = 0; n < headers.size(); n += 2) {
      request.header(headers.get(n), headers.get(n + 1));
    }
    return request.build();
  }

  /** Reads an answer, whoever sent the request. */
  static Answer answer(HttpResponse<String> response) {
    String body = response.body().isEmpty() ? "{}" : response.body();
    return new Answer(response.statusCode(), JsonMapper.shared().readTree(body), response);
  }
}
