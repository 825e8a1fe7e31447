package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.Commands.acquire;
import static io.lockarbiter.lua.redis.Commands.onePartition;
import static io.lockarbiter.lua.redis.Commands.record;
import static io.lockarbiter.lua.redis.Commands.release;
import static io.lockarbiter.lua.redis.Commands.tick;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.AccountPage;
import io.lockarbiter.lua.store.AccountPages;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.HeldUntil;
import io.lockarbiter.lua.store.LogIdentity;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.WaitingRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The guards of the store: from which states a caller may go on, and that an answer does not depend
 * on how calls are cut.
 */
class RedisLockStoreIT {
  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private RedisLockStore store;

  @BeforeEach
  void open() {
    store = redis.store();
  }

  @Test
  void firstBatch_createsTheState() {
    assertThat(store.header(0)).isNull();
    Decision decision = store.decide(0, FeedPosition.START, twoUploads());
    Outcome.Applied applied = decision.applied();
    assertThat(decision.events()).extracting(EncodedEvent::seq).containsExactly(1L, 2L);
    assertThat(applied.held()).isEqualTo(2);
    assertThat(applied.nextDeadline()).isEqualTo(30_000L);
    assertThat(applied.header()).isEqualTo(store.header(0));
    assertThat(applied.header().appliedOffset()).isEqualTo(8);
  }

  @Test
  void lockIsLive_untilItEnds() {
    assertThat(store.isLive(0, "acme", "a")).as("there is no state").isNull();
    store.decide(0, FeedPosition.START, twoUploads());
    assertThat(store.isLive(0, "acme", "a")).isTrue();
    assertThat(store.isLive(0, "beta", "a")).isFalse();
    store.decide(0, new FeedPosition(8, 2), List.of(record(9, 200, release("r", "u1", "a"))));
    assertThat(store.isLive(0, "acme", "a")).isFalse();
    assertThat(store.isLive(0, "acme", "b")).isTrue();
    redis.delete(0, PartitionKey.LEASES);
    assertThat(store.isLive(0, "acme", "b")).as("half a state").isNull();
  }

  @Test
  void sameBatchAgain_changesNothingAndAnswersTheSame() {
    Decision first = store.decide(0, FeedPosition.START, twoUploads());
    PartitionState state = store.state(0);
    Decision again = store.decide(0, FeedPosition.START, twoUploads());
    assertThat(again).usingRecursiveComparison().isEqualTo(first);
    assertThat(store.state(0)).isEqualTo(state);
  }

  @Test
  void publishedEvents_areDroppedAndNotAnsweredAgain() {
    store.decide(0, FeedPosition.START, twoUploads());
    assertThat(applied(store.decide(0, new FeedPosition(8, 1), List.of())).events())
        .extracting(EncodedEvent::seq)
        .containsExactly(2L);
    assertThat(redis.sizes(0)).containsEntry("outbox", 2);
    assertThat(applied(store.decide(0, new FeedPosition(8, 2), List.of())).events()).isEmpty();
    assertThat(redis.sizes(0)).doesNotContainKey("outbox");
  }

  @Test
  void callerThatMissedACommit_isToldThatItIsStale() {
    store.decide(0, FeedPosition.START, twoUploads());
    store.decide(0, new FeedPosition(8, 2), List.of());
    assertThat(store.decide(0, new FeedPosition(8, 1), List.of()).outcome())
        .isEqualTo(new Outcome.Stale(1, 3));
  }

  @Test
  void lostState_isEmpty() {
    store.decide(0, FeedPosition.START, twoUploads());
    redis.flush();
    assertThat(store.decide(0, new FeedPosition(8, 2), List.of()).outcome())
        .isEqualTo(new Outcome.Empty("there is no state"));
    assertThat(store.decide(0, new FeedPosition(-1, 2), List.of()).outcome())
        .isEqualTo(new Outcome.Empty("there is no state"));
  }

