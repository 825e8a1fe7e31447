package io.lockarbiter.lua.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.contracts.lock.WorkOutcome;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.redisson.api.redisnode.RedisNode.InfoSection;
import org.redisson.api.redisnode.RedisNodes;

/** The memory of moved paths is bounded, and costs no long call. */
class MovedBoundsIT {
  private static final Owner U = new Owner("u", null);
  private static final int MOST_USEC = 10_000;

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private final LockStore store = redis.store();
  private final LockStore model = new ReferenceLockStore();
  private long offset = -1;
  private long at = 1_000;
  private long seq;
  private int ids;
  private final List<LogRecord> batch = new ArrayList<>();
  private List<Event> events = List.of();

  @BeforeEach
  void start() {
    add(
        SettingsChange.NOTHING
            .with(Setting.PARTITIONS, 1)
            .with(Setting.ACQUIRES_PER_WINDOW, 0)
            .with(Setting.ACCOUNT_ACQUIRES_PER_WINDOW, 0)
            .with(Setting.REPEAT_WINDOW_MS, 0)
            .with(Setting.REMEMBERS_MOVES, 1));
    decide();
  }

  private void add(Command command) {
    batch.add(new LogRecord(offset + batch.size() + 1, at, 0, new Valid(command)));
  }

  /** Decides the batch as an arbiter does, and commits it. */
  private void decide() {
    FeedPosition position = new FeedPosition(offset, seq);
    Decision decision = store.decide(0, position, List.copyOf(batch));
    events = decoded(decision);
    assertThat(events).isEqualTo(decoded(model.decide(0, position, List.copyOf(batch))));
    seq = decision.applied().header().seq();
    offset += batch.size();
    batch.clear();
  }

  private static List<Event> decoded(Decision decision) {
    return decision.events().stream().map(event -> EventCodec.decode(event.value())).toList();
  }

  private void decideIfFull(int most) {
    if (batch.size() >= most) {
      decide();
    }
  }

  private String ask(
      String account,
      Operation operation,
      List<Target> targets,
      @Nullable LockPath from,
      @Nullable LockPath to,
      @Nullable Long existing) {
    String id = "i" + ids++;
    LockFields fields =
        new LockFields(id, U, operation, from, to, targets, 30_000, 0, List.of(), new TreeMap<>());
    add(new Acquire(account, null, fields.existing(existing)));
    return id;
  }

  private void gone(String account, Operation operation, String path, @Nullable String place) {
    LockPath from = LockPath.of(path);
    LockPath to = place == null ? null : LockPath.of(place);
    String id = ask(account, operation, operation.targets(from, to), from, to, null);
    add(new Release("r" + id, account, U, null, id, WorkOutcome.GONE));
  }

  private static long usec() {
    Map<String, String> cpu =
        redis.redisson().getRedisNodes(RedisNodes.SINGLE).getInstance().info(InfoSection.CPU);
    double seconds =
        Stream.of("used_cpu_user", "used_cpu_sys")
            .mapToDouble(each -> Double.parseDouble(cpu.getOrDefault(each, "0")))
            .sum();
    return Math.round(seconds * 1_000_000);
  }

  /** Decides the batch, and answers the processor time of Redis for it, in µs. */
  private long timed() {
    long before = usec();
    decide();
    long took = usec() - before;
    System.out.printf("%d us of Redis%n", took);
    return took;
  }

  private static int fieldsOfMoved() {
    return redis.sizes(0).getOrDefault("moved", 0);
  }

  /** Each minute 600 other accounts delete a path. */
  @Test
  void manyAccounts_areForgottenAfterTenMinutesUnderLoad() {
    for (int minute = 0; minute < 25; minute++) {
      for (int n = 0; n < 600; n++) {
        gone("a" + minute + "-" + n, Operation.DELETE, "/d", null);
        decideIfFull(100);
      }
      decide();
      at += 60_000;
    }

    assertThat(fieldsOfMoved()).as("two for each account").isBetween(12_000, 2 * 600 * 11);
  }

