/** Processes that tests start, kill and pause. */
@NullMarked
package io.lockarbiter.e2e.process;

import org.jspecify.annotations.NullMarked;
