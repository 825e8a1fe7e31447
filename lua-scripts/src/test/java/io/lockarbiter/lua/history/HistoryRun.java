package io.lockarbiter.lua.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.event.AnswerBounds;
import io.lockarbiter.contracts.event.BlockedBy;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.AccountPages;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.Explanation;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LiveSession;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.OwnedLocks;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.QueuedRequest;
import io.lockarbiter.lua.store.WaitingRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Hands a random history to a store as an arbiter would: in random batches, with late commits,
 * crashes and returns to the last commit. Checks the invariants after every batch. The records
 * depend on the seed alone.
 */
public final class HistoryRun {
  private static final int PARTITION = HistoryGenerator.PARTITION;

  private final long seed;
  private final LockStore store;
  private final Consumer<PartitionState> stateCheck;
  private final HistoryGenerator generator;
  private final HistoryWords words;
  private final HistoryInvariants invariants = new HistoryInvariants();

  /** Records handed in and not committed, {@link #handed} of them since the last crash. */
  private final List<LogRecord> uncommitted = new ArrayList<>();

  private int handed;
  private long committedOffset = -1;
  private long committedSeq;

  /** Highest {@code publishedSeq} that the store was given. */
  private long toldSeq;

  /** Last event received since the last crash. */
  private long givenSeq;

  /** Every event that was answered and is not committed, by seq. */
  private final Map<Long, String> unpublished = new TreeMap<>();

  private long lastSeq;

  /** The number before the first event. */
  private long seqBefore;

  private @Nullable LogRecord lastApplied;
  private int step;
  private List<LogRecord> batch = List.of();

  /** A run from the empty state. */
  public HistoryRun(long seed, LockStore store) {
    this(seed, store, state -> {});
  }

  /**
   * A run from the empty state, with a check of its own.
   *
   * @param stateCheck receives the state after every batch
   */
  HistoryRun(long seed, LockStore store, Consumer<PartitionState> stateCheck) {
    this.seed = seed;
    this.store = store;
    this.stateCheck = stateCheck;
    generator = new HistoryGenerator(seed);
    words = new HistoryWords(new Random(~seed));
  }

  /**
   * Continues until this many commands of accounts were handed in.
   *
   * @return number of times that each verdict was given since the beginning
   * @throws AssertionError with seed, step and records if the store is wrong
   */
  public Map<String, Integer> run(int commands) {
    while (generator.commands() < commands) {
      step++;
      try {
        handInBatch();
        probe();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(report(e), e);
      }
    }
    return invariants.verdicts();
  }

  private String report(Throwable failure) {
    String records = batch.stream().map(LogRecord::toString).collect(Collectors.joining("\n  "));
    return "seed=%d step=%d publishedSeq=%d, again with -Dseed=%d; batch:%n  %s%n%s"
        .formatted(seed, step, committedSeq, seed, records, failure);
  }

  private void handInBatch() {
    long expectedOffset = handed == 0 ? committedOffset : uncommitted.get(handed - 1).offset();
    batch = nextBatch();
    handed += batch.size();
    FeedPosition position = new FeedPosition(expectedOffset, committedSeq, fromSeq());
    Decision decision = store.decide(PARTITION, position, batch);
    assertThat(decision.outcome()).isInstanceOf(Outcome.Applied.class);
    toldSeq = committedSeq;
    Outcome.Applied applied = decision.applied();
    checkNewRecords(newEvents(position.fromSeq(), decision));
    givenSeq = lastSeq;
    checkState(applied);
    if (words.chance(0.6)) {
      commit();
    } else if (words.chance(0.25)) {
      handed = 0;
      givenSeq = committedSeq;
    }
  }

  /**
   * Mostly the last event received, as for a caller that decides while it commits; otherwise an
   * earlier one.
   */
  private long fromSeq() {
    int uncommittedEvents = (int) (givenSeq - committedSeq);
    return words.chance(0.7) ? givenSeq : committedSeq + words.below(uncommittedEvents + 1);
  }

