package io.lockarbiter.client.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.contracts.lock.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class MemoryFencingGuardTest extends FencingGuardKit {
  private final MemoryFencingGuard guard = new MemoryFencingGuard();

  @Override
  protected void with(Consumer<FencingGuard> work) {
    work.accept(guard);
  }

  @Override
  protected int histories() {
    return 200;
  }

  @Test
  void refusedAction_doesNotItsWork() {
    List<String> done = new ArrayList<>();
    guard.act(FencingAction.of(account, 6, Mode.DELETE, "/d"), () -> done.add("delete"));
    assertThatThrownBy(
            () -> guard.act(FencingAction.of(account, 5, Mode.PUT, "/d/x"), () -> done.add("put")))
        .isInstanceOf(FencedException.class);
    assertThat(done).containsExactly("delete");
  }

  @Test
  void forgetting_givesTheMemoryBack() {
    for (long token = 1; token <= 1000; token++) {
      guard.require(FencingAction.of(account, token, Mode.PUT, "/d/" + token).run(token).asLast());
    }
    assertThat(guard.size(account)).isEqualTo(2002);
    guard.forgetBelow(account, 1000);
    assertThat(guard.size(account)).isEqualTo(4);
  }

  @Test
  void actsOfManyThreads_followOneAnother() throws Exception {
    AtomicLong tokens = new AtomicLong();
    List<FencingAction> done = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<?>> runs = new ArrayList<>();
    for (int thread = 0; thread < 4; thread++) {
      long seed = thread;
      runs.add(
          threads.submit(
              () -> {
                RandomActions actions = new RandomActions(new Random(seed));
                for (int i = 0; i < 500; i++) {
                  FencingAction action = actions.next(account, tokens.incrementAndGet());
                  try {
                    guard.act(action, () -> done.add(action));
                  } catch (FencedException e) {
                    assertThat(e.refusal().action()).isEqualTo(action);
                  }
                }
              }));
    }
    for (Future<?> run : runs) {
      run.get();
    }
    threads.shutdown();
    NaiveFencingGuard naive = new NaiveFencingGuard();
    assertThat(done).hasSizeGreaterThan(100).allMatch(naive::admits);
  }
}
