/**
 * Invariants that hold under any rules, checked on commands and events alone, with an index and
 * rules of their own, without the reference model.
 */
@NullMarked
package io.lockarbiter.audit.verify.events;

import org.jspecify.annotations.NullMarked;
