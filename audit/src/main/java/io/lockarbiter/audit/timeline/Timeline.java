package io.lockarbiter.audit.timeline;

import io.lockarbiter.audit.lives.LockLife;
import java.util.List;

/**
 * Locks within a span of time.
 *
 * @param locks in the order of their requests
 * @param omitted number of older locks that were left out
 * @param until end of the span, log time, epoch ms
 */
public record Timeline(List<LockLife> locks, long omitted, long until) {}
