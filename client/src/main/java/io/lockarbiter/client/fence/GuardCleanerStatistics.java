package io.lockarbiter.client.fence;

/**
 * What a cleaner has done so far.
 *
 * @param turns how often it set out
 * @param cleaned how many accounts were told what to forget; one counts each time
 * @param unknown how many were left as they are, because their lowest live token was not known; if
 *     this goes on rising, the events are not read
 * @param failed how many accounts, or lists of accounts, failed; they are tried again
 */
public record GuardCleanerStatistics(long turns, long cleaned, long unknown, long failed) {}
