package io.lockarbiter.trial.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Some threads of this process, and the processor time each had used when this was made.
 *
 * @param before ns by the thread's id
 */
record ThreadTimes(Map<Long, Long> before) {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** The threads that live now and have one of these texts in their name. */
  static ThreadTimes of(String... names) {
    return new ThreadTimes(
        Arrays.stream(THREADS.dumpAllThreads(false, false))
            .filter(thread -> Stream.of(names).anyMatch(thread.getThreadName()::contains))
            .collect(
                Collectors.toMap(
                    ThreadInfo::getThreadId,
                    thread -> THREADS.getThreadCpuTime(thread.getThreadId()))));
  }

  int count() {
    return before.size();
  }

  /** Processor time they have used since; nothing for those that have ended. */
  long usedNanos() {
    return before.entrySet().stream()
        .mapToLong(
            thread -> Math.max(0, THREADS.getThreadCpuTime(thread.getKey()) - thread.getValue()))
        .sum();
  }
}
