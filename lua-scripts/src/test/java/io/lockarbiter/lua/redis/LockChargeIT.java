package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.Commands.onePartition;
import static io.lockarbiter.lua.redis.Commands.record;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.lock.IdRule;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockCharge;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Locks, waiting requests and endings need no more memory in Redis than their charge. */
class LockChargeIT {
  private static final int MANY = 500;
  private static final int FEW = 30;
  private static final int LARGEST_PATH = 4_000;

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private final RedisLockStore store = redis.store();
  private long offset;
  private long seq;

  /** The locks share nothing: every sub-account, id and path below the root differs. */
  private enum Shape {
    SMALL(MANY, n -> custom(n, 0, 1, 1, 1)),
    COMMON(MANY, n -> custom(n, 40, 1, 5, 40)),
    LONG(MANY, n -> custom(n, 4_000, 1, 2, LARGEST_PATH)),
    ATTRIBUTES(MANY, n -> custom(n, 4_050, 1, 2, 10)),
    NOTE(MANY, n -> noted(n, "x")),
    NOTE_OF_CONTROLS(MANY, n -> noted(n, Character.toString(1))),
    MANY_TARGETS(MANY, n -> custom(n, 0, 16, 2, 10)),
    DEEP(MANY, n -> custom(n, 0, 1, 63, 200)),
    DEEP_AND_MANY_TARGETS(FEW, n -> custom(n, 0, 15, 17, 200)),
    LARGEST(FEW, n -> custom(n, 0, 15, 17, LARGEST_PATH)),
    IN_CAPITALS(MANY, n -> inCapitals(custom(n, 40, 1, 5, 40))),
    LARGEST_IN_CAPITALS(FEW, n -> inCapitals(custom(n, 0, 15, 17, LARGEST_PATH)));

    private final int number;
    private final IntFunction<LockFields> lock;

    Shape(int number, IntFunction<LockFields> lock) {
      this.number = number;
      this.lock = lock;
    }

    Acquire acquire(int n) {
      return new Acquire("acme", "reply", lock.apply(n));
    }

    Acquire waiting(int n) {
      return new Acquire("acme", "reply", changed(lock.apply(n), Mode.PUT, 60_000));
    }

    /** A lock whose names are as long as they may be. */
    Acquire old(int n) {
      return named(custom(n, 0, 1, 1, 1), replaced(n).lockId(), replaced(n).owner(), null);
    }

    Acquire replacing(int n) {
      LockFields fields = lock.apply(n);
      return named(fields, fields.lockId(), fields.owner(), replaced(n));
    }

    private static LockRef replaced(int n) {
      String name = "é".repeat(60) + String.format(Locale.ROOT, "%08d", n);
      return new LockRef(name, new Owner(name, name));
    }

