package io.lockarbiter.arbiter.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

class ViewPermitsTest {
  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final SlowEndpoint slow = new SlowEndpoint();
  private final MockMvcTester http =
      MockMvcTester.of(
          List.of(slow),
          builder ->
              builder
                  .setControllerAdvice(new ProblemAdvice())
                  .addInterceptors(new ViewPermits(1, registry))
                  .build());

  /** The answer of the first view is being written when the second one comes. */
  @Test
  void viewBesideOneWhoseAnswerIsWritten_isRefusedAndCounted() throws InterruptedException {
    CompletableFuture<MvcTestResult> first =
        CompletableFuture.supplyAsync(
            () -> http.get().uri("/slow").exchange(), slowAsker -> new Thread(slowAsker).start());
    slow.isWritten.await();

    MvcTestResult second = http.get().uri("/quick").exchange();

    assertThat(second).hasStatus(503).hasHeader(HttpHeaders.RETRY_AFTER, "1");
    assertThat(second)
        .bodyText()
        .contains(
            "this instance is making 1 views of locks or queues already",
            "lockarbiter.http.concurrent-views");
    assertThat(registry.counter(MeterName.VIEWS_REFUSED.text()).count()).isEqualTo(1);
    slow.end.countDown();
    assertThat(first.join()).hasStatusOk();
    assertThat(http.get().uri("/quick").exchange()).hasStatusOk();
  }

  @Test
  void viewThatFails_letsTheNextIn() {
    for (int n = 0; n < 2; n++) {
      assertThat(http.get().uri("/failing").exchange()).hasStatus(503);
    }
    assertThat(registry.counter(MeterName.VIEWS_REFUSED.text()).count()).isZero();
  }

  /** Its answer takes until a latch opens to be written. */
  @RestController
  @SuppressWarnings("UnusedMethod") // Spring calls them
  private static final class SlowEndpoint {
    private final CountDownLatch isWritten = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);

    @GetMapping("/slow")
    List<Object> slow() {
      return List.of(
          new Object() {
            @SuppressWarnings("unused") // a property of the answer
            public String getText() throws InterruptedException {
              isWritten.countDown();
              end.await();
              return "text";
            }
          });
    }

    @GetMapping("/quick")
    List<String> quick() {
      return List.of();
    }

    @GetMapping("/failing")
    List<String> failing() {
      throw new NoStateException("there is none");
    }
  }
}
