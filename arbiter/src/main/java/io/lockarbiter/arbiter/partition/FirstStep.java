package io.lockarbiter.arbiter.partition;

/** What a partition does first: go on, or bring back what its store has lost. */
public sealed interface FirstStep permits Start, Replay, Rebuild {}
