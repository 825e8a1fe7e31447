package io.lockarbiter.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.audit.replay.HistorySource;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.RecordLog;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.contracts.testing.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Partitions beside each other have the verdicts, in the order, of one after another. */
class HistoryVerificationTest {
  private static final long SEED = Seeds.fresh();
  private static final int PARTITIONS = 5;
  private static final int RECORDS = 2_500;
  private static final long ROOM = Long.MAX_VALUE;

  private static final List<PartitionHistory> HISTORIES =
      IntStream.range(0, PARTITIONS).mapToObj(HistoryVerificationTest::history).toList();

  private final CountDownLatch othersClosed = new CountDownLatch(PARTITIONS - 1);
  private final List<Integer> opened = Collections.synchronizedList(new ArrayList<>());

  /** Each of another length; two of them are damaged. */
  private static PartitionHistory history(int number) {
    RandomHistory history = RandomHistory.of(SEED + number, RECORDS + number);
    Damage damage = Damage.of(history);
    return history.withEvents((number % 2 == 1 ? damage.drop(100 * number) : damage).events());
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 20})
  void anyNumberOfThreads_givesTheSameVerdicts(int threads) {
    List<PartitionVerdict> byOne = verify(HISTORIES::get, 1, ROOM);
    assertThat(byOne).extracting(PartitionVerdict::commands).containsExactlyElementsOf(lengths());
    assertThat(byOne)
        .extracting(PartitionVerdict::verdict)
        .containsExactly(
            Verdict.CLEAN, Verdict.VIOLATION, Verdict.CLEAN, Verdict.VIOLATION, Verdict.CLEAN);

    assertThat(verify(HISTORIES::get, threads, ROOM)).isEqualTo(byOne);
  }

  private static List<Long> lengths() {
    return IntStream.range(0, PARTITIONS).mapToObj(number -> (long) RECORDS + number).toList();
  }

  @Test
  void firstPartitionIsTheLast_verdictsComeInOrder() {
    assertThat(verdictsIfTheFirstWaits(PARTITIONS, ROOM))
        .extracting(PartitionVerdict::commands)
        .containsExactlyElementsOf(lengths());
  }

  /** A partition that gives up begins anew when it is alone. */
  @Test
  void statesTooLargeTogether_giveTheSameVerdicts() {
    assertThat(verdictsIfTheFirstWaits(3, /* room= */ 0))
        .isEqualTo(verify(HISTORIES::get, 1, ROOM));
    assertThat(opened).as("openings").hasSizeGreaterThan(2 * PARTITIONS);
  }

  private List<PartitionVerdict> verdictsIfTheFirstWaits(int threads, long room) {
    List<PartitionVerdict> verdicts = new ArrayList<>();
    verification(HISTORIES::get, threads, room)
        .run(
            partitions(),
            history -> ((Opened) history).number() == 0 ? step -> awaitOthers() : step -> {},
            verdicts::add);
    return verdicts;
  }

  private void awaitOthers() {
    try {
      othersClosed.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 20})
  void partitionsThatCannotBeRead_theFirstIsToldAfterThoseBefore(int threads) {
    List<PartitionVerdict> verdicts = new ArrayList<>();
    HistoryVerification verification =
        verification(
            partition -> {
              if (partition >= 3) {
                throw new IllegalStateException("partition=" + partition);
              }
              return HISTORIES.get(partition);
            },
            threads,
            ROOM);
    assertThatThrownBy(() -> verification.run(partitions(), history -> step -> {}, verdicts::add))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("partition=3");
    assertThat(verdicts)
        .extracting(PartitionVerdict::commands)
        .containsExactlyElementsOf(lengths().subList(0, 3));
  }

  private List<PartitionVerdict> verify(
      IntFunction<PartitionHistory> source, int threads, long room) {
    List<PartitionVerdict> verdicts = new ArrayList<>();
    verification(source, threads, room).run(partitions(), history -> step -> {}, verdicts::add);
    return verdicts;
  }

  private HistoryVerification verification(
      IntFunction<PartitionHistory> source, int threads, long room) {
    return new HistoryVerification(
        new Source(source), Scope.ALL, EnumSet.allOf(Check.class), threads, room);
  }

  private static List<Integer> partitions() {
    return IntStream.range(0, PARTITIONS).boxed().toList();
  }

  /** Notes what is opened and closed. */
  private final class Source implements HistorySource {
    private final IntFunction<PartitionHistory> histories;

    Source(IntFunction<PartitionHistory> histories) {
      this.histories = histories;
    }

    @Override
    public String commandsTopic() {
      return "lock.commands";
    }

    @Override
    public String eventsTopic() {
      return "lock.events";
    }

    @Override
    public List<Integer> partitions() {
      return HistoryVerificationTest.partitions();
    }

    @Override
    public PartitionHistory open(int partition) {
      opened.add(partition);
      return new Opened(partition, histories.apply(partition), othersClosed::countDown);
    }

    @Override
    public void close() {}
  }

  private record Opened(int number, PartitionHistory history, Runnable closed)
      implements PartitionHistory {
    @Override
    public int partition() {
      return history.partition();
    }

    @Override
    public RecordLog commands() {
      return history.commands();
    }

    @Override
    public RecordLog events() {
      return history.events();
    }

    @Override
    public void close() {
      closed.run();
    }
  }
}
