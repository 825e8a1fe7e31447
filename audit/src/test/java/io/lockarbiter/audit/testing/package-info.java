/** Histories in memory, for tests. */
@NullMarked
package io.lockarbiter.audit.testing;

import org.jspecify.annotations.NullMarked;
