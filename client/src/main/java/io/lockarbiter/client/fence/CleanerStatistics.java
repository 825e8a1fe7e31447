package io.lockarbiter.client.fence;

/** A snapshot of one moment. */
record CleanerStatistics(long turns, long cleaned, long unknown, long failed)
    implements GuardCleanerStatistics {}
