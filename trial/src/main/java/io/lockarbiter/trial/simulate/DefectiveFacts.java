package io.lockarbiter.trial.simulate;

import io.lockarbiter.arbiter.partition.Commit;
import io.lockarbiter.arbiter.partition.LaterEvents;
import io.lockarbiter.arbiter.partition.StartFacts;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The facts of a start, of which an owner overlooks some. */
final class DefectiveFacts {
  private DefectiveFacts() {}

  static StartFacts of(Defect defect, StartFacts right, SimulatedWorld world) {
    PartitionHeader header = right.header();
    if (defect == Defect.LATER_EVENTS_UNUSED
        && right.isLost()
        && right.commit() instanceof Commit.Known known
        && known.metadata().appliedOffset() + 1 < right.commands().begin()
        && right.goOnFrom(known.metadata())
        && !right.later().events().isEmpty()) {
      return publishedUpTo(Objects.requireNonNull(last(right)), right, known);
    }
    if (header == null
        || !(right.commit() instanceof Commit.Known known)
        || known.metadata().exceeds(header)) {
      return right;
    }
    long committed = known.metadata().publishedSeq();
    boolean isLater = !right.later().events().isEmpty();
    if (defect == Defect.STRANGER_BELIEVED && isLater) {
      return asDecided(right, header, world);
    }
    Long believed =
        switch (defect) {
          case OUTBOX_FORGOTTEN -> Long.valueOf(header.seq());
          case GAP_BELIEVED -> isLater && !right.goOnFrom(known.metadata()) ? last(right) : null;
          case LOSS_AMID_BELIEVED -> world.hasGap() && isLater ? last(right) : null;
          case LOST_EVENTS_BELIEVED -> told(header, committed, right, world);
          default -> null;
        };
    return believed == null ? right : publishedUpTo(believed, right, known);
  }

  private static @Nullable Long last(StartFacts facts) {
    return facts.lastPublished();
  }

  /** The last event of which Redis was told, if it stands behind all that the log has. */
  private static @Nullable Long told(
      PartitionHeader header, long committed, StartFacts right, SimulatedWorld world) {
    FeedPosition nothing = new FeedPosition(header.appliedOffset(), 0, header.seq());
    Long last = right.lastPublished();
    return world.redis().state().decide(right.partition(), nothing, List.of(), page -> {})
                instanceof Outcome.Stale stale
            && stale.firstKept() - 1 > Math.max(committed, last == null ? 0 : last)
        ? Long.valueOf(stale.firstKept() - 1)
        : null;
  }

  /** The facts with the events of Redis in the place of those published, so that all are alike. */
  private static StartFacts asDecided(
      StartFacts facts, PartitionHeader header, SimulatedWorld world) {
    Map<Long, LaterEvents.Stored> decided = new HashMap<>();
    FeedPosition kept =
        new FeedPosition(header.appliedOffset(), Objects.requireNonNull(facts.firstKept()) - 1);
    world
        .redis()
        .state()
        .decide(
            facts.partition(),
            kept,
            List.of(),
            page -> page.forEach(event -> decided.put(event.seq(), LaterEvents.Stored.of(event))));
    List<LaterEvents.Stored> later =
        facts.later().events().stream()
            .map(event -> decided.getOrDefault(event.seq(), event))
            .toList();
    return with(
        facts,
        facts.commit(),
        facts.lastSeq(),
        facts.firstKept(),
        new LaterEvents(later, facts.later().isCut()));
  }

  private static StartFacts publishedUpTo(long seq, StartFacts facts, Commit.Known known) {
    return with(
        facts,
        new Commit.Known(known.offset(), known.metadata().upTo(seq)),
        seq,
        null,
        LaterEvents.NONE);
  }

  private static StartFacts with(
      StartFacts facts,
      Commit commit,
      @Nullable Long lastSeq,
      @Nullable Long firstKept,
      LaterEvents later) {
    return new StartFacts(
        facts.partition(),
        commit,
        facts.events(),
        lastSeq,
        facts.header(),
        firstKept,
        facts.commands(),
        facts.applied(),
        later,
        facts.cause(),
        facts.tail());
  }
}
