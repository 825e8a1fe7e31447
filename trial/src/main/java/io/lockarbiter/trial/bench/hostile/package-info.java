/** {@code lockarbiter bench hostile}: legal input that somebody chose to do harm. */
@NullMarked
package io.lockarbiter.trial.bench.hostile;

import org.jspecify.annotations.NullMarked;
