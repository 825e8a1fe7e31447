/** Figures about a history, gathered while it streams by; memory is bounded whatever its length. */
@NullMarked
package io.lockarbiter.audit.stats;

import org.jspecify.annotations.NullMarked;
