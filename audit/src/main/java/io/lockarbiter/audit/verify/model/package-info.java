/** Compares every recorded event with the one that the reference model decides. */
@NullMarked
package io.lockarbiter.audit.verify.model;

import org.jspecify.annotations.NullMarked;
