/**
 * Watches that run repeatedly beside the partitions and raise alarms: clocks, open transactions,
 * the age of the oldest undecided record. Decides nothing.
 */
@NullMarked
package io.lockarbiter.arbiter.watch;

import org.jspecify.annotations.NullMarked;
