/** Runs the kit of every guard on databases. */
@NullMarked
package io.lockarbiter.fence.jdbc;

import org.jspecify.annotations.NullMarked;
