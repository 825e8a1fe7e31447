/** The vocabulary of locks: modes and their table, paths, ids, owners, limits. */
@NullMarked
package io.lockarbiter.contracts.lock;

import org.jspecify.annotations.NullMarked;
