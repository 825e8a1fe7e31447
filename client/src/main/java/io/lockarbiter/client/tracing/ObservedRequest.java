package io.lockarbiter.client.tracing;

import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.QueueListener;
import io.lockarbiter.contracts.event.LockFields;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One request, observed until it is answered. */
final class ObservedRequest {
  private static final String OPERATION = "operation";
  private static final String OUTCOME = "outcome";

  private final Observation observation;
  private final LockRequest request;

  private ObservedRequest(Observation observation, LockRequest request) {
    this.observation = observation;
    this.request = request;
  }

  static ObservedRequest start(String verb, LockRequest request, ObservationRegistry registry) {
    Map<String, String> carrier = new HashMap<>();
    SenderContext<Map<String, String>> context =
        new SenderContext<>(
            (headers, name, value) -> {
              if (headers != null) {
                headers.put(name, value);
              }
            },
            Kind.PRODUCER);
    context.setCarrier(carrier);
    Observation observation =
        Observation.createNotStarted("lockarbiter." + verb, () -> context, registry)
            .contextualName(verb + " " + request.operation())
            .lowCardinalityKeyValue(OPERATION, request.operation().name());
    Observations.quietly(observation::start);
    String traceparent = carrier.get(LockFields.TRACEPARENT);
    return new ObservedRequest(
        observation, traceparent == null ? request : request.traced(traceparent));
  }

  /** The request to send, with its trace. */
  LockRequest request() {
    return request;
  }

  /** Calls the listener, and records the wait once. */
  QueueListener queued(QueueListener listener) {
    return position -> {
      Observations.quietly(() -> observation.event(Observation.Event.of("queued")));
      listener.queued(position);
    };
  }

  /** A call that blocks until there is an answer. */
  interface Blocking<T> {
    T call() throws InterruptedException;
  }

  <T> T during(Blocking<T> call) throws InterruptedException {
    try {
      T answer = call.call();
      stop(answer, null);
      return answer;
    } catch (InterruptedException | RuntimeException | Error e) {
      stop(null, e);
      throw e;
    }
  }

  /**
   * Observes the future of the call and returns it, so that cancelling it withdraws the request.
   */
  <T> CompletableFuture<T> until(Supplier<CompletableFuture<T>> call) {
    return until(call, future -> future);
  }

  /** Observes the future of the arbiter's answer, and returns the result of the call. */
  <T> T until(Supplier<T> call, Function<T, CompletableFuture<?>> answerOf) {
    try {
      T called = call.get();
      var unused = answerOf.apply(called).whenComplete(this::stop);
      return called;
    } catch (RuntimeException | Error e) {
      stop(null, e);
      throw e;
    }
  }

  private void stop(@Nullable Object answer, @Nullable Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    Observations.quietly(
        () -> {
          observation.lowCardinalityKeyValue(OUTCOME, outcome(answer, cause));
          if (cause != null && !(cause instanceof LockRefusedException)) {
            observation.error(cause);
          }
        });
    Observations.quietly(observation::stop);
  }

  /** The outcome of the observation; a refusal is an answer and no error. */
  private static String outcome(@Nullable Object answer, @Nullable Throwable failure) {
    if (failure instanceof LockRefusedException refused) {
      return refused.reason().name();
    }
    if (failure != null) {
      return failure.getClass().getSimpleName();
    }
    return answer instanceof Optional<?> lease && lease.isEmpty() ? "CONFLICT" : "OK";
  }
}
