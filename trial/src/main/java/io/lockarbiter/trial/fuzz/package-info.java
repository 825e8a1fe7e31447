/** Bad input in large amounts: records with every kind of fault, among correct commands. */
@NullMarked
package io.lockarbiter.trial.fuzz;

import org.jspecify.annotations.NullMarked;
