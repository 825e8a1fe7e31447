package io.lockarbiter.arbiter.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.Explanation;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LockViews;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.QueuedRequest;
import io.lockarbiter.lua.store.StoreUnavailableException;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

class LimitedViewsTest {
  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final SlowViews slow = new SlowViews();
  private final LimitedViews views = new LimitedViews(slow, 1, registry);

  @Test
  void viewBeyondTheLimit_isRefusedAndCounted() throws InterruptedException {
    CompletableFuture<List<HeldLock>> first =
        CompletableFuture.supplyAsync(() -> views.locks(0, "acme", LockPath.ROOT, 10));
    slow.begun.await();

    assertThatThrownBy(() -> views.queue(0, "acme", 10))
        .isInstanceOf(TooManyViewsException.class)
        .hasMessageStartingWith("this instance is making 1 views of locks or queues already");
    assertThat(views.header(0)).as("asked for by every page").isNull();
    assertThat(registry.counter(MeterName.VIEWS_REFUSED.text()).count()).isEqualTo(1);

    slow.end.countDown();
    assertThat(first.join()).isEmpty();
    assertThat(views.queue(0, "acme", 10)).isEmpty();
  }

  @Test
  void viewThatFails_letsTheNextIn() {
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> views.explain(0, "acme", null, List.of()))
          .isInstanceOf(StoreUnavailableException.class);
    }
  }

  @Test
  void refusal_isA503ThatSaysWhenToAskAgain() {
    ResponseEntity<ProblemDetail> answer =
        new ProblemAdvice().askAgain(new TooManyViewsException(4));

    assertThat(answer.getStatusCode().value()).isEqualTo(503);
    assertThat(answer.getHeaders().getFirst(HttpHeaders.RETRY_AFTER)).isEqualTo("1");
    assertThat(answer.getBody())
        .extracting(ProblemDetail::getDetail)
        .asString()
        .contains("lockarbiter.http.concurrent-views");
  }

  private static final class SlowViews implements LockViews {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);

    @Override
    public @Nullable PartitionHeader header(int partition) {
      return null;
    }

    @Override
    public @Nullable Long nextDeadline(int partition) {
      return null;
    }

    @Override
    public List<HeldLock> locks(int partition, String account, LockPath under, int limit) {
      begun.countDown();
      try {
        end.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      return List.of();
    }

    @Override
    public List<QueuedRequest> queue(int partition, String account, int limit) {
      return List.of();
    }

    @Override
    public Explanation explain(
        int partition, String account, @Nullable Owner owner, List<Target> targets) {
      throw new StoreUnavailableException("no answer", new IllegalStateException());
    }
  }
}
