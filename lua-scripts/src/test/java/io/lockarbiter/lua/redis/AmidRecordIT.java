package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.Commands.onePartition;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.ReleaseAll;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.AccountPage;
import io.lockarbiter.lua.store.AccountPages;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.HeldUntil;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A record takes several calls, and the later calls never come. */
class AmidRecordIT {
  private static final int LOCKS = 50;

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  static Stream<Command> recordsOfManyCalls() {
    return Stream.of(new Tick(), new ReleaseAll("r", "acme", new Owner("u", null), null));
  }

  /**
   * An arbiter that starts compares this header with the position committed after the record
   * before.
   */
  @ParameterizedTest
  @MethodSource("recordsOfManyCalls")
  void headerAmidARecord_isThatOfTheRecordBefore(Command last) {
    List<LogRecord> records = new ArrayList<>(List.of(onePartition(0)));
    for (int n = 1; n <= LOCKS; n++) {
      records.add(
          record(n, 100, new Valid(Commands.acquire("c" + n, "u", Operation.UPLOAD, "/p" + n))));
    }
    PartitionHeader before =
        redis.store().decide(0, FeedPosition.START, records).applied().header();
    long at = last instanceof Tick ? 100_000 : 101;
    LogRecord ending = record(LOCKS + 1, at, new Valid(last));
    Dying dying = new Dying();
    int amid = 0;
    for (int call = 2; dying.isCutShort(ending, call); call++) {
      PartitionHeader header = Objects.requireNonNull(redis.store().header(0));
      if (header.appliedOffset() == LOCKS) {
        assertThat(header).as("before call %d", call).isEqualTo(before);
        assertThat(redis.store().renumber(0, 1_000, "aside-1")).isNull();
        assertPageTellsWhatItShows(before.seq());
        amid++;
      }
    }

    assertThat(amid).as("calls after which the record was half applied").isGreaterThan(5);
    ReferenceLockStore model = new ReferenceLockStore();
    model.decide(0, FeedPosition.START, records);
    model.decide(0, new FeedPosition(LOCKS, 0), List.of(ending));
    assertThat(redis.store().header(0)).isEqualTo(model.header(0));
  }

  /** Each event stands for one lock that the record ended. */
  private static void assertPageTellsWhatItShows(long seq) {
    AccountPage<HeldUntil> page =
        Objects.requireNonNull(redis.store().heldPage(0, "acme", AccountPages.FIRST));
    assertThat(page.seq()).isEqualTo(seq);
    assertThat(page.entries()).hasSize(LOCKS - (int) (page.last() - seq));
  }

  private static LogRecord record(long offset, long at, Valid content) {
    return new LogRecord(offset, at, 0, content);
  }

  private static final class Dying implements ScriptSeam {
    private int calls;
    private int last;

    @Override
    public void before() {
      if (++calls == last) {
        throw new IllegalStateException("the arbiter dies");
      }
    }

    boolean isCutShort(LogRecord record, int call) {
      calls = 0;
      last = call;
      try {
        redis
            .store(around(redis.redisson()), CallBounds.LEAST)
            .decide(0, new FeedPosition(record.offset() - 1, 0), List.of(record));
        return false;
      } catch (IllegalStateException e) {
        return true;
      }
    }
  }
}
