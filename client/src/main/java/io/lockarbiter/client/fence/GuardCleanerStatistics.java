package io.lockarbiter.client.fence;

/** Counts of a cleaner's work. Made by the client; may get more methods. */
public interface GuardCleanerStatistics {
  /** Number of turns begun. */
  long turns();

  /** Number of times that an account was cleaned. */
  long cleaned();

  /**
   * Number of times that an account was skipped, because its lowest live token was not known; if
   * this goes on rising, the events are not read.
   */
  long unknown();

  /** Number of accounts, or pages of accounts, that failed; they are tried again. */
  long failed();
}