    Acquire kept(int n) {
      LockFields fields = lock.apply(n);
      return new Acquire(
          "acme", "reply", with(fields, fields.targets(), Settings.MAX_KEEP_MS, 0, List.of()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void heldLock_needsNoMoreThanItIsCharged(Shape shape) {
    List<Acquire> acquires = IntStream.range(0, shape.number).mapToObj(shape::acquire).toList();
    begin();
    assertThat(bytesEach(acquires))
        .as("bytes of Redis of each held lock")
        .isLessThan(charge(acquires.get(0)).held());
  }

  /** The charge of a lock covers the traces of a request to yield, even with the longest name. */
  @ParameterizedTest
  @EnumSource
  void heldLockWithAnEndAttached_needsNoMoreThanItIsCharged(Shape shape) {
    List<Acquire> acquires = IntStream.range(0, shape.number).mapToObj(shape::acquire).toList();
    List<Yield> asked = acquires.stream().map(LockChargeIT::asked).toList();
    assertThat(bytesEach(acquires, () -> decide(asked)))
        .as("bytes of Redis of each held lock with an end attached")
        .isLessThan(charge(acquires.get(0)).held());
  }

  /**
   * After an outage all kept locks are told at one record. Until their events are published, those
   * are beside them.
   */
  @ParameterizedTest
  @EnumSource
  void keptLockThatIsTold_needsHalfMoreThanItIsChargedAtMost(Shape shape) {
    List<Acquire> acquires = IntStream.range(0, shape.number).mapToObj(shape::kept).toList();
    assertThat(bytesEach(acquires, () -> leave(Commands.tick(offset + 1, 604_800_000))))
        .as("bytes of Redis of each kept lock with an event not yet published")
        .isLessThan(charge(acquires.get(0)).held() * 3 / 2);
  }

  /**
   * One request asks the holders of the locks in its way. Until their events are published, those
   * are beside them; each says who asks and why.
   */
  @ParameterizedTest
  @EnumSource
  void heldLockWhoseHolderAWaiterAsks_needsHalfMoreAnd1500BytesAtMost(Shape shape) {
    List<Acquire> acquires = IntStream.range(0, shape.number).mapToObj(shape::acquire).toList();
    assertThat(bytesEach(acquires, () -> leave(record(offset + 1, 0, asking()))))
        .as("bytes of Redis of each held lock with an event not yet published")
        .isLessThan(charge(acquires.get(0)).held() * 3 / 2 + 1_500);
  }

  /** A request for everything whose names are as long as they may be. */
  private static Acquire asking() {
    LockRef longest = Shape.replaced(0);
    Acquire named = named(root(), longest.lockId(), longest.owner(), null);
    String name = "r".repeat(IdRule.MAX_BYTES);
    String comment = "c".repeat(Acquire.MAX_COMMENT_BYTES);
    return new Acquire(named.account(), name, waiting(named.fields()), 50_000L, comment);
  }

  /** Each lock replaces another one, whose ending is kept beside it. */
  @ParameterizedTest
  @EnumSource
  void heldLockInPlaceOfAnother_needsNoMoreThanBothAreCharged(Shape shape) {
    List<Acquire> old = IntStream.range(0, shape.number).mapToObj(shape::old).toList();
    List<Acquire> acquires = IntStream.range(0, shape.number).mapToObj(shape::replacing).toList();
    begin();
    long before = redis.usedMemory();
    decide(old);
    decide(acquires);
    assertThat((redis.usedMemory() - before) / acquires.size())
        .as("bytes of Redis of each held lock and the ending of the one before")
        .isLessThan(charge(acquires.get(0)).held() + charge(old.get(0)).ended());
  }

  private static Yield asked(Acquire acquire) {
    Owner by = new Owner("o".repeat(IdRule.MAX_BYTES), null);
    return new Yield("y", acquire.account(), by, null, acquire.commandId(), 600_000L, null);
  }

  @ParameterizedTest
  @EnumSource
  void waitingRequest_needsNoMoreThanItIsCharged(Shape shape) {
    List<Acquire> acquires = IntStream.range(0, shape.number).mapToObj(shape::waiting).toList();
    begin();
    decide(List.of(new Acquire("acme", null, changed(root(), Mode.READ, 0))));
    assertThat(bytesEach(acquires))
        .as("bytes of Redis of each waiting request")
        .isLessThan(charge(acquires.get(0)).waiting());
  }

  @Test
  void ending_needsNoMoreThanItIsCharged() {
    List<Acquire> refused = IntStream.range(0, MANY).mapToObj(LockChargeIT::refused).toList();
    begin();
    assertThat(bytesEach(refused))
        .as("bytes of Redis of each ending")
        .isLessThan(charge(refused.get(0)).ended());
  }

  private static LockCharge charge(Acquire acquire) {
    return LockCharge.of(acquire.account(), acquire.fields(), acquire.replyTo());
  }

  private void begin() {
    store.decide(
        0,
        FeedPosition.START,
        List.of(
            onePartition(0),
            record(
                1,
                0,
                SettingsChange.NOTHING
                    .with(Setting.RULES, Settings.NEWEST_RULES)
                    .with(Setting.WAITERS_PER_ACCOUNT, MANY + 1)
                    .with(Setting.BYTES_PER_SUB_ACCOUNT, Integer.MAX_VALUE)
                    .with(Setting.BYTES_PER_ACCOUNT, Integer.MAX_VALUE)
                    .with(Setting.BYTES_PER_PARTITION, Integer.MAX_VALUE))));
    offset = 1;
    seq = 0;
  }

  /** Growth of the server's memory per acquire; the outbox is empty before and after. */
  private long bytesEach(List<Acquire> acquires) {
    long before = redis.usedMemory();
    decide(acquires);
    return (redis.usedMemory() - before) / acquires.size();
  }

  /**
   * Growth of the server's memory per acquire, by those and by what comes after. Where scripts are
   * functions, Lua's own memory counts, and grows at the first time.
   */
  private long bytesEach(List<Acquire> acquires, Runnable after) {
    begin();
    decide(acquires);
    after.run();
    redis.flushKeys();
    begin();
    long before = redis.usedMemory();
    decide(acquires);
    after.run();
    return (redis.usedMemory() - before) / acquires.size();
  }

  /** Decides a record whose events stay in the outbox. */
  private void leave(LogRecord record) {
    store.decide(0, new FeedPosition(offset, seq), List.of(record));
  }

  private void decide(List<? extends AccountCommand> commands) {
    List<LogRecord> records = new ArrayList<>();
    for (AccountCommand command : commands) {
      records.add(record(offset + 1 + records.size(), 0, command));
    }
    Outcome.Applied applied =
        (Outcome.Applied) store.decide(0, new FeedPosition(offset, seq), records).outcome();
    offset += records.size();
    seq = applied.header().seq();
    store.decide(0, new FeedPosition(offset, seq), List.of(Commands.tick(offset + 1, 0)));
    offset++;
  }

  private static Acquire refused(int n) {
    LockFields fields = custom(n, 0, 1, 1, 1);
    return new Acquire(
        "acme", "reply", with(fields, fields.targets(), 30_000, 0, List.of("nothing")));
  }

  private static Acquire named(
      LockFields fields, String lockId, Owner owner, @Nullable LockRef replaces) {
    return new Acquire(
        "acme",
        "reply",
        new LockFields(
            lockId,
            owner,
            fields.operation(),
            null,
            null,
            fields.targets(),
            fields.leaseMs(),
            /* waitMs= */ 0,
            /* maxHoldMs= */ 0,
            List.of(),
            replaces,
            fields.attributes()));
  }

  private static LockFields waiting(LockFields fields) {
    return with(fields, fields.targets(), fields.leaseMs(), 60_000, List.of());
  }

  private static LockFields root() {
    return new LockFields(
        "root",
        new Owner("root", null),
        Operation.CUSTOM,
        null,
        null,
        List.of(new Target(LockPath.ROOT, Mode.DELETE)),
        30_000,
        0,
        List.of(),
        new TreeMap<>());
  }

  private static LockFields changed(LockFields fields, Mode mode, long waitMs) {
    boolean isRoot = fields.lockId().equals("root");
    return with(
        fields,
        fields.targets().stream()
            .map(target -> new Target(target.path(), isRoot ? Mode.DELETE : mode))
            .toList(),
        fields.leaseMs(),
        waitMs,
        fields.holding());
  }

  /** A lock with the id, owner, operation and attributes of another one. */
  private static LockFields with(
      LockFields fields, List<Target> targets, long leaseMs, long waitMs, List<String> holding) {
    return new LockFields(
        fields.lockId(),
        fields.owner(),
        fields.operation(),
        null,
        null,
        targets,
        leaseMs,
        waitMs,
        holding,
        fields.attributes());
  }

  /** A small lock with a note, which is a large part of its event. */
  private static LockFields noted(int n, String each) {
    LockFields fields = custom(n, 0, 1, 1, 1);
    return new LockFields(
        fields.lockId(),
        fields.owner(),
        fields.operation(),
        null,
        null,
        fields.targets(),
        fields.leaseMs(),
        fields.waitMs(),
        fields.holding(),
        new TreeMap<>(Map.of(LockFields.NOTE, each.repeat(256))));
  }

  private static LockFields custom(
      int n, int attributeBytes, int targets, int depth, int pathBytes) {
    return new LockFields(
        "lock " + n,
        new Owner("user " + n, null),
        Operation.CUSTOM,
        null,
        null,
        IntStream.range(0, targets)
            .mapToObj(target -> new Target(path(n, target, depth, pathBytes), Mode.READ))
            .toList(),
        30_000,
        0,
        List.of(),
        new TreeMap<>(attributeBytes == 0 ? Map.of() : Map.of("a", "x".repeat(attributeBytes))));
  }

  /** A lock whose names are compared without case, and were sent otherwise. */
  private static LockFields inCapitals(LockFields fields) {
    List<Target> targets =
        fields.targets().stream()
            .map(target -> target.path().toString().toUpperCase(Locale.ROOT))
            .map(path -> new Target(LockPath.of(path).withoutCase(), Mode.READ))
            .toList();
    return fields.withPaths(null, null, targets);
  }

  private static LockPath path(int n, int target, int depth, int bytes) {
    String first = n + "-" + target;
    int rest = Math.max(1, (bytes - first.length()) / depth - 1);
    return LockPath.of(
        "/"
            + first
            + IntStream.range(1, depth)
                .mapToObj(level -> "/" + "x".repeat(rest))
                .collect(Collectors.joining())
            + (depth == 1 ? "" : "y"));
  }
}
