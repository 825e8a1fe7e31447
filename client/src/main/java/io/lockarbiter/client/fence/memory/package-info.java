/**
 * The memory of a guard, and its decisions. For the guards of this repository ({@code
 * MemoryFencingGuard}, {@code JdbcFencingGuard}), not for users: it may change with any version.
 */
@NullMarked
package io.lockarbiter.client.fence.memory;

import org.jspecify.annotations.NullMarked;
