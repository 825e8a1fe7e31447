/** Bad input at volume: records of every kind of wrongness, among commands that are right. */
@NullMarked
package io.lockarbiter.trial.fuzz;

import org.jspecify.annotations.NullMarked;
