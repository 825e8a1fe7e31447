package io.lockarbiter.console.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.FilterChain;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class LoginLimitTest {
  private final LoginLimit limit = new LoginLimit(new RateLimit(3, () -> 0));
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  private int status(String method, String path, String address) {
    return status(method, path, address, new MockFilterChain());
  }

  private int status(String method, String path, String address, FilterChain chain) {
    MockHttpServletRequest request = new MockHttpServletRequest(method, path);
    request.setRemoteAddr(address);
    MockHttpServletResponse response = new MockHttpServletResponse();
    try {
      limit.doFilter(request, response, chain);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return response.getStatus();
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /api/login",
    "GET, /oauth2/authorization/staff",
    "GET, /login/oauth2/code/staff",
    "POST, /login/oauth2/code/staff"
  })
  void triesOfAnAddress_areCounted_andNoOthersForThem(String method, String path) {
    for (int n = 0; n < 3; n++) {
      assertThat(status(method, path, "10.0.0.1")).isEqualTo(200);
    }
    assertThat(status(method, path, "10.0.0.1")).isEqualTo(429);
    assertThat(status(method, path, "10.0.0.2")).isEqualTo(200);
    assertThat(status("GET", "/api/session", "10.0.0.1")).isEqualTo(200);
  }

  /** Many addresses use up only attempts of their own. */
  @Test
  void triesFromManyAddresses_lockNobodyOut() {
    for (int n = 0; n < 200; n++) {
      assertThat(status("POST", "/api/login", "10.1.0." + n)).isEqualTo(200);
    }
    assertThat(status("POST", "/api/login", "10.0.0.1")).isEqualTo(200);
  }

  /** A password digest is expensive: the next attempts wait in line, and the line is limited. */
  @Test
  void fewAreCheckedAtATime_andTheLineIsShort() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    AtomicInteger checked = new AtomicInteger();
    FilterChain chain =
        (request, response) -> {
          checked.incrementAndGet();
          try {
            go.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };
    List<CompletableFuture<Integer>> answers = new ArrayList<>();
    for (int n = 0; n < 60; n++) {
      String address = "10.2.0." + n;
      answers.add(
          CompletableFuture.supplyAsync(
              () -> status("POST", "/api/login", address, chain), threads));
    }
    await().until(() -> answers.stream().filter(CompletableFuture::isDone).count() >= 60 - 2 - 32);
    assertThat(checked.get()).isLessThanOrEqualTo(2);
    go.countDown();
    List<Integer> statuses = answers.stream().map(CompletableFuture::join).toList();
    assertThat(statuses).containsOnly(200, 503);
    assertThat(statuses.stream().filter(status -> status == 200).count())
        .isEqualTo(checked.get())
        .isGreaterThanOrEqualTo(2);
    assertThat(status("POST", "/api/login", "10.0.0.1")).isEqualTo(200);
  }
}
