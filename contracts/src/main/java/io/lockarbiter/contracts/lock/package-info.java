/** What is locked: modes and their table, paths, ids, owners, limits. */
@NullMarked
package io.lockarbiter.contracts.lock;

import org.jspecify.annotations.NullMarked;
