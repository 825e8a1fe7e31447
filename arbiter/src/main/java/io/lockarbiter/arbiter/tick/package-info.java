/** Lets log time pass in silent partitions, by appending to the log and in no other way. */
@NullMarked
package io.lockarbiter.arbiter.tick;

import org.jspecify.annotations.NullMarked;
