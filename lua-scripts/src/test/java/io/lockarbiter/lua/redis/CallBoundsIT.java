package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.Commands.onePartition;
import static io.lockarbiter.lua.redis.Commands.record;
import static io.lockarbiter.lua.redis.Commands.release;
import static io.lockarbiter.lua.redis.Commands.tick;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Reading;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Every script call has bounded arguments and a bounded answer, whatever the batch or the state.
 */
class CallBoundsIT {
  private static final CallBounds BOUNDS = CallBounds.DEFAULT;
  private static final int LOCKS = 2_500;
  private static final int ATTRIBUTE_BYTES = 1_000;

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private final Seen seen = new Seen();

  @Test
  void recordWithManyLargeEvents_isAnsweredInPages() {
    RedisLockStore store = store();
    store.decide(0, FeedPosition.START, uploads());
    FeedPosition afterUploads = new FeedPosition(LOCKS, LOCKS);
    seen.calls.clear();

    Decision decision = store.decide(0, afterUploads, List.of(tick(LOCKS + 1, 100_000)));

    assertThat(decision.events()).hasSize(LOCKS);
    assertSeqsFrom(LOCKS + 1, decision);
    seen.checkReplies();
  }

  /** After an outage all kept locks are told again at one record. */
  @Test
  void recordThatTellsManyLocksAgain_takesManyCalls() {
    int kept = Setting.KEPT_PER_SUB_ACCOUNT.byDefault();
    RedisLockStore store = store();
    store.decide(0, FeedPosition.START, uploads(Settings.MAX_KEEP_MS).subList(0, kept + 1));
    FeedPosition afterUploads = new FeedPosition(kept, kept);
    seen.calls.clear();

    Decision decision = store.decide(0, afterUploads, List.of(tick(kept + 1, 604_800_000)));

    assertThat(decision.events()).hasSize(kept).allMatch(event -> event.type() == EventType.TOLD);
    assertSeqsFrom(kept + 1, decision);
    seen.checkReplies();
    assertThat(seen.calls).as("calls").hasSizeGreaterThan(kept * 20 / BOUNDS.work());
  }

  @Test
  void outboxOfAnEarlierCaller_isAnsweredInPages() {
    List<LogRecord> records = new ArrayList<>(uploads());
    records.add(tick(LOCKS + 1, 100_000));
    RedisLockStore store = store();
    Decision first = store.decide(0, FeedPosition.START, records);
    seen.calls.clear();

    Decision resumed = store.decide(0, FeedPosition.START, List.of());

    assertThat(resumed.outcome()).isEqualTo(first.outcome());
    assertThat(resumed.events()).hasSize(2 * LOCKS);
    assertSeqsFrom(1, resumed);
    seen.checkReplies();
    assertThat(seen.calls).as("pages are full").hasSizeLessThan(2 * LOCKS / 125);
  }

  @Test
  void batch_isHandedInPieceByPiece() {
    List<LogRecord> records = uploads();
    Packing packing = new Packing();
    List<RecordArguments> arguments =
        records.stream()
            .map(record -> RecordArguments.of(record, Reading.INITIAL, 1, packing))
            .toList();
    RedisLockStore store = store();

    store.decide(0, FeedPosition.START, records);

    long bytes = arguments.stream().mapToLong(each -> each.content().length).sum();
    assertThat(seen.calls)
        .allSatisfy(
            call -> assertThat(call.argumentBytes()).isLessThan(BOUNDS.recordBytes() + 1_000));
    assertThat(seen.calls.stream().mapToLong(Call::argumentBytes).sum())
        .as("bytes sent for %d bytes of records", bytes)
        .isLessThan(6 * bytes);
  }

  @Test
  void recordLargerThanACallMayCarry_goesAlone() {
    CallBounds small = new CallBounds(BOUNDS.work(), 128, 100, 1_000, 100);
    RedisLockStore store = redis.store(seen.around(redis.redisson()), small);

    Decision decision = store.decide(0, FeedPosition.START, uploads().subList(0, 20));

    assertThat(decision.events()).hasSize(19);
    assertThat(seen.calls).allSatisfy(call -> assertThat(call.events()).isLessThanOrEqualTo(1));
  }

