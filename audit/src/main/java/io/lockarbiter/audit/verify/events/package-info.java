/**
 * What must hold whatever the rules, from commands and events alone: with an index and rules of its
 * own, without the reference model.
 */
@NullMarked
package io.lockarbiter.audit.verify.events;

import org.jspecify.annotations.NullMarked;
