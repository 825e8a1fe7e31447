package io.lockarbiter.gateway.stream;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** The numbers that all streams share. */
final class StreamCounts {
  final AtomicLong unsentBytes = new AtomicLong();
  final AtomicLong groundsBytes = new AtomicLong();
  final LongAdder sent = new LongAdder();
  final LongAdder resets = new LongAdder();
  final LongAdder slow = new LongAdder();
  final LongAdder refused = new LongAdder();
}
