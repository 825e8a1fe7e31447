/** Lets log time pass in silent partitions, only by appending to the log. */
@NullMarked
package io.lockarbiter.arbiter.tick;

import org.jspecify.annotations.NullMarked;
