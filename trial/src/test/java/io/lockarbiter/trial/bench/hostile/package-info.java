/** Measurements of hostile but legal input. */
@NullMarked
package io.lockarbiter.trial.bench.hostile;

import org.jspecify.annotations.NullMarked;
