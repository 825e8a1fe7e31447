/**
 * What is looked at again and again while partitions run, and raises an alarm: clocks, open
 * transactions, how old the oldest undecided record is. Decides nothing.
 */
@NullMarked
package io.lockarbiter.arbiter.watch;

import org.jspecify.annotations.NullMarked;
