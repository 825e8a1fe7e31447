package io.lockarbiter.lua.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LogClockTest {
  private static final long YEAR = TimeUnit.DAYS.toMillis(365);

  private long at;
  private long appendedAt;

  @Test
  void firstRecord_startsLogTime() {
    assertThat(append(1_795_294_589_768L)).isEqualTo(1_795_294_589_768L);
    assertThat(append(1_795_294_589_768L)).isEqualTo(1_795_294_589_768L);
    assertThat(append(1_795_294_590_000L)).isEqualTo(1_795_294_590_000L);
  }

  @Test
  void jumpOfAYear_isNoYearOfStandstill() {
    append(1_000);
    append(1_000 + YEAR);

    long wentOnAt = firstThatMoves(2_000);

    assertThat(wentOnAt).isLessThan(2_000 + LogClock.STEP_MS);
    assertThat(append(wentOnAt + 30_000) - (1_000 + YEAR)).isBetween(30_000L, 30_001L);
  }

  /** Whatever the clocks do, the time that is left of a standstill is the one that was told. */
  @Test
  void standstill_lastsAsLongAsItWasTold() {
    Random random = new Random(7);
    for (int round = 0; round < 1_000; round++) {
      append(Math.max(0, appendedAt + random.nextInt(200_000) - 100_000));
      long stands = LogClock.standsFor(at, appendedAt);
      assertThat(stands).isBetween(0L, LogClock.STEP_MS - 1);
      assertThat(LogClock.next(at, appendedAt, appendedAt + stands)).isEqualTo(at);
      assertThat(LogClock.next(at, appendedAt, appendedAt + stands + 1)).isEqualTo(at + 1);
    }
  }

  /**
   * A lease lasts by the clocks of all brokers at least as long as it says, less the largest
   * difference between them, as clients reckon with: also after a jump, however often leaders
   * change.
   */
  @Test
  void clocksThatDifferByLessThanAStep_shortenNothingByMoreThanThat() {
    Random random = new Random(8);
    long most = LogClock.STEP_MS - 1;
    append(YEAR);
    long begin = 50_000;
    append(begin + most / 2);
    // The rest of the jump is waited for.
    append(begin += LogClock.STEP_MS);
    append(begin += LogClock.STEP_MS);
    long trueStart = begin;
    long from = at;
    for (long now = begin; now < begin + 600_000; now += random.nextInt(5_000)) {
      append(now + random.nextInt((int) most));
      assertThat(at - from).isLessThanOrEqualTo(now - trueStart + most);
    }
    assertThat(at - from).isLessThanOrEqualTo(600_000 + most);
  }

  @Test
  void logTime_neverRunsBackwardsAndIsNeverBehindTheClock() {
    Random random = new Random(9);
    for (int round = 0; round < 10_000; round++) {
      long before = at;
      append(Math.max(0, appendedAt + random.nextInt(2_000_000) - 1_000_000));
      assertThat(at).isGreaterThanOrEqualTo(before).isGreaterThanOrEqualTo(appendedAt);
    }
  }

  private long firstThatMoves(long from) {
    long standing = at;
    long time = from;
    while (append(time) == standing) {
      time++;
    }
    return time;
  }

  private long append(long time) {
    at = LogClock.next(at, appendedAt, time);
    appendedAt = time;
    return at;
  }
}
