package io.lockarbiter.arbiter.partition;

/** The store is to be fed again what it has lost, until its state is the one that was committed. */
public record Replay(StateLoss loss) implements FirstStep {}
