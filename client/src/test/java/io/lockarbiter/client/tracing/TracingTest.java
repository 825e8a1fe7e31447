package io.lockarbiter.client.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.work.Job;
import io.lockarbiter.client.work.JobOutcome;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.testing.FakeArbiter;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The trace that travels with a lock, with an observation handler that works like those of tracing
 * libraries.
 */
class TracingTest {
  private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  private static final LockRequest UPLOAD = LockRequest.upload("acme", "u1", "/a");
  private static final LockRequest DELETE = LockRequest.delete("acme", "u2", "/a");

  private final FakeArbiter arbiter = new FakeArbiter();
  private final LockClient plain =
      arbiter.client(
          FakeArbiter.options().withCallbacks(Runnable::run).withLossCallbacks(Runnable::run));
  private final ObservationRegistry registry = ObservationRegistry.create();
  private final LockClient client = new ObservedLockClient(plain, registry);
  private final List<String> spans = new ArrayList<>();

  /** Injects a trace context into sent requests, and takes the parent out of received jobs. */
  private final class Tracer implements ObservationHandler<Observation.Context> {
    private final @Nullable String sent;

    Tracer(@Nullable String sent) {
      this.sent = sent;
    }

    @Override
    public void onStart(Observation.Context context) {
      if (sent != null && context instanceof SenderContext<?> sender) {
        inject(sender, sent);
      } else if (context instanceof ReceiverContext<?> receiver) {
        spans.add(context.getName() + " parent=" + parent(receiver));
      }
    }

    private static <C> void inject(SenderContext<C> context, String trace) {
      context.getSetter().set(context.getCarrier(), "traceparent", trace);
    }

    private static <C> @Nullable String parent(ReceiverContext<C> context) {
      C carrier = Objects.requireNonNull(context.getCarrier());
      return context.getGetter().get(carrier, "traceparent");
    }

    @Override
    public void onEvent(Observation.Event event, Observation.Context context) {
      spans.add(context.getName() + " " + event.getName());
    }

    @Override
    public void onStop(Observation.Context context) {
      KeyValue outcome = context.getLowCardinalityKeyValue("outcome");
      spans.add(
          context.getContextualName()
              + (outcome == null ? "" : " " + outcome.getValue())
              + (context.getError() == null ? "" : " error"));
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
      return true;
    }
  }

  private void trace(@Nullable String sent) {
    registry.observationConfig().observationHandler(new Tracer(sent));
  }

  private List<@Nullable String> tracesOfEvents() {
    return arbiter.events().stream()
        .map(event -> ((LockFields) event.subject()))
        .map(fields -> fields.attributes().get("traceparent"))
        .toList();
  }

  @Test
  void requests_areObservedFromTheCallToTheAnswer() throws Exception {
    trace(null);
    var lease = client.acquire(UPLOAD);
    assertThatThrownBy(() -> client.acquire(DELETE)).hasMessageContaining("CONFLICT");
    var waiting = client.acquireAsync(DELETE.waitingUpTo(Duration.ofMinutes(1)));
    assertThat(spans)
        .containsExactly(
            "acquire UPLOAD OK", "acquire DELETE CONFLICT", "lockarbiter.acquire queued");
    spans.clear();
    lease.close();

    assertThat(waiting).isCompleted();
    assertThat(spans).containsExactly("acquire DELETE OK");
    assertThat(tracesOfEvents()).containsOnlyNulls();
  }

  @Test
  void cancelledRequest_isWithdrawnThroughTheObservation() throws Exception {
    trace(null);
    client.acquire(UPLOAD);
    client.acquireAsync(DELETE.waitingUpTo(Duration.ofMinutes(1))).cancel(true);

    assertThat(arbiter.events()).last().extracting(Event::type).hasToString("RELEASED");
    assertThat(spans).last().isEqualTo("acquire DELETE CancellationException error");
  }

  @Test
  void observationThatFails_harmsNeitherLockNorJob() throws Exception {
    registry.observationConfig().observationHandler(new Failing());

    client.acquire(UPLOAD).close();
    assertThat(client.tryAcquire(UPLOAD, Duration.ZERO)).isPresent().get().satisfies(Lease::close);
    assertThat(arbiter.locks("acme")).isEmpty();
    client.acquireAsync(UPLOAD).join().close();
    client.submit("thumbnails", UPLOAD).submitted().join();
    Granted granted = (Granted) arbiter.events().get(arbiter.events().size() - 1);
    try (Lease lease =
        plain.adopt("acme", granted.subject().lockId(), granted.subject().owner()).join()) {
      ObservedHandler handler = new ObservedHandler(job -> JobOutcome.GONE, registry);
      assertThat(handler.handle(new Job(lease, 1))).isEqualTo(JobOutcome.GONE);
    }
  }

  /** A faulty handler of observations, which is other people's code. */
  private static final class Failing implements ObservationHandler<Observation.Context> {
    @Override
    public void onStart(Observation.Context context) {
      throw new IllegalStateException("the tracer is away");
    }

    @Override
    public void onScopeOpened(Observation.Context context) {
      throw new IllegalStateException("the tracer is away");
    }

    @Override
    public void onStop(Observation.Context context) {
      throw new IllegalStateException("the tracer is away");
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
      return true;
    }
  }

  @Test
  void trace_isKeptWithTheLockAndIsTheParentOfItsJob() throws Exception {
    trace(TRACE);
    String lockId = client.submit("thumbnails", UPLOAD).submitted().join();

    assertThat(tracesOfEvents()).containsExactly(TRACE);
    assertThat(plain.submit("thumbnails", UPLOAD, lockId).submitted().join()).isEqualTo(lockId);
    Granted granted = (Granted) arbiter.events().get(0);
    var lease = plain.adopt("acme", granted.subject().lockId(), granted.subject().owner()).join();
    // A repeated answer shows the repeated request; the lock keeps the trace of the first.
    assertThat(tracesOfEvents()).containsExactly(TRACE, null, TRACE);
    JobOutcome outcome =
        new ObservedHandler(job -> JobOutcome.DONE, registry).handle(new Job(lease, 1));
    assertThat(outcome).isEqualTo(JobOutcome.DONE);
    assertThat(spans).contains("lockarbiter.job parent=" + TRACE, "job UPLOAD");
  }

  @Test
  void whatIsNoTrace_isDroppedAndHarmsNoRequest() throws Exception {
    trace("00-\u0000\nno trace");
    client.acquire(UPLOAD);

    assertThat(tracesOfEvents()).containsOnlyNulls();
    String full = "x".repeat(4000);
    assertThat(UPLOAD.attribute("a", full).traced(TRACE)).isEqualTo(UPLOAD.attribute("a", full));
    for (String wrong :
        List.of(
            "",
            TRACE + "-more",
            TRACE.toUpperCase(Locale.ROOT),
            TRACE.replace("00-4", "ff-4"),
            "00-" + "0".repeat(32) + "-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-" + "0".repeat(16) + "-01")) {
      assertThat(UPLOAD.traced(TRACE).traced(wrong)).isEqualTo(UPLOAD);
    }
  }
}