  @Test
  void moreEndingsThanACommandTakes_areForgottenInOneCall() {
    CallBounds unbounded =
        new CallBounds(
            Integer.MAX_VALUE,
            Integer.MAX_VALUE,
            Integer.MAX_VALUE,
            Integer.MAX_VALUE,
            Integer.MAX_VALUE);
    int ended = 8_200;
    List<LogRecord> records = new ArrayList<>(List.of(onePartition(0)));
    for (int n = 1; n <= ended; n++) {
      records.add(record(2 * n, 20, upload(n, 0, 30_000)));
      records.add(record(2 * n + 1, 20, release("r" + n, "u1", "id" + n)));
    }
    redis.store().decide(0, FeedPosition.START, records);
    List<LogRecord> again = new ArrayList<>(records.subList(records.size() / 2, records.size()));
    again.add(tick(100_000, 100_000));
    FeedPosition nothingPublished = new FeedPosition(0, 0, 2 * ended);

    Decision decision = redis.store(unbounded).decide(0, nothingPublished, again);

    assertThat(decision.outcome()).isInstanceOf(Outcome.Applied.class);
    assertThat(redis.store().header(0)).as("half a state is none").isNotNull();
  }

  /**
   * After an outage the leases of many accounts end at once, while requests there wait for other
   * locks.
   */
  @Test
  void accountsWhoseWaitersAreStillBlocked_arePassedInSmallCalls() {
    int accounts = 50;
    List<LogRecord> records = new ArrayList<>(List.of(onePartition(0)));
    for (int n = 0; n < accounts; n++) {
      records.add(record(3 * n + 1, 10, upload("acc" + n, "u1", "/a", 600_000, 0)));
      records.add(record(3 * n + 2, 10, upload("acc" + n, "u2", "/a", 600_000, 600_000)));
      records.add(record(3 * n + 3, 10, upload("acc" + n, "u3", "/b", 1_000, 0)));
    }
    FeedPosition end = new FeedPosition(3 * accounts, 3 * accounts);
    redis.store().decide(0, FeedPosition.START, records);
    RedisLockStore store = redis.store(seen.around(redis.redisson()), BOUNDS.withWork(1));

    Decision decision = store.decide(0, end, List.of(tick(3 * accounts + 1, 5_000)));

    assertThat(decision.events()).hasSize(accounts);
    assertThat(seen.calls)
        .as("each call ends one lease, or passes one account")
        .hasSizeGreaterThanOrEqualTo(2 * accounts);
  }

  /** As many as one account may keep; nobody renews them, and time jumps by a week. */
  @Test
  void manyCheckOuts_areGrantedToldAndMetInSmallCalls() {
    int checkOuts = Setting.KEPT_PER_ACCOUNT.byDefault();
    int members = checkOuts / Setting.KEPT_PER_SUB_ACCOUNT.byDefault();
    RedisLockStore store = store();
    List<LogRecord> records = new ArrayList<>(List.of(onePartition(0)));
    for (int n = 1; n <= checkOuts; n++) {
      // As many a window as the rates allow.
      records.add(record(n, n, checkOut("c" + n, "u" + n % members, "/d/" + n)));
    }
    store.decide(0, FeedPosition.START, records);
    FeedPosition end = new FeedPosition(checkOuts, checkOuts);
    long week = Duration.ofDays(7).toMillis();

    Decision told = store.decide(0, end, List.of(tick(checkOuts + 1, week)));
    LogRecord one = record(checkOuts + 2, week, checkOut("more", "more", "/e"));
    LogRecord all = record(checkOuts + 3, week, deleteAll());
    FeedPosition afterTelling = new FeedPosition(checkOuts + 1, 2L * checkOuts);
    Decision refused = store.decide(0, afterTelling, List.of(one, all));

    assertThat(told.events()).hasSize(checkOuts);
    assertThat(refused.events())
        .extracting(CallBoundsIT::text)
        .satisfiesExactly(
            event -> assertThat(event).contains("\"limit\":\"keptPerAccount\""),
            event ->
                assertThat(event).contains("\"reason\":\"CONFLICT\"", "\"moreBlockers\":true"));
    seen.checkReplies();
    assertThat(seen.calls)
        .allSatisfy(
            call -> assertThat(call.argumentBytes()).isLessThan(BOUNDS.recordBytes() + 1_000));
  }