  /** The next records; those left over from a crash come first, cut into other batches. */
  private List<LogRecord> nextBatch() {
    int size = words.chance(0.02) ? 0 : 1 + words.below(words.chance(0.1) ? 40 : 6);
    while (uncommitted.size() < handed + size) {
      uncommitted.add(generator.next());
    }
    return List.copyOf(uncommitted.subList(handed, handed + size));
  }

  private void commit() {
    if (handed > 0) {
      committedOffset = uncommitted.get(handed - 1).offset();
      uncommitted.subList(0, handed).clear();
      handed = 0;
    }
    committedSeq = lastSeq;
    givenSeq = lastSeq;
    unpublished.clear();
  }

  /** The events answered for the first time; the others must equal the earlier answers. */
  private List<EncodedEvent> newEvents(long fromSeq, Decision decision) {
    List<EncodedEvent> news = new ArrayList<>();
    seqBefore = decision.applied().header().settings().seqBefore();
    committedSeq = Math.max(committedSeq, seqBefore);
    long seq = Math.max(fromSeq, seqBefore);
    for (EncodedEvent event : decision.events()) {
      seq++;
      assertThat(event.seq()).as("every event since fromSeq").isEqualTo(seq);
      String text = EventText.of(event);
      if (seq > lastSeq) {
        news.add(event);
        unpublished.put(seq, text);
      } else {
        assertThat(text).as("event answered before").isEqualTo(unpublished.get(seq));
      }
    }
    assertThat(decision.applied().header().seq()).as("events up to seq").isEqualTo(seq);
    lastSeq = seq;
    return news;
  }

  private void checkNewRecords(List<EncodedEvent> news) {
    int from = 0;
    for (LogRecord record : batch) {
      if (lastApplied == null || record.offset() > lastApplied.offset()) {
        lastApplied = record;
        int to = from;
        while (to < news.size() && isCausedBy(record, news.get(to))) {
          to++;
        }
        check(record, news.subList(from, to));
        from = to;
      }
    }
    assertThat(EventText.of(news.subList(from, news.size()))).as("events of no record").isEmpty();
  }

  private void check(LogRecord record, List<EncodedEvent> events) {
    try {
      invariants.check(record, events);
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("record: %s%n%s".formatted(record, e), e);
    }
  }

  private static boolean isCausedBy(LogRecord record, EncodedEvent event) {
    String cause = "\"cause\":{\"partition\":" + PARTITION + ",\"offset\":" + record.offset() + "}";
    return EventText.of(event).contains(cause);
  }

  private void checkState(Outcome.Applied applied) {
    PartitionState state = Objects.requireNonNull(store.state(PARTITION));
    assertThat(applied.header()).as("header of the outcome").isEqualTo(state.header());
    assertThat(applied.held()).as("number of held locks").isEqualTo(state.held().size());
    assertThat(applied.waiting()).as("number of waiting").isEqualTo(state.waiting().size());
    assertThat(applied.nextDeadline()).as("next deadline").isEqualTo(firstDeadline(state));
    assertThat(store.nextDeadline(PARTITION)).as("as viewed").isEqualTo(applied.nextDeadline());
    if (lastApplied != null) {
      invariants.check(lastApplied, state);
      stateCheck.accept(state);
    }
  }

  private static @Nullable Long firstDeadline(PartitionState state) {
    return Stream.of(
            state.held().stream().map(lock -> NaivePartition.dueAt(lock, state.header().at())),
            state.waiting().stream().map(WaitingRequest::deadline),
            state.sessions().stream().map(LiveSession::expiresAt))
        .flatMap(times -> times)
        .min(Long::compare)
        .orElse(null);
  }

