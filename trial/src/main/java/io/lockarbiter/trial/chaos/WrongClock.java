package io.lockarbiter.trial.chaos;

import java.util.function.Supplier;
import org.apache.kafka.common.utils.Time;

/** A host's clock that can be set wrong; elapsed time is always right. */
public final class WrongClock implements Time {
  private volatile long offMs;

  /** Creates a clock that is right. */
  public WrongClock() {}

  /** Sets it wrong by so many milliseconds; 0 = right. */
  public void setOff(long ms) {
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