  private static String text(EncodedEvent event) {
    return new String(event.value(), UTF_8);
  }

  private static Acquire checkOut(String id, String member, String path) {
    return acquire(id, member, Operation.CHECK_OUT, path, Settings.MAX_KEEP_MS);
  }

  private static Acquire deleteAll() {
    return acquire("all", "u1", Operation.DELETE, "/", Settings.DEFAULT_LEASE_MS);
  }

  private static Acquire acquire(
      String id, String member, Operation operation, String path, long leaseMs) {
    LockPath at = LockPath.of(path);
    return new Acquire(
        "acme",
        null,
        new LockFields(
            id,
            new Owner(member, null),
            operation,
            at,
            null,
            operation.targets(at, null),
            leaseMs,
            0,
            List.of(),
            new TreeMap<>()));
  }

  private RedisLockStore store() {
    return redis.store(seen.around(redis.redisson()), BOUNDS);
  }

  /** The settings, then one record for each lock. */
  private static List<LogRecord> uploads() {
    return uploads(30_000);
  }

  private static List<LogRecord> uploads(long leaseMs) {
    Stream<LogRecord> uploads =
        LongStream.rangeClosed(1, LOCKS)
            .mapToObj(n -> record(n, 20, upload(n, ATTRIBUTE_BYTES, leaseMs)));
    return Stream.concat(Stream.of(onePartition(0)), uploads).toList();
  }

  private static Acquire upload(long n, int attributeBytes, long leaseMs) {
    LockPath path = LockPath.of("/d/" + n);
    TreeMap<String, String> attributes = new TreeMap<>();
    attributes.put("note", "x".repeat(attributeBytes));
    return new Acquire(
        "acme",
        null,
        new LockFields(
            "id" + n,
            new Owner("u1", null),
            Operation.UPLOAD,
            path,
            null,
            Operation.UPLOAD.targets(path, null),
            leaseMs,
            0,
            List.of(),
            attributes));
  }

  private static Acquire upload(
      String account, String subAccount, String path, long leaseMs, long waitMs) {
    return new Acquire(
        account,
        null,
        new LockFields(
            subAccount + path,
            new Owner(subAccount, null),
            Operation.UPLOAD,
            LockPath.of(path),
            null,
            Operation.UPLOAD.targets(LockPath.of(path), null),
            leaseMs,
            waitMs,
            List.of(),
            new TreeMap<>()));
  }

  private static void assertSeqsFrom(long first, Decision decision) {
    List<Long> seqs = decision.events().stream().map(EncodedEvent::seq).toList();
    assertThat(seqs)
        .isEqualTo(LongStream.range(first, first + seqs.size()).boxed().toList())
        .endsWith(decision.applied().header().seq());
  }

  private static long bytes(List<?> values) {
    return values.stream().mapToLong(value -> ((byte[]) value).length).sum();
  }

  private record Call(long argumentBytes, int events, long eventBytes) {}

  private static final class Seen implements ScriptSeam {
    private final List<Call> calls = new ArrayList<>();

    @Override
    public void after(Object[] arguments, List<Object> reply) {
      if (!reply.isEmpty()) {
        List<Object> events = ScriptReply.list(reply, ScriptReply.Applied.EVENTS);
        calls.add(new Call(bytes(List.of(arguments)), events.size() / 2, bytes(events)));
      }
    }

    void checkReplies() {
      assertThat(calls)
          .allSatisfy(
              call -> {
                assertThat(call.events()).isLessThanOrEqualTo(BOUNDS.entries());
                assertThat(call.eventBytes()).isLessThanOrEqualTo(BOUNDS.entryBytes());
              });
    }
  }
}
