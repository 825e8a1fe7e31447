package io.lockarbiter.trial.bench.overload;

import java.util.List;

/**
 * What is measured.
 *
 * @param hotPercents one run for each: how much of the load a single account sends
 * @param measureSeconds how long the rate that can be sustained is looked for, and as long before
 * @param factor of the rate that can be sustained
 * @param normalPercent of that rate, before and afterwards
 */
record OverloadSettings(
    int partitions,
    int accounts,
    List<Integer> hotPercents,
    int measureSeconds,
    int factor,
    int overloadSeconds,
    int normalPercent,
    int normalSeconds) {}
