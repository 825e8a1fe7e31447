package io.lockarbiter.trial.bench.scale;

/**
 * What both layouts are given alike.
 *
 * @param commands answered while it is measured
 * @param warmUpCommands answered before
 * @param inFlight commands at a time
 * @param threads listener threads of each arbiter
 */
record ScaleSettings(int partitions, int commands, int warmUpCommands, int inFlight, int threads) {}
