/** Processes that tests start, kill and stop in their tracks. */
@NullMarked
package io.lockarbiter.sandbox.process;

import org.jspecify.annotations.NullMarked;
