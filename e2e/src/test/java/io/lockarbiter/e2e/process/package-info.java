/** Processes that tests start, kill and stop in their tracks. */
@NullMarked
package io.lockarbiter.e2e.process;

import org.jspecify.annotations.NullMarked;
