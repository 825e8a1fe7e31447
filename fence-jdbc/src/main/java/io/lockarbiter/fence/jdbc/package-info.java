/** A fencing guard in the caller's database and transaction. */
@NullMarked
package io.lockarbiter.fence.jdbc;

import org.jspecify.annotations.NullMarked;
