/**
 * What a guard remembers and how it decides by it; for guards of this house ({@code
 * MemoryFencingGuard}, {@code JdbcFencingGuard}), not for users: may change with any version.
 */
@NullMarked
package io.lockarbiter.client.fence.memory;

import org.jspecify.annotations.NullMarked;