  @Test
  void lostKey_isEmpty() {
    for (PartitionKey key :
        List.of(
            PartitionKey.IDS,
            PartitionKey.INDEX,
            PartitionKey.LEASES,
            PartitionKey.COUNTERS,
            PartitionKey.OUTBOX)) {
      redis.flush();
      store.decide(0, FeedPosition.START, twoUploads());
      redis.delete(0, key);
      assertThat(store.decide(0, new FeedPosition(8, 0), List.of()).outcome())
          .as(key.name())
          .isInstanceOf(Outcome.Empty.class);
      assertThat(store.header(0)).as(key.name()).isNull();
      redis.delete(0, PartitionKey.META);
      assertThat(store.decide(0, FeedPosition.START, List.of()).outcome())
          .isEqualTo(new Outcome.Empty("there is half a state: no header"));
    }
  }

  @Test
  void scriptThatBrokeOff_isEmpty() {
    store.decide(0, FeedPosition.START, twoUploads());
    redis.setMeta(0, "applying", "1");
    assertThat(store.decide(0, new FeedPosition(8, 0), List.of()).outcome())
        .isEqualTo(
            new Outcome.Empty("there is half a state: a script broke off while applying a record"));
    assertThat(store.header(0)).isNull();
    assertThat(store.state(0)).isNull();
  }

  @Test
  void olderState_isBehind() {
    store.decide(0, FeedPosition.START, twoUploads());
    assertThat(store.decide(0, new FeedPosition(12, 2), List.of(tick(13, 20))).outcome())
        .isEqualTo(new Outcome.Behind(8, 12));
    assertThat(store.header(0)).extracting(PartitionHeader::appliedOffset).isEqualTo(8L);
  }

  @Test
  void refedAfterLostWrites_makesTheSameEventsAndSendsNoneAgain() {
    store.decide(0, FeedPosition.START, twoUploads());
    Decision refed = applied(store.decide(0, new FeedPosition(8, 4), uploads(20, 3)));
    assertThat(refed.events()).extracting(EncodedEvent::seq).containsExactly(5L);
    assertThat(redis.sizes(0)).containsEntry("outbox", 2);
  }

  @Test
  void otherRecordAtTheAppliedOffset_isAhead() {
    store.decide(0, FeedPosition.START, twoUploads());
    List<LogRecord> otherTime =
        List.of(record(8, 11, acquire("b", "u2", Operation.UPLOAD, "/d/y")));
    assertThat(store.decide(0, FeedPosition.START, otherTime).outcome())
        .isEqualTo(
            new Outcome.Ahead(
                "the record at offset 8 was appended at 11 under leader epoch 1, the state has applied one appended at 10 under leader epoch 1"));
    LogRecord same = twoUploads().get(2);
    LogRecord otherEpoch = new LogRecord(8, 10, 2, same.content());
    assertThat(store.decide(0, FeedPosition.START, List.of(otherEpoch)).outcome())
        .isInstanceOf(Outcome.Ahead.class);
    assertThat(store.decide(0, FeedPosition.START, List.of(same)).outcome())
        .isInstanceOf(Outcome.Applied.class);
  }

  @Test
  void otherLog_isAhead() {
    store.decide(0, FeedPosition.START, twoUploads());
    RedisLockStore other = redis.store(new LogIdentity("cluster-1", "topic-2", "arbiter"));
    assertThat(other.decide(0, new FeedPosition(8, 0), List.of()).outcome())
        .isEqualTo(
            new Outcome.Ahead(
                "the state belongs to cluster=cluster-1 topic=topic-1 group=arbiter, this is cluster=cluster-1 topic=topic-2 group=arbiter"));
  }

  @Test
  void identityOfAnotherLog_isToldBeforeAnythingIsDecided() {
    RedisLockStore other = redis.store(new LogIdentity("cluster-1", "topic-2", "arbiter"));
    assertThat(other.foreignIdentity(0)).isNull();
    store.decide(0, FeedPosition.START, twoUploads());
    assertThat(store.foreignIdentity(0)).isNull();
    assertThat(other.foreignIdentity(0))
        .isEqualTo("belongs to cluster=cluster-1 topic=topic-1 group=arbiter");
    redis.setMeta(0, "applying", "1");
    assertThat(other.foreignIdentity(0)).as("of half a state").isNotNull();
  }

  @Test
  void settingsOfALaterVersion_areAhead() {
    store.decide(0, FeedPosition.START, twoUploads());
    PartitionHeader header = store.header(0);
    int known = Setting.values().length;
    redis.forgeMeta(0, "settings", "\0\0\0\1".repeat(known + 2));
    assertThat(store.decide(0, new FeedPosition(8, 2), List.of()).outcome())
        .isEqualTo(
            new Outcome.Ahead(
                "the state has %d settings, this arbiter knows %d".formatted(known + 2, known)));
    assertThat(store.header(0)).extracting(PartitionHeader::seq).isEqualTo(header.seq());
  }

