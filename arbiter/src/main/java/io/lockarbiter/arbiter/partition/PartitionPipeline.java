package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.Outcome.Applied;
import io.lockarbiter.lua.store.PartitionHeader;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Processes one partition's batches from its start position until something goes wrong: decides,
 * publishes, goes on. While one batch is being committed, the next one may be decided, but no
 * third. After any exception its position is unknown: it is then useless, and another one starts
 * from the facts of Kafka and Redis. Used by one thread.
 */
public final class PartitionPipeline {
  /** Bytes of events after which a transaction is committed within a publication. */
  static final long MOST_OPEN_BYTES = 16 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(PartitionPipeline.class);
  private static final Duration LOOK_INTERVAL = Duration.ofSeconds(5);

  private final int partition;
  private final LockStore store;
  private final EventPublisher publisher;
  private final DecisionMeters meters;
  private final ElapsedClock clock;
  private final Executor committers;
  private final ForeignSettings foreignSettings;
  private final RarePosition rarePosition;
  private final long endAtStart;
  private LaterEvents later;
  private FeedPosition position;
  private long nextOffset;
  private CommitMetadata committed;
  private long openBytes;
  private long lookDue;
  private @Nullable LogTime logTime;
  private @Nullable CompletableFuture<PartitionProgress> inFlight;

  /**
   * A pipeline at a start position.
   *
   * @param endAtStart the end of the log at the start; the waiting times of records before it are
   *     not known
   */
  public PartitionPipeline(
      int partition,
      Start start,
      long endAtStart,
      EventPublisher publisher,
      PartitionServices services) {
    this.partition = partition;
    this.store = services.store();
    this.publisher = publisher;
    this.meters = services.meters();
    this.clock = services.clock();
    this.committers = services.committers();
    this.foreignSettings = new ForeignSettings(partition, services);
    this.rarePosition = new RarePosition(publisher, clock, start.isPositionOld());
    this.later = start.later();
    this.endAtStart = endAtStart;
    this.position = new FeedPosition(start.expectedOffset(), start.keptFrom());
    this.nextOffset = start.position();
    this.committed = start.committed();
    this.lookDue = clock.nanos() + LOOK_INTERVAL.toNanos();
  }

  /**
   * Publishes the events that an earlier owner decided and did not publish, and compares those that
   * it did publish without saying so. The position stays, because dead letters of those records may
   * be unpublished too.
   *
   * @throws HaltedException as {@link #process}
   * @throws StateLostException if the store does not have all published events any more
   */
  public PartitionProgress resume() {
    Publication publication = new Publication(partition, Batch.EMPTY, position.fromSeq(), later);
    Applied applied = decide(publication);
    later = LaterEvents.NONE;
    if (applied.header().seq() < committed.publishedSeq()) {
      throw StateLostException.ofEvents(applied.header().seq(), committed.publishedSeq());
    }
    PartitionProgress progress =
        PartitionProgress.of(applied, nextOffset, position.fromSeq(), logTime);
    if (!publication.events().isEmpty()) {
      commit(publication, List.of(), progress);
      meters.resent(publication.events().values().stream().mapToInt(Integer::intValue).sum());
    }
    return settled(progress);
  }

  /**
   * Checks from time to time whether the store still has the state, and the group's position its
   * metadata. While no record comes nothing else asks them. A silent partition would show a state
   * that no longer exists, or could not be brought back once Redis loses it.
   *
   * @throws StateLostException if the store does not
   */
  void lookAround(PartitionLog log) {
    if (clock.nanos() - lookDue < 0) {
      return;
    }
    lookDue = clock.nanos() + LOOK_INTERVAL.toNanos();
    lookAtState();
    if (inFlight == null
        && committed.appliedOffset() >= 0
        && log.isCommitBare()
        && log.hasSameTopics()) {
      commitAgain();
    }
  }

  /**
   * Commits the position once more, with the metadata that it lacks: without them a state that
   * Redis loses could not be brought back.
   */
  void commitAgain() {
    LOG.warn(
        "partition={}: the group's position had no metadata, as a stranger in the group or a tool leaves it; it was committed again: offset={} publishedSeq={}. Fix: let nobody else commit for the group",
        partition,
        nextOffset,
        committed.publishedSeq());
    rarePosition.commit(nextOffset, committed);
  }

  /** Lets the position follow the events from time to time. Call it while no record comes. */
  void follow(PartitionLog log) {
    if (inFlight == null && rarePosition.isOverdue() && log.hasSameTopics()) {
      rarePosition.commit(nextOffset, committed);
    }
  }

  private void lookAtState() {
    PartitionHeader header = store.header(partition);
    if (header == null) {
      requireApplied(partition, new Outcome.Empty("there is none, or half of one"));
    } else if (header.appliedOffset() < position.offset()) {
      requireApplied(partition, new Outcome.Behind(header.appliedOffset(), position.offset()));
    }
  }