  @Test
  void thousandPathsOfAnAccount_areForgottenWithinAMinuteOfTicks() {
    for (int n = 0; n < 1_000; n++) {
      gone("acme", Operation.DELETE, "/d" + n, null);
      decideIfFull(100);
    }
    decide();
    at += 600_000;
    for (int n = 0; n < 40; n++) {
      add(new Tick());
      decide();
    }

    assertThat(fieldsOfMoved()).isZero();
  }

  /** An account at both bounds, and a release of long paths. */
  @Test
  @Tag("nightly")
  void releaseThatForgetsMuch_takesAFewMilliseconds() {
    for (int n = 0; n < 900; n++) {
      gone("acme", Operation.DELETE, "/" + n, null);
      decideIfFull(100);
    }
    for (int n = 0; n < 60; n++) {
      gone("acme", Operation.MOVE, "/" + "y".repeat(4_000) + n, "/" + "x".repeat(4_060) + n);
      decideIfFull(10);
    }
    decide();
    List<Target> targets = new ArrayList<>();
    for (int n = 0; n < 15; n++) {
      targets.add(new Target(LockPath.of("/" + "z".repeat(4_000) + n), Mode.DELETE));
    }
    String id = ask("acme", Operation.CUSTOM, targets, null, null, null);
    decide();
    add(new Release("r", "acme", U, null, id, WorkOutcome.GONE));

    assertThat(timed()).isLessThan(MOST_USEC);
  }

  /** It changes them all at once, and once only: 12 ms on a busy machine. */
  @Test
  @Tag("nightly")
  void copyAboveAThousand_isOneCallOfSomeMilliseconds() {
    for (int n = 0; n < 1_000; n++) {
      gone("acme", Operation.DELETE, "/docs/" + "n".repeat(300) + n, null);
      decideIfFull(100);
    }
    decide();
    LockPath from = LockPath.of("/backup");
    LockPath to = LockPath.of("/docs");
    ask("acme", Operation.COPY, Operation.COPY.targets(from, to), from, to, null);
    assertThat(timed()).isLessThan(2 * MOST_USEC);

    LockPath first = LockPath.of("/docs/" + "n".repeat(300) + "999/x");
    List<Target> targets = Operation.DOWNLOAD.targets(first, null);
    ask("acme", Operation.DOWNLOAD, targets, first, null, LockFields.EXISTING_NOW);
    decide();
    assertThat(events.get(0).type().text()).isEqualTo("granted");
  }

  /** Eighty accounts move files to long paths; the model forgets the same. */
  @Test
  void partition_forgetsTheEarliestBeyondItsBound() {
    long bytes = redis.usedMemory();
    for (int account = 0; account < 80; account++) {
      for (int n = 0; n < 105; n++) {
        gone("many" + account, Operation.MOVE, "/" + n, "/" + "x".repeat(4_060) + n);
        decideIfFull(20);
      }
    }
    decide();
    add(new Tick());
    decide();
    long held = redis.usedMemory() - bytes;
    System.out.printf("%d fields of moved, %d KiB of Redis%n", fieldsOfMoved(), held / 1024);

    assertThat(held).isBetween(60L << 20, 80L << 20);
    assertThat(store.state(0)).isEqualTo(model.state(0));
    assertThat(answerAt("many0", "/5/x")).isEqualTo("granted");
    assertThat(answerAt("many79", "/5/x")).isEqualTo("rejected");
  }

  private String answerAt(String account, String path) {
    LockPath at = LockPath.of(path);
    List<Target> targets = Operation.DOWNLOAD.targets(at, null);
    ask(account, Operation.DOWNLOAD, targets, at, null, LockFields.EXISTING_NOW);
    decide();
    return events.get(0).type().text();
  }
}
