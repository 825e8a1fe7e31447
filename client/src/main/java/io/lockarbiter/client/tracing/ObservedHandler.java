package io.lockarbiter.client.tracing;

import io.lockarbiter.client.work.GrantHandler;
import io.lockarbiter.client.work.Job;
import io.lockarbiter.client.work.JobOutcome;
import io.lockarbiter.contracts.event.LockFields;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;

/**
 * A handler that makes each of its runs an observation {@code lockarbiter.job}. If the registry
 * traces, the run belongs to the trace in which the lock was asked for.
 */
public final class ObservedHandler implements GrantHandler {
  private final GrantHandler handler;
  private final ObservationRegistry registry;

  /** Observes the runs of a handler. */
  public ObservedHandler(GrantHandler handler, ObservationRegistry registry) {
    this.handler = handler;
    this.registry = registry;
  }

  @Override
  public JobOutcome handle(Job job) throws Exception {
    ReceiverContext<Job> context =
        new ReceiverContext<>(
            (of, name) -> LockFields.TRACEPARENT.equals(name) ? of.traceparent() : null,
            Kind.CONSUMER);
    context.setCarrier(job);
    Observation observation =
        Observation.createNotStarted("lockarbiter.job", () -> context, registry)
            .contextualName("job " + job.lock().operation())
            .lowCardinalityKeyValue("operation", job.lock().operation().name());
    Observations.quietly(observation::start);
    Observation.Scope scope = Observations.scope(observation);
    try {
      return handler.handle(job);
    } catch (Throwable e) {
      Observations.quietly(() -> observation.error(e));
      throw e;
    } finally {
      Observations.quietly(scope::close);
      Observations.quietly(observation::stop);
    }
  }
}
