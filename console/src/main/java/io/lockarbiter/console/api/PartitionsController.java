package io.lockarbiter.console.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.lockarbiter.console.kafka.LogPositions;
import io.lockarbiter.console.stream.EventHub;
import io.lockarbiter.console.stream.EventRing;
import io.lockarbiter.lua.store.LockViews;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.StoreUnavailableException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The condition of the partitions, from Kafka and Redis: {@code GET /api/partitions}. */
@RestController
final class PartitionsController {
  private static final long RATE_MS = 10_000;
  private static final int MOST_COUNTED = 100_000;
  private static final PartitionDiagnosis UNANSWERED =
      new PartitionDiagnosis(
          "UNKNOWN",
          "Redis does not answer the console",
          "See whether it runs and is reached; arbiters need it as well",
          null);

  private final LockViews views;
  private final Supplier<LogPositions.Positions> positions;
  private final EventHub hub;
  private final InstantSource clock;
  private final DueLooks due = new DueLooks();
  private final OwnerLooks owners = new OwnerLooks();
  private @Nullable Partitions last;
  private long askedAt;

  PartitionsController(
      LockViews views,
      Supplier<LogPositions.Positions> positions,
      EventHub hub,
      InstantSource clock) {
    this.views = views;
    this.positions = positions;
    this.hub = hub;
    this.clock = clock;
  }

  /**
   * All partitions.
   *
   * @param now when they were read, on the console's clock, epoch ms
   * @param problem what could not be read, events included; left out if everything could
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Partitions(long now, List<PartitionView> partitions, @Nullable String problem) {}

  /**
   * A partition; unknown values are left out.
   *
   * @param state {@code OK}, {@code BEHIND} (commands are undecided for more than five seconds),
   *     {@code STALLED} (nothing can be decided or read), {@code NO_STATE} (Redis has no state, or
   *     half of one), {@code SUSPECT} (Redis and the log contradict each other, or this console),
   *     {@code UNKNOWN} (Redis or Kafka does not answer)
   * @param owned whether an arbiter owns it; that none does is told once it has lasted for some
   *     seconds
   * @param cause what was seen
   * @param section of docs/RUNBOOK.md
   * @param seq last event in the state in Redis
   * @param publishedSeq last event seen in {@code lock.events}
   * @param at log time, epoch ms
   * @param lag number of undecided commands
   * @param lagMs by how much the latest of them is ahead of log time
   * @param rate events a second, over the last ten seconds of log time
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record PartitionView(
      int partition,
      String state,
      @Nullable Long appliedOffset,
      @Nullable Long seq,
      @Nullable Long publishedSeq,
      @Nullable Long at,
      @Nullable Long endOffset,
      @Nullable Long lag,
      @Nullable Long lagMs,
      double rate,
      @Nullable Boolean owned,
      @Nullable String cause,
      @Nullable String remedy,
      @Nullable String section) {}

  /** Returns a reading that is at most one second old, however many clients ask. */
  @GetMapping("/api/partitions")
  synchronized Partitions partitions() {
    long now = System.nanoTime();
    if (last == null || now - askedAt > 1_000_000_000L) {
      last = read();
      askedAt = System.nanoTime();
    }
    return last;
  }

  private Partitions read() {
    List<Long> published = new ArrayList<>();
    List<@Nullable PartitionHeader> headers = new ArrayList<>();
    List<Boolean> overdue = new ArrayList<>();
    @Nullable String silent = null;
    // Number of partitions whose state Redis returned before it stopped answering.
    int answered = 0;
    for (int n = 0; n < hub.partitions(); n++) {
      // Read before the state: the state is never behind the published events.
      published.add(hub.look(n, EventRing::last));
      PartitionHeader header = null;
      boolean isOverdue = false;
      if (silent == null) {
        try {
          header = views.header(n);
          isOverdue = due.isOverdue(n, header, views.nextDeadline(n), System.nanoTime());
          answered++;
        } catch (StoreUnavailableException e) {
          silent = String.valueOf(e.getMessage());
        }
      }
      headers.add(header);
      overdue.add(isOverdue);
    }
    // Read after the states: otherwise, under load, each state would be beyond a log end that was
    // read earlier.
    LogPositions.Positions found = positions.get();
    List<PartitionView> partitions = new ArrayList<>();
    for (int n = 0; n < headers.size(); n++) {
      partitions.add(
          view(
              n,
              headers.get(n),
              n < answered,
              owners.look(n, found.byPartition().get(n), System.nanoTime()),
              found.silence(),
              published.get(n),
              overdue.get(n)));
    }
    return new Partitions(
        clock.millis(), partitions, both(hub.problem(), silent == null ? found.problem() : silent));
  }

  private static @Nullable String both(@Nullable String one, @Nullable String other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one + "; " + other;
  }

  private PartitionView view(
      int partition,
      @Nullable PartitionHeader header,
      boolean redis,
      LogPositions.@Nullable Position position,
      Duration silence,
      long published,
      boolean overdue) {
    Long lag = position == null ? null : position.lag(header == null ? -1 : header.appliedOffset());
    Long lagMs = null;
    if (lag != null && header != null && position != null && position.lastAppendedAt() != null) {
      lagMs = lag == 0 ? 0 : Math.max(0, position.lastAppendedAt() - header.at());
    }
    PartitionDiagnosis found =
        redis ? diagnosis(partition, header, position, silence, published, overdue) : UNANSWERED;
    return new PartitionView(
        partition,
        found.state(),
        header == null ? null : header.appliedOffset(),
        header == null ? null : header.seq(),
        published == EventRing.NONE ? null : published,
        header == null ? null : header.at(),
        position == null ? null : position.end(),
        lag,
        lagMs,
        rate(partition),
        position == null ? null : position.owned(),
        found.cause(),
        found.remedy(),
        found.section());
  }

  private static PartitionDiagnosis diagnosis(
      int partition,
      @Nullable PartitionHeader header,
      LogPositions.@Nullable Position position,
      Duration silence,
      long published,
      boolean overdue) {
    return silence.isZero()
        ? PartitionDiagnosis.of(partition, header, position, published, overdue)
        : PartitionDiagnosis.ofSilence(silence);
  }

  private double rate(int partition) {
    return hub.look(
        partition,
        ring -> {
          long since = ring.logTime(System.nanoTime()) - RATE_MS;
          return ring.latest(MOST_COUNTED, event -> true, event -> event.at() > since).size()
              * 1000.0
              / RATE_MS;
        });
  }
}
