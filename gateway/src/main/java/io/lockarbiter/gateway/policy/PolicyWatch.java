package io.lockarbiter.gateway.policy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Asks the policy engine again about streams that are open, once for equal questions. */
public final class PolicyWatch {
  private final PolicyEngine engine;
  private final LongSupplier nanoTime;
  private final AtomicBoolean asking = new AtomicBoolean();

  /** A watch that has not asked yet. */
  public PolicyWatch(PolicyEngine engine, LongSupplier nanoTime) {
    this.engine = engine;
    this.nanoTime = nanoTime;
  }

  /**
   * Asks about those that are due, and does not wait for the answers; to be called every second.
   *
   * @return whether one of them is allowed no more
   */
  public boolean look(List<PolicyStanding> open) {
    Map<PolicyQuestion, List<PolicyStanding>> due = new LinkedHashMap<>();
    boolean hasEnded = false;
    for (PolicyStanding each : open) {
      hasEnded |= !each.isAllowed();
      if (each.isAllowed() && each.isDue()) {
        due.computeIfAbsent(each.question(), question -> new ArrayList<>()).add(each);
      }
    }
    if (!due.isEmpty() && asking.compareAndSet(false, true)) {
      Flux.fromIterable(due.entrySet())
          .flatMap(each -> asked(each.getKey(), each.getValue()), PolicyEngine.OF_STREAMS)
          .doFinally(end -> asking.set(false))
          .subscribe();
    }
    return hasEnded;
  }

  private Mono<Boolean> asked(PolicyQuestion question, List<PolicyStanding> standings) {
    return Mono.defer(
            () -> {
              long askedAt = nanoTime.getAsLong();
              return engine
                  .allowsStill(question)
                  .doOnNext(answer -> standings.forEach(each -> each.answered(answer, askedAt)));
            })
        .onErrorResume(
            failure -> {
              standings.forEach(PolicyStanding::failed);
              return Mono.empty();
            });
  }
}