  /**
   * Decides a batch and publishes the decisions.
   *
   * @param more whether the next batch waits already; this one is then committed beside it
   * @return the progress of the publications known to be committed; null if nothing new is known
   * @throws HaltedException if the partition must stand still; nothing of the batch is published
   */
  public @Nullable PartitionProgress process(Batch batch, boolean more) {
    long begin = clock.nanos();
    Publication publication = new Publication(partition, batch, position.fromSeq());
    Applied applied = decide(publication);
    logTime = batch.last().offset() < endAtStart ? null : LogTime.of(applied.header(), begin);
    List<DeadLetter> letters = foreignSettings.deadLetters(batch, applied.header().settings());
    PartitionProgress progress =
        PartitionProgress.of(applied, batch.last().offset() + 1, position.fromSeq(), logTime);
    PartitionProgress before = settle();
    if (more) {
      inFlight =
          CompletableFuture.supplyAsync(() -> commit(publication, letters, progress), committers);
      return before;
    }
    return settled(commit(publication, letters, progress));
  }

  private Applied decide(Publication publication) {
    long begin = clock.nanos();
    meters.deciding();
    Outcome outcome;
    try {
      outcome =
          store.decide(partition, position, publication.records(), page -> add(publication, page));
    } finally {
      meters.decided(Duration.ofNanos(clock.nanos() - begin));
    }
    if (outcome instanceof Outcome.Stale stale && publication.isPublished(stale.firstKept() - 1)) {
      throw StateLostException.toldMeanwhile(stale);
    }
    Applied applied = requireApplied(partition, outcome);
    long seq = Math.max(applied.header().seq(), position.fromSeq());
    publication.requireComplete(seq);
    meters.outbox(publication.length(), publication.bytes());
    position = new FeedPosition(applied.header().appliedOffset(), position.publishedSeq(), seq);
    return applied;
  }

  /**
   * The outcome of a call, which must have been applied.
   *
   * @throws StateLostException if the store has lost its state
   * @throws HaltedException if it refuses
   */
  static Applied requireApplied(int partition, Outcome outcome) {
    if (outcome instanceof Applied applied) {
      return applied;
    }
    if (outcome instanceof Outcome.Behind behind) {
      throw StateLostException.of(behind);
    }
    if (outcome instanceof Outcome.Empty empty) {
      throw StateLostException.of(empty);
    }
    throw new HaltedException(HaltText.of(partition, outcome));
  }

  /** Adds a page, and sends the one before it, which is then not the last. */
  private void add(Publication publication, List<EncodedEvent> page) {
    List<EncodedEvent> before = publication.lastPage();
    publication.add(page);
    if (!before.isEmpty()) {
      send(before);
    }
  }

  /**
   * Sends a page that is not the last; the commit before must have ended. One record may lead to
   * more events than a transaction has time for. Then several transactions publish them, and only
   * the last commits the record as done.
   */
  private void send(List<EncodedEvent> page) {
    settle();
    publisher.add(page);
    openBytes += page.stream().mapToLong(event -> event.value().length).sum();
    if (openBytes >= MOST_OPEN_BYTES) {
      committed = committed.upTo(page.get(page.size() - 1).seq());
      rarePosition.commit(nextOffset, committed);
      openBytes = 0;
    }
  }

  private PartitionProgress commit(
      Publication publication, List<DeadLetter> letters, PartitionProgress progress) {
    publisher.add(publication.lastPage());
    long begin = clock.nanos();
    rarePosition.commit(publication, letters, progress);
    meters.committed(Duration.ofNanos(clock.nanos() - begin));
    meters.published(publication.events(), letters.size(), publication.records());
    return progress;
  }

  /** Waits for the commit under way, if there is one; returns null if there is none. */
  @Nullable PartitionProgress settle() {
    CompletableFuture<PartitionProgress> waiting = inFlight;
    if (waiting == null) {
      return null;
    }
    inFlight = null;
    try {
      return settled(waiting.join());
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw e;
    }
  }

  /**
   * Lets a commit that is under way end and the position follow, whatever the result, because
   * somebody goes on from the facts. Events of a batch that was not decided to its end are dropped.
   * Not to be called after a failure of the log.
   *
   * @return false if that failed, perhaps because another instance has taken over, or if a topic
   *     was made anew
   */
  boolean leave(PartitionLog log) {
    try {
      settle();
      boolean mayCommit = rarePosition.isOwed() && log.hasSameTopics();
      if (mayCommit && openBytes > 0) {
        publisher.drop();
      }
      if (mayCommit) {
        rarePosition.commit(nextOffset, committed);
      }
      return !rarePosition.isOwed();
    } catch (RuntimeException e) {
      LOG.debug("partition={}: the next start finds out what was published", partition, e);
      return false;
    }
  }

  private PartitionProgress settled(PartitionProgress progress) {
    nextOffset = progress.nextOffset();
    committed = progress.metadata();
    openBytes = 0;
    position = new FeedPosition(position.offset(), progress.publishedSeq(), position.fromSeq());
    return progress;
  }
}
