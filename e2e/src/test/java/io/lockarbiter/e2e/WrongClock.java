package io.lockarbiter.e2e;

import java.util.function.Supplier;
import org.apache.kafka.common.utils.Time;

/** As a host's clock that is set; how time elapses stays right. */
final class WrongClock implements Time {
  private volatile long offMs;

  void setOff(long ms) {
    offMs = ms;
  }

  @Override
  public long milliseconds() {
    return Time.SYSTEM.milliseconds() + offMs;
  }

  @Override
  public long hiResClockMs() {
    return Time.SYSTEM.hiResClockMs();
  }

  @Override
  public long nanoseconds() {
    return Time.SYSTEM.nanoseconds();
  }

  @Override
  public void sleep(long ms) {
    Time.SYSTEM.sleep(ms);
  }

  @Override
  public void waitObject(Object object, Supplier<Boolean> condition, long deadlineMs)
      throws InterruptedException {
    Time.SYSTEM.waitObject(object, condition, deadlineMs - offMs);
  }
}
