/** Figures about a history, gathered in one pass; memory is bounded for any length. */
@NullMarked
package io.lockarbiter.audit.stats;

import org.jspecify.annotations.NullMarked;
