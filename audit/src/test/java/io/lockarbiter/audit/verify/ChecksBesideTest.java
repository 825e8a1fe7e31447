package io.lockarbiter.audit.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.Coverage;
import io.lockarbiter.audit.replay.HistoryStart;
import io.lockarbiter.audit.replay.ReplayListener;
import io.lockarbiter.audit.replay.ReplayStep;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.LogRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChecksBesideTest {
  private static final HistoryStart START = new HistoryStart(0, 1, 0, 0, 0, 0);
  private static final int SMALL = 100;
  private static final int LARGE = 60_000;

  /** As a command with very many events. */
  private static final int HUGE = 2_000_000;

  @Test
  void everyCheck_getsEverythingInOrder() {
    List<Long> one = new ArrayList<>();
    List<Long> other = new ArrayList<>();
    try (ChecksBeside beside = new ChecksBeside(List.of(noting(one), noting(other)))) {
      beside.begin(START);
      for (long offset = 0; offset < 1_000; offset++) {
        beside.step(step(offset, SMALL));
      }
      beside.end();
    }
    assertThat(one).isEqualTo(LongStream.range(0, 1_000).boxed().toList());
    assertThat(other).isEqualTo(one);
  }

  private static ReplayListener noting(List<Long> offsets) {
    return step -> offsets.add(step.command().offset());
  }

  /** As one thread would tell it, whichever of the checks is ahead. */
  @ParameterizedTest
  @CsvSource({"300, 700, 300", "700, 300, 300", "300, 5000, 300"})
  void severalFailures_theEarliestIsTold(long one, long other, long told) {
    try (ChecksBeside beside = new ChecksBeside(List.of(failingAt(one), failingAt(other)))) {
      beside.begin(START);
      assertThatThrownBy(
              () -> {
                for (long offset = 0; offset < 2_000; offset++) {
                  beside.step(step(offset, SMALL));
                }
                beside.end();
              })
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("offset=" + told);
    }
  }

  private static ReplayListener failingAt(long offset) {
    return step -> {
      if (step.command().offset() == offset) {
        throw new IllegalStateException("offset=" + offset);
      }
    };
  }

  /** The rest of the last batch is given to the checks although reading has failed after it. */
  @Test
  void readingFails_theEarlierFailureOfACheckIsTold() {
    try (ChecksBeside beside = new ChecksBeside(List.of(failingAt(1)))) {
      beside.begin(START);
      beside.step(step(0, SMALL));
      beside.step(step(1, SMALL));
      assertThatThrownBy(beside::end).hasMessage("offset=1");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {SMALL, LARGE, HUGE})
  void slowCheck_readingWaits(int attributeBytes) {
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicLong ahead = new AtomicLong();
    long largest = step(0, attributeBytes).heapBytes();
    long steps = attributeBytes == HUGE ? 20 : 20_000;
    Thread reading =
        new Thread(
            () -> {
              try (ChecksBeside beside = new ChecksBeside(List.of(waitingFor(goOn)))) {
                beside.begin(START);
                for (long offset = 0; offset < steps; offset++) {
                  ahead.addAndGet(largest);
                  beside.step(step(offset, attributeBytes));
                }
                beside.end();
              }
            });
    reading.start();
    await().until(() -> reading.getState() == Thread.State.WAITING);
    long most = ahead.get();
    goOn.countDown();

    assertThat(most).isBetween(1L, ChecksBeside.MOST_BYTES + largest);
    await().until(() -> !reading.isAlive());
    assertThat(ahead).hasValue(steps * largest);
  }

  private static ReplayListener waitingFor(CountDownLatch goOn) {
    return step -> {
      try {
        goOn.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    };
  }

  private static ReplayStep step(long offset, int attributeBytes) {
    byte[] value =
        """
        {"type":"acquire","commandId":"c%d","account":"acme","subAccount":"u","operation":"UPLOAD","path":"/p","attributes":{"a":"%s"}}"""
            .formatted(offset, "x".repeat(attributeBytes))
            .getBytes(UTF_8);
    AuditRecord record = new AuditRecord(offset, offset, 0, new byte[] {'k'}, value, List.of());
    LogRecord command = new LogRecord(offset, offset, 0, CommandCodec.decode(record.key(), value));
    return new ReplayStep(
        0, record, command, offset, null, Settings.UNTOLD, List.of(), Coverage.COMPLETE);
  }
}
