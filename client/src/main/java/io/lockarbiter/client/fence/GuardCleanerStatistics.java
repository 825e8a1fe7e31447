package io.lockarbiter.client.fence;

/** Counts the work of a cleaner so far. Made by the client; may get more methods. */
public interface GuardCleanerStatistics {
  /** How often it set out. */
  long turns();

  /** How many accounts were told what to forget; one counts each time. */
  long cleaned();

  /**
   * How many were left as they are, because their lowest live token was not known; if this goes on
   * rising, the events are not read.
   */
  long unknown();

  /** How many accounts, or lists of accounts, failed; they are tried again. */
  long failed();
}
