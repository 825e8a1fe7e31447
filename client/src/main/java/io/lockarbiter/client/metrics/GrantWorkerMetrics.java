package io.lockarbiter.client.metrics;

import static java.util.stream.Collectors.toCollection;

import io.lockarbiter.client.work.GrantWorker;
import io.lockarbiter.client.work.GrantWorkerHealth.Status;
import io.lockarbiter.client.work.GrantWorkerStatistics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** Meters of the workers of one group, tagged with the {@code group}. */
public final class GrantWorkerMetrics implements MeterBinder {
  private static final String PREFIX = "lockarbiter.worker.";

  private final List<GrantWorker> workers;
  private final Tags tags;

  /** Makes the meters of a worker that is alone in its group and process. */
  public GrantWorkerMetrics(GrantWorker worker) {
    this(worker, Tags.empty());
  }

  /**
   * Makes meters with tags that distinguish this worker from others of its group in the process.
   */
  public GrantWorkerMetrics(GrantWorker worker, Iterable<Tag> tags) {
    this.workers = List.of(worker);
    this.tags = Tags.of("group", worker.group()).and(tags);
  }

  /**
   * Makes the meters of all workers of one group in the process: sums, the longest lag, and up if
   * all of them are.
   *
   * @throws IllegalArgumentException if there is no worker, or they belong to several groups
   */
  public GrantWorkerMetrics(Collection<GrantWorker> workers) {
    SortedSet<String> groups =
        workers.stream().map(GrantWorker::group).collect(toCollection(TreeSet::new));
    if (groups.size() != 1) {
      throw new IllegalArgumentException(
          groups.isEmpty()
              ? "no worker is given, expected those of one group"
              : "workers of groups=%s, expected one group; each has meters of its own"
                  .formatted(groups));
    }
    this.workers = List.copyOf(workers);
    this.tags = Tags.of("group", groups.first());
  }

  /**
   * {@inheritDoc}
   *
   * <p>They replace meters with the same tags, which would go on showing workers that were stopped.
   * They keep the workers from being garbage-collected.
   */
  @Override
  public void bindTo(MeterRegistry registry) {
    gauge(registry, "up", "1 = takes jobs", this::up);
    gauge(registry, "partitions", "Partitions that it reads", this::partitions);
    gauge(
        registry,
        "waiting",
        "Jobs that wait for a place",
        () -> sum(GrantWorkerStatistics::waiting));
    gauge(
        registry, "running", "Jobs whose handler runs", () -> sum(GrantWorkerStatistics::running));
    gauge(
        registry,
        "overdue",
        "Handlers that run although their lease was lost",
        () -> sum(GrantWorkerStatistics::overdue));
    gauge(registry, "earlier", "Events of before the start still to be read", this::earlier);
    lag(registry);
    jobs(registry, "done", GrantWorkerStatistics::done);
    jobs(registry, "failed", GrantWorkerStatistics::failed);
    jobs(registry, "lost", GrantWorkerStatistics::lost);
    jobs(registry, "skipped", GrantWorkerStatistics::skipped);
    jobs(registry, "finished", GrantWorkerStatistics::finished);
    jobs(registry, "unknown", GrantWorkerStatistics::unknown);
    counter(
        registry,
        "poll.failures",
        "Reads of the events that failed",
        tags,
        GrantWorkerStatistics::pollFailures);
  }

  private long up() {
    return workers.stream().allMatch(of -> of.health().status() == Status.RUNNING) ? 1 : 0;
  }

  private long partitions() {
    return workers.stream().mapToLong(of -> of.health().partitions()).sum();
  }

  private long earlier() {
    return workers.stream().mapToLong(of -> of.health().earlierEvents()).sum();
  }

  private double lagSeconds() {
    return workers.stream().mapToLong(of -> of.health().lag().toMillis()).max().orElse(0) / 1e3;
  }

  private void lag(MeterRegistry registry) {
    remove(registry, "lag", tags, Meter.Type.GAUGE);
    Gauge.builder(PREFIX + "lag", this::lagSeconds)
        .description("Time by which the slowest worker is behind with new events")
        .baseUnit("seconds")
        .tags(tags)
        .register(registry);
  }

  private long sum(ToLongFunction<GrantWorkerStatistics> value) {
    return workers.stream().map(GrantWorker::statistics).mapToLong(value).sum();
  }

  private void gauge(
      MeterRegistry registry, String name, String description, Supplier<Number> value) {
    remove(registry, name, tags, Meter.Type.GAUGE);
    Gauge.builder(PREFIX + name, value).description(description).tags(tags).register(registry);
  }

  private void jobs(
      MeterRegistry registry, String end, ToLongFunction<GrantWorkerStatistics> value) {
    counter(registry, "jobs", "Jobs by how they ended", tags.and("end", end), value);
  }

  private void counter(
      MeterRegistry registry,
      String name,
      String description,
      Tags tags,
      ToLongFunction<GrantWorkerStatistics> value) {
    remove(registry, name, tags, Meter.Type.COUNTER);
    // The registry holds its object weakly, but the function holds its own references strongly.
    FunctionCounter.builder(PREFIX + name, workers, unused -> sum(value))
        .description(description)
        .tags(tags)
        .register(registry);
  }

  private static void remove(MeterRegistry registry, String name, Tags tags, Meter.Type type) {
    registry.removeByPreFilterId(
        new Meter.Id(PREFIX + name, tags, /* baseUnit= */ null, /* description= */ null, type));
  }
}
