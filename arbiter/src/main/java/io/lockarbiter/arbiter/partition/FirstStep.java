package io.lockarbiter.arbiter.partition;

/** The first step of a partition: go on, or rebuild the state that its store has lost. */
public sealed interface FirstStep permits Start, Replay, Rebuild {}