  @Test
  void otherRules_areNotObeyed() {
    store.decide(0, FeedPosition.START, twoUploads());
    Settings before = Objects.requireNonNull(store.header(0)).settings();
    SettingsChange change =
        SettingsChange.NOTHING
            .with(Setting.RULES, Settings.NEWEST_RULES + 1)
            .with(Setting.LOCKS_PER_ACCOUNT, 1);
    store.decide(0, new FeedPosition(8, 0), List.of(tick(9, 20), record(10, 30, change)));
    PartitionHeader header = Objects.requireNonNull(store.header(0));
    assertThat(header.appliedOffset()).isEqualTo(10);
    assertThat(header.at()).isEqualTo(30);
    assertThat(header.settings()).isEqualTo(before);
  }

  @Test
  void manyLeasesThatEndTogether_takeSeveralCallsWithTheSameResult() {
    List<LogRecord> records = new ArrayList<>(uploads(1, 300));
    records.add(tick(1000, 40_000));
    records.add(record(1001, 40_001, acquire("late", "u1", Operation.DELETE, "/d")));
    Decision atOnce =
        applied(
            redis
                .store(CallBounds.DEFAULT.withWork(1_000_000))
                .decide(0, FeedPosition.START, records));
    PartitionState state = store.state(0);
    redis.flush();
    Decision inPieces =
        applied(
            redis.store(CallBounds.DEFAULT.withWork(40)).decide(0, FeedPosition.START, records));
    assertThat(inPieces).usingRecursiveComparison().isEqualTo(atOnce);
    assertThat(store.state(0)).isEqualTo(state);
    assertThat(inPieces.events()).hasSize(601);
    assertThat(inPieces.events().subList(300, 600))
        .allMatch(event -> event.type() == EventType.RELEASED);
  }

  @Test
  void callThatEndedInTheMiddleOfARecord_goesOnFromThere() {
    applied(store.decide(0, FeedPosition.START, uploads(1, 300)));
    RedisLockStore small = redis.store(CallBounds.DEFAULT.withWork(40));
    Decision whole =
        applied(small.decide(0, new FeedPosition(300, 0), List.of(tick(1000, 40_000))));
    assertThat(whole.events()).extracting(EncodedEvent::seq).hasSize(600).isSorted();
    assertThat(whole.applied().held()).isZero();
  }

  @Test
  void releasedLocks_leaveNothingButTheRepeatWindow() {
    List<LogRecord> records = new ArrayList<>(uploads(1, 50));
    for (int i = 0; i < 50; i++) {
      records.add(record(100 + i, 50, release("r" + i, "u1", "id" + i)));
    }
    store.decide(0, FeedPosition.START, records);
    assertThat(store.decide(0, new FeedPosition(149, 100), List.of()).outcome())
        .isInstanceOf(Outcome.Applied.class);
    assertThat(redis.sizes(0))
        .containsOnlyKeys("meta", "ids", "ended", "usage", "usageOrder")
        .containsEntry("ids", 50)
        .containsEntry("ended", 1);
    for (int i = 0; i < 3; i++) {
      store.decide(0, new FeedPosition(149, 100), List.of(tick(200 + i, 60_050)));
    }
    assertThat(redis.sizes(0)).containsOnlyKeys("meta");
  }

  @Test
  void locks_areListedByPathThenToken() {
    List<LogRecord> records =
        List.of(
            onePartition(0),
            record(1, 1, acquire("c", "u1", Operation.UPLOAD, "/d/a-b")),
            record(2, 1, acquire("b", "u2", Operation.UPLOAD, "/d/a/b")),
            record(3, 1, acquire("a", "u3", Operation.DOWNLOAD, "/d")),
            record(4, 1, acquire("e", "u4", Operation.UPLOAD_FOLDER, "/d")),
            record(5, 1, acquire("f", "u5", Operation.UPLOAD, "/dd")),
            record(6, 1, acquire("g", "u6", Operation.CHECK_OUT, "/d/c")),
            record(7, 1, acquire("h", "u7", Operation.CHECK_OUT, "/e/c")));
    store.decide(0, FeedPosition.START, records);
    assertThat(store.locks(0, "acme", LockPath.of("/d"), 10))
        .extracting(lock -> lock.fields().lockId())
        .containsExactly("a", "e", "b", "c", "g");
    assertThat(store.locks(0, "acme", LockPath.of("/d"), Mode.GUARD, 10))
        .extracting(lock -> lock.fields().lockId())
        .containsExactly("g");
    assertThat(store.locks(0, "acme", LockPath.ROOT, 10)).hasSize(7);
    assertThat(store.locks(0, "acme", LockPath.ROOT, 3)).hasSize(3);
    assertThat(store.locks(0, "other", LockPath.ROOT, 3)).isEmpty();
  }

