package io.lockarbiter.client.fence;

/** What was so at one moment. */
record CleanerStatistics(long turns, long cleaned, long unknown, long failed)
    implements GuardCleanerStatistics {}
