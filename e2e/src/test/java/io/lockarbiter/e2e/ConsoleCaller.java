package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Calls a console over HTTP, as any program on this machine can. */
record ConsoleCaller(String address, HttpClient http) {
  private static final Pattern TOKEN = Pattern.compile("\"csrfToken\":\"([^\"]+)\"");

  ConsoleCaller(String address) {
    this(
        address,
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .cookieHandler(new CookieManager())
            .build());
  }

  void shows(String path, String... texts) {
    await().untilAsserted(() -> assertThat(get(path)).contains(texts));
  }

  String get(String path) throws IOException, InterruptedException {
    return http.send(
            HttpRequest.newBuilder(URI.create(address + path)).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  /** Forces a lock of account {@code acme} open; returns the status. */
  int force(String lockId) throws IOException, InterruptedException {
    Matcher token = TOKEN.matcher(get("/api/session"));
    assertThat(token.find()).isTrue();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + "/api/force"))
            .header("Content-Type", "application/json")
            .header("X-XSRF-TOKEN", token.group(1))
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"account\":\"acme\",\"lockId\":\"%s\",\"reason\":\"device lost\"}"
                        .formatted(lockId)))
            .build();
    return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
  }
}