  @Test
  void pagesOfAnAccount_tellWhenTheyWereTrue() {
    RedisLockStore small = redis.store(new CallBounds(3_000, 128, 1 << 18, 1, 1 << 20));
    assertThat(small.heldPage(0, "acme", AccountPages.FIRST)).isNull();
    store.decide(
        0,
        FeedPosition.START,
        List.of(
            onePartition(0),
            record(1, 5, acquire("a", "u1", Operation.UPLOAD, "/d/a")),
            record(2, 6, acquire("b", "u1", Operation.UPLOAD, "/d/b")),
            record(3, 7, patient("w", "u2", "/d"))));
    AccountPage<HeldUntil> first = small.heldPage(0, "acme", AccountPages.FIRST);
    assertThat(first.entries())
        .extracting(one -> one.lock().fields().lockId())
        .containsExactly("a");
    assertThat(first.seq()).isEqualTo(3);
    assertThat(first.at()).isEqualTo(7);
    store.decide(
        0,
        new FeedPosition(3, 0),
        List.of(record(4, 9, acquire("c", "u1", Operation.UPLOAD, "/e"))));
    AccountPage<HeldUntil> second = small.heldPage(0, "acme", first.next());
    assertThat(second.entries())
        .extracting(one -> one.lock().fields().lockId())
        .containsExactly("b");
    assertThat(second.seq()).isEqualTo(4);
    AccountPage<WaitingRequest> queue = small.waitingPage(0, "acme", AccountPages.FIRST);
    assertThat(queue.entries()).extracting(WaitingRequest::arrival).containsExactly(3L);
    assertThat(small.waitingPage(0, "acme", queue.next()).next()).isEmpty();
  }

  @Test
  void forgottenScript_isLoadedAgain() {
    store.decide(0, FeedPosition.START, twoUploads());
    redis.redisson().getScript().scriptFlush();
    assertThat(store.decide(0, new FeedPosition(8, 0), List.of()).outcome())
        .isInstanceOf(Outcome.Applied.class);
  }

  @Test
  void deploymentThatCouldBreakTheHashTag_isRefused() {
    assertThatThrownBy(
            () ->
                new RedisLockStore(
                    redis.redisson(), "a}b", new LogIdentity("c", "t", "g"), Duration.ofSeconds(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("deployment=a}b, expected 1 to 64 letters");
  }

  private static List<LogRecord> twoUploads() {
    return List.of(
        onePartition(2),
        record(5, 0, acquire("a", "u1", Operation.UPLOAD, "/d/x")),
        record(8, 10, acquire("b", "u2", Operation.UPLOAD, "/d/y")));
  }

  private static List<LogRecord> uploads(long firstOffset, int count) {
    List<LogRecord> records = new ArrayList<>();
    if (firstOffset == 1) {
      records.add(onePartition(0));
    }
    for (int i = 0; i < count; i++) {
      records.add(
          record(firstOffset + i, 20, acquire("id" + i, "u1", Operation.UPLOAD, "/d/" + i)));
    }
    return records;
  }

  private static Decision applied(Decision decision) {
    assertThat(decision.outcome()).isInstanceOf(Outcome.Applied.class);
    return decision;
  }

  private static Acquire patient(String id, String subAccount, String path) {
    LockFields fields = acquire(id, subAccount, Operation.DELETE, path).fields();
    return new Acquire(
        "acme",
        null,
        new LockFields(
            id,
            fields.owner(),
            fields.operation(),
            fields.path(),
            null,
            fields.targets(),
            fields.leaseMs(),
            60_000,
            List.of(),
            fields.attributes()));
  }
}
