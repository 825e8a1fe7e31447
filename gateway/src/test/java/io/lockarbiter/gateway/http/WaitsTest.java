package io.lockarbiter.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.gateway.ask.BusyException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;

class WaitsTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  private final Waits waits = new Waits(3, 2);

  @Test
  void placesAreBounded_inAllAndForEachSubject_andComeBack() {
    CompletableFuture<String> answer = new CompletableFuture<>();
    Disposable gone = wait("web", new CompletableFuture<>());
    wait("web", answer);
    assertThatThrownBy(() -> waits.within("web", LONG, CompletableFuture::new).block())
        .isInstanceOf(BusyException.class)
        .hasMessageContaining("waiting=2 of 3, of this subject 2 of 2");
    wait("sync", new CompletableFuture<>());
    assertThatThrownBy(() -> waits.within("olga", LONG, CompletableFuture::new).block())
        .isInstanceOf(BusyException.class);
    assertThat(waits.all()).isEqualTo(3);

    gone.dispose();
    answer.complete("answered");
    assertThat(waits.all()).isEqualTo(1);
  }

  @Test
  void requestThatDoesNotWait_needsNoPlace() {
    assertThat(
            waits
                .within("web", Duration.ZERO, () -> CompletableFuture.completedFuture("now"))
                .block())
        .isEqualTo("now");
    assertThat(waits.all()).isZero();
  }

  private Disposable wait(String subject, CompletableFuture<String> answer) {
    return waits.within(subject, LONG, () -> answer).subscribe();
  }
}
