package io.lockarbiter.client.metrics;

import io.lockarbiter.client.work.GrantWorker;
import io.lockarbiter.client.work.GrantWorkerHealth.Status;
import io.lockarbiter.client.work.GrantWorkerStatistics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToLongFunction;

/** The counts of one worker as meters, tagged with its {@code group}. */
public final class GrantWorkerMetrics implements MeterBinder {
  private static final String PREFIX = "lockarbiter.worker.";

  private final GrantWorker worker;
  private final Tags tags;

  /** Of a worker that is alone in its group and process. */
  public GrantWorkerMetrics(GrantWorker worker) {
    this(worker, Tags.empty());
  }

  /** With tags that tell this worker from others of its group in the process. */
  public GrantWorkerMetrics(GrantWorker worker, Iterable<Tag> tags) {
    this.worker = worker;
    this.tags = Tags.of("group", worker.group()).and(tags);
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    gauge(registry, "up", of -> of.health().status() == Status.RUNNING ? 1 : 0, "1 = takes jobs");
    gauge(registry, "partitions", of -> of.health().partitions(), "Partitions that it reads");
    gauge(registry, "waiting", of -> of.statistics().waiting(), "Jobs that wait for a place");
    gauge(registry, "running", of -> of.statistics().running(), "Jobs whose handler runs");
    jobs(registry, "done", GrantWorkerStatistics::done);
    jobs(registry, "failed", GrantWorkerStatistics::failed);
    jobs(registry, "lost", GrantWorkerStatistics::lost);
    jobs(registry, "skipped", GrantWorkerStatistics::skipped);
    FunctionCounter.builder(PREFIX + "poll.failures", worker, of -> of.statistics().pollFailures())
        .description("Reads of the events that failed")
        .tags(tags)
        .register(registry);
  }

  private void gauge(
      MeterRegistry registry, String name, ToLongFunction<GrantWorker> value, String description) {
    Gauge.builder(PREFIX + name, worker, value::applyAsLong)
        .description(description)
        .tags(tags)
        .register(registry);
  }

  private void jobs(
      MeterRegistry registry, String end, ToLongFunction<GrantWorkerStatistics> value) {
    FunctionCounter.builder(PREFIX + "jobs", worker, of -> value.applyAsLong(of.statistics()))
        .description("Jobs by how they ended")
        .tags(tags.and("end", end))
        .register(registry);
  }
}
