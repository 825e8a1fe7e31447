package io.lockarbiter.arbiter.partition;

/** The store must be fed the lost records again, until its state equals the committed one. */
public record Replay(StateLoss loss) implements FirstStep {}