  /** Asks the questions of an arbiter in trouble; no answer may change the state. */
  private void probe() {
    LogRecord last = lastApplied;
    if (last == null || !words.chance(0.05)) {
      return;
    }
    PartitionState state = store.state(PARTITION);
    if (toldSeq > seqBefore) {
      long staleSeq = seqBefore + words.below((int) (toldSeq - seqBefore));
      assertThat(
              store
                  .decide(PARTITION, new FeedPosition(last.offset(), staleSeq), List.of())
                  .outcome())
          .isEqualTo(new Outcome.Stale(staleSeq, toldSeq + 1));
    }
    long beyond = last.offset() + 1 + words.below(3);
    assertThat(store.decide(PARTITION, new FeedPosition(beyond, committedSeq), List.of()).outcome())
        .isEqualTo(new Outcome.Behind(last.offset(), beyond));
    LogRecord other =
        new LogRecord(last.offset(), last.appendedAt() + 1, last.leaderEpoch(), last.content());
    assertThat(
            store
                .decide(PARTITION, new FeedPosition(committedOffset, committedSeq), List.of(other))
                .outcome())
        .isInstanceOf(Outcome.Ahead.class);
    checkLocks(Objects.requireNonNull(state));
    checkOwned(state);
    checkQueue(state);
    assertThat(store.state(PARTITION)).as("state after probes").isEqualTo(state);
  }

  private void checkLocks(PartitionState state) {
    String account = words.account();
    LockPath under = words.path();
    Mode mode = words.chance(0.5) ? null : words.oneOf(Mode.known());
    assertThat(store.locks(PARTITION, account, under, mode, 10_000))
        .as("locks of %s under %s, mode=%s", account, under, mode)
        .containsExactlyInAnyOrderElementsOf(
            state.held().stream()
                .filter(lock -> lock.account().equals(account))
                .filter(
                    lock ->
                        lock.fields().targets().stream()
                            .filter(t -> mode == null || t.mode() == mode)
                            .anyMatch(t -> under.comparedAs(t.path()).isAtOrAbove(t.path())))
                .map(lock -> shown(state, lock))
                .toList());
  }

  private static HeldLock shown(PartitionState state, HeldLock lock) {
    return NaiveSessions.shown(state.sessions(), lock.asOf(Long.MAX_VALUE));
  }

  private void checkOwned(PartitionState state) {
    String account = words.account();
    Owner owner = words.owner();
    @Nullable String session = words.chance(0.5) ? null : owner.session();
    int limit = words.chance(0.5) ? 10_000 : 1 + words.below(3);
    List<HeldLock> owned = new ArrayList<>();
    byte[] next = AccountPages.FIRST;
    do {
      OwnedLocks page = store.owned(PARTITION, account, owner.subAccount(), session, next, limit);
      assertThat(page.locks()).hasSizeLessThanOrEqualTo(limit);
      owned.addAll(page.locks());
      next = page.next();
    } while (next.length > 0);
    assertThat(owned)
        .as("locks of %s, session=%s, on %s", owner.subAccount(), session, account)
        .containsExactlyInAnyOrderElementsOf(
            state.held().stream()
                .filter(lock -> lock.account().equals(account))
                .filter(lock -> lock.fields().owner().subAccount().equals(owner.subAccount()))
                .filter(lock -> session == null || session.equals(lock.fields().owner().session()))
                .map(lock -> shown(state, lock))
                .toList());
  }

  private void checkQueue(PartitionState state) {
    String account = words.account();
    List<HeldLock> held = state.held().stream().map(lock -> shown(state, lock)).toList();
    NaiveQueue naive = NaiveQueue.of(account, held, state.waiting());
    List<QueuedRequest> queue = new ArrayList<>();
    for (WaitingRequest request : naive.waiting()) {
      List<Blocker> all = naive.blockers(request);
      BlockedBy blocked = AnswerBounds.listed(all, AnswerBounds.BLOCKERS_BYTES);
      queue.add(new QueuedRequest(request, queue.size() + 1, blocked.listed(), blocked.more()));
    }
    SameLists.check("in the queue", queue, store.queue(PARTITION, account, 1_000));
    if (!queue.isEmpty()) {
      assertThat(store.queue(PARTITION, account, 1)).isEqualTo(queue.subList(0, 1));
    }
    Owner owner = words.chance(0.3) ? null : words.owner();
    List<Target> targets = store.reading(PARTITION).of(words.targets());
    Explanation explanation = store.explain(PARTITION, account, owner, targets);
    assertThat(explanation.waiting()).as("waiting on %s", account).isEqualTo(queue.size());
  }
}
