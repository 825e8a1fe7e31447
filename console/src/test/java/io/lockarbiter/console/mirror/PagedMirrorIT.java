package io.lockarbiter.console.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.console.stream.EventHub;
import io.lockarbiter.console.stream.StreamedEvent;
import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.testing.Seeds;
import io.lockarbiter.lua.history.HistoryGenerator;
import io.lockarbiter.lua.redis.CallBounds;
import io.lockarbiter.lua.redis.RedisFixture;
import io.lockarbiter.lua.redis.RedisLockStore;
import io.lockarbiter.lua.store.AccountPage;
import io.lockarbiter.lua.store.AccountPages;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.HeldUntil;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.WaitingRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An account that is read from Redis in pages of a few entries, with commands decided between them,
 * is as the store has it; and so is one that only follows the events.
 */
class PagedMirrorIT {
  private static final int PARTITION = HistoryGenerator.PARTITION;
  private static final int READS = 60;

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private final EventHub hub =
      new EventHub(HistoryGenerator.PARTITIONS, 1 << 20, 1L << 30, System::nanoTime);
  private final TreeSet<String> accounts = new TreeSet<>();
  private RedisLockStore store;
  private Random random = new Random();
  private HistoryGenerator history = new HistoryGenerator(0);
  private FeedPosition position = FeedPosition.START;

  @BeforeEach
  void open() {
    store = redis.store();
  }

  static LongStream seeds() {
    return LongStream.generate(Seeds::fresh).limit(6);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void accountThatIsReadAmidCommands_isAsTheStoreHasIt(long seed) {
    random = new Random(seed);
    history = new HistoryGenerator(seed, /* withMoves= */ true);
    CallBounds few = new CallBounds(3_000, 128, 1 << 18, 3, 700);
    AccountMirrors read = new AccountMirrors(hub, new Amid(redis.store(few)), 1 << 28, () -> 0L);
    AccountMirrors follows = new AccountMirrors(hub, store, 1 << 28, () -> 0L);
    happen(200);
    for (int n = 0; n < READS; n++) {
      happen(random.nextInt(20));
      for (String account : List.copyOf(accounts)) {
        read.forgetUnasked(-1);
        AccountMirror mirror = read.of(account);
        happen(random.nextInt(3));
        List<LiveLock> expected = expected(account);
        assertThat(locks(mirror)).as("%s, read=%d seed=%d", account, n, seed).isEqualTo(expected);
        assertThat(locks(follows.of(account)))
            .as("%s follows, read=%d seed=%d", account, n, seed)
            .isEqualTo(expected);
      }
    }
  }

  private void happen(int commands) {
    List<LogRecord> records = new ArrayList<>();
    for (int n = 0; n < commands; n++) {
      records.add(history.next());
    }
    if (records.isEmpty()) {
      return;
    }
    List<EncodedEvent> events = store.decide(PARTITION, position, records).events();
    long seq = events.isEmpty() ? position.publishedSeq() : events.get(events.size() - 1).seq();
    position = new FeedPosition(records.get(records.size() - 1).offset(), seq);
    events.forEach(this::publish);
  }

  private void publish(EncodedEvent event) {
    String account = event.account();
    // A command that was sent to a wrong partition is refused there.
    if (AccountHash.partition(account, HistoryGenerator.PARTITIONS) == PARTITION) {
      accounts.add(account);
    }
    hub.publish(
        new StreamedEvent(
            PARTITION,
            event.seq(),
            event.seq(),
            EventCodec.decode(event.value()).head().at(),
            account,
            event.type().text(),
            event.lockId(),
            event.value()));
  }

  private List<LiveLock> expected(String account) {
    PartitionState state = Objects.requireNonNull(store.state(PARTITION));
    return StateLocks.of(state, account);
  }

  private static List<LiveLock> locks(AccountMirror mirror) {
    return mirror.look(seen -> StateLocks.sorted(seen.locks().stream()));
  }

  /** Pages behind each of which some commands are decided. */
  private final class Amid implements AccountPages {
    private final AccountPages pages;

    Amid(AccountPages pages) {
      this.pages = pages;
    }

    @Override
    public @Nullable AccountPage<HeldUntil> heldPage(int partition, String account, byte[] cursor) {
      AccountPage<HeldUntil> page = pages.heldPage(partition, account, cursor);
      happen(random.nextInt(4));
      return page;
    }

    @Override
    public @Nullable AccountPage<WaitingRequest> waitingPage(
        int partition, String account, byte[] cursor) {
      AccountPage<WaitingRequest> page = pages.waitingPage(partition, account, cursor);
      happen(random.nextInt(4));
      return page;
    }

    @Override
    public @Nullable Boolean isLive(int partition, String account, String lockId) {
      return pages.isLive(partition, account, lockId);
    }
  }
}
